import { VIEWS_MAX } from '@runnel/contract/advertise'
import { describe, expect, test } from 'vitest'
import { balancesOf } from '#money/accounts.ts'
import { fund, pendingCampaign, runningCampaign, soldOutCampaign, wish } from '#test/features/advertising.ts'
import { refusal } from '#test/refusal.ts'
import { type Person, useWorld } from '#test/world.ts'

const world = useWorld({ connections: 60, limits: false })

const depositOf = async ({ id }: Person): Promise<number> => (await balancesOf(world.db.read, id)).deposit
const fifty = Array.from({ length: 50 }, (_, turn) => turn)
const nowhere = '0199aaaa-bbbb-7ccc-8ddd-eeeeeeeeeeee'

describe('making a campaign', () => {
  test('moves the whole price into its escrow, and it waits for a person', async () => {
    const ann = await world.user('ann')
    await fund(world, ann, 12_000)
    const body = wish({ countries: ['FR', 'DE', 'FR'], minLevel: 2, device: 'mobile', interval: 7_200 })
    const { campaign, depositBalance } = await ann.advertise.create({ body })
    expect(campaign).toMatchObject({ status: 'pending', price: 50, reward: 35, views: 100, remaining: 100 })
    expect(campaign).toMatchObject({ escrow: 5_000, spent: 0, reason: null, reports: 0, title: body.title })
    expect(campaign).toMatchObject({ countries: ['DE', 'FR'], minLevel: 2, device: 'mobile', interval: 7_200 })
    expect(depositBalance).toBe(7_000)
    expect(await depositOf(ann)).toBe(7_000)
    const { items } = await ann.user.statement({ query: { kind: 'campaign-fund' } })
    expect(items).toMatchObject([{ account: 'deposit', amount: -5_000, balanceAfter: 7_000, ref: campaign._id }])
  })

  test('twice at once with the same key pays once, and every answer is the same', async () => {
    const bea = await world.user('bea')
    await fund(world, bea, 100_000)
    const call = { body: wish(), idempotencyKey: 'made-only-once' }
    const answers = await Promise.all([1, 2, 3, 4, 5].map(() => bea.advertise.create(call)))
    for (const answer of answers) expect(answer).toEqual(answers[0])
    expect(await depositOf(bea)).toBe(95_000)
    expect((await bea.advertise.list()).total).toBe(1)
    const other = { ...call, body: wish({ views: 200 }) }
    expect(await refusal(bea.advertise.create(other))).toMatchObject({ failure: { code: 'IDEMPOTENCY_KEY_REUSED' } })
  })

  test('without enough on the deposit balance is refused in words, however many try at once', async () => {
    const cem = await world.user('cem')
    await fund(world, cem, 12_500)
    const tries = await Promise.allSettled(fifty.map(() => cem.advertise.create({ body: wish() })))
    expect(tries.filter(({ status }) => status === 'fulfilled')).toHaveLength(2)
    expect(await depositOf(cem)).toBe(2_500)
    const { status, failure } = await refusal(cem.advertise.create({ body: wish() }))
    expect({ status, failure }).toMatchObject({ status: 409, failure: { code: 'INSUFFICIENT_BALANCE' } })
    expect(failure['msg']).toBe(
      'This costs $0.05, but your deposit balance is $0.025. Make a deposit or reduce the amount.',
    )
    expect((await cem.advertise.list()).total).toBe(2)
  })

  test('sells only what is on sale, from the fewest views on', async () => {
    const dan = await world.user('dan')
    await fund(world, dan, 1_000_000)
    const make = (changes: Parameters<typeof wish>[0]) => refusal(dan.advertise.create({ body: wish(changes) }))
    const url = 'https://www.youtube.com/watch?v=dQw4w9WgXcQ'
    expect(await make({ kind: 'youtube', url, timer: 5 })).toMatchObject({
      status: 422,
      failure: { code: 'OPTION_NOT_SOLD', errors: { timer: expect.any(String) } },
    })
    expect(await make({ views: 99 })).toMatchObject({
      status: 422,
      failure: { errors: { views: expect.stringContaining('100') } },
    })
    await world.settings({ ptc_min_views: 99 })
    await dan.advertise.create({ body: wish({ views: 99 }) })
    await world.settings({ ptc_min_views: world.defaults.ptc_min_views })
  })

  test('keeps every price inside the numbers', async () => {
    const eve = await world.user('eve')
    await world.settings({ ptc_prices: [{ kind: 'iframe', timer: 10, price: 1_000_000_000 }] })
    const refused = await refusal(eve.advertise.create({ body: wish({ views: VIEWS_MAX }) }))
    expect(refused).toMatchObject({ status: 422, failure: { code: 'TOO_MANY_VIEWS' } })
    await world.settings({ ptc_prices: world.defaults.ptc_prices })
  })

  test('takes a video of YouTube by its id, and never checks it', async () => {
    const fay = await world.user('fay')
    await fund(world, fay, 100_000)
    const before = world.pages.looked.length
    const body = wish({ kind: 'youtube', url: 'https://youtu.be/dQw4w9WgXcQ?t=5', timer: 30 })
    const { campaign } = await fay.advertise.create({ body })
    expect(campaign.url).toBe('https://www.youtube.com/watch?v=dQw4w9WgXcQ')
    expect(world.pages.looked).toHaveLength(before)
    const row = await world.db.read.selectFrom('campaigns').select('video_id').where('id', '=', campaign._id).execute()
    expect(row).toEqual([{ video_id: 'dQw4w9WgXcQ' }])
  })
})

