import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { startShortlinks } from '#test/fakes/shortlinks.ts'
import { linking, tokenOf } from '#test/features/linking.ts'
import { refusedAs } from '#test/features/viewing.ts'
import { useWorld } from '#test/world.ts'

const world = useWorld({ connections: 30, limits: false })
let fake: Awaited<ReturnType<typeof startShortlinks>>
beforeAll(async () => {
  fake = await startShortlinks()
})
afterAll(() => fake.close())
const { someone, regular, addLink, onlyLink, open, verify, visit, paidFor, visitRow, marksOf } = linking(
  world,
  () => fake,
)

describe('the list', () => {
  test('shows what fits this user, how often it was paid today, and what is left', async () => {
    await world.db.raw('UPDATE link_providers SET enabled = false')
    const slow = await addLink({ name: 'Slow', reward: 300, expectedSeconds: 100 })
    const quick = await addLink({ name: 'Quick', reward: 200, expectedSeconds: 20, maxView: 2 })
    const first = await addLink({ name: 'First', reward: 10, priority: 5, maxView: 1 })
    await addLink({ name: 'Elsewhere', countries: ['NZ'] })
    await addLink({ name: 'Off', enabled: false })
    const gone = await addLink({ name: 'Gone' })
    await (await world.owner()).admin.removeLink({ params: { id: gone._id } })
    const ann = await someone()
    const names = async () => (await ann.link.list()).links.map(({ name }) => name)
    expect(await names()).toEqual(['First', 'Quick', 'Slow'])
    await world.settings({ link_sort: 'reward' })
    expect(await names()).toEqual(['Slow', 'Quick', 'First'])
    await world.settings({ link_sort: 'duration' })
    expect(await names()).toEqual(['Quick', 'First', 'Slow'])
    await world.settings({ link_sort: 'auto' })
    await visit(ann, quick._id)
    expect(await ann.link.list()).toMatchObject({
      links: [{ name: 'First' }, { name: 'Quick', maxView: 2, avgDuration: 20, closed: null }, { name: 'Slow' }],
      history: [{ _id: quick._id, count: 1 }],
      settings: { sort: 'auto', resetsAt: '2026-03-11T00:00:00.000Z', visitMinutes: 60 },
      linkCount: 5,
      today: { count: 1, earned: 200 },
      held: { count: 0, amount: 0 },
    })
    expect((await ann.user.me()).linkCount).toBe(5)
    expect((await ann.user.refresh()).linkCount).toBe(5)
    expect([slow.position, first.position]).toEqual([0, 2])
  })

  test('starts anew at midnight UTC', async () => {
    const { _id: id } = await onlyLink({ maxView: 1 })
    const ann = await someone()
    world.clock.set('2026-03-11T23:58:00.000Z')
    await visit(ann, id)
    await expect(ann.link.open({ params: { id } })).rejects.toMatchObject({
      status: 409,
      failure: { code: 'LINK_DAILY_LIMIT', retryAfter: 80 },
    })
    expect((await ann.link.list()).linkCount).toBe(0)
    world.clock.turn(80)
    expect(await ann.link.list()).toMatchObject({ linkCount: 1, history: [], today: { count: 0, earned: 0 } })
    // The leap day of 2028, from its last minute into March.
    world.clock.set('2028-02-29T23:59:50.000Z')
    const lea = await someone()
    const opened = await open(lea, id)
    world.clock.turn(40)
    await verify(lea, opened)
    expect(await lea.link.list()).toMatchObject({ linkCount: 0, today: { count: 1, earned: 120 } })
    world.clock.set('2026-03-12T09:00:00.000Z')
  })
})

