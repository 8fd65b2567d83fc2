import { beforeEach, expect, test } from 'vitest'
import { earn, lock } from '#test/features/earning.ts'
import { holdForReview } from '#test/features/gifts.ts'
import { type Person, useWorld } from '#test/world.ts'

const world = useWorld({ connections: 24 })

const prizes = async (board: string, start: string) =>
  world.db.raw(
    `SELECT rank, username, value, prize FROM board_prizes p JOIN users u ON u.id = p.user_id
     WHERE board = $1 AND start = $2 ORDER BY rank`,
    [board, start],
  )
const paidTo = async ({ id }: Person) => {
  const rows = await world.db.raw("SELECT key, amount FROM transfers WHERE credit = $1 AND kind = 'leaderboard'", [
    `main:${id}`,
  ])
  return rows
}

let year = 2030
/** Each test has a year of its own, in which the boards have just begun; March 2030 + n begins with its own people. */
beforeEach(async () => {
  year += 1
  await world.db.raw('TRUNCATE board_scores, board_marks, board_state, board_closings, board_prizes, day_counters')
  await world.db.raw('DELETE FROM news')
  await world.settings({
    leaderboard_prizes_day: [],
    leaderboard_prizes_week: [1_000, 500, 250],
    leaderboard_prizes_month: [],
  })
})
const people = async (count: number): Promise<Person[]> => {
  const made: Person[] = []
  for (let index = 0; index < count; index++) made.push(await world.user(`p${year}_${index}`))
  return made
}

test('what ended before the boards began is never paid', async () => {
  world.clock.set('2031-03-10T09:00:00.000Z')
  const [early] = await people(1)
  await earn(world, early!.id, 100)
  world.clock.set('2031-03-17T00:30:00.000Z')
  expect(await world.runJob('boards.pay')).toBe('Nothing to pay.')
  world.clock.set('2031-03-17T01:30:00.000Z')
  expect(await world.runJob('boards.pay')).toBe('Nothing to pay.')
  expect(await paidTo(early!)).toEqual([])
})

// 200 runs at once of two processes: nodes.test.ts.
test('the end of a week pays its winners, tells them and everybody, and 20 runs at once pay once', async () => {
  world.clock.set('2032-03-01T00:01:00.000Z')
  await world.runJob('boards.count')
  const [a, b, c, d] = (await people(4)) as [Person, Person, Person, Person]
  for (const [person, amount] of [
    [a, 10],
    [b, 30],
    [c, 20],
    [d, 5],
  ] as const)
    await earn(world, person.id, amount)
  world.clock.set('2032-03-07T23:59:59.000Z')
  await earn(world, a.id, 25)
  expect(await world.runJob('boards.pay'), 'it has not ended').toBe('Nothing to pay.')
  world.clock.set('2032-03-08T00:00:00.000Z')
  await earn(world, d.id, 1_000)
  const notes = await Promise.all(Array.from({ length: 20 }, () => world.runJob('boards.pay')))
  expect(notes.filter((note) => note.includes('Week of March 1, 2032: 3 prizes, $0.0175.'))).toHaveLength(1)
  expect(await prizes('week', '2032-03-01')).toEqual([
    { rank: 1, username: a.username, value: 35, prize: 1_000 },
    { rank: 2, username: b.username, value: 30, prize: 500 },
    { rank: 3, username: c.username, value: 20, prize: 250 },
  ])
  expect(await paidTo(a)).toEqual([{ key: 'leaderboard:week:2032-03-01:1', amount: 1_000 }])
  expect(await paidTo(d)).toEqual([])
  const { notification, user } = await a.user.me()
  expect(user.balance).toBe(1_035)
  expect(notification.notifications[0]).toMatchObject({
    kind: 'prize-won',
    values: { amount: 1_000, rank: 1, board: 'week' },
  })
  const { items } = await d.news.list({ query: {} })
  expect(items.map(({ title }) => title)).toEqual(['Winners of the week from March 1, 2032'])
  expect(items[0]?.html).toContain(`<strong>${a.username}</strong> earned $0.00035 and wins $0.01.`)
  const { last } = await d.leaderboard.board({ query: { board: 'week' } })
  expect(last).toEqual({
    from: '2032-03-01',
    winners: [
      { rank: 1, username: a.username, value: 35, prize: 1_000 },
      { rank: 2, username: b.username, value: 30, prize: 500 },
      { rank: 3, username: c.username, value: 20, prize: 250 },
    ],
  })
  const statement = await a.user.statement({ query: { kind: 'leaderboard' } })
  expect(statement.items).toMatchObject([{ amount: 1_000, account: 'main', ref: 'week:2032-03-01' }])
})

