import { BOARD_PLACES, type Board } from '@runnel/contract/earn/leaderboard'
import type { Settings } from '@runnel/contract/settings/settings'
import { sql } from 'kysely'
import { lockedSql } from '#kernel/account-lock.ts'
import { dayOf } from '#kernel/clock.ts'
import type { Read } from '#kernel/db.ts'
import { asExecutor } from '#money/accounts.ts'
import type { Units } from '#money/amount.ts'
import { startOf } from './periods.ts'

/** What each rank of a board is paid, from the first on. */
export const prizesOf = (board: Board, settings: Settings): readonly Units[] => {
  if (board === 'today') return settings.leaderboard_prizes_day
  if (board === 'week') return settings.leaderboard_prizes_week
  return board === 'month' ? settings.leaderboard_prizes_month : []
}

/** Staff and locked accounts stand on no board: an SQL condition on `users u`. */
export const isRanked = (now: Date) => sql`u.role = 'user' AND NOT ${lockedSql('u', now)}`

export interface BoardRow {
  readonly id: string
  readonly username: string
  readonly hidden: boolean
  readonly level: number
  readonly value: number
}

/**
 * The first places. Of equal values the smaller id stands first, which is the older account. The limit stands in the
 * statement itself: as a parameter it would let the planner expect a tenth of the board, and plan for that each time.
 */
export const topRanks = async (
  db: Read,
  { board, now }: { readonly board: Board; readonly now: Date },
): Promise<BoardRow[]> => {
  const { rows } = await sql<BoardRow>`
    SELECT u.id, u.username, u.hide_name AS hidden, u.level, s.value
    FROM board_scores s JOIN users u ON u.id = s.user_id
    WHERE s.board = ${board} AND s.start = ${startOf(board, dayOf(now))} AND ${isRanked(now)}
    ORDER BY (-s.value), s.user_id LIMIT ${sql.lit(BOARD_PLACES)}`.execute(asExecutor(db))
  return rows
}

export interface OwnRank {
  readonly rank: number
  readonly value: number
}

/**
 * Where a user stands; null where nothing is counted. Counted from the last mark before the user's place, so that it
 * costs the same among a hundred users and among a million.
 */
export const ownRankOn = async (
  db: Read,
  { board, userId, now }: { readonly board: Board; readonly userId: string; readonly now: Date },
): Promise<OwnRank | null> => {
  const start = startOf(board, dayOf(now))
  const { rows } = await sql<OwnRank>`
    WITH mine AS (
      SELECT value, user_id FROM board_scores WHERE board = ${board} AND start = ${start} AND user_id = ${userId}
    ), mark AS (
      SELECT m.value, m.user_id, m.above FROM board_marks m
      WHERE m.board = ${board} AND m.start = ${start}
        AND ((-m.value), m.user_id) <= ((SELECT -value FROM mine), ${userId}::uuid)
      ORDER BY (-m.value) DESC, m.user_id DESC LIMIT 1
    )
    SELECT mine.value, coalesce((SELECT above FROM mark), 0) + 1 + (
      SELECT count(*) FROM board_scores s WHERE s.board = ${board} AND s.start = ${start}
        AND ((-s.value), s.user_id) < ((SELECT -value FROM mine), ${userId}::uuid)
        AND ((-s.value), s.user_id) >= (coalesce((SELECT -value FROM mark), ${LEAST}::bigint),
          coalesce((SELECT user_id FROM mark), ${FIRST_ID}::uuid))) AS rank
    FROM mine`.execute(asExecutor(db))
  return rows[0] ?? null
}

/** Before every place. */
const LEAST = String(-(2n ** 63n))
const FIRST_ID = '00000000-0000-0000-0000-000000000000'
