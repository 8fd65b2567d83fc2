import { sql } from 'kysely'
import { dayOf, later } from '#kernel/clock.ts'
import type { Read } from '#kernel/db.ts'
import { asExecutor } from '#money/accounts.ts'
import type { Units } from '#money/amount.ts'

/** What a reviewer knows of an account besides its risk signals: also of one that has none. */
export interface ReviewContext {
  /** Where its earnings of the last 30 days came from, most first. */
  readonly earned: { readonly source: string; readonly amount: Units }[]
  /**
   * Accounts that use one of its networks and asked for a withdrawal on the same UTC day, this one among them, and how
   * many of their addresses were new that day: of the network with most of them. Null: none but this account.
   */
  readonly network: { readonly accounts: number; readonly newAddresses: number } | null
}

interface Applied {
  readonly id: string
  readonly userId: string
  readonly createdAt: Date
}

const DAY_SECONDS = 86_400
const EARNED_DAYS = 30

/** The context of each withdrawal, by its id. Two round trips. */
export const reviewContexts = async (
  db: Read,
  rows: readonly Applied[],
  now: Date,
): Promise<(row: Applied) => ReviewContext> => {
  const users = [...new Set(rows.map(({ userId }) => userId))]
  const [earned, networks] = await Promise.all([earnedOf(db, users, now), networksOf(db, rows)])
  return ({ userId, createdAt }) => ({
    earned: (earned.get(userId) ?? []).map(({ source, amount }) => ({ source, amount })),
    network: networks.get(keyOf(userId, dayOf(createdAt))) ?? null,
  })
}

const keyOf = (userId: string, day: string): string => `${userId} ${day}`

const earnedOf = async (db: Read, users: readonly string[], now: Date) => {
  const since = dayOf(later(now, -EARNED_DAYS * DAY_SECONDS))
  const { rows } = await sql<{ userId: string; source: string; amount: Units }>`
    SELECT user_id AS "userId", source, sum(earned)::bigint AS amount FROM day_counters
    WHERE user_id = ANY(${users}::uuid[]) AND day > ${since}::date
    GROUP BY user_id, source HAVING sum(earned) > 0 ORDER BY sum(earned) DESC, source`.execute(asExecutor(db))
  return Map.groupBy(rows, ({ userId }) => userId)
}

/** Read from the withdrawals of the days that are shown: a network may have far more accounts than these. */
const networksOf = async (db: Read, rows: readonly Applied[]) => {
  const shown = [...new Map(rows.map((row) => [keyOf(row.userId, dayOf(row.createdAt)), row])).values()]
  const { rows: found } = await sql<{ userId: string; day: string; accounts: number; newAddresses: number }>`
    WITH shown AS (
      SELECT * FROM unnest(${shown.map(({ userId }) => userId)}::uuid[],
        ${shown.map(({ createdAt }) => dayOf(createdAt))}::date[]) AS s (user_id, day)),
    days AS (
      SELECT day, day::timestamp AT TIME ZONE 'UTC' AS begins, (day + 1)::timestamp AT TIME ZONE 'UTC' AS ends
      FROM (SELECT DISTINCT day FROM shown) d),
    asked AS (
      SELECT d.day, w.user_id, w.address_key, NOT EXISTS (
        SELECT FROM withdrawals e WHERE e.address_key = w.address_key AND e.created_at < d.begins) AS is_new
      FROM days d JOIN withdrawals w ON w.created_at >= d.begins AND w.created_at < d.ends),
    counted AS (
      SELECT a.day, n.net, count(DISTINCT a.user_id)::integer AS accounts,
        (count(DISTINCT a.address_key) FILTER (WHERE a.is_new))::integer AS addresses
      FROM asked a JOIN network_users n ON n.user_id = a.user_id
      GROUP BY a.day, n.net HAVING count(DISTINCT a.user_id) > 1)
    SELECT DISTINCT ON (s.user_id, s.day) s.user_id AS "userId", s.day::text, c.accounts,
      c.addresses AS "newAddresses"
    FROM shown s JOIN network_users mine ON mine.user_id = s.user_id
      JOIN counted c ON c.day = s.day AND c.net = mine.net
    ORDER BY s.user_id, s.day, c.accounts DESC, c.addresses DESC`.execute(asExecutor(db))
  return new Map(
    found.map(({ userId, day, accounts, newAddresses }) => [keyOf(userId, day), { accounts, newAddresses }]),
  )
}