test('a clock that is set back and comes again pays nothing twice', async () => {
  world.clock.set('2033-03-07T00:01:00.000Z')
  await world.runJob('boards.count')
  const [a] = (await people(1)) as [Person]
  await earn(world, a.id, 10)
  world.clock.set('2033-03-14T00:05:00.000Z')
  await world.runJob('boards.pay')
  for (const moment of ['2033-03-13T23:00:00.000Z', '2033-03-14T00:05:00.000Z', '2033-03-10T12:00:00.000Z']) {
    world.clock.set(moment)
    await world.runJob('boards.pay')
  }
  world.clock.set('2033-03-14T01:05:00.000Z')
  await world.runJob('boards.pay')
  expect(await paidTo(a)).toHaveLength(1)
  world.clock.set('2033-03-21T00:05:00.000Z')
  await world.runJob('boards.pay')
  expect(await paidTo(a), 'nothing was earned in the week after').toHaveLength(1)
})

test('days and months end too, a leap day among them', async () => {
  await world.settings({ leaderboard_prizes_day: [7], leaderboard_prizes_week: [], leaderboard_prizes_month: [70] })
  world.clock.set('2036-02-28T00:01:00.000Z')
  await world.runJob('boards.count')
  const [a, b] = (await people(2)) as [Person, Person]
  await earn(world, a.id, 10)
  world.clock.set('2036-02-29T23:59:59.999Z')
  await earn(world, b.id, 10)
  world.clock.set('2036-03-01T00:00:00.000Z')
  await earn(world, b.id, 1_000)
  world.clock.set('2036-03-01T00:05:00.000Z')
  await world.runJob('boards.pay')
  expect(new Set((await paidTo(a)).map(({ key }) => key))).toEqual(
    new Set(['leaderboard:month:2036-02-01:1', 'leaderboard:today:2036-02-28:1']),
  )
  expect((await paidTo(b)).map(({ key }) => key)).toEqual(['leaderboard:today:2036-02-29:1'])
  world.clock.set('2036-12-31T12:00:00.000Z')
  await earn(world, a.id, 9)
  world.clock.set('2037-01-01T00:05:00.000Z')
  await world.runJob('boards.pay')
  expect((await paidTo(a)).map(({ key }) => key)).toContain('leaderboard:month:2036-12-01:1')
})

test('periods that were missed are paid later, each once, back to the newest that is closed', async () => {
  world.clock.set('2037-03-02T00:01:00.000Z')
  await world.runJob('boards.count')
  const [a] = (await people(1)) as [Person]
  for (const day of ['2037-03-02', '2037-03-09', '2037-03-16', '2037-03-23', '2037-03-30']) {
    world.clock.set(`${day}T12:00:00.000Z`)
    await earn(world, a.id, 10)
  }
  await world.runJob('boards.pay')
  await world.runJob('boards.pay')
  expect((await paidTo(a)).map(({ key }) => key)).toEqual([
    'leaderboard:week:2037-03-02:1',
    'leaderboard:week:2037-03-09:1',
    'leaderboard:week:2037-03-16:1',
    'leaderboard:week:2037-03-23:1',
  ])
})

test('prizes are for users whom nothing speaks against; the next moves up, and equal values go by age', async () => {
  world.clock.set('2038-03-01T00:01:00.000Z')
  await world.runJob('boards.count')
  const [a, b, c, d, e] = (await people(5)) as [Person, Person, Person, Person, Person]
  const owner = await world.owner()
  for (const { id } of [owner, a, b]) await earn(world, id, 900)
  for (const { id } of [e, d, c]) await earn(world, id, 50)
  await holdForReview(world, a)
  await lock(world, b.id)
  await d.leaderboard.hide({ body: { hidden: true } })
  world.clock.set('2038-03-08T00:05:00.000Z')
  const note = await world.runJob('boards.pay')
  expect(note).toContain(`In review, skipped: ${a.username}.`)
  const kept = await world.db.raw('SELECT note FROM board_closings')
  expect(JSON.stringify(kept)).not.toContain(a.username)
  expect((await prizes('week', '2038-03-01')).map(({ username }) => username)).toEqual([
    c.username,
    d.username,
    e.username,
  ])
  const { items } = await (await world.user('reader')).news.list({ query: {} })
  expect(items[0]?.html).toContain('someone who hides their name')
  expect(items[0]?.html).not.toContain(d.username)
  const { last } = await c.leaderboard.board({ query: { board: 'week' } })
  expect(last?.winners.map(({ username }) => username)).toEqual([c.username, null, e.username])
})

test('a period without prizes, or without anybody, is closed in silence and not paid when prizes come', async () => {
  await world.settings({ leaderboard_prizes_week: [] })
  world.clock.set('2038-06-07T00:01:00.000Z')
  await world.runJob('boards.count')
  const [a] = (await people(1)) as [Person]
  await earn(world, a.id, 10)
  world.clock.set('2038-06-14T00:05:00.000Z')
  await world.runJob('boards.pay')
  await world.settings({ leaderboard_prizes_week: [1_000] })
  await world.runJob('boards.pay')
  world.clock.set('2038-06-21T00:05:00.000Z')
  await world.runJob('boards.pay')
  expect(await paidTo(a)).toEqual([])
  expect((await a.news.list({ query: {} })).items).toEqual([])
  expect((await a.leaderboard.board({ query: { board: 'week' } })).last).toBeNull()
})
