import { sql } from 'kysely'
import { describe, expect, test } from 'vitest'
import { databaseError, type Tx } from '#kernel/db.ts'
import { someoneWaits } from '#test/waiting.ts'
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

const take = async (trust: number, net: string, at: Date): Promise<number> => {
  try {
    const terms = [trust, net, CLAIM, BUDGET, [80, 40], NETWORK_PERCENT, at]
    await world.db.raw('SELECT faucet_budget_take($1, $2, $3, $4, $5, $6, $7)', terms)
    return CLAIM
  } catch (error) {
    if (databaseError(error)?.code !== 'RN011') throw error
    return 0
  }
}

/** Takes room for claims at once, and tells how much of them was granted. */
const takeAtOnce = async (count: number, one: (index: number) => { trust: number; net: string; at: Date }) => {
  const takes = Array.from({ length: count }, async (_, index) => {
    const { trust, net, at } = one(index)
    return take(trust, net, at)
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

describe('claims that wait for one another', () => {
  const lockParts = (tx: Tx, hour: Date, slots: readonly number[]) =>
    sql`SELECT FROM faucet_hours WHERE hour = ${hour} AND slot = ANY (${slots}) FOR UPDATE NOWAIT`.execute(tx)

  /** A claim that begins the next hour and one that comes late to this hour, both of which wait for what is locked. */
  const atTheTurn = async (hour: Date, { net, lock }: { net: string; lock: (tx: Tx) => Promise<unknown> }) => {
    const at = (seconds: number) => new Date(hour.getTime() + seconds * 1_000)
    const { claims } = await world.db.write(async (tx) => {
      await lock(tx)
      const beginning = take(1, 'a network', at(3_600))
      await someoneWaits(world, 1)
      const late = take(1, net, at(3_599))
      await someoneWaits(world, 2)
      return { claims: [beginning, late] }
    })
    expect(await Promise.all(claims)).toEqual([CLAIM, CLAIM])
    expect(await take(1, 'a third network', at(3_601))).toBe(CLAIM)
  }

  test.each([
    { net: 'a network', says: 'without a deadlock in one network', day: '2026-11-03' },
    { net: 'another network', says: 'the late one out of the room that went over', day: '2026-11-05' },
  ])('are both paid at the turn of the hour, $says', async ({ net, day }) => {
    const hour = new Date(`${day}T00:00:00.000Z`)
    expect(await take(2, 'a network', hour)).toBe(CLAIM)
    await atTheTurn(hour, { net, lock: (tx) => lockParts(tx, hour, [0, 1, 2, 3, 4, 5]) })
  })

  test('leave the next hour its room where this one had no claims', async () => {
    const lock = (tx: Tx) => sql`SELECT pg_advisory_xact_lock(hashtext('faucet hour'), 0)`.execute(tx)
    await atTheTurn(new Date('2026-11-06T05:00:00.000Z'), { net: 'another network', lock })
  })

  test('hold no part that has no room any more', async () => {
    const hour = new Date('2026-11-04T00:00:00.000Z')
    expect(await take(2, 'a network', hour)).toBe(CLAIM)
    await world.db.raw(
      `UPDATE faucet_hours SET part = CASE slot WHEN 0 THEN 60 WHEN 1 THEN 90 ELSE 0 END, by_trusted = 0
        WHERE hour = $1`,
      [hour],
    )
    // Whoever looks for room waits between seeing a part and locking it.
    await world.db.raw('ALTER FUNCTION faucet_open_to RENAME TO faucet_open_then')
    await world.db.raw(`CREATE FUNCTION faucet_open_to(integer, bigint, bigint, bigint, bigint, integer[], integer)
      RETURNS bigint LANGUAGE plpgsql AS $$ BEGIN
        PERFORM pg_advisory_xact_lock_shared(1, 1);
        RETURN faucet_open_then($1, $2, $3, $4, $5, $6, $7);
      END $$`)
    const { looking } = await world.db.write(async (holding) => {
      const begun = await world.db.write(async (tx) => {
        await sql`SELECT pg_advisory_xact_lock(1, 1)`.execute(tx)
        const looking = take(2, 'a network', hour)
        await someoneWaits(world)
        await lockParts(holding, hour, [0])
        await sql`UPDATE faucet_hours SET by_trusted = part WHERE hour = ${hour} AND slot = 1`.execute(tx)
        return { looking }
      })
      await someoneWaits(world)
      // It waits for the one part, and holds the other one no more.
      await world.db.write((tx) => lockParts(tx, hour, [1]))
      return begun
    })
    expect(await looking).toBe(CLAIM)
  })
})
