import { describe, expect, test } from 'vitest'
import { writeTrap } from '#guard/trap.ts'
import { newId } from '#kernel/id.ts'
import { detailOf, runSuspectJobs, seenOn, suspect } from '#test/features/suspecting.ts'
import { refusal } from '#test/refusal.ts'
import { type Person, useWorld } from '#test/world.ts'

const world = useWorld({ limits: false })

const hours = (count: number): string => new Date(world.clock.now().getTime() + count * 3_600_000).toISOString()
const stateOf = async (person: Person) => person.appeal.appealState()

describe('banning suspects', () => {
  test('for 30 days unless told otherwise, for ever by query or body, with a sentence of its own', async () => {
    const owner = await world.owner()
    const [one, two, three] = [await world.user('ban_one'), await world.user('ban_two'), await world.user('ban_three')]
    const month = hours(30 * 24)
    expect(await owner.admin.banSuspects({ body: { users: [one.id] } })).toMatchObject({ done: 1, skipped: 0 })
    expect((await stateOf(one)).lock).toMatchObject({
      until: month,
      reason: expect.stringMatching(/^The account breaks/),
    })
    const query = { forever: 'true' } as const
    await owner.admin.banSuspects({ query, body: { users: [two.id], reason: 'Robots are not welcome.' } })
    expect((await stateOf(two)).lock).toMatchObject({ until: null, reason: 'Robots are not welcome.' })
    await owner.admin.banSuspects({ body: { users: [three.id], forever: true } })
    expect((await stateOf(three)).lock).toMatchObject({ until: null })
    const until = hours(5)
    await owner.admin.banSuspects({ body: { users: [three.id], until, reason: 'Five hours.' } })
    expect((await stateOf(three)).lock).toMatchObject({ until })
    expect(
      (await detailOf(owner, three)).measures.map(({ kind, by, releasedAt }) => [kind, by, releasedAt === null]),
    ).toEqual([
      ['lock', 'admin', true],
      ['lock', 'admin', false],
    ])
    const past = { users: [one.id], until: hours(-1), reason: 'Too late.' }
    expect((await refusal(owner.admin.banSuspects({ body: past }))).status).toBe(422)
    const staff = [(await world.moderator()).id, owner.id, newId()]
    const nobody = { done: 0, skipped: 3, msg: '0 accounts locked. 3 skipped.' }
    expect(await owner.admin.banSuspects({ body: { users: staff } })).toMatchObject(nobody)
  })
})

describe('marks', () => {
  test('are deleted one by one or all of an account, and the score follows', async () => {
    const owner = await world.owner()
    const max = await world.user('marked_max')
    await suspect(world, max, { family: 'pace', reason: 'even-delays', points: 35 })
    await suspect(world, max, { family: 'client', points: 20 })
    const { reasons } = await detailOf(owner, max)
    const even = reasons.find(({ reason }) => reason === 'even-delays')?._id ?? ''
    expect(await owner.admin.deleteMarks({ body: { ids: [even, newId()] } })).toMatchObject({ done: 1, skipped: 1 })
    expect((await detailOf(owner, max)).score).toBe(20)
    expect(await owner.admin.deleteMarks({ body: { ids: [max.id] } })).toMatchObject({ done: 1, skipped: 0 })
    expect(await detailOf(owner, max)).toMatchObject({ score: 0, reasons: [], pardons: [] })
    await suspect(world, max, { family: 'pace', reason: 'even-delays', points: 35 })
    expect((await detailOf(owner, max)).score).toBe(35)
  })
})

describe('measures short of a ban', () => {
  test('are taken, read by their user, and end alone', async () => {
    const owner = await world.owner()
    const nina = await world.user('measured_nina')
    const users = [nina.id]
    const reason = 'We want to be sure that you are a person.'
    const take = (kind: 'challenge' | 'review' | 'cooldown', until?: string) =>
      owner.admin.measureSuspects({ body: { users, kind, reason, ...(until === undefined ? {} : { until }) } })
    expect((await refusal(take('cooldown'))).failure).toMatchObject({ code: 'UNTIL_MISSING' })
    expect((await refusal(take('review', hours(-1)))).failure).toMatchObject({ code: 'UNTIL_PAST' })
    expect(await take('challenge', hours(2))).toMatchObject({ done: 1, skipped: 0 })
    for (let round = 0; round < 3; round += 1) {
      const { captcha, antibotlinks } = await nina.antibot.challenge({ query: { action: 'faucet' } })
      expect([captcha, antibotlinks.length]).toEqual([false, 5])
    }
    await take('cooldown', hours(1))
    const claim = async () => nina.faucet.claim({ body: await nina.solve.claim() })
    expect((await refusal(claim())).failure).toMatchObject({ code: 'COOLDOWN', action: { path: '/app/wait' } })
    const { measures } = await stateOf(nina)
    expect(measures).toMatchObject([
      { kind: 'challenge', reason, until: hours(2) },
      { kind: 'cooldown', reason, until: hours(1) },
    ])
    const all = (await detailOf(owner, nina)).measures
    const pause = all.find(({ kind }) => kind === 'cooldown')?._id ?? ''
    expect(await owner.admin.endMeasure({ params: { id: pause } })).toMatchObject({ paid: 0 })
    expect((await refusal(owner.admin.endMeasure({ params: { id: pause } }))).failure).toMatchObject({
      code: 'MEASURE_ENDED',
    })
    expect((await refusal(owner.admin.endMeasure({ params: { id: newId() } }))).status).toBe(404)
    await claim()
    world.clock.turn(7_201)
    expect((await stateOf(nina)).measures).toEqual([])
    await world.runJob('suspects.look')
    expect((await detailOf(owner, nina)).measures.every(({ releasedAt }) => releasedAt !== null)).toBe(true)
    const staff = { users: [owner.id], kind: 'review' as const, reason }
    expect(await owner.admin.measureSuspects({ body: staff })).toMatchObject({ done: 0, skipped: 1 })
  })
})

