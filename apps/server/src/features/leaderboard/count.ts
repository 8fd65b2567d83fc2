import { sql } from 'kysely'
import { recordReferred } from '#features/referral/referral.ts'
import { dayOf, later } from '#kernel/clock.ts'
import type { Db, Read, Tx } from '#kernel/db.ts'
import { usersWithBalanceChanges } from '#money/changed-balances.ts'
import { endOf, periodBoards, startOf } from './periods.ts'
import { isRanked } from './ranking.ts'

/** The row of `board_state` that tells up to when everything earned stands in the scores. */
export const COUNTED = 'counted'

/** What is paid for standing on a board, or by others' earnings, counts on none of those that are paid. */
export const uncountedSources = ['leaderboard', 'referral']

/** Transactions that began before the last count may have ended after it. */
const OVERLAP_SECONDS = 120
const SLICE_SECONDS = 3_600
/** A slice with fewer than these is followed by one twice as long: quiet weeks are caught up with in a few steps. */
const FEW = 1_000
const USERS_AT_ONCE = 5_000
/** A count that has much to catch up with goes on at the next stroke. */
const BUDGET_MS = 40_000

/** Brings the scores up to now, from where the last count ended. Returns how many users it looked at. */
export const countScores = async (db: Db, now: Date): Promise<number> => {
  const begun = performance.now()
  const counted = await countedUpTo(db.read)
  if (counted === undefined) return countEverybody(db, now)
  let users = 0
  // A clock that was set back has written in its future; that is counted again as well.
  let from = later(counted < now ? counted : now, -OVERLAP_SECONDS)
  let slice = SLICE_SECONDS
  for (let isDone = false; !isDone && performance.now() - begun < BUDGET_MS;) {
    const end = later(from, slice)
    isDone = end >= now
    const ids = await unsettledIn(db.read, { from, to: isDone ? undefined : end })
    await recountAll(db, ids, now)
    await recordCountedUntil(db, isDone ? now : end)
    users += ids.length
    slice = ids.length < FEW ? slice * 2 : SLICE_SECONDS
    from = end
  }
  return users
}

const countedUpTo = async (db: Read): Promise<Date | undefined> => {
  const row = await db.selectFrom('board_state').select('at').where('board', '=', COUNTED).executeTakeFirst()
  return row?.at
}

const recordCountedUntil = (db: Db, at: Date): Promise<unknown> =>
  db.write((tx) =>
    tx
      .insertInto('board_state')
      .values({ board: COUNTED, start: startOf('all', dayOf(at)), at, places: 0 })
      .onConflict((row) => row.column('board').doUpdateSet({ at }))
      .execute(),
  )

/** The first count of all: a few thousand users at a time, in the order of their ids. */
const countEverybody = async (db: Db, now: Date): Promise<number> => {
  let users = 0
  for (let last = ''; ;) {
    const rows = await db.read
      .selectFrom('users')
      .select('id')
      .$if(last !== '', (query) => query.where('id', '>', last))
      .orderBy('id')
      .limit(USERS_AT_ONCE)
      .execute()
    await recountAll(
      db,
      rows.map(({ id }) => id),
      now,
    )
    users += rows.length
    if (rows.length < USERS_AT_ONCE) break
    last = rows.at(-1)?.id ?? ''
  }
  await recordCountedUntil(db, now)
  return users
}

interface Stretch {
  readonly from: Date
  readonly to: Date | undefined
}

/** Whose scores may have changed: who earned or gave back, who was locked, and the staff. */
const unsettledIn = async (db: Read, stretch: Stretch): Promise<string[]> => {
  const [movers, others] = await Promise.all([
    usersWithBalanceChanges(db, stretch),
    db
      .selectFrom('users')
      .select('id')
      .where((is) => is.or([is('role', '<>', 'user'), is('locked_at', '>=', stretch.from)]))
      .execute(),
  ])
  return [...new Set([...movers, ...others.map(({ id }) => id)])].toSorted()
}

const recountAll = async (db: Db, ids: readonly string[], now: Date): Promise<void> => {
  for (let at = 0; at < ids.length; at += USERS_AT_ONCE) {
    const some = ids.slice(at, at + USERS_AT_ONCE)
    await db.write(async (tx) => {
      await recountEarned(tx, some, now)
      await recountReferred(tx, [...some, ...(await recordReferred(tx, some))], now)
    })
  }
}

/** Sets the scores of these users from the day counters; a score of nothing is no score. */
const recountEarned = async (tx: Tx, ids: readonly string[], now: Date): Promise<void> => {
  const [today, week, month] = periodBoards.map((board) => {
    const start = startOf(board, dayOf(now))
    return {
      start: sql`${start}::date`,
      earned: sql`sum(c.earned) FILTER (WHERE c.day >= ${start}::date
      AND c.day < ${endOf(board, start)}::date AND c.source <> ALL (${uncountedSources}::text[]))`,
    }
  })
  if (today === undefined || week === undefined || month === undefined) return
  await sql`
    WITH asked AS (SELECT unnest(${[...ids]}::uuid[]) AS id),
    who AS (SELECT u.id, u.total_earned FROM users u JOIN asked USING (id) WHERE ${isRanked(now)}),
    earned AS (
      SELECT c.user_id, ${today.earned} AS today, ${week.earned} AS week, ${month.earned} AS month
      FROM day_counters c JOIN who ON who.id = c.user_id
      WHERE c.day >= least(${week.start}, ${month.start}) GROUP BY c.user_id
    ), score AS (
      SELECT b.board, b.start, asked.id AS user_id, coalesce(b.value, 0)::bigint AS value
      FROM asked LEFT JOIN who USING (id) LEFT JOIN earned e ON e.user_id = asked.id
      CROSS JOIN LATERAL (VALUES ('all', ${startOf('all', '')}::date, who.total_earned),
        ('today', ${today.start}, e.today), ('week', ${week.start}, e.week), ('month', ${month.start}, e.month)
      ) AS b (board, start, value)
    ), gone AS (
      DELETE FROM board_scores s USING score
      WHERE s.board = score.board AND s.start = score.start AND s.user_id = score.user_id AND score.value <= 0
    )
    INSERT INTO board_scores AS s (board, start, user_id, value)
      SELECT board, start, user_id, value FROM score WHERE value > 0 ORDER BY board, start, user_id
    ON CONFLICT (board, start, user_id) DO UPDATE SET value = EXCLUDED.value WHERE s.value <> EXCLUDED.value`.execute(
    tx,
  )
}

/** Sets how many people these users have referred who count. */
const recountReferred = async (tx: Tx, ids: readonly string[], now: Date): Promise<void> => {
  const start = startOf('referral', '')
  await sql`
    WITH asked AS (SELECT DISTINCT unnest(${[...ids]}::uuid[]) AS id),
    score AS (
      SELECT asked.id AS user_id, CASE WHEN ${isRanked(now)} THEN (
        SELECT count(*) FROM referral_people p WHERE p.referrer_id = asked.id AND p.counts) ELSE 0 END AS value
      FROM asked JOIN users u USING (id)
    ), gone AS (
      DELETE FROM board_scores s USING score
      WHERE s.board = 'referral' AND s.start = ${start} AND s.user_id = score.user_id AND score.value = 0
    )
    INSERT INTO board_scores AS s (board, start, user_id, value)
      SELECT 'referral', ${start}::date, user_id, value FROM score WHERE value > 0 ORDER BY user_id
    ON CONFLICT (board, start, user_id) DO UPDATE SET value = EXCLUDED.value WHERE s.value <> EXCLUDED.value`.execute(
    tx,
  )
}
