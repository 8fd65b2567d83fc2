import { sql } from 'kysely'
import { bannedSql } from '#kernel/account-lock.ts'
import { dayOf, later } from '#kernel/clock.ts'
import type { Db, Read } from '#kernel/db.ts'
import { staleWhileRevalidate, isExpensive } from '#kernel/reads/stale-while-revalidate.ts'
import { assert } from '#kernel/refusal.ts'
import { say, type Words } from '#kernel/words/say.ts'
import { asExecutor, type Balances, heldInEscrow, owedToUsers } from '#money/accounts.ts'
import type { Units } from '#money/amount.ts'
import { type DailyTotal, flowsInAll, flowsSince } from '#money/daily-totals.ts'

/** What the overview has to add up over everybody and everything. */
export interface OverviewTotals {
  readonly users: UserCounts
  readonly inAll: readonly Omit<DailyTotal, 'day'>[]
  readonly recent: readonly DailyTotal[]
  readonly owned: Balances
  readonly escrow: Units
  readonly activity: readonly Activity[]
  readonly revenue: readonly { readonly day: string; readonly revenue: Units }[]
}

interface UserCounts {
  readonly total: number
  readonly today: number
  readonly verified: number
  readonly locked: number
  readonly active: number
}

/** How many people joined, and how many claims were made. */
interface Activity {
  readonly day: string
  readonly joined: number
  readonly claims: number
  /** What these claims brought. */
  readonly claimsEarned: Units
}

/** How many days its charts show. */
export const CHART_DAYS = 30
const DAY_SECONDS = 86_400
/** What a job added up is not shown for longer, should it fail from then on. */
const KEPT_SECONDS = 900

/** The sums as they are now; those of a large site as a job added them up in the last minutes, on any node. */
export const loadOverviewTotals = async (db: Read, now: Date): Promise<OverviewTotals> => {
  const kept = await db
    .selectFrom('overview_sums')
    .select(['at', 'sums'])
    .where('at', '>', later(now, -KEPT_SECONDS))
    .executeTakeFirst()
  // Only `storeOverviewTotals` writes this column. What was counted yesterday is not what today's figures are.
  return kept !== undefined && dayOf(kept.at) === dayOf(now)
    ? (kept.sums as OverviewTotals)
    : addedUp(db, dayOf(now), now)
}

/** Adds up ahead what takes long; where it does not, everybody sees what is true this moment. */
export const storeOverviewTotals = async (db: Db, now: Date): Promise<Words> => {
  const began = performance.now()
  const sums = await addUp(db.read, now)
  const isKept = await isExpensive(db.read, performance.now() - began)
  const row = { at: now, sums: JSON.stringify(sums) }
  await db.write(async (tx) => {
    if (!isKept) return tx.deleteFrom('overview_sums').execute()
    return tx
      .insertInto('overview_sums')
      .values(row)
      .onConflict((known) => known.column('only_row').doUpdateSet(row))
      .execute()
  })
  return say(isKept ? 'owner.job.overviewStored' : 'owner.job.overviewQuick')
}

const addUp = async (db: Read, now: Date): Promise<OverviewTotals> => {
  const from = dayOf(later(now, -(CHART_DAYS - 1) * DAY_SECONDS))
  const [users, inAll, recent, owned, escrow, activity, revenue] = await Promise.all([
    countUsers(db, now),
    flowsInAll(db),
    flowsSince(db, from),
    owedToUsers(db),
    heldInEscrow(db),
    activityByDay(db, from),
    wallRevenue(db, from),
  ])
  return { users, inAll, recent, owned, escrow, activity, revenue }
}

const addedUp = staleWhileRevalidate(
  (db: Read, _day: string, now: Date) => addUp(db, now),
  (day) => day,
)

const countUsers = async (db: Read, now: Date): Promise<UserCounts> => {
  const { rows } = await sql<UserCounts>`
    SELECT count(*) AS total,
      count(*) FILTER (WHERE joined_at >= ${dayOf(now)}::date::timestamp AT TIME ZONE 'UTC') AS today,
      count(email_verified_at) AS verified,
      count(*) FILTER (WHERE ${bannedSql('users', now)}) AS locked,
      count(*) FILTER (WHERE last_seen_at > ${later(now, -DAY_SECONDS)}) AS active
    FROM users`.execute(asExecutor(db))
  const [row] = rows
  assert(row !== undefined, 'a count gives one row')
  return row
}

const activityByDay = async (db: Read, from: string): Promise<readonly Activity[]> => {
  const { rows } = await sql<Activity>`
    SELECT day, sum(joined)::bigint AS joined, sum(claims)::bigint AS claims,
      sum(earned)::bigint AS "claimsEarned" FROM (
      SELECT (joined_at AT TIME ZONE 'UTC')::date AS day, count(*) AS joined, 0 AS claims, 0 AS earned FROM users
        WHERE joined_at >= ${from}::date::timestamp AT TIME ZONE 'UTC' GROUP BY 1
      UNION ALL SELECT day, 0, sum(count), sum(earned) FROM day_counters
        WHERE source = 'faucet' AND day >= ${from}::date GROUP BY 1
    ) by_day GROUP BY day`.execute(asExecutor(db))
  return rows
}

/** What walls pay for the offers of a day, in units. */
const wallRevenue = async (db: Read, from: string): Promise<OverviewTotals['revenue']> => {
  const { rows } = await sql<{ day: string; revenue: Units }>`
    SELECT (created_at AT TIME ZONE 'UTC')::date AS day,
      sum(CASE status WHEN 'charged-back' THEN revenue - ceil(revenue::numeric * (taken + debt) / amount)::bigint
        ELSE revenue END)::bigint AS revenue
    FROM offers WHERE created_at >= ${from}::date::timestamp AT TIME ZONE 'UTC' GROUP BY 1`.execute(asExecutor(db))
  return rows
}
