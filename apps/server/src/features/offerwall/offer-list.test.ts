import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { startOfferFeeds } from '#test/fakes/offer-feeds.ts'
import { useWalls } from '#test/features/walling.ts'
import { useWorld } from '#test/world.ts'

const world = useWorld()
const { wall, start, admin } = useWalls(world)
let feeds: Awaited<ReturnType<typeof startOfferFeeds>>
beforeAll(async () => {
  feeds = await startOfferFeeds()
})
beforeEach(() => feeds.answers.clear())
afterAll(() => feeds.close())

/** Each wall asks another address, so that no answer kept for one test is another's. */
let count = 0
const listed = (api: string) => {
  count += 1
  return { offersByApi: true, offerApiUrl: `${feeds.url}/${api}/${count}`, apiKey: 'key of the api' }
}
const android = { query: { device: 'android' } } as const
const click = (id: string, offerId: string) => ({ params: { id }, body: { offerId, device: 'android' as const } })

test('offers of all walls are one list by reward per minute, in units and with their steps', async () => {
  const { person, wall: ayet } = await start('ayet', listed('ayet'))
  const bitlabs = await wall('bitlabs', listed('bitlabs'))
  const lootably = await wall('lootably', listed('lootably'))
  const { device, offers, failed } = await person.offerwall.feed(android)
  expect({ device, failed }).toEqual({ device: 'android', failed: [] })
  expect(
    offers.map(({ wallId, title, reward, minutes, perMinute }) => ({ wallId, title, reward, minutes, perMinute })),
  ).toEqual([
    {
      wallId: ayet._id,
      title: 'Idle Barber Shop Tycoon - Business Management Game',
      reward: 1_012,
      minutes: 5,
      perMinute: 202.4,
    },
    { wallId: ayet._id, title: 'Harbour Town', reward: 2_500, minutes: 60, perMinute: 41.67 },
    { wallId: ayet._id, title: 'UNIVERSE', reward: 182, minutes: 15, perMinute: 12.13 },
    { wallId: lootably._id, title: 'Otter Farm', reward: 701, minutes: null, perMinute: null },
    { wallId: lootably._id, title: 'Try a password keeper', reward: 600, minutes: null, perMinute: null },
    { wallId: bitlabs._id, title: 'Earn Money Playing Games', reward: 300, minutes: null, perMinute: null },
  ])
  expect(offers[0]?.steps.map(({ reward }) => reward)).toEqual([112, 224, 336, 336])
  expect(offers[0]).toMatchObject({
    requirements: 'Complete multiple tasks to get your rewards.',
    notes: ['Only new users are eligible for this reward.'],
    limitMinutes: 289,
  })
  expect(offers[1]?.steps).toEqual([
    { name: 'Install', reward: 500, minutes: null },
    { name: 'Level 20', reward: 2_000, minutes: null },
  ])
  expect(offers[1]?.requirements).toBe('Install, open and reach level 20.')
  expect(offers.at(-1)).toMatchObject({
    disclaimer: expect.stringMatching(/^\*Points will appear as Pending for 2 days\./),
    confirmation: 'Confirms Instantly',
    supportUrl: 'https://bitlabs.link/contact/698523',
  })
  const told = JSON.stringify(offers.map((offer) => ({ ...offer, supportUrl: null })))
  expect(told, 'no address, key or markup').not.toMatch(/https?:|key of the api|[<>]/)
  const { offers: desktop } = await person.offerwall.feed({ query: { device: 'desktop' } })
  expect(
    desktop.map(({ title }) => title),
    'a game for phones is not for a desktop',
  ).not.toContain('Otter Farm')
  await wall('ayet', { maxReward: 1_999 })
  const { offers: bounded } = await (await world.user('bounded')).offerwall.feed(android)
  expect(
    bounded.map(({ title }) => title),
    'no postback could pay its largest step',
  ).not.toContain('Harbour Town')
  for (const id of ['ayet', 'bitlabs', 'lootably']) await wall(id, { enabled: false })
})

test('a wall that fails is named, and the others are listed', async () => {
  const { person } = await start('ayet', { ...listed('ayet'), maxReward: 10_000 })
  await wall('bitlabs', listed('bitlabs'))
  feeds.answers.set('bitlabs', { status: 500, body: 'Warning: mysql_connect(secret)' })
  const said = await person.offerwall.feed(android)
  expect(said.failed).toEqual(['BitLabs'])
  expect(said.offers.map(({ title }) => title)).toContain('Harbour Town')
  expect(JSON.stringify(said)).not.toContain('mysql')
  await wall('bitlabs', { enabled: false })
})

