import type { TrustLevel } from '@runnel/contract/check/trust'
import { afterEach, describe, expect, test } from 'vitest'
import { outcome } from '#test/features/gifts.ts'
import { trust } from '#test/features/trusting.ts'
import { refusal } from '#test/refusal.ts'
import { type Person, useWorld } from '#test/world.ts'

const world = useWorld({ connections: 24, limits: false, settings: { happy_hours: [], faucet_exp: 0 } })

/** A day on which nothing was claimed yet; each hour of it gives out 300 units, ten claims. */
const HOURLY = 300
let day = 0
const startDay = async (changes: Partial<typeof world.defaults> = {}, time = '00:00:00') => {
  day += 1
  world.clock.set(`2026-10-${String(day).padStart(2, '0')}T${time}.000Z`)
  const plain = { faucet_known_reserve: 0, faucet_trusted_reserve: 0, faucet_network_percent: 100 }
  await world.settings({ faucet_day_max: 24 * HOURLY, ...plain, ...changes })
}
afterEach(() => world.settings({ faucet_day_max: 0, faucet_reward: 30 }))

let people = 0
const member = async (level: TrustLevel, ip?: string): Promise<Person> => {
  people += 1
  const person = await world.user(`budget${people}`, ip === undefined ? {} : { ip })
  await trust(world, person, level)
  return person
}
const members = (count: number, level: TrustLevel, ip?: string) =>
  Promise.all(Array.from({ length: count }, () => member(level, ip)))
const claim = async (person: Person) => person.faucet.claim({ body: await person.solve.claim() })
/** How many of these are paid, one after the other. */
const paidOf = async (all: readonly Person[]): Promise<number> => {
  let paid = 0
  for (const person of all) {
    const { usedUp } = await person.faucet.info()
    const isPaid = await claim(person).then(
      () => true,
      () => false,
    )
    // What the page says before is what happens.
    expect(usedUp === null).toBe(isPaid)
    if (isPaid) paid += 1
  }
  return paid
}
const paidToday = async (): Promise<number> => {
  const [row] = await world.db.raw(
    `SELECT coalesce(sum(amount), 0) AS paid FROM transfers WHERE kind = 'faucet' AND utc_day(at) = utc_day($1)`,
    [world.clock.now()],
  )
  return Number(row?.['paid'])
}

