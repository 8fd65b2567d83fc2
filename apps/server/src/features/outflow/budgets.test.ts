import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { startShortlinks } from '#test/fakes/shortlinks.ts'
import { earn } from '#test/features/earning.ts'
import { couponFields, haveDone, outcome } from '#test/features/gifts.ts'
import { linking } from '#test/features/linking.ts'
import { useWalls } from '#test/features/walling.ts'
import { refusal } from '#test/refusal.ts'
import { useWorld } from '#test/world.ts'
import { fitsBudget, type Payment } from './budgets.ts'

const world = useWorld({ connections: 24, limits: false })
let fake: Awaited<ReturnType<typeof startShortlinks>>
beforeAll(async () => {
  fake = await startShortlinks()
})
afterAll(() => fake.close())
const { regular, onlyLink, open, verify } = linking(world, () => fake)
const { start } = useWalls(world)

let day = 0
/** A day on which nothing was paid yet, with these budgets. */
const newDay = async (budgets: Partial<typeof world.defaults.daily_budgets>) => {
  day += 1
  world.clock.set(`2026-09-${String(day).padStart(2, '0')}T10:00:00.000Z`)
  await world.settings({ daily_budgets: { ...world.defaults.daily_budgets, ...budgets } })
}
afterEach(() => world.settings({ daily_budgets: world.defaults.daily_budgets }))

let codes = 0
const codeOf = async (reward: number): Promise<string> => {
  codes += 1
  const code = `BUDGET-${codes}`
  const owner = await world.owner()
  await owner.admin.addCoupons({ body: { ...couponFields, code, reward } })
  return code
}
const balanceOf = async (person: { user: { me: () => Promise<{ user: { balance: number } }> } }) =>
  (await person.user.me()).user.balance