describe('a click', () => {
  test('is recorded with what was promised, goes to the vendor, and ties the postback', async () => {
    const met = await start('ayet', { ...listed('ayet'), holdAbove: 10_000 })
    const { person, wall: ayet } = met
    const { clickId, url } = await person.offerwall.click(click(ayet._id, '118'))
    expect(new URL(url).searchParams.get('custom_1')).toBe(clickId)
    const row = await world.db.read.selectFrom('offer_clicks').selectAll().where('id', '=', clickId).executeTakeFirst()
    expect(row).toMatchObject({
      user_id: person.id,
      vendor_offer: '118',
      offer: 'Harbour Town',
      amount: 2_500,
      steps: 2,
    })
    world.clock.turn(3_600)
    await met.tell('credit', { extra: [['custom_1', clickId]] })
    const offer = await world.db.read
      .selectFrom('offers')
      .selectAll()
      .where('user_id', '=', person.id)
      .executeTakeFirst()
    expect(offer?.click_id).toBe(clickId)
    expect(offer?.created_at.getTime()).toBe((offer?.clicked_at?.getTime() ?? 0) + 3_600_000)
  })

  test('is refused for an offer that is gone, a wall off or without API, and when the vendor fails', async () => {
    const { person, wall: ayet } = await start('ayet', listed('ayet'))
    const family = await wall('family')
    const cases = [
      [click(ayet._id, '999'), 'OFFER_GONE'],
      [click(ayet._id, '119'), 'OFFER_GONE'],
      [click(family._id, '118'), 'OFFER_GONE'],
      [click('01ffffff-ffff-7fff-bfff-ffffffffffff', '118'), 'NOT_FOUND'],
    ] as const
    for (const [call, code] of cases) {
      await expect(person.offerwall.click(call)).rejects.toMatchObject({ failure: { code } })
    }
    await expect(world.guest().offerwall.click(click(ayet._id, '118'))).rejects.toMatchObject({ status: 401 })
    await wall('ayet', listed('ayet'))
    feeds.answers.set('ayet', { status: 200, body: 'no list' })
    const silent = person.offerwall.click(click(ayet._id, '118'))
    await expect(silent).rejects.toMatchObject({ failure: { code: 'OFFERWALL_UNREACHABLE' } })
    await wall('ayet', { enabled: false })
    await expect(person.offerwall.click(click(ayet._id, '118'))).rejects.toMatchObject({ status: 404 })
    const left = await world.db.read.selectFrom('offer_clicks').select('id').where('user_id', '=', person.id).execute()
    expect(left, 'nothing was promised').toHaveLength(1)
  })
})

describe('the set-up', () => {
  const refusedBy = (changes: Parameters<typeof wall>[1], id = 'lootably') =>
    wall(id, changes).then(
      () => 'taken',
      (error: { failure?: { code?: string } }) => error.failure?.code,
    )

  test('refuses what could not work', async () => {
    await wall('lootably', { offersByApi: false, enabled: true })
    expect(await refusedBy({ offersByApi: true, offerApiUrl: 'http://198.51.100.7/feed' })).toBe('BAD_API_URL')
    expect(await refusedBy({ offersByApi: true, offerApiUrl: 'nonsense' })).toBe('BAD_API_URL')
    expect(await refusedBy({ offersByApi: true }, 'family')).toBe('NO_OFFER_API')
    expect(await refusedBy({ offersByApi: true, offerApiUrl: 'https://a.example', apiKey: '' })).toBe('API_KEY_MISSING')
  })

  test('shows no key, keeps an empty one, and drops it when its address moves', async () => {
    const made = await wall('lootably', { offersByApi: true, offerApiUrl: 'https://a.example', apiKey: 'first key' })
    expect(made).toMatchObject({ apiKeySet: true, offersByApi: true })
    const kept = await wall('lootably', { offersByApi: true, offerApiUrl: 'https://a.example/x', apiKey: '' })
    expect(kept.apiKeySet).toBe(true)
    const moved = { offersByApi: false, offerApiUrl: 'https://b.example', apiKey: '' }
    expect((await wall('lootably', moved)).apiKeySet).toBe(false)
    const audit = JSON.stringify(await world.db.read.selectFrom('audit').selectAll().execute())
    expect(audit).not.toContain('first key')
    expect(JSON.stringify(await admin().walls({}))).not.toContain('first key')
  })
})