describe('a visit', () => {
  test('is paid once, from the site to the user, with exp and the link to open next', async () => {
    const { _id: id, name } = await onlyLink()
    const ann = await regular()
    const opened = await open(ann, id)
    expect(opened.result).toMatch(/^https:\/\/short\.test\//)
    expect(opened.secret).toMatch(/^[\w-]{22}$/)
    expect(fake.targets.get(opened.result)).toBe(`http://runnel.test/app/link/${opened.secret}`)
    world.clock.turn(40)
    expect(await verify(ann, opened)).toMatchObject({
      reward: 120,
      status: 'paid',
      balance: 120,
      history: { _id: id, count: 1 },
      linkCount: 2,
      next: { _id: id, name },
      msg: 'You received 120 units.',
    })
    const row = await visitRow(opened)
    const [leg] = await world.db.raw('SELECT debit, credit, amount, ref FROM transfers WHERE key = $1', [
      `link:${row.id}`,
    ])
    expect(leg).toEqual({ debit: 'house:link', credit: `main:${ann.id}`, amount: 120, ref: row.id })
    expect(row).toMatchObject({ status: 'paid', trusted: true, seconds: '40.000', reason: null })
    expect((await ann.user.me()).user).toMatchObject({ balance: 120, totalEarned: 120, progress: { exp: 10 } })
    const { items } = await ann.user.statement({ query: {} })
    expect(items).toMatchObject([{ kind: 'link', amount: 120, ref: row.id }])
    expect(await marksOf(ann)).toEqual([])
  })

  test('keeps no secret that could be read out of the database', async () => {
    const { _id: id } = await onlyLink()
    const ann = await someone()
    const { secret } = await open(ann, id)
    const [row] = await world.db.raw('SELECT v::text AS row FROM link_visits v ORDER BY opened_at DESC LIMIT 1')
    expect(String(row?.['row'])).not.toContain(secret)
  })

  test('raises the level, and the bell says so', async () => {
    const { _id: id } = await onlyLink()
    const ann = await someone()
    await world.settings({ link_exp: 10_000 })
    await visit(ann, id)
    await world.settings({ link_exp: 10 })
    const { user, notification } = await ann.user.me()
    expect(user.level).toBeGreaterThan(1)
    expect(notification.notifications.map(({ kind }) => kind)).toContain('level-up')
  })

  test('is paid as it was when it was opened, also when the link was paused or cheapened meanwhile', async () => {
    const { _id: id } = await onlyLink()
    const ann = await someone()
    const opened = await open(ann, id)
    await (await world.owner()).admin.editLink({ params: { id }, body: { reward: 1, enabled: false } })
    world.clock.turn(40)
    expect(await verify(ann, opened)).toMatchObject({ reward: 120, linkCount: 0, next: null })
  })

  // 200 times over two processes: nodes.test.ts.
  test.each([1, 20])('sent %i times at once is paid once', async (times) => {
    const { _id: id } = await onlyLink()
    const ann = await someone()
    const opened = await open(ann, id)
    world.clock.turn(40)
    const calls = await Promise.allSettled(Array.from({ length: times }, () => verify(ann, opened)))
    expect(calls.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
    const failures = calls.flatMap((call) => (call.status === 'rejected' ? [call.reason] : []))
    for (const reason of failures) expect(reason).toMatchObject(refusedAs(409, 'LINK_USED'))
    expect(await paidFor(id)).toBe(1)
    expect((await ann.user.me()).user.balance).toBe(120)
  })

  test('with one key is answered alike however often it is sent', async () => {
    const { _id: id } = await onlyLink()
    const ann = await someone()
    const opened = await open(ann, id)
    world.clock.turn(40)
    const headers = { 'x-link-token': tokenOf(ann, opened) }
    const sent = { headers, body: { secret: opened.secret }, idempotencyKey: 'one-visit-only' }
    const answers = await Promise.all(Array.from({ length: 10 }, () => ann.link.verify(sent)))
    expect(new Set(answers.map(({ balance }) => balance))).toEqual(new Set([120]))
    expect(await paidFor(id)).toBe(1)
  })

  test('never more than the day allows, though several were opened before', async () => {
    const { _id: id } = await onlyLink({ maxView: 1 })
    const ann = await someone()
    const opened = await open(ann, id)
    await world.db.raw(
      `INSERT INTO link_visits (id, provider_id, user_id, secret_hash, vt, reward, device_id, ip_net, status, opened_at,
        expires_at, arrived_at) SELECT gen_random_uuid(), provider_id, user_id, '\\x01', vt, reward, device_id, ip_net,
        'held', opened_at, expires_at, opened_at FROM link_visits WHERE provider_id = $1`,
      [id],
    )
    world.clock.turn(40)
    await expect(verify(ann, opened)).rejects.toMatchObject(refusedAs(409, 'LINK_DAILY_LIMIT'))
    expect(await paidFor(id)).toBe(0)
  })

  test('may be signed with what the same browser was given for another link that it opened', async () => {
    const { _id: id } = await onlyLink()
    const { _id: other } = await addLink({ name: 'Other' })
    const ann = await someone()
    const [mine, later] = [await open(ann, id), await open(ann, other)]
    world.clock.turn(40)
    expect(await verify(ann, { ...mine, vt: later.vt })).toMatchObject({ status: 'paid' })
    expect(await verify(ann, later)).toMatchObject({ status: 'paid' })
  })
})
