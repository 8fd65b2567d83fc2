import type { Settings } from '@runnel/contract/settings/settings'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { later } from '#kernel/clock.ts'
import { newId } from '#kernel/id.ts'
import { houseAccount, userAccount } from '#money/accounts.ts'
import { post } from '#money/ledger.ts'
import { reward } from '#money/reward.ts'
import { startShortlinks } from '#test/fakes/shortlinks.ts'
import { couponFields, outcome } from '#test/features/gifts.ts'
import { linking } from '#test/features/linking.ts'
import { trust } from '#test/features/trusting.ts'
import { addMethod, dogePlace, openHanded } from '#test/features/withdrawing.ts'
import { refusal } from '#test/refusal.ts'
import { type Person, useWorld } from '#test/world.ts'

const world = useWorld({
  connections: 30,
  limits: false,
  settings: { ...openHanded, happy_hours: [], faucet_exp: 0, bonus_min_claims: 0, faucet_timer: 60 },
})
let fake: Awaited<ReturnType<typeof startShortlinks>>
beforeAll(async () => {
  fake = await startShortlinks()
})
afterAll(() => fake.close())
const { onlyLink, visit } = linking(world, () => fake)

/** Three claims of 30 units to begin with, then a unit a claim, two a day. */
const balanced: Partial<Settings> = {
  earning_rules: 'balanced',
  allowance_starter: 90,
  allowance_share_percent: 50,
  reduced_reward: 1,
  reduced_day_max: 2,
  allowance_withdraw_min: 5_000,
  link_income_percent: 0,
  faucet_day_max: 500_000,
}
beforeEach(() => world.settings(balanced))

let people = 0
const someone = (): Promise<Person> => world.user(`line${(people += 1)}`)
const claim = async (person: Person) => {
  const { reward } = await person.faucet.claim({ body: await person.solve.claim() })
  world.clock.turn(60)
  return reward
}
const claims = async (person: Person, count: number): Promise<number[]> => {
  const paid: number[] = []
  for (let number = 0; number < count; number += 1) paid.push(await claim(person))
  return paid
}
/** Lets an account have left so much to the site, by a shortlink that paid it a unit. */
const bring = (person: Person, revenue: number, daysAgo = 20) =>
  world.db.write((tx) => {
    const own = { userId: person.id, source: 'link', amount: 1, allowance: 0, revenue, exp: 0 } as const
    return reward(tx, { ...own, key: `link:${newId()}` }, later(world.clock.now(), -daysAgo * 86_400))
  })
/** Lets an account have so much more. */
const give = (person: Person, amount: number) => {
  const leg = { kind: 'adjustment', debit: houseAccount('adjustment'), credit: userAccount(person.id, 'main') } as const
  return world.db.write((tx) => post(tx, [{ ...leg, amount, key: `adjustment:${newId()}` }], world.clock.now()))
}
const infoOf = (person: Person) => person.faucet.info()