describe('the budget of the faucet', () => {
  test('of many claims at once only those are paid that the hour has room for', async () => {
    await startDay()
    const all = await members(24, 'new')
    const bodies = await Promise.all(all.map(async (person) => ({ person, body: await person.solve.claim() })))
    const claims = bodies.map(({ person, body }) => person.faucet.claim({ body }))
    expect(await outcome(claims)).toEqual({ paid: 10, refusals: ['FAUCET_BUDGET_HOUR'] })
    expect(await paidToday()).toBe(HOURLY)
    const { overview } = await (await world.owner()).admin.stats()
    expect(overview).toMatchObject({ claimsEarnedToday: HOURLY, faucetBudget: 24 * HOURLY })
  })

  test('the commission of whoever referred the members counts too', async () => {
    await startDay({ referral_commission: 1_000 })
    const [host, ...guests] = await members(11, 'new')
    await world.db.raw('UPDATE users SET referrer_id = $1 WHERE id = ANY ($2)', [host?.id, guests.map(({ id }) => id)])
    expect(await paidOf(guests)).toBe(9)
  })

  test('two claims for the last room at once pay one', async () => {
    await startDay()
    expect(await paidOf(await members(9, 'new'))).toBe(9)
    const last = await members(2, 'new')
    const bodies = await Promise.all(last.map(async (person) => ({ person, body: await person.solve.claim() })))
    const claims = bodies.map(({ person, body }) => person.faucet.claim({ body }))
    expect(await outcome(claims)).toEqual({ paid: 1, refusals: ['FAUCET_BUDGET_HOUR'] })
  })

  test.each([undefined, 'claim-budget-1'])(
    'a refused claim costs neither the check nor the wait (key %s)',
    async (key) => {
      await startDay({}, '00:59:00')
      const person = await member('new')
      const again = { body: await person.solve.claim(), ...(key === undefined ? {} : { idempotencyKey: key }) }
      // The ten of the hour, which has all of it left.
      await paidOf(await members(10, 'new'))
      expect(await refusal(person.faucet.claim(again))).toMatchObject({
        status: 409,
        failure: { code: 'FAUCET_BUDGET_HOUR', retryAfter: 60, msg: expect.stringContaining('in 60 seconds') },
      })
      expect(await person.faucet.info()).toMatchObject({
        wait: 0,
        lastClaim: null,
        claimsToday: 0,
        usedUp: { of: 'hour', opensAt: expect.stringContaining('T01:00:00.000Z') },
      })
      world.clock.turn(60)
      expect((await person.faucet.info()).usedUp).toBeNull()
      expect((await person.faucet.claim(again)).reward).toBe(30)
    },
  )

  test('no captcha is handed out whose claim would find no room, unless the wait is longer than that', async () => {
    await startDay({}, '00:58:00')
    const [late, waiting] = [await member('new'), await member('new')]
    const ask = (person: Person) => person.antibot.challenge({ query: { action: 'faucet' } })
    expect((await ask(late)).captcha, 'there is room').toBe(true)
    await paidOf(await members(9, 'new'))
    await claim(waiting)
    const usedUp = { status: 409, failure: { code: 'FAUCET_BUDGET_HOUR', retryAfter: 120 } }
    expect(await refusal(ask(late))).toMatchObject(usedUp)
    expect(await refusal(late.captcha.challenge({ query: { action: 'faucet' } }))).toMatchObject(usedUp)
    expect((await late.antibot.challenge({ query: { action: 'practice' } })).pick).toBe(3)
    expect((await ask(waiting)).captcha, 'the next hour begins before their wait is over').toBe(true)
    world.clock.turn(120)
    expect((await claim(late)).reward).toBe(30)
  })

  test('a network whose share is used up is told so before anybody solves anything', async () => {
    await startDay({ faucet_network_percent: 1 })
    const ip = '10.77.0.7'
    // One percent of the day are two claims.
    await paidOf(await members(2, 'new', ip))
    const third = await member('new', ip)
    const ask = () => third.antibot.challenge({ query: { action: 'faucet' } })
    expect(await refusal(ask())).toMatchObject({ status: 409, failure: { code: 'FAUCET_BUDGET_NETWORK' } })
    await trust(world, third, 'trusted')
    expect((await ask()).captcha, 'Trusted accounts are not counted').toBe(true)
  })

  test('what an hour has left goes over to the next, and never into another day', async () => {
    await startDay({}, '00:10:00')
    expect(await paidOf(await members(4, 'new'))).toBe(4)
    world.clock.turn(3_600)
    expect(await paidOf(await members(18, 'new'))).toBe(16)
    world.clock.turn(22 * 3_600)
    await startDay({}, '00:00:00')
    expect(await paidOf(await members(12, 'new'))).toBe(10)
  })

  test('another budget counts at once, for what is left of the day', async () => {
    await startDay()
    expect(await paidOf(await members(11, 'new'))).toBe(10)
    await world.settings({ faucet_day_max: 24 * 2 * HOURLY })
    expect(await paidOf(await members(11, 'new'))).toBe(10)
    await world.settings({ faucet_day_max: 24 * HOURLY })
    const [one] = await members(1, 'new')
    if (one === undefined) throw new Error('nobody')
    expect(await refusal(claim(one))).toMatchObject({ failure: { code: 'FAUCET_BUDGET_HOUR' } })
    await world.settings({ faucet_day_max: 0 })
    expect((await claim(one)).reward).toBe(30)
  })

  test('a claim that comes late, after the next hour has begun elsewhere, takes nothing twice', async () => {
    await startDay({}, '00:59:59')
    const [first, ...rest] = await members(25, 'new')
    if (first === undefined) throw new Error('nobody')
    await claim(first)
    world.clock.turn(1)
    expect(await paidOf(rest.slice(0, 10))).toBe(10)
    world.clock.turn(-1)
    expect(await paidOf(rest.slice(10))).toBe(9)
    expect(await paidToday()).toBe(2 * HOURLY)
  })
})

