import type { HomeStats } from '@runnel/contract/home'
import { sql } from 'kysely'
import { dayOf, later } from '#kernel/clock.ts'
import type { Read } from '#kernel/db.ts'
import { coalescedRead } from '#kernel/reads/coalesced-read.ts'
import { staleWhileRevalidate } from '#kernel/reads/stale-while-revalidate.ts'
import { asExecutor } from '#money/accounts.ts'
import { flowsSince } from '#money/daily-totals.ts'
import { earnedIn, paidOutIn } from '#money/sums.ts'

export const WEEK_DAYS = 7
/** What a week brought moves slowly, and its median reads every payout of it. */
const KEPT_SECONDS = 60
/** A median of fewer is the story of a few people. */
const PAYOUTS_MIN = 5

/** The first of the last 7 UTC days, today included. */
export const weekStart = (now: Date): string => dayOf(later(now, -(WEEK_DAYS - 1) * 86_400))

/** What users earned and were paid in the last 7 days, and how fast; at most a minute old. */
export const week = staleWhileRevalidate(
  coalescedRead(KEPT_SECONDS, async (db, now): Promise<HomeStats['week']> => {
    const from = weekStart(now)
    const [flows, paid] = await Promise.all([flowsSince(db, from), paidSince(db, from)])
    return {
      earned: earnedIn(flows),
      paidOut: paidOutIn(flows),
      payouts: paid.count,
      medianPaySeconds: paid.count < PAYOUTS_MIN ? null : paid.seconds,
    }
  }),
  (_now: Date) => 'week',
)

const paidSince = async (db: Read, from: string) => {
  const { rows } = await sql<{ count: number; seconds: number | null }>`
    SELECT count(*) AS count,
      ceil(percentile_cont(0.5) WITHIN GROUP (ORDER BY extract(epoch FROM paid_at - created_at)))::integer AS seconds
    FROM withdrawals WHERE status = 'paid' AND paid_at >= ${from}::date::timestamp AT TIME ZONE 'UTC'`.execute(
    asExecutor(db),
  )
  return rows[0] ?? { count: 0, seconds: null }
}
