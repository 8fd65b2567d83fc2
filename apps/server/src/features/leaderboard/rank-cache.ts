import type { Board } from '@runnel/contract/earn/leaderboard'
import { sql } from 'kysely'
import { dayOf } from '#kernel/clock.ts'
import type { Db, Tx } from '#kernel/db.ts'
import { periodBoards, startOf } from './periods.ts'

const MARK_EVERY = 200
/** Marking costs about a second a million places; so the more there are, the rarer. */
const PLACES_A_SECOND = 1_000
const PATIENCE = '300s'

/** Marks every so many places of each board with how many stand above, where that is due. */
export const cacheRanks = async (db: Db, now: Date): Promise<void> => {
  for (const board of [...periodBoards, 'all', 'referral'] as const) {
    await db.write(async (tx) => {
      const start = startOf(board, dayOf(now))
      if (await isDue(tx, { board, start, now })) await recomputeRanks(tx, { board, start, now })
    })
  }
}

interface RankCacheInput {
  readonly board: Board
  readonly start: string
  readonly now: Date
}

/** Holds the board's row until the commit, so that one node marks at a time. */
const isDue = async (tx: Tx, { board, start, now }: RankCacheInput): Promise<boolean> => {
  const made = await tx
    .insertInto('board_state')
    .values({ board, start, at: now, places: 0 })
    .onConflict((row) => row.column('board').doNothing())
    .returning('board')
    .executeTakeFirst()
  if (made !== undefined) return true
  const state = await tx
    .selectFrom('board_state')
    .select(['start', 'at', 'places'])
    .where('board', '=', board)
    .forUpdate()
    .executeTakeFirstOrThrow()
  const age = (now.getTime() - state.at.getTime()) / 1_000
  return state.start !== start || age < 0 || age >= state.places / PLACES_A_SECOND
}

const recomputeRanks = async (tx: Tx, { board, start, now }: RankCacheInput): Promise<void> => {
  await sql`SELECT set_config('statement_timeout', ${PATIENCE}, true)`.execute(tx)
  await tx.deleteFrom('board_marks').where('board', '=', board).execute()
  const { rows } = await sql<{ places: number }>`
    WITH places AS MATERIALIZED (
      SELECT value, user_id, row_number() OVER (ORDER BY (-value), user_id) - 1 AS above
      FROM board_scores WHERE board = ${board} AND start = ${start}
    ), marked AS (
      INSERT INTO board_marks (board, start, value, user_id, above)
        SELECT ${board}, ${start}::date, value, user_id, above FROM places
        WHERE above > 0 AND above % ${MARK_EVERY} = 0
    )
    SELECT count(*) AS places FROM places`.execute(tx)
  await tx
    .updateTable('board_state')
    .set({ start, at: now, places: rows[0]?.places ?? 0 })
    .where('board', '=', board)
    .execute()
}

const FORGOTTEN_AT_ONCE = 20_000

/** Removes scores of periods that are over, some at a time: prizes are counted from the days themselves. */
export const purgeOldScores = async (db: Db, now: Date): Promise<void> => {
  for (const board of periodBoards) {
    await db.write((tx) =>
      sql`DELETE FROM board_scores WHERE ctid = ANY (ARRAY(SELECT ctid FROM board_scores
        WHERE board = ${board} AND start < ${startOf(board, dayOf(now))}::date
        LIMIT ${FORGOTTEN_AT_ONCE} FOR UPDATE SKIP LOCKED))`.execute(tx),
    )
  }
}
