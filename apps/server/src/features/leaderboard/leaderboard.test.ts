import type { Board } from '@runnel/contract/earn/leaderboard'
import { describe, expect, test } from 'vitest'
import { earn, lock } from '#test/features/earning.ts'
import { expectRefused } from '#test/sign-up.ts'
import { type Person, useWorld } from '#test/world.ts'

const world = useWorld()
const board = (person: Person, wanted: Board = 'today') => person.leaderboard.board({ query: { board: wanted } })
const names = async (person: Person, wanted: Board = 'today') =>
  (await board(person, wanted)).items.map(({ username, value }) => [username, value])

describe('a board', () => {
  test('is empty before anybody earned, and says so', async () => {
    world.clock.set('2026-03-11T12:00:00.000Z')
    const nora = await world.user('nora')
    expect(await board(nora)).toMatchObject({
      board: 'today',
      items: [],
      me: null,
      countedAt: null,
      endsAt: '2026-03-12T00:00:00.000Z',
      hidden: false,
      last: null,
    })
    await world.runJob('boards.count')
    expect((await board(nora)).countedAt).toBe('2026-03-11T12:00:00.000Z')
  })

  test('counts what was earned, not what was won or brought by others, and stands by value', async () => {
    const [ann, ben, cid] = [await world.user('ann'), await world.user('ben'), await world.user('cid')]
    await earn(world, ann.id, 100)
    await earn(world, ben.id, 300, 'link')
    await earn(world, cid.id, 200)
    await earn(world, ann.id, 5_000, 'leaderboard')
    await earn(world, ann.id, 5_000, 'referral')
    world.clock.turn(60)
    await world.runJob('boards.count')
    expect(await names(ann)).toEqual([
      ['ben', 300],
      ['cid', 200],
      ['ann', 100],
    ])
    expect((await board(ann)).me).toEqual({ rank: 3, value: 100, prize: 0 })
    expect(await names(ann, 'all')).toEqual([
      ['ann', 10_100],
      ['ben', 300],
      ['cid', 200],
    ])
    const week = await board(ann, 'week')
    expect(week.prizes).toEqual([1_000, 500, 250])
    expect(week.items.map(({ prize, isMe }) => [prize, isMe])).toEqual([
      [1_000, false],
      [500, false],
      [250, true],
    ])
    await earn(world, ann.id, 250)
    world.clock.turn(60)
    await world.runJob('boards.count')
    expect((await board(ann)).me).toEqual({ rank: 1, value: 350, prize: 0 })
  })

  test('gives equal values a stable order: the older account stands first', async () => {
    world.clock.set('2026-04-01T10:00:00.000Z')
    const people = []
    for (const name of ['tie_a', 'tie_b', 'tie_c']) people.push(await world.user(name))
    for (const { id } of people.toReversed()) await earn(world, id, 70)
    await world.runJob('boards.count')
    const ann = await world.user('ann')
    expect((await names(ann)).map(([name]) => name)).toEqual(['tie_a', 'tie_b', 'tie_c'])
    expect((await board(people[1]!)).me?.rank).toBe(2)
  })

  test('turns with the day, the week and the month, on a leap day and at the end of a year', async () => {
    world.clock.set('2028-02-29T23:59:30.000Z')
    const leap = await world.user('leap')
    await earn(world, leap.id, 10)
    await world.runJob('boards.count')
    expect(await names(leap)).toEqual([['leap', 10]])
    world.clock.set('2028-03-01T00:00:30.000Z')
    await world.runJob('boards.count')
    expect(await names(leap)).toEqual([])
    expect(await names(leap, 'month')).toEqual([])
    expect(await names(leap, 'week')).toEqual([['leap', 10]])
    await earn(world, leap.id, 5)
    await world.runJob('boards.count')
    expect(await names(leap, 'month')).toEqual([['leap', 5]])
    expect(await names(leap, 'week')).toEqual([['leap', 15]])
    world.clock.set('2028-03-06T00:00:00.000Z')
    await world.runJob('boards.count')
    expect(await names(leap, 'week')).toEqual([])
    world.clock.set('2028-12-31T23:59:59.000Z')
    await earn(world, leap.id, 3)
    world.clock.set('2029-01-01T00:00:01.000Z')
    await earn(world, leap.id, 4)
    await world.runJob('boards.count')
    const signedIn = await world.user('leap')
    expect(await names(signedIn, 'month')).toEqual([['leap', 4]])
    expect(await names(signedIn, 'week')).toEqual([['leap', 4]])
    const counted = await world.db.raw("SELECT DISTINCT start FROM board_scores WHERE board IN ('today', 'week')")
    expect(counted, 'what is over is forgotten').toEqual([{ start: '2029-01-01' }])
  })

  test('counts on when the clock was set back', async () => {
    world.clock.set('2029-06-10T12:00:00.000Z')
    const back = await world.user('back')
    await world.runJob('boards.count')
    world.clock.set('2029-06-08T12:00:00.000Z')
    await earn(world, back.id, 12)
    await world.runJob('boards.count')
    expect(await names(back)).toEqual([['back', 12]])
  })

  test('hides names from all but their owners, and the rank stays', async () => {
    world.clock.set('2029-07-01T12:00:00.000Z')
    const [shy, ann] = [await world.user('shy'), await world.user('ann')]
    await earn(world, shy.id, 40)
    await world.runJob('boards.count')
    expect(await shy.leaderboard.hide({ body: { hidden: true } })).toMatchObject({ hidden: true })
    expect(await names(ann)).toEqual([[null, 40]])
    expect(await names(shy)).toEqual([['shy', 40]])
    expect((await board(shy)).hidden).toBe(true)
    await shy.leaderboard.hide({ body: { hidden: false } })
    expect(await names(ann)).toEqual([['shy', 40]])
  })

  test('is no place for staff and locked accounts', async () => {
    world.clock.set('2029-08-01T12:00:00.000Z')
    const [owner, moderator] = [await world.owner(), await world.moderator()]
    const [bad, good] = [await world.user('bad'), await world.user('good')]
    for (const { id } of [owner, moderator, bad]) await earn(world, id, 500)
    await earn(world, good.id, 1)
    await world.runJob('boards.count')
    await lock(world, bad.id)
    expect(await names(good), 'at once').toEqual([['good', 1]])
    expect((await board(owner)).me).toBeNull()
    world.clock.turn(60)
    await world.runJob('boards.count')
    expect((await board(good)).me?.rank, 'and at the next count of ranks too').toBe(1)
  })

  test('takes back what was returned', async () => {
    world.clock.set('2029-09-01T12:00:00.000Z')
    const mia = await world.user('mia')
    await earn(world, mia.id, 50)
    await world.runJob('boards.count')
    await world.db.raw('UPDATE day_counters SET earned = 0 WHERE user_id = $1', [mia.id])
    await earn(world, mia.id, 1, 'referral')
    await world.runJob('boards.count')
    expect(await names(mia)).toEqual([])
  })

  test('knows no other boards, no guests, and lets nobody hide more often than twenty times an hour', async () => {
    const ann = await world.user('ann')
    const asked = await ann.raw({ method: 'GET', path: '/api/leaderboard?board=year' })
    expect(asked).toMatchObject({ status: 422, body: { code: 'INVALID_FIELDS' } })
    await expectRefused(world.guest().leaderboard.board({ query: {} }), 401, 'NO_SESSION')
    await expectRefused(world.guest().leaderboard.hide({ body: { hidden: true } }), 401, 'NO_SESSION')
    for (let time = 0; time < 20; time++) await ann.leaderboard.hide({ body: { hidden: false } })
    await expectRefused(ann.leaderboard.hide({ body: { hidden: false } }), 429, 'TOO_MANY')
  })
})

