import { expect, test } from 'vitest'
import { later } from '#kernel/clock.ts'
import { outflowHours, outflowSince, outflowWindows, rollOutflow, usualDays } from '#money/outflow.ts'
import { earn } from '#test/features/earning.ts'
import { useWorld } from '#test/world.ts'

const world = useWorld()
const HOUR = 3_600
const DAY = 24 * HOUR

const roll = () => world.db.write((tx) => rollOutflow(tx, world.clock.now()))
/** Everything that is asked of what left, as it is answered now. */
const asked = async () => {
  const now = world.clock.now()
  const { read } = world.db
  const bySource = <Row extends { readonly source: string }>(rows: readonly Row[]): Row[] =>
    rows.toSorted((a, b) => a.source.localeCompare(b.source))
  return {
    since: bySource(await outflowSince(read, later(now, -DAY))),
    windows: bySource(await outflowWindows(read, new Map(), now)),
    hours: await outflowHours(read, now),
  }
}

test('what is rolled up says the same as each transfer, also of the hour that is not over', async () => {
  world.clock.set('2026-04-01T10:10:00.000Z')
  const { id } = await world.user('ann')
  for (let minutes = 0; minutes < 3 * 60; minutes += 25) {
    await earn(world, id, 10 + minutes)
    await earn(world, id, 7, 'bonus')
    world.clock.turn(25 * 60)
  }
  const before = await asked()
  expect(before.since).toMatchObject([
    { source: 'bonus', amount: 56, count: 8 },
    { source: 'faucet', amount: 780, count: 8 },
  ])
  expect(before.hours).toHaveLength(8)
  await roll()
  expect(await asked()).toEqual(before)
  const [minutes] = await world.db.raw('SELECT count(*)::int AS count FROM outflow_minutes')
  expect(minutes, 'every minute is rolled up').toEqual({ count: 16 })
  world.clock.turn(30)
  await earn(world, id, 1_000)
  const [, faucet] = (await asked()).since
  expect(faucet, 'and what came since is added').toMatchObject({ amount: 1_780, count: 9 })
})

test('after a long rest only the days are rolled up of which what is usual is made', async () => {
  const { id } = await world.user('bob')
  world.clock.turn(2 * DAY)
  await roll()
  await earn(world, id, 5_000, 'link')
  world.clock.turn(20 * DAY)
  await earn(world, id, 20, 'link')
  world.clock.turn(10 * DAY)
  await roll()
  const sums = await world.db.raw(
    `SELECT sum(amount)::int AS minutes, (SELECT sum(amount)::int FROM outflow_hours WHERE source = 'link') AS hours
     FROM outflow_minutes WHERE source = 'link'`,
  )
  expect(sums, 'of the last days there are hours, and minutes of the newest').toEqual([{ minutes: null, hours: 20 }])
  expect(await usualDays(world.db.read, world.clock.now())).toBe(14)
})
