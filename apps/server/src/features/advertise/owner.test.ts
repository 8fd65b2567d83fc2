import { describe, expect, test } from 'vitest'
import { newId } from '#kernel/id.ts'
import { balancesOf } from '#money/accounts.ts'
import { pendingCampaign, runningCampaign, watch } from '#test/features/advertising.ts'
import { refusal } from '#test/refusal.ts'
import { type Person, useWorld } from '#test/world.ts'

const world = useWorld({ connections: 60, limits: false })

const depositOf = async ({ id }: Person): Promise<number> => (await balancesOf(world.db.read, id)).deposit
const fifty = Array.from({ length: 50 }, (_, turn) => turn)
const auditOf = (target: string) =>
  world.db.read
    .selectFrom('audit')
    .select(['action', 'before', 'after'])
    .where('target', '=', target)
    .orderBy('id')
    .execute()
const newest = async (person: Person) => (await person.user.refresh()).notification.notifications[0]

describe('a person of the site', () => {
  test('approves a campaign: it runs, its owner hears it, reports before it are settled', async () => {
    const owner = await world.owner()
    const ann = await world.user('ann')
    const { _id: id } = await pendingCampaign(world, ann)
    const reporter = await world.user('reporter')
    const report = { campaign_id: id, user_id: reporter.id, reason: 'broken', trusted: true, at: world.clock.now() }
    await world.db.write((tx) => tx.insertInto('ptc_reports').values(report).execute())
    expect((await owner.admin.ptc({ query: { id } })).ads).toMatchObject([
      { reports: 1, reportReasons: [{ reason: 'broken', count: 1 }] },
    ])
    world.clock.turn(60)
    const { campaign } = await owner.admin.editPtc({ params: { id }, body: { status: 'active' } })
    expect(campaign).toMatchObject({ status: 'active', reports: 0, reportReasons: [], owner: { username: 'ann' } })
    expect(await newest(ann)).toMatchObject({ kind: 'campaign-approved', values: { title: 'A fine page' } })
    expect(await auditOf(id)).toEqual([
      { action: 'campaign.approve', before: { status: 'pending' }, after: { status: 'active' } },
    ])
    const again = await refusal(owner.admin.editPtc({ params: { id }, body: { status: 'active' } }))
    expect(again).toMatchObject({ status: 409, failure: { code: 'CAMPAIGN_STATE' } })
  })

  test('decides many at once: each once, and those that are decided already are left alone', async () => {
    const owner = await world.owner()
    const many = await world.user('many')
    const made = [
      await pendingCampaign(world, many),
      await pendingCampaign(world, many),
      await runningCampaign(world, many),
    ]
    const ids = made.map(({ _id }) => _id)
    const nobodys = { id: newId(), readAt: world.clock.now().toISOString() }
    const campaigns = [...made.map(({ _id: id, updatedAt: readAt }) => ({ id, readAt })), nobodys]
    const before = await depositOf(many)
    const approved = await Promise.all(
      fifty.slice(0, 5).map(() => owner.admin.decidePtc({ body: { campaigns, status: 'active' } })),
    )
    expect(approved.map(({ done }) => done).sort((a, b) => a - b)).toEqual([0, 0, 0, 0, 2])
    expect(approved.map(({ skipped }) => skipped).sort((a, b) => a - b)).toEqual([2, 4, 4, 4, 4])
    const body = { campaigns, status: 'rejected', reason: 'What they show is not allowed here.' } as const
    const { reason: _none, ...wordless } = body
    expect(await refusal(owner.admin.decidePtc({ body: wordless }))).toMatchObject({ status: 422 })
    const rejected = await Promise.all(fifty.slice(0, 5).map(() => owner.admin.decidePtc({ body })))
    expect(rejected.map(({ done }) => done).sort((a, b) => a - b)).toEqual([0, 0, 0, 0, 3])
    for (const id of ids) {
      expect((await auditOf(id)).filter(({ action }) => action === 'campaign.reject')).toHaveLength(1)
    }
    const { ads } = await owner.admin.ptc({ query: { username: 'many' } })
    expect(ads.map(({ status, escrow }) => [status, escrow])).toEqual(ids.map(() => ['rejected', 0]))
    expect(await depositOf(many)).toBeGreaterThan(before)
  })

  test('pauses and resumes one, with or without a reason', async () => {
    const owner = await world.owner()
    const bea = await world.user('bea')
    const { _id: id } = await runningCampaign(world, bea)
    const edit = (body: Parameters<Person['admin']['editPtc']>[0]['body']) =>
      owner.admin.editPtc({ params: { id }, body })
    expect((await edit({ status: 'paused', reason: 'We look into it.' })).campaign).toMatchObject({
      status: 'paused',
      reason: 'We look into it.',
    })
    expect(await newest(bea)).toMatchObject({ kind: 'campaign-paused', values: { reason: 'We look into it.' } })
    expect((await edit({ status: 'active' })).campaign).toMatchObject({ status: 'active', reason: null })
    expect((await edit({ status: 'paused' })).campaign.reason).toBe('The site team paused it.')
    await edit({ status: 'active' })
    await bea.advertise.edit({ params: { id }, body: { status: 'paused' } })
    expect((await bea.advertise.edit({ params: { id }, body: { status: 'active' } })).campaign.status).toBe('active')
  })

  test('rejects one fifty times at once: refunded once, to the unit, and told by mail', async () => {
    const owner = await world.owner()
    const cem = await world.user('cem')
    const { _id: id } = await runningCampaign(world, cem)
    await watch(world, id, await world.user('viewer_a'))
    await watch(world, id, await world.user('viewer_b'))
    const body = { status: 'rejected', reason: 'Not for our viewers.' } as const
    const tries = await Promise.allSettled(fifty.map(() => owner.admin.editPtc({ params: { id }, body })))
    expect(tries.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
    expect(await depositOf(cem)).toBe(1_000_000 - 100)
    expect(await auditOf(id)).toHaveLength(2)
    const { campaign, movements } = await cem.advertise.report({ params: { id } })
    expect(campaign).toMatchObject({ status: 'rejected', reason: body.reason, escrow: 0, spent: 100 })
    expect(movements[0]).toMatchObject({ kind: 'campaign-refund', amount: -98 * 50, reason: body.reason })
    await world.runJobs()
    const letters = world.mails.filter(({ to }) => to === 'cem@example.com')
    expect(letters).toHaveLength(1)
    expect(letters[0]?.text).toContain('$0.049 was refunded to your deposit balance.')
    expect(letters[0]?.text).toContain(body.reason)
  })

  test('needs a reason to reject, and rejects nothing that is over', async () => {
    const owner = await world.owner()
    const dan = await world.user('dan')
    const { _id: id } = await pendingCampaign(world, dan)
    const without = await refusal(owner.admin.editPtc({ params: { id }, body: { status: 'rejected' } }))
    expect(without).toMatchObject({ status: 422, failure: { errors: { reason: expect.any(String) } } })
    await dan.advertise.remove({ params: { id } })
    const body = { status: 'rejected', reason: 'Too late.' } as const
    expect(await refusal(owner.admin.editPtc({ params: { id }, body }))).toMatchObject({ status: 404 })
    expect(await refusal(owner.admin.editPtc({ params: { id: newId() }, body }))).toMatchObject({ status: 404 })
    expect(await refusal(owner.admin.deletePtc({ params: { id: newId() } }))).toMatchObject({ status: 404 })
  })

  test('and the owner deleting at once give back once', async () => {
    const owner = await world.owner()
    const eve = await world.user('eve')
    const { _id: id } = await runningCampaign(world, eve)
    const tries = await Promise.allSettled(
      fifty.map((turn) =>
        turn % 2 === 0 ? owner.admin.deletePtc({ params: { id } }) : eve.advertise.remove({ params: { id } }),
      ),
    )
    expect(tries.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
    expect(await depositOf(eve)).toBe(1_000_000)
  })

  test('deletes one: its owner learns what came back', async () => {
    const owner = await world.owner()
    const fay = await world.user('fay')
    const { _id: id } = await runningCampaign(world, fay)
    expect(await owner.admin.deletePtc({ params: { id } })).toMatchObject({ refunded: 5_000 })
    expect(await newest(fay)).toMatchObject({ kind: 'campaign-deleted', values: { amount: 5_000 } })
    expect((await auditOf(id)).at(-1)).toMatchObject({
      action: 'campaign.delete',
      before: { status: 'active' },
      after: { status: 'deleted', refunded: 5_000 },
    })
  })
})

describe('the list', () => {
  test('has those that wait first, then the newest, and finds by every filter', async () => {
    const owner = await world.owner()
    const gil = await world.user('gil_filter')
    const hal = await world.user('hal_filter')
    const running = await runningCampaign(world, gil, { title: 'Cheap 100% off', url: 'https://shop-a.com/x_y' })
    const waiting = await pendingCampaign(world, gil, { title: 'Plain', description: 'Nothing but WORDS' })
    const later = await runningCampaign(world, hal, { title: 'Cheap 100 percent off', url: 'https://shop-b.com/xzy' })
    const find = async (query: NonNullable<Parameters<Person['admin']['ptc']>[0]>['query']) => {
      const { ads, count } = await owner.admin.ptc({ query: { limit: '100', ...query } })
      expect(count).toBe(ads.length)
      return ads.map(({ _id }) => _id)
    }
    const all = await find({})
    expect(all.indexOf(waiting._id)).toBeLessThan(all.indexOf(later._id))
    expect(all.indexOf(later._id)).toBeLessThan(all.indexOf(running._id))
    expect(await find({ username: 'gil_f' })).toEqual([waiting._id, running._id])
    expect(await find({ username: 'gilXf' })).toEqual([])
    expect(await find({ content: '100%' })).toEqual([running._id])
    expect(await find({ content: 'but words' })).toEqual([waiting._id])
    expect(await find({ url: 'x_y' })).toEqual([running._id])
    expect(await find({ url: 'shop-' })).toEqual([later._id, running._id])
    expect(await find({ id: later._id })).toEqual([later._id])
    expect(await find({ username: 'gil_filter', status: 'pending' })).toEqual([waiting._id])
    expect(await find({ status: 'deleted', username: 'gil_filter' })).toEqual([])
    expect(await find({ content: '\\' })).toEqual([])
    const page = await owner.admin.ptc({ query: { limit: '1', page: '2', username: 'gil_filter' } })
    expect(page).toMatchObject({ count: 2, ads: [{ _id: running._id }] })
  })

  test('shows the owner of each with a score, and what the server found at the page', async () => {
    const owner = await world.owner()
    const ida = await world.user('ida')
    const { _id: id } = await pendingCampaign(world, ida, { url: 'https://ida-page.com/' })
    const mark = { family: 'payout', reason: 'shared', points: 30, detail: 'Shared.', at: world.clock.now() }
    await world.db.write((tx) =>
      tx
        .insertInto('risk_marks')
        .values({ id: newId(), user_id: ida.id, ...mark })
        .execute(),
    )
    const { ads } = await owner.admin.ptc({ query: { id } })
    expect(ads).toMatchObject([
      {
        owner: { _id: ida.id, username: 'ida', score: 30 },
        look: { ok: true, sentence: 'The page can be embedded.' },
      },
    ])
  })
})

test('nobody else decides', async () => {
  const jon = await world.user('jon')
  const { _id: id } = await pendingCampaign(world, jon)
  for (const person of [jon, await world.moderator()]) {
    expect(await refusal(person.admin.ptc())).toMatchObject({ status: 403 })
    const editing = person.admin.editPtc({ params: { id }, body: { status: 'active' } })
    expect(await refusal(editing)).toMatchObject({ status: 403 })
    expect(await refusal(person.admin.deletePtc({ params: { id } }))).toMatchObject({ status: 403 })
  }
})
