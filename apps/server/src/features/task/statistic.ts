import type { Contract } from '@runnel/contract'
import type { Answer } from '@runnel/contract/route'
import { sql } from 'kysely'
import { later } from '#kernel/clock.ts'
import type { Read } from '#kernel/db.ts'
import { assert } from '#kernel/refusal.ts'
import { asExecutor } from '#money/accounts.ts'

const STATISTIC_SECONDS = 90 * 86_400
const OWNERS = 10

interface Row {
  readonly open: number
  readonly oldest: Date | null
  readonly accepted: number
  readonly denied: number
  readonly median: number | null
}

/** How many disputes wait, and how those of the last 90 days were decided. */
export const disputeStatistic = async (db: Read, now: Date): Promise<Answer<Contract['task']['disputedStatistic']>> => {
  const since = later(now, -STATISTIC_SECONDS)
  const [{ rows }, owners] = await Promise.all([
    sql<Row>`
      SELECT (SELECT count(*) FROM task_submissions WHERE status = 'disputed') AS open,
        (SELECT min(disputed_at) FROM task_submissions WHERE status = 'disputed') AS oldest,
        count(*) FILTER (WHERE judged = 'accepted') AS accepted,
        count(*) FILTER (WHERE judged = 'denied') AS denied,
        percentile_disc(0.5) WITHIN GROUP (ORDER BY extract(epoch FROM judged_at - disputed_at)::integer) AS median
      FROM task_submissions WHERE judged IS NOT NULL AND judged_at >= ${since}`.execute(asExecutor(db)),
    sql<{ username: string; disputes: number; lost: number }>`
      SELECT u.username, count(*) AS disputes, count(*) FILTER (WHERE s.judged = 'accepted') AS lost
      FROM task_submissions s JOIN users u ON u.id = s.owner_id
      WHERE s.judged IS NOT NULL AND s.judged_at >= ${since}
      GROUP BY u.id HAVING count(*) FILTER (WHERE s.judged = 'accepted') > 0
      ORDER BY lost DESC, disputes, u.username LIMIT ${OWNERS}`.execute(asExecutor(db)),
  ])
  const [row] = rows
  assert(row !== undefined, 'a count gives one row')
  return {
    open: row.open,
    oldestAt: row.oldest?.toISOString() ?? null,
    forWorkers: row.accepted,
    forOwners: row.denied,
    medianSeconds: row.median,
    owners: owners.rows,
  }
}