describe('places', () => {
  test('devices show who was on them and what looks the same; a released one ties nobody any more', async () => {
    const owner = await world.owner()
    const [ida, jan, kim] = [await world.user('dv_ida'), await world.user('dv_jan'), await world.user('dv_kim')]
    const device = await seenOn(world, [ida, jan], { net: '192.0.2.0/24', print: 'abc' })
    const other = await seenOn(world, [kim], { net: '192.0.2.0/24', print: 'abc' })
    await runSuspectJobs(world)
    const { items, totalItems, thresholds } = await owner.admin.devices({ query: { username: 'dv_' } })
    expect(totalItems).toBe(2)
    expect(items[0]).toMatchObject({ _id: device, accounts: 2, releasedAt: null })
    expect(items[0]?.users.map(({ username }) => username).toSorted()).toEqual(['dv_ida', 'dv_jan'])
    expect(items[0]?.alike).toMatchObject([{ _id: other, username: 'dv_kim', net: '192.0.2.0/24' }])
    expect(items[0]?.components).toContainEqual({ name: 'print', value: 'abc', sharedBy: 1 })
    expect(thresholds[0]).toMatchObject({ accounts: 2, places: 1, users: 2 })
    // Three browsers that look the same weigh 30, the shared device 0.4 of its 25.
    expect((await detailOf(owner, ida)).score).toBe(40)
    const body = { ids: [device, newId()], note: 'A family.' }
    expect(await owner.admin.releaseDevices({ body })).toMatchObject({ done: 1, skipped: 1 })
    await world.runJob('suspects.judge')
    await seenOn(world, [kim], { device, net: '192.0.2.0/24' })
    await runSuspectJobs(world)
    expect((await detailOf(owner, ida)).score).toBe(0)
    expect((await owner.admin.devices({ query: { released: 'true' } })).items).toMatchObject([{ _id: device }])
  })

  test('networks are found by their beginning, by who was there, and by how many; hosting adds points', async () => {
    const owner = await world.owner()
    await world.settings({ risk_hosting_networks: '198.18.0.0/15\nnonsense' })
    const [leo, mo] = [await world.user('nw_leo'), await world.user('nw_mo')]
    await seenOn(world, [leo], { net: '198.18.7.0/24' })
    await seenOn(world, [mo], { net: '198.18.7.0/24' })
    await runSuspectJobs(world)
    const { items, count } = await owner.admin.networks({ query: { net: '198.18.' } })
    expect(count).toBe(items.length)
    expect(items).toMatchObject([
      { net: '198.18.7.0/24', accounts: 2, isHosting: true, isRare: true, highestScore: 15 },
    ])
    expect((await owner.admin.networks({ query: { username: 'nw_leo' } })).items).toContainEqual(items[0])
    expect((await owner.admin.networks({ query: { net: "x'; --" } })).items).toEqual([])
    expect((await owner.admin.networks({ query: { minAccounts: '50' } })).items).toEqual([])
    expect((await detailOf(owner, mo)).reasons).toMatchObject([{ family: 'network', reason: 'hosting', points: 15 }])
    await owner.admin.releaseNetworks({ body: { subs: ['198.18.7.0/24'] } })
    await world.runJob('suspects.judge')
    expect((await detailOf(owner, mo)).reasons).toEqual([])
    await world.settings({ risk_hosting_networks: '' })
  })

  test('are forgotten when their days are over', async () => {
    const owner = await world.owner()
    const old = await world.user('old_place')
    await seenOn(world, [old], { net: '100.64.9.0/24' })
    await runSuspectJobs(world)
    expect((await owner.admin.networks({ query: { net: '100.64.9.' } })).items).toHaveLength(1)
    world.clock.turn(89 * 86_400)
    await world.runJob('places.forget')
    expect((await (await world.owner()).admin.networks({ query: { net: '100.64.9.' } })).items).toHaveLength(1)
    world.clock.turn(2 * 86_400)
    await world.runJob('places.forget')
    expect((await (await world.owner()).admin.networks({ query: { net: '100.64.9.' } })).items).toEqual([])
    const [left] = await world.db.raw('SELECT count(*) AS count FROM device_users WHERE user_id = $1', [old.id])
    expect(left).toEqual({ count: 0 })
  })
})

