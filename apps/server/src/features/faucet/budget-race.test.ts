import { expect, test } from 'vitest'
import { databaseError } from '#kernel/db.ts'
import { useWorld } from '#test/world.ts'

const world = useWorld({ connections: 24 })

const CLAIM = 30
const BUDGET = 24 * 30_000
const NETWORK_PERCENT = 2
const HOUR_MS = 3_600_000

/** Sums of the counters of the budget. */
const sumsOf = async (day: string) => {
  const [row] = await world.db.raw(
    `SELECT count(DISTINCT slot) AS slots, sum(by_new + by_known + by_trusted) AS taken, sum(by_new) AS new,
       (SELECT max(used) FROM faucet_networks WHERE day = $1::date) AS network
     FROM faucet_hours WHERE utc_day(hour) = utc_day($1::timestamptz)`,
    [day],
  )
  return { slots: Number(row?.['slots']), taken: Number(row?.['taken']), new: Number(row?.['new']), ...network(row) }
}
const network = (row: Record<string, unknown> | undefined) => ({ network: Number(row?.['network']) })

/** Takes room for claims at once, and tells how much of them was granted. */
const takeAtOnce = async (count: number, one: (index: number) => { trust: number; net: string; at: Date }) => {
  const takes = Array.from({ length: count }, async (_, index) => {
    const { trust, net, at } = one(index)
    try {
      const terms = [trust, net, CLAIM, BUDGET, [80, 40], NETWORK_PERCENT, at]
      await world.db.raw('SELECT faucet_budget_take($1, $2, $3, $4, $5, $6, $7)', terms)
      return CLAIM
    } catch (error) {
      if (databaseError(error)?.code !== 'RN011') throw error
      return 0
    }
  })
  return (await Promise.all(takes)).reduce<number>((sum, taken) => sum + taken, 0)
}

test('claims at once over several parts of the hour take what it has, to less than a claim for each part', async () => {
  const at = new Date('2026-11-01T00:00:00.000Z')
  const taken = await takeAtOnce(1_200, (index) => ({ trust: 2, net: `net ${index}`, at }))
  const sums = await sumsOf(at.toISOString())
  expect(sums.taken).toBe(taken)
  expect(sums.slots).toBeGreaterThan(1)
  expect(taken).toBeLessThanOrEqual(BUDGET / 24)
  expect(taken).toBeGreaterThan(BUDGET / 24 - sums.slots * CLAIM)
})

test('over a day of claims at once, with clocks that differ, neither the day nor a network is overdrawn', async () => {
  const day = '2026-11-02T00:00:00.000Z'
  let taken = 0
  for (let hour = 0; hour < 24; hour += 1) {
    taken += await takeAtOnce(1_300, (index) => {
      // Some come from a node that is some seconds behind, around the turn of each hour; none from another day.
      const behind = hour > 0 && index % 5 === 0 ? 2_000 : 0
      const at = new Date(Date.parse(day) + hour * HOUR_MS + (index % 3) * 1_500_000 - behind)
      return { trust: index % 4, net: `net ${index % 60}`, at }
    })
  }
  const sums = await sumsOf(day)
  expect(sums.taken).toBe(taken)
  expect(taken).toBeLessThanOrEqual(BUDGET)
  expect(taken).toBeGreaterThan(0.95 * BUDGET)
  expect(sums.new).toBeGreaterThan(0)
  expect(sums.network).toBeLessThanOrEqual((BUDGET * NETWORK_PERCENT) / 100)
  expect(
    await takeAtOnce(50, () => ({ trust: 3, net: 'x', at: new Date(Date.parse(day) + 24 * HOUR_MS - 1) })),
  ).toBeLessThanOrEqual(BUDGET - taken)
})