describe('a claim in `balanced`', () => {
  test('pays in full as far as the starter goes, then the reduced reward, and says so before', async () => {
    const person = await someone()
    expect(await infoOf(person)).toMatchObject({
      next: { total: 30 },
      isReduced: false,
      usedUp: null,
      allowance: { left: 90, starter: 90, sharePercent: 50, settled: 0, pending: [], reduced: 1, reducedLeft: 2 },
    })
    expect(await claims(person, 3)).toEqual([30, 30, 30])
    expect(await infoOf(person)).toMatchObject({
      next: { base: 1, level: 0, happyHour: 0, total: 1 },
      isReduced: true,
      usedUp: null,
      allowance: { left: 0 },
    })
    expect(await person.faucet.claim({ body: await person.solve.claim() })).toMatchObject({
      reward: 1,
      isReduced: true,
      parts: { total: 1 },
    })
    world.clock.turn(60)
    expect(await claim(person)).toBe(1)
    const { usedUp } = await infoOf(person)
    expect(usedUp).toMatchObject({ of: 'reduced', opensAt: expect.stringContaining('T00:00:00.000Z') })
    const beyond = { status: 409, failure: { code: 'FAUCET_REDUCED_USED_UP' } }
    expect(await refusal(person.solve.claim()), 'nobody solves what cannot pay').toMatchObject(beyond)
    await world.settings({ ...balanced, reduced_day_max: 3 })
    const body = await person.solve.claim()
    await world.settings(balanced)
    expect(await refusal(person.faucet.claim({ body }))).toMatchObject(beyond)
    world.clock.turn(86_400)
    expect(await claims(person, 2)).toEqual([1, 1])
    expect((await infoOf(person)).usedUp).toMatchObject({ of: 'reduced' })
  })

  test('pays in full for the owner’s share of settled revenue; what is not settled is told with its day', async () => {
    const person = await someone()
    await claims(person, 3)
    await bring(person, 100, 13)
    const { allowance, isReduced } = await infoOf(person)
    expect({ isReduced, settled: allowance?.settled, pending: allowance?.pending.map(({ amount }) => amount) }).toEqual(
      {
        isReduced: true,
        settled: 0,
        pending: [100],
      },
    )
    expect(await claim(person)).toBe(1)
    world.clock.turn(86_400)
    expect(await infoOf(person)).toMatchObject({ isReduced: false, allowance: { left: 50, settled: 100, pending: [] } })
    // Half of 100 units is one claim and a bit; the level’s fractions are a unit.
    expect(await claims(person, 2)).toEqual([31, 1])
  })

  test('claims at once pay no more in full than the allowance', async () => {
    const person = await someone()
    await claims(person, 2)
    const body = await person.solve.claim()
    const at = await outcome(Array.from({ length: 10 }, () => person.faucet.claim({ body })))
    expect(at.paid).toBe(1)
    world.clock.turn(60)
    expect(await claim(person)).toBe(1)
  })

  test('takes room in the budget for what is not covered by revenue, and for nothing else', async () => {
    world.clock.set('2026-07-01T00:00:00.000Z')
    await world.settings({ faucet_day_max: 24 * 60, faucet_known_reserve: 0, faucet_network_percent: 100 })
    const [fresh, covered, late] = [await someone(), await someone(), await someone()]
    await bring(covered, 1_000)
    await world.db.raw('UPDATE users SET allowance_used = 90 WHERE id = $1', [covered.id])
    await fresh.faucet.claim({ body: await fresh.solve.claim() })
    const body = await fresh.solve.claim()
    await late.faucet.claim({ body: await late.solve.claim() })
    world.clock.turn(60)
    const refused = await refusal(fresh.faucet.claim({ body }))
    expect(refused).toMatchObject({ failure: { code: 'FAUCET_BUDGET_HOUR' } })
    expect((await infoOf(fresh)).usedUp).toMatchObject({ of: 'hour' })
    expect((await infoOf(covered)).usedUp).toBeNull()
    expect(await claim(covered)).toBe(30)
    await world.db.raw('UPDATE users SET allowance_used = allowance_used - 90 WHERE id = $1', [covered.id])
  })
})

describe('a claim in `strict`', () => {
  test('pays nothing beyond the allowance, and costs neither the captcha nor the wait', async () => {
    await world.settings({ ...balanced, earning_rules: 'strict' })
    const person = await someone()
    expect(await claims(person, 3)).toEqual([30, 30, 30])
    expect((await infoOf(person)).usedUp).toEqual({ of: 'allowance', opensAt: null, opensIn: null })
    const beyond = { status: 409, failure: { code: 'FAUCET_ALLOWANCE_USED_UP' } }
    expect(await refusal(person.solve.claim()), 'nobody solves what cannot pay').toMatchObject(beyond)
    await world.settings({ allowance_starter: 200 })
    const body = await person.solve.claim()
    await world.settings({ allowance_starter: 90 })
    expect(await refusal(person.faucet.claim({ body }))).toMatchObject(beyond)
    await bring(person, 100, 14)
    // The level’s fractions of the four claims are a unit.
    expect((await person.faucet.claim({ body })).reward).toBe(31)
    await bring(person, 100, 2)
    world.clock.turn(60)
    await claim(person).catch(() => undefined)
    const { usedUp } = await infoOf(person)
    expect(usedUp).toMatchObject({ of: 'allowance', opensAt: expect.stringContaining('T00:00:00.000Z') })
    expect(JSON.stringify(await person.dashboard.overview())).not.toContain('"kind":"faucet"')
  })
})