describe('a budget bounds a single payment', () => {
  test('a code above the whole budget of the day is not paid, and stays what it was', async () => {
    await newDay({ coupon: 20_000 })
    const code = await codeOf(1_000_000_000)
    const ann = await world.user('ann')
    expect(await refusal(ann.coupon.check({ body: { code } }))).toMatchObject({
      status: 409,
      failure: { code: 'BUDGET_TOO_SMALL' },
    })
    expect(await balanceOf(ann)).toBe(0)
    await world.settings({ daily_budgets: world.defaults.daily_budgets })
    expect((await ann.coupon.check({ body: { code } })).reward).toBe(1_000_000_000)
  })

  test('of many large codes at once only as many are paid as the budget has room for', async () => {
    await newDay({ coupon: 20_000 })
    const several = await Promise.all([codeOf(6_000), codeOf(6_000)])
    const people = await Promise.all(Array.from({ length: 12 }, (_, index) => world.user(`many${index}`)))
    const calls = people.map((person, index) => person.coupon.check({ body: { code: several[index % 2] ?? '' } }))
    expect(await outcome(calls)).toEqual({ paid: 3, refusals: ['BUDGET_USED_UP'] })
    world.clock.set(`2026-09-${String(++day).padStart(2, '0')}T00:00:01.000Z`)
    const late = await world.user('late')
    expect((await late.coupon.check({ body: { code: several[0] ?? '' } })).reward).toBe(6_000)
  })

  test('what was rolled up counts to the unit', async () => {
    await newDay({ coupon: 20_000 })
    const code = await codeOf(10_000)
    await (await world.user('first')).coupon.check({ body: { code } })
    world.clock.turn(3_600)
    await world.runJob('outflow.watch')
    await (await world.user('second')).coupon.check({ body: { code } })
    world.clock.turn(90)
    await world.runJob('outflow.watch')
    await world.settings({ daily_budgets: { ...world.defaults.daily_budgets, coupon: 29_999 } })
    await world.runJob('outflow.watch')
    expect(await refusal((await world.user('third')).coupon.check({ body: { code } }))).toMatchObject({
      failure: { code: 'BUDGET_USED_UP', retryAfter: expect.any(Number) },
    })
    await world.settings({ daily_budgets: { ...world.defaults.daily_budgets, coupon: 30_000 } })
    expect((await (await world.user('third')).coupon.check({ body: { code } })).reward).toBe(10_000)
  })

  test('a challenge, a bonus and a claim of the faucet are bound as well', async () => {
    await newDay({ challenge: 1_000, bonus: 1_000, faucet: 1_000 })
    await world.settings({ bonus_min_claims: 0, bonus_rewards: [1_001, 1, 1, 1, 1, 1, 1], faucet_reward: 1_001 })
    const owner = await world.owner()
    const bea = await world.user('bea')
    const { challenge } = await owner.admin.addChallenge({
      body: { kind: 'ptc', period: 'daily', requirement: 1, tokenReward: 1_001, enabled: true, position: 0 },
    })
    await haveDone(world, bea, { source: 'ptc', count: 1 })
    const tooSmall = { status: 409, failure: { code: 'BUDGET_TOO_SMALL' } }
    expect(await refusal(bea.challenge.claim({ params: { id: challenge._id } }))).toMatchObject(tooSmall)
    const bonus = bea.bonus.claim({ params: { day: '1' }, body: { captcha: await bea.solve.captcha('bonus') } })
    expect(await refusal(bonus)).toMatchObject(tooSmall)
    expect(await refusal(bea.faucet.claim({ body: await bea.solve.claim() }))).toMatchObject(tooSmall)
    expect(await balanceOf(bea)).toBe(0)
    const { bonus_min_claims, bonus_rewards, faucet_reward } = world.defaults
    await world.settings({ bonus_min_claims, bonus_rewards, faucet_reward })
    // The turn was not lost.
    expect((await bea.faucet.claim({ body: await bea.solve.claim() })).reward).toBe(30)
  })

  test('a visit of a shortlink waits for a person, and an offer for a day', async () => {
    await newDay({ link: 150, offerwall: 150 })
    const { _id: id } = await onlyLink()
    const [one, two] = [await regular(), await regular()]
    const visits = [await open(one, id), await open(two, id)] as const
    world.clock.turn(40)
    expect(await verify(one, visits[0])).toMatchObject({ status: 'paid', reward: 120 })
    expect(await verify(two, visits[1])).toMatchObject({ status: 'held', reward: 0 })
    const { tell, last, owned } = await start('adgate', { holdDays: 0 })
    await tell('credit')
    expect(await last()).toMatchObject({
      verdict: 'held',
      detail: 'Held for 1 day. The budget of the day had no room for it.',
    })
    expect((await owned()).main).toBe(0)
    world.clock.turn(86_401)
    expect(await world.runJob('offers.release')).toBe('1 offer released.')
    expect((await owned()).main).toBeGreaterThan(150)
  })

  test('prizes and commission wait until there is room', async () => {
    await newDay({})
    await world.runJob('referrals.settle')
    await world.runJob('boards.pay')
    await world.settings({ leaderboard_prizes_day: [100, 60] })
    const [host, guest, teller] = [await world.user('host'), await world.user('guest'), await world.user('teller')]
    await world.db.raw('UPDATE sessions SET ip_net = $2 WHERE user_id = $1', [guest.id, '10.77.1.0/24'])
    await world.db.raw('UPDATE users SET referrer_id = $1 WHERE id = $2', [host.id, guest.id])
    await earn(world, guest.id, 2_000)
    await earn(world, host.id, 1_000)
    await world.runJob('boards.count')
    await newDay({ leaderboard: 160, referral: 200 })
    world.clock.turn(-9 * 3_600)
    await world.runJob('boards.count')
    for (const source of ['leaderboard', 'referral'] as const) await earn(world, teller.id, 1, source)
    expect(await world.runJob('boards.pay')).toContain('The daily budget for prizes is used up')
    expect(await world.runJob('referrals.settle')).toContain('commission is stopped')
    expect(await balanceOf(guest)).toBe(2_000)
    expect(await balanceOf(host)).toBe(1_000)
    await world.settings({ daily_budgets: { ...world.defaults.daily_budgets, leaderboard: 161, referral: 201 } })
    expect(await world.runJob('boards.pay')).toContain('2 prizes, $0.0016.')
    expect(await world.runJob('referrals.settle')).toContain('$0.002 to 1 referrer.')
    await world.settings({ leaderboard_prizes_day: [] })
  })
  test('what a job pays above the whole budget waits for a day on which nothing else left', async () => {
    await newDay({})
    const settings = { ...world.defaults, daily_budgets: { ...world.defaults.daily_budgets, leaderboard: 100 } }
    const pay = (payment: Payment) =>
      world.db.write((tx) => fitsBudget({ tx, settings, now: world.clock.now() }, payment))
    const above = { source: 'leaderboard', amount: 101 } as const
    expect(await pay(above), 'what somebody may ask for again').toBe(false)
    expect(await pay({ ...above, isIndivisible: true })).toBe(true)
    expect(await pay({ ...above, amount: 1_000_000, isIndivisible: true })).toBe(true)
    await earn(world, (await world.user('somebody')).id, 1, 'leaderboard')
    expect(await pay({ ...above, isIndivisible: true })).toBe(false)
    expect(await pay({ ...above, amount: 99, isIndivisible: true })).toBe(true)
    expect(await pay({ ...above, amount: 100, isIndivisible: true })).toBe(false)
  })
})