describe('trust levels are served first', () => {
  test('nothing is kept where no such account was active for a week, and no more than those can use', async () => {
    await world.db.raw('UPDATE users SET trust_level = 0')
    const reserves = { faucet_known_reserve: 80, faucet_trusted_reserve: 40 }
    await startDay({ ...reserves, faucet_day_max: 24 * 2_000 })
    expect((await paidOf(await members(10, 'new'))) * 30).toBe(300)
    const known = await member('known')
    // 20 claims of 30 units are 30 % of the hour.
    const [row] = await world.db.raw(
      `SELECT faucet_reserves('{80,40}', 30, 48000, $1) AS now, faucet_reserves('{80,40}', 30, 48000, $2) AS later`,
      [world.clock.now(), new Date(world.clock.now().getTime() + 8 * 86_400_000)],
    )
    expect(row).toEqual({ now: [30, 0], later: [0, 0] })
    expect(await paidOf([known])).toBe(1)
  })

  test('a part of each hour is kept for Known, and one for Trusted', async () => {
    await startDay({ faucet_known_reserve: 80, faucet_trusted_reserve: 40 })
    await member('trusted')
    expect(await paidOf(await members(4, 'new'))).toBe(2)
    const [waiting] = await members(1, 'new')
    expect((await waiting?.faucet.info())?.usedUp).toEqual({
      of: 'hour',
      opensAt: expect.stringContaining('T00:50:00.000Z'),
      opensIn: 3_000,
    })
    expect(await paidOf(await members(6, 'known'))).toBe(4)
    expect(await paidOf([...(await members(3, 'trusted')), ...(await members(3, 'proven'))])).toBe(4)
    expect((await waiting?.faucet.info())?.usedUp?.opensAt).toContain('T01:00:00.000Z')
  })

  test('what the levels above do not take is open to all in the last ten minutes', async () => {
    await startDay({ faucet_known_reserve: 80, faucet_trusted_reserve: 40 })
    await member('trusted')
    expect(await paidOf(await members(4, 'new'))).toBe(2)
    // 90 units of Known in 50 minutes: 36 are kept for the ten minutes that are left.
    expect(await paidOf(await members(3, 'known'))).toBe(3)
    world.clock.turn(3_000 - 1)
    expect(await paidOf(await members(1, 'new'))).toBe(0)
    world.clock.turn(1)
    expect(await paidOf(await members(6, 'new'))).toBe(3)
    expect(await paidOf(await members(3, 'known'))).toBe(2)
  })
})

describe('one network', () => {
  const ip = '203.0.113.9'
  const net = '203.0.113.0/24'

  test('takes its share of the day at most below Trusted, and delays nobody else', async () => {
    await startDay({ faucet_network_percent: 1 }, '12:00:00')
    const here = await members(10, 'new', ip)
    expect(await paidOf(here)).toBe(2)
    expect(await refusal(claim(here[9] ?? (await member('new'))))).toMatchObject({
      status: 409,
      failure: { code: 'FAUCET_BUDGET_NETWORK', retryAfter: 12 * 3_600 },
    })
    expect((await here[9]?.faucet.info())?.usedUp).toEqual({
      of: 'network',
      opensAt: expect.stringContaining('T00:00'),
      opensIn: 12 * 3_600,
    })
    expect(await paidOf(await members(2, 'known', ip))).toBe(0)
    expect(await paidOf(await members(2, 'trusted', ip))).toBe(2)
    expect(await paidOf(await members(2, 'new'))).toBe(2)
    const [row] = await world.db.raw('SELECT used FROM faucet_networks WHERE net = $1 AND day = $2', [
      net,
      world.clock.now(),
    ])
    expect(row).toEqual({ used: 60 })
  })

  test('ten fresh accounts on one address are credited its share of a day at most, whenever they claim', async () => {
    // 288 of 7,200 units: nine claims.
    await startDay({ faucet_network_percent: 4 })
    const all = await members(10, 'new', ip)
    let paid = 0
    for (let turn = 0; turn < 24; turn += 1) {
      paid += await paidOf(all.slice(turn % 9, (turn % 9) + 2))
      world.clock.turn(3_599)
    }
    expect(paid).toBe(9)
  })

  test('has a larger share the more known people use it', async () => {
    await startDay({ faucet_network_percent: 1 }, '12:00:00')
    await world.db.raw(
      `INSERT INTO networks (net, accounts, devices, highest_score, first_seen_at, last_seen_at, commonness)
       VALUES ($1, 9, 9, 0, $2, $2, 2.5) ON CONFLICT (net) DO UPDATE SET commonness = 2.5`,
      [net, world.clock.now()],
    )
    expect(await paidOf(await members(10, 'new', ip))).toBe(6)
  })
})