describe('the other rewards of the site’s own money', () => {
  test('bonus, challenge and coupon are paid inside the allowance only, and wait beyond it', async () => {
    await world.db.raw('DELETE FROM earn_challenges')
    const owner = await world.owner()
    await owner.admin.addCoupons({ body: { ...couponFields, code: 'LINE-1', reward: 60 } })
    const { challenge } = await owner.admin.addChallenge({
      body: { kind: 'faucet', period: 'daily', requirement: 1, tokenReward: 50, enabled: true, position: 0 },
    })
    const person = await someone()
    expect(await person.coupon.check({ body: { code: 'LINE-1' } })).toMatchObject({ reward: 60 })
    await claim(person)
    const beyond = { status: 409, failure: { code: 'ALLOWANCE_USED_UP' } }
    expect(await refusal(person.challenge.claim({ params: { id: challenge._id } }))).toMatchObject(beyond)
    const { today } = await person.bonus.info()
    expect(today.closed).toContain('full rewards')
    await bring(person, 1_000)
    expect((await person.bonus.info()).today.closed).toBeNull()
    expect(await person.challenge.claim({ params: { id: challenge._id } })).toMatchObject({ reward: 50 })
    await world.settings({ ...balanced, earning_rules: 'open' })
    const other = await someone()
    await claims(other, 1)
    expect(await other.challenge.claim({ params: { id: challenge._id } })).toMatchObject({ reward: 50 })
  })

  test('a shortlink counts for what its provider does not pay, and one that pays more leaves revenue', async () => {
    const link = await onlyLink({ reward: 80, minSeconds: 1 })
    const person = await someone()
    expect(await visit(person, link._id)).toMatchObject({ reward: 80, status: 'paid' })
    const refused = await refusal(person.link.open({ params: { id: link._id } }))
    expect(refused).toMatchObject({ failure: { code: 'ALLOWANCE_USED_UP' } })
    await world.settings({ ...balanced, link_income_percent: 125 })
    expect(await visit(person, link._id)).toMatchObject({ reward: 80, status: 'paid' })
    expect((await infoOf(person)).allowance).toMatchObject({ left: 10, pending: [{ amount: 20 }] })
  })
})

describe('what was paid ahead of the revenue', () => {
  test('is withdrawn from the minimum on and not exchanged, until revenue covers it', async () => {
    await world.settings({ ...balanced, exchange_minimum: 10 })
    const method = await addMethod(await world.owner())
    const person = await someone()
    await claims(person, 3)
    await give(person, 4_000)
    const place = { params: { methodId: method._id }, body: { amount: 3_000, address: dogePlace('line') } }
    const preview = () => person.withdraw.preview(place)
    expect(await refusal(preview())).toMatchObject({ status: 422, failure: { code: 'WITHDRAW_UNCOVERED' } })
    expect((await person.withdraw.methods()).requirements).toMatchObject([{ code: 'WITHDRAW_UNCOVERED' }])
    const exchange = (amount: number) => person.deposit.exchange({ body: { amount } })
    expect(await refusal(exchange(4_001))).toMatchObject({ status: 422, failure: { code: 'EXCHANGE_UNCOVERED' } })
    expect(await exchange(100)).toMatchObject({ balance: 3_990 })
    const at = await outcome([exchange(3_900), exchange(3_900), exchange(3_900)])
    expect(at.paid).toBe(1)
    await bring(person, 180)
    expect((await person.withdraw.methods()).requirements).toEqual([])
    expect(await exchange(91)).toMatchObject({ balance: 0 })
    const trusted = await someone()
    await claims(trusted, 3)
    await trust(world, trusted, 'trusted')
    expect(await trusted.deposit.exchange({ body: { amount: 90 } })).toMatchObject({ balance: 0 })
  })
})