describe('the list', () => {
  test('has six on a page, newest first, without the deleted, and says what views cost', async () => {
    const gil = await world.user('gil')
    const made = []
    for (let turn = 0; turn < 8; turn += 1) made.push((await pendingCampaign(world, gil))._id)
    await gil.advertise.remove({ params: { id: made[7] ?? '' } })
    const first = await gil.advertise.list()
    expect(first.ads.map(({ _id }) => _id)).toEqual(made.slice(1, 7).reverse())
    expect(first).toMatchObject({ total: 7, minViews: 100, depositBalance: 8_000_000 - 7 * 5_000 })
    const second = await gil.advertise.list({ query: { page: '2' } })
    expect(second.ads.map(({ _id }) => _id)).toEqual([made[0]])
    expect(first.options).toContainEqual({ kind: 'iframe', timer: 5, price: 30, reward: 21 })
    const hal = await world.user('hal')
    expect(await hal.advertise.list()).toMatchObject({ ads: [], total: 0 })
  })

  test('gives the viewer a whole part of each price, of at least one unit and at most all of it', async () => {
    const ida = await world.user('ida')
    const rewards = async (percent: number) => {
      const prices = [2, 3, 99].map(
        (price, at) => ({ kind: 'iframe', timer: ([5, 10, 15] as const)[at] ?? 5, price }) as const,
      )
      await world.settings({ ptc_viewer_percent: percent, ptc_prices: prices })
      return (await ida.advertise.list()).options.map(({ reward }) => reward)
    }
    expect(await rewards(70)).toEqual([1, 2, 69])
    expect(await rewards(1)).toEqual([1, 1, 1])
    expect(await rewards(100)).toEqual([2, 3, 99])
    await world.settings({ ptc_viewer_percent: 70, ptc_prices: world.defaults.ptc_prices })
  })
})

describe('changing a campaign', () => {
  test('its owner pauses and resumes it, but lets none run that waits for a person', async () => {
    const jon = await world.user('jon')
    const { _id: id } = await pendingCampaign(world, jon)
    const edit = (body: Parameters<Person['advertise']['edit']>[0]['body']) =>
      jon.advertise.edit({ params: { id }, body })
    expect(await refusal(edit({ status: 'active' }))).toMatchObject({
      status: 409,
      failure: { code: 'CAMPAIGN_STATE' },
    })
    expect(await refusal(edit({ status: 'paused' }))).toMatchObject({ status: 409 })
    const owner = await world.owner()
    await owner.admin.editPtc({ params: { id }, body: { status: 'active' } })
    expect((await edit({ status: 'paused' })).campaign.status).toBe('paused')
    expect((await edit({ status: 'active' })).campaign.status).toBe('active')
    await owner.admin.editPtc({ params: { id }, body: { status: 'paused', reason: 'We look into it.' } })
    expect(await refusal(edit({ status: 'active' }))).toMatchObject({
      status: 409,
      failure: { code: 'PAUSED_BY_STAFF' },
    })
    expect(await refusal(edit({}))).toMatchObject({ status: 422 })
  })

  test('one that its owner paused may still be kept paused by a person', async () => {
    const kim = await world.user('kim')
    const { _id: id } = await runningCampaign(world, kim)
    await kim.advertise.edit({ params: { id }, body: { status: 'paused' } })
    const owner = await world.owner()
    await owner.admin.editPtc({ params: { id }, body: { status: 'paused' } })
    const refused = await refusal(kim.advertise.edit({ params: { id }, body: { status: 'active' } }))
    expect(refused).toMatchObject({ status: 409, failure: { code: 'PAUSED_BY_STAFF' } })
  })

  test('new words send it back to a person, the same words do not', async () => {
    const lea = await world.user('lea')
    const { _id: id, title } = await runningCampaign(world, lea)
    const edit = (body: object) => lea.advertise.edit({ params: { id }, body })
    expect((await edit({ title })).campaign.status).toBe('active')
    const edited = await edit({ title: 'Another title', description: '' })
    expect(edited.campaign).toMatchObject({ status: 'pending', title: 'Another title', description: '', escrow: 5_000 })
    expect((await edit({ title: 'A third title' })).campaign).toMatchObject({
      status: 'pending',
      title: 'A third title',
    })
    expect(await refusal(edit({ title: 'x'.repeat(76) }))).toMatchObject({ status: 422 })
    expect(await refusal(edit({ description: 'x'.repeat(201) }))).toMatchObject({ status: 422 })
  })

  test('a rejected or completed one has its last words', async () => {
    const mia = await world.user('mia')
    const owner = await world.owner()
    const { _id: rejected } = await pendingCampaign(world, mia)
    await owner.admin.editPtc({ params: { id: rejected }, body: { status: 'rejected', reason: 'Not here.' } })
    const completed = await soldOutCampaign(world, mia)
    for (const id of [rejected, completed]) {
      const refused = await refusal(mia.advertise.edit({ params: { id }, body: { title: 'Something new' } }))
      expect(refused).toMatchObject({ status: 409, failure: { code: 'CAMPAIGN_STATE' } })
    }
  })
})

