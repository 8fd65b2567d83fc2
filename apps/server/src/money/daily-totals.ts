import { sql } from 'kysely'
import { dayOf } from '#kernel/clock.ts'
import type { Read, Tx } from '#kernel/db.ts'
import { asExecutor } from '#money/accounts.ts'
import type { Units } from '#money/amount.ts'

/** What went out of an account that keeps no running balance, and what came in, on one UTC day. */
export interface DailyTotal {
  readonly account: string
  readonly day: string
  readonly debited: Units
  readonly credited: Units
}

/**
 * What other people paid for, all escrows together: rewards out of them, and those that came back. Each escrow keeps a
 * balance of its own, but nothing else tells what they paid on a day.
 */
const PAID_BY_OTHERS = sql.lit('escrow')

/**
 * Days that no roll-up holds yet, straight from the transfers; today is always one of them. The transfers are read
 * once, and become few rows before the sides of each are told apart.
 */
const open = sql`
  SELECT account, day, sum(debited)::bigint AS debited, sum(credited)::bigint AS credited
  FROM (
    SELECT (at AT TIME ZONE 'UTC')::date AS day, CASE WHEN debit_after IS NULL THEN debit END AS debit,
      CASE WHEN credit_after IS NULL THEN credit END AS credit, kind IN ('ptc', 'task') AS is_paid,
      kind = 'ptc-return' OR (kind = 'debt-cover' AND credit LIKE 'escrow:%') AS is_returned, sum(amount) AS amount
    FROM transfers WHERE at >= (SELECT since FROM closed) GROUP BY 1, 2, 3, 4, 5) moved
  CROSS JOIN LATERAL (VALUES (debit, amount, 0, debit IS NOT NULL), (credit, 0, amount, credit IS NOT NULL),
    (${PAID_BY_OTHERS}, amount, 0, is_paid), (${PAID_BY_OTHERS}, 0, amount, is_returned))
    AS side (account, debited, credited, counts)
  WHERE counts GROUP BY account, day`

const closed = sql`
  SELECT coalesce((max(day) + 1)::timestamp AT TIME ZONE 'UTC', '-infinity'::timestamptz) AS since FROM account_days`

/** All flows from a day on. */
export const flowsSince = async (db: Read, from: string): Promise<DailyTotal[]> => {
  const { rows } = await sql<DailyTotal>`
    WITH closed AS (${closed}), open_days AS (${open})
    SELECT account, day, debited, credited FROM account_days WHERE day >= ${from}::date
    UNION ALL SELECT account, day, debited, credited FROM open_days WHERE day >= ${from}::date`.execute(asExecutor(db))
  return rows
}

/** What ever went out of each such account, and what came in. */
export const flowsInAll = async (db: Read): Promise<Omit<DailyTotal, 'day'>[]> => {
  const { rows } = await sql<Omit<DailyTotal, 'day'>>`
    WITH closed AS (${closed}), open_days AS (${open})
    SELECT account, sum(debited)::bigint AS debited, sum(credited)::bigint AS credited FROM (
      SELECT account, debited, credited FROM account_days
      UNION ALL SELECT account, debited, credited FROM open_days) days
    GROUP BY account`.execute(asExecutor(db))
  return rows
}

/** Keeps the sums of the days that are over, so that nobody adds them up again. Returns how many rows it made. */
export const rollUpDailyTotals = async (tx: Tx, now: Date): Promise<number> => {
  const made = await sql`
    WITH closed AS (${closed}), open_days AS (${open})
    INSERT INTO account_days (account, day, debited, credited)
      SELECT account, day, debited, credited FROM open_days WHERE day < ${dayOf(now)}::date
    ON CONFLICT (account, day) DO NOTHING`.execute(tx)
  return Number(made.numAffectedRows ?? 0n)
}
