import { afterEach, expect, test } from 'vitest'
import { earn } from '#test/features/earning.ts'
import { type Person, useWorld } from '#test/world.ts'

const world = useWorld({ connections: 24 })

interface Prizes {
  readonly day?: number[]
  readonly week?: number[]
  readonly budget: number
}
const setPrizes = ({ day = [], week = [], budget }: Prizes) =>
  world.settings({
    leaderboard_prizes_day: day,
    leaderboard_prizes_week: week,
    leaderboard_prizes_month: [],
    daily_budgets: { ...world.defaults.daily_budgets, leaderboard: budget },
  })
afterEach(async () => {
  await world.db.raw('TRUNCATE board_scores, board_marks, board_state, board_closings, board_prizes, day_counters')
})

/** The boards begin on a Monday. */
const begin = async (monday: string): Promise<void> => {
  world.clock.set(`${monday}T00:01:00.000Z`)
  await world.runJob('boards.count')
}
const pay = (day: string): Promise<string> => {
  world.clock.set(`${day}T00:05:00.000Z`)
  return world.runJob('boards.pay')
}
/** What a winner was paid, and on which day, oldest first. */
const paidTo = async ({ id }: Person): Promise<string[]> => {
  const rows = await world.db.raw(
    `SELECT key, to_char(at AT TIME ZONE 'UTC', 'MM-DD') AS on FROM transfers
     WHERE credit = $1 AND kind = 'leaderboard' ORDER BY id`,
    [`main:${id}`],
  )
  return rows.map(({ key, on }) => `${String(key).replace('leaderboard:', '')} on ${String(on)}`)
}

test('prizes above the whole budget are paid once on a day on which nothing else left', async () => {
  await setPrizes({ week: [1_000, 500, 250], budget: 1_500 })
  await begin('2032-03-01')
  const people = [await world.user('one'), await world.user('two'), await world.user('three')]
  for (const [index, { id }] of people.entries()) await earn(world, id, 90 - index)
  const notes = await Promise.all(Array.from({ length: 50 }, () => pay('2032-03-08')))
  expect(notes.filter((note) => note.includes('3 prizes, $0.0175.'))).toHaveLength(1)
  await pay('2032-03-09')
  expect(await paidTo(people[0]!)).toEqual(['week:2032-03-01:1 on 03-08'])
  expect(await world.db.raw('SELECT prize FROM board_prizes ORDER BY rank')).toEqual([
    { prize: 1_000 },
    { prize: 500 },
    { prize: 250 },
  ])
})

test('daily prizes don’t keep a week’s prizes from a budget that these use up alone', async () => {
  await setPrizes({ day: [100], week: [2_000], budget: 1_500 })
  await begin('2033-02-28')
  const ann = await world.user('ann')
  for (const [day, next] of [
    ['06', '07'],
    ['07', '08'],
    ['08', '09'],
    ['09', '10'],
  ] as const) {
    world.clock.set(`2033-03-${day}T12:00:00.000Z`)
    await earn(world, ann.id, 10)
    await pay(`2033-03-${next}`)
  }
  expect(await paidTo(ann)).toEqual([
    'today:2033-03-06:1 on 03-07',
    'week:2033-02-28:1 on 03-08',
    'today:2033-03-07:1 on 03-09',
    'today:2033-03-08:1 on 03-09',
    'today:2033-03-09:1 on 03-10',
  ])
})

test('days that wait for the budget are never lost, and newer ones don’t overtake them', async () => {
  await setPrizes({ day: [800], budget: 1_000 })
  await begin('2034-03-06')
  const bob = await world.user('bob')
  // Stopped for six days: nothing is paid, and nothing is lost.
  const owner = await world.owner()
  await owner.admin.stopOutflow({ body: { sources: ['leaderboard'], payouts: false, reason: 'A check.' } })
  for (const day of ['06', '07', '08', '09', '10', '11']) {
    world.clock.set(`2034-03-${day}T12:00:00.000Z`)
    await earn(world, bob.id, 10)
  }
  expect(await pay('2034-03-12')).toContain('Prizes are stopped')
  const { open } = await owner.admin.outflow()
  for (const { _id: id } of open) await owner.admin.resumeOutflow({ params: { id }, body: {} })
  for (const day of ['12', '13', '14', '15', '16', '17', '18']) {
    await pay(`2034-03-${day}`)
    await pay(`2034-03-${day}`)
  }
  expect(await paidTo(bob)).toEqual([
    'today:2034-03-06:1 on 03-12',
    'today:2034-03-07:1 on 03-13',
    'today:2034-03-08:1 on 03-14',
    'today:2034-03-09:1 on 03-15',
    'today:2034-03-10:1 on 03-16',
    'today:2034-03-11:1 on 03-17',
  ])
})

test('boards that began with a clock ahead pay only the last three days after it is set back', async () => {
  await setPrizes({ day: [10], budget: 0 })
  await begin('2036-03-03')
  const eve = await world.user('eve')
  for (const day of ['05', '06', '07', '08', '09']) {
    world.clock.set(`2035-03-${day}T12:00:00.000Z`)
    await earn(world, eve.id, 10)
  }
  await pay('2035-03-10')
  expect((await paidTo(eve)).map((payment) => payment.slice(0, 16))).toEqual([
    'today:2035-03-07',
    'today:2035-03-08',
    'today:2035-03-09',
  ])
})
