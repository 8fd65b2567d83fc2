import { type RawBuilder, sql } from 'kysely'
import type { Read } from '#kernel/db.ts'
import { asExecutor } from '#money/accounts.ts'

export interface WrongAllowance {
  readonly account: string
  readonly balance: number
  readonly sum: number
}

/** All users; or those of one of the 32 parts of the accounts (`proof_part`), none for null, and some by their ids. */
export type ProvedUsers = 'all' | { readonly part: number | null; readonly ids: readonly string[] }

const NAMED_AT_MOST = 20

/**
 * Holds what is counted for the allowance of accounts against their transfers: what they were paid of the site's own
 * money, in full and reduced, less what was reversed; what their earnings left to the site, less what was taken back;
 * and the settled revenue that a claim adds up once a day.
 */
export const proveAllowances = async (db: Read, which: ProvedUsers): Promise<WrongAllowance[]> => {
  const some = which === 'all' ? sql`true` : isOneOf(which)
  const { rows } = await sql<WrongAllowance>`
    WITH counted AS (
      SELECT u.id, u.allowance_used AS used, u.reduced_paid AS reduced, u.settled, u.settled_until,
        coalesce((SELECT sum(d.revenue) FROM day_counters d WHERE d.user_id = u.id), 0)::bigint AS revenue
      FROM users u WHERE ${some}
    ), told AS (
      SELECT c.*, p.used AS used_told, p.reduced AS reduced_told, p.revenue - t.revenue AS revenue_told
      FROM counted c CROSS JOIN LATERAL (${paid}) p CROSS JOIN LATERAL (${takenBack}) t
    )
    SELECT 'main:' || id || ' (allowance used)' AS account, used AS balance, used_told AS sum FROM told
      WHERE used <> used_told
    UNION ALL SELECT 'main:' || id || ' (reduced rewards)', reduced, reduced_told FROM told
      WHERE reduced <> reduced_told
    UNION ALL SELECT 'main:' || id || ' (revenue)', revenue, revenue_told FROM told WHERE revenue <> revenue_told
    UNION ALL SELECT 'main:' || id || ' (settled revenue)', settled, settled_revenue(id, settled_until) FROM told
      WHERE settled_until IS NOT NULL AND settled <> settled_revenue(id, settled_until)
    ORDER BY 1 LIMIT ${NAMED_AT_MOST}`.execute(asExecutor(db))
  return [...rows]
}

const isOneOf = ({ part, ids }: Exclude<ProvedUsers, 'all'>): RawBuilder<unknown> =>
  part === null
    ? sql`u.id = ANY (${[...ids]}::uuid[])`
    : sql`(proof_part('main:' || u.id) = ${part}::smallint OR u.id = ANY (${[...ids]}::uuid[]))`

const named = /^main:([\da-f-]{36}) \((?:allowance used|reduced rewards|revenue|settled revenue)\)$/

/** The ids of the users whom mismatches of an earlier proof of allowances name. */
export const wrongBefore = (mismatches: readonly WrongAllowance[]): string[] => [
  ...new Set(mismatches.flatMap(({ account }) => named.exec(account)?.[1] ?? [])),
]

/** What the transfers since the counting began say that a user was paid, and what was left of it to the site. */
const paid: RawBuilder<unknown> = sql`
  SELECT coalesce(sum(allowance_part(t.kind, t.amount, t.meta)), 0)::bigint AS used,
    coalesce(sum(t.amount - allowance_part(t.kind, t.amount, t.meta)) FILTER (WHERE t.kind = 'faucet'), 0)::bigint
      AS reduced,
    coalesce(sum((t.meta ->> 'revenue')::bigint), 0)::bigint AS revenue
  FROM transfers t WHERE t.credit = 'main:' || c.id AND t.credit_after IS NOT NULL
    AND t.kind IN ('faucet', 'bonus', 'challenge', 'coupon', 'link', 'ptc', 'task', 'offerwall')
    AND t.at > (SELECT s.at FROM allowance_start s) AND NOT EXISTS (SELECT FROM transfers r WHERE r.reverses = t.id)`

/** One taking back may be several transfers: out of the main and the deposit balance, and what became a debt. */
const takenBack: RawBuilder<unknown> = sql`
  SELECT coalesce(sum(once.revenue), 0)::bigint AS revenue FROM (
    SELECT DISTINCT m.key, m.revenue FROM (
      SELECT regexp_replace(t.key, ':deposit$', '') AS key, (t.meta ->> 'revenue')::bigint AS revenue FROM transfers t
        WHERE t.debit IN ('main:' || c.id, 'deposit:' || c.id) AND t.debit_after IS NOT NULL
          AND t.kind IN ('ptc-return', 'offerwall-charge-back') AND t.meta ? 'revenue'
      UNION ALL SELECT d.key, (t.meta ->> 'revenue')::bigint FROM debts d
        JOIN transfers t ON t.key = 'debt-cover:' || d.key WHERE d.user_id = c.id AND t.meta ? 'revenue') m) once`