describe('the board of people referred', () => {
  test('counts those who are verified and have earned, each once', async () => {
    world.clock.set('2029-10-01T12:00:00.000Z')
    const host = await world.user('host')
    const guests = []
    for (const name of ['guest_a', 'guest_b', 'guest_c', 'guest_d']) guests.push(await world.user(name))
    const ids = guests.map(({ id }) => id)
    await world.db.raw('UPDATE users SET referrer_id = $1 WHERE id = ANY($2::uuid[])', [host.id, ids])
    await world.db.raw('UPDATE users SET email_verified_at = NULL WHERE id = $1', [ids[1]])
    await earn(world, ids[0]!, 10)
    await earn(world, ids[1]!, 10)
    await earn(world, ids[2]!, 10)
    for (let time = 0; time < 2; time++) await world.runJob('boards.count')
    expect(await names(host, 'referral')).toEqual([['host', 2]])
    await earn(world, ids[3]!, 10)
    await earn(world, ids[0]!, 10)
    await world.runJob('boards.count')
    expect(await names(host, 'referral')).toEqual([['host', 3]])
    expect((await board(host, 'referral')).endsAt).toBeNull()
  })
})

describe('a rank far below', () => {
  test('is exact to the place, with ties as long as the distance between two marks and longer', async () => {
    world.clock.set('2030-01-01T12:00:00.000Z')
    const far = await world.user('far')
    await world.db.raw(
      `WITH people AS (INSERT INTO users (id, username, email, email_key, joined_at, last_seen_at)
         SELECT gen_random_uuid(), 'mass' || n, n || '@example.org', n || '@example.org', $1, $1
         FROM generate_series(1, 4200) n RETURNING id, substr(username, 5)::integer AS n)
       INSERT INTO board_scores
         SELECT 'all', '1970-01-01', id, CASE WHEN n <= 3000 THEN 900 ELSE 10 + n END FROM people`,
      [world.clock.now()],
    )
    await earn(world, far.id, 900)
    await world.runJob('boards.count')
    const marks = await world.db.raw("SELECT count(*)::integer AS marks FROM board_marks WHERE board = 'all'")
    expect(Number(marks[0]?.['marks'])).toBeGreaterThan(7)
    const told = async () => (await board(far, 'all')).me?.rank
    const counted = async () => {
      const rows = await world.db.raw(
        `SELECT count(*)::integer + 1 AS rank FROM board_scores s, board_scores mine
         WHERE s.board = 'all' AND mine.board = 'all' AND mine.user_id = $1
           AND (-s.value, s.user_id) < (-mine.value, mine.user_id)`,
        [far.id],
      )
      return rows[0]?.['rank']
    }
    expect(await told()).toBe(await counted())
    for (const more of [1, 500, 2_500]) {
      await earn(world, far.id, more)
      world.clock.turn(1)
      await world.runJob('boards.count')
      expect(await told()).toBe(await counted())
    }
  })
})