describe('adding views', () => {
  test("costs the campaign's own price, whatever the site asks by now, and wakes a completed one", async () => {
    const ned = await world.user('ned')
    const id = await soldOutCampaign(world, ned)
    await world.settings({ ptc_prices: [{ kind: 'iframe', timer: 10, price: 999 }] })
    const before = await depositOf(ned)
    const { campaign, depositBalance } = await ned.advertise.addView({ params: { id }, body: { views: 20 } })
    expect(campaign).toMatchObject({ status: 'active', views: 21, remaining: 20, escrow: 1_000, spent: 50, price: 50 })
    expect(depositBalance).toBe(before - 1_000)
    await world.settings({ ptc_prices: world.defaults.ptc_prices })
  })

  test('leaves one that waits or is paused as it is, and is refused for a rejected one', async () => {
    const ola = await world.user('ola')
    const owner = await world.owner()
    const { _id: id } = await pendingCampaign(world, ola)
    const add = () => ola.advertise.addView({ params: { id }, body: { views: 1 } })
    expect((await add()).campaign).toMatchObject({ status: 'pending', views: 101 })
    await owner.admin.editPtc({ params: { id }, body: { status: 'active' } })
    await ola.advertise.edit({ params: { id }, body: { status: 'paused' } })
    expect((await add()).campaign).toMatchObject({ status: 'paused', views: 102, escrow: 5_100 })
    await owner.admin.editPtc({ params: { id }, body: { status: 'rejected', reason: 'Not here.' } })
    expect(await refusal(add())).toMatchObject({ status: 409, failure: { code: 'CAMPAIGN_STATE' } })
  })

  test('stops at what one campaign may have, and at what the owner has', async () => {
    const pia = await world.user('pia')
    const { _id: id } = await pendingCampaign(world, pia)
    const add = (views: number) => refusal(pia.advertise.addView({ params: { id }, body: { views } }))
    expect(await add(VIEWS_MAX)).toMatchObject({ status: 422, failure: { code: 'TOO_MANY_VIEWS' } })
    expect(await add(1_000_000)).toMatchObject({ status: 409, failure: { code: 'INSUFFICIENT_BALANCE' } })
  })

  test('with the same key fifty times at once is bought once', async () => {
    const rob = await world.user('rob')
    const { _id: id } = await pendingCampaign(world, rob)
    const call = { params: { id }, body: { views: 7 }, idempotencyKey: 'seven-more' }
    await Promise.all(fifty.map(() => rob.advertise.addView(call)))
    expect(await depositOf(rob)).toBe(1_000_000 - 107 * 50)
  })
})

test("nobody sees or changes another's campaign, or learns whether there is one", async () => {
  const xia = await world.user('xia')
  const { _id } = await pendingCampaign(world, xia)
  const yan = await world.user('yan')
  for (const id of [_id, nowhere]) {
    const params = { id }
    const calls = [
      () => yan.advertise.report({ params }),
      () => yan.advertise.views({ params }),
      () => yan.advertise.edit({ params, body: { title: 'Mine now' } }),
      () => yan.advertise.addView({ params, body: { views: 1 } }),
      () => yan.advertise.remove({ params }),
    ]
    for (const call of calls)
      expect(await refusal(call())).toMatchObject({ status: 404, failure: { code: 'NOT_FOUND' } })
  }
  const guest = world.guest()
  expect(await refusal(guest.advertise.list())).toMatchObject({ status: 401 })
  expect((await xia.advertise.report({ params: { id: _id } })).campaign).toMatchObject({ status: 'pending' })
})