describe('the trap log', () => {
  test('is filtered, counted, and loses its samples after 30 days', async () => {
    const owner = await world.owner()
    const bot = await world.user('trapped_bot')
    const visitor = { net: '233.252.0.0/24', deviceId: newId(), userAgent: 'Robot/1' }
    const hit = (trap: 'hidden-field' | 'hidden-option', userId: string | null) =>
      world.db.write((tx) =>
        writeTrap(tx, {
          trap,
          // Only what is written down of a visitor matters here.
          visitor: visitor as Parameters<typeof writeTrap>[1]['visitor'],
          userId,
          sample: { part: 'page' },
          now: world.clock.now(),
        }),
      )
    await hit('hidden-field', null)
    await hit('hidden-option', bot.id)
    const day = world.clock.now().toISOString().slice(0, 10)
    const found = async (query: NonNullable<Parameters<typeof owner.admin.traps>[0]>['query']) =>
      (await owner.admin.traps({ query })).items.map(({ trap }) => trap)
    expect(await found({ net: visitor.net })).toEqual(['hidden-option', 'hidden-field'])
    expect(await found({ username: 'trapped' })).toEqual(['hidden-option'])
    expect(await found({ userId: bot.id, kind: 'hidden-field' })).toEqual([])
    expect(await found({ device: visitor.deviceId, from: day, to: day, kind: 'hidden-field' })).toEqual([
      'hidden-field',
    ])
    expect(await found({ device: visitor.deviceId, to: '2020-01-01' })).toEqual([])
    const { items, kinds } = await owner.admin.traps({ query: { userId: bot.id } })
    expect(items).toMatchObject([
      { user: { username: 'trapped_bot' }, points: 80, sample: { agent: 'Robot/1', part: 'page' } },
    ])
    expect(kinds).toContainEqual({ kind: 'hidden-option', hits: 1, users: 1 })
    await world.runJob('suspects.judge')
    expect((await detailOf(owner, bot)).reasons[0]?.sentence).toBe('Selected a hidden image.')
    world.clock.turn(31 * 86_400)
    await world.runJob('places.forget')
    const [{ sample } = { sample: null }] = (await (await world.owner()).admin.traps({ query: { userId: bot.id } }))
      .items
    expect(sample).toEqual({})
  })
})

describe('what thresholds reach', () => {
  test('is told for each level, and for each rule what would be below without it', async () => {
    const owner = await world.owner()
    const tess = await world.user('th_tess')
    await world.runJob('suspects.look')
    await world.runJob('suspects.judge')
    const before = await owner.admin.suspectThresholds()
    await suspect(world, tess, { family: 'payout', reason: 'address-shared:th', points: 50 })
    await suspect(world, tess, { family: 'client', reason: 'webdriver:th', points: 15 })
    const after = await owner.admin.suspectThresholds()
    const level = (from: typeof after, points: number) =>
      from.levels.find((one) => one.points === points)?.accounts ?? 0
    expect([40, 60, 80].map((points) => level(after, points) - level(before, points))).toEqual([1, 1, 0])
    expect(after.rules.find(({ reason }) => reason === 'webdriver')).toMatchObject({
      accounts: 1,
      below60: 1,
      below40: 0,
    })
  })
})

test('every list is a file too', async () => {
  const owner = await world.owner()
  const csv = async (path: string) => (await owner.raw({ method: 'GET', path })).body['text']
  expect(await csv('/api/admin/suspect.csv?minScore=10')).toMatch(/^Username,Risk score,Status,Reasons/)
  expect(await csv('/api/admin/suspect.csv?sort=changed&minScore=1')).toContain('th_tess')
  expect(await csv('/api/admin/ip.csv?minAccounts=1')).toMatch(/^Network,Country,Accounts/)
  expect(await csv('/api/admin/device.csv?sort=seen')).toMatch(/^Device,Accounts/)
  expect(await csv('/api/admin/trap.csv')).toContain('hidden-option')
  expect(await csv('/api/admin/appeal.csv')).toMatch(/^Sent at,Username/)
})

test('a moderator reaches none of it', async () => {
  const moderator = await world.moderator()
  for (const path of ['suspect', 'suspect/threshold', 'ip', 'device', 'trap', 'appeal', 'suspect.csv', 'trap.csv']) {
    expect((await moderator.raw({ method: 'GET', path: `/api/admin/${path}` })).status, path).toBe(403)
  }
})
