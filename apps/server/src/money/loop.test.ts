import { defaults, type Settings } from '@runnel/contract/settings/settings'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { percentOf } from '#money/amount.ts'
import { bearsBonus, bonusPercent, sharedTerms, taskFee, viewerReward } from '#money/loop.ts'
import { useWorld } from '#test/world.ts'

const world = useWorld()

const [option] = defaults.ptc_prices
const pricesOf = (prices: readonly number[]): Settings['ptc_prices'] =>
  prices.map((price) => ({ ...(option ?? { kind: 'iframe', timer: 5 }), price }))

const anySettings = fc
  .record({
    exchange_bonus_percent: fc.integer({ min: 0, max: 100 }),
    task_fee_basis_points: fc.oneof(fc.integer({ min: 0, max: 10_000 }), fc.integer({ min: 0, max: 300 })),
    ptc_viewer_percent: fc.integer({ min: 1, max: 100 }),
    referral_commission: fc.integer({ min: 0, max: 10_000 }),
    prices: fc.array(fc.integer({ min: 1, max: 2_000 }), { minLength: 1, maxLength: 4 }),
  })
  .map(({ prices, ...rest }) => ({ ...defaults, ...rest, ptc_prices: pricesOf(prices) }))

/** The least that has to be moved to the deposit balance so that it covers a cost. */
const movedFor = (cost: number, settings: Settings): number => {
  const bonus = bonusPercent(settings)
  let moved = Math.floor((cost * 100) / (100 + bonus))
  while (moved + percentOf(moved, bonus) < cost) moved++
  return moved
}

interface Place {
  readonly cost: number
  readonly reward: number
}

/** What the referrer gets for so many of the same, as a day is settled. */
const commissionOf = async ({ cost, reward }: Place, count: number, settings: Settings): Promise<number> => {
  const { basisPoints, bonus } = sharedTerms(cost, settings)
  const [row] = await world.db.raw('SELECT div(commission_of($1, $2, $3, $4) * $5::numeric, 10000)::bigint AS units', [
    cost,
    reward,
    basisPoints,
    bonus,
    count,
  ])
  return Number(row?.['units'])
}

describe('members who send their own money round', () => {
  test('get back less than they put in, by tasks and by ads, whatever the settings are', async () => {
    await fc.assert(
      fc.asyncProperty(
        anySettings,
        fc.integer({ min: 1, max: 5_000 }),
        fc.integer({ min: 1, max: 500 }),
        async (settings, reward, count) => {
          const task = { cost: reward + taskFee(reward, settings), reward }
          const views = settings.ptc_prices.map(({ price }) => ({
            cost: price,
            reward: viewerReward(price, settings.ptc_viewer_percent),
          }))
          for (const place of [task, ...views]) {
            expect(bearsBonus(place, settings)).toBe(true)
            const moved = movedFor(place.cost * count, settings)
            const back = place.reward * count + (await commissionOf(place, count, settings))
            expect(back).toBeLessThanOrEqual(moved)
            // Where the owner takes no fee, members pay each other for nothing, and nobody gains.
            if (place.cost > place.reward) expect(back).toBeLessThan(moved)
          }
        },
      ),
      { seed: 20_261_122, numRuns: 150 },
    )
  })

  test('are given the bonus that was set where the fees bear it, and the highest that they bear where not', () => {
    const at = (exchange_bonus_percent: number, changes: Partial<Settings> = {}) =>
      bonusPercent({ ...defaults, exchange_bonus_percent, ...changes })
    expect([at(0), at(5), at(9), at(10), at(100)]).toEqual([0, 5, 9, 9, 9])
    expect(at(100, { task_fee_basis_points: 10_000, ptc_viewer_percent: 80, ptc_prices: pricesOf([1_000]) })).toBe(24)
    expect(at(5, { task_fee_basis_points: 0 })).toBe(0)
    expect(at(5, { ptc_prices: pricesOf([1_000, 1]) }), 'nobody watches for nothing').toBe(0)
  })

  test('cannot use a price of before that does not take the bonus again', () => {
    const settings = { ...defaults, exchange_bonus_percent: 9 }
    expect(bearsBonus({ cost: 1_090, reward: 1_000 }, settings)).toBe(true)
    expect(bearsBonus({ cost: 1_089, reward: 1_000 }, settings)).toBe(false)
  })

  test('a referrer gets the usual part where the fee bears it, else half of the fee, in parts of a unit', async () => {
    const of = (cost: number, reward: number, basisPoints: number, bonus: number) =>
      world.db
        .raw('SELECT commission_of($1, $2, $3, $4) AS parts', [cost, reward, basisPoints, bonus])
        .then(([row]) => Number(row?.['parts']))
    expect(await of(100, 70, 1_000, 0)).toBe(7 * 10_000)
    expect(await of(1_100, 1_000, 1_000, 0)).toBe(50 * 10_000)
    expect(await of(11, 10, 1_000, 0)).toBe(5_000)
    expect(await of(1_000, 1_000, 1_000, 0)).toBe(0)
    expect(await of(1_100, 1_000, 1_000, 9), 'less what the bonus gave').toBe(45_871)
    expect(await of(10 ** 12, 10 ** 11, 10_000, 50)).toBe(10 ** 11 * 10_000)
  })
})
