import type { OwnerRecord } from '@runnel/contract/task/schemas'
import { sql } from 'kysely'
import { later } from '#kernel/clock.ts'
import type { Read } from '#kernel/db.ts'
import { asExecutor } from '#money/accounts.ts'

/** How far back people are judged; what is older is forgotten. */
const RECORD_SECONDS = 90 * 86_400
const UNFAIR_FROM = 5
const WHOLE = 10_000

interface OwnerRow {
  readonly id: string
  readonly username: string
  readonly reviewed: number
  readonly denied: number
  readonly median: number | null
  readonly disputes: number
  readonly lost: number
}

/**
 * How owners treat people. A denial that a moderator has turned is none, and one because better proof did not come is
 * not the owner's. What was accepted because nobody looked counts as reviewed when the time was over.
 */
export const ownerRecords = async (
  db: Read,
  ids: readonly string[],
  now: Date,
): Promise<ReadonlyMap<string, OwnerRecord>> => {
  const { rows } = await sql<OwnerRow>`
    SELECT u.id, u.username,
      count(s.id) FILTER (WHERE s.reviewed_by = 'owner' OR s.status = 'accepted') AS reviewed,
      count(s.id) FILTER (WHERE s.reviewed_by = 'owner' AND s.status IN ('denied', 'disputed')) AS denied,
      percentile_disc(0.5) WITHIN GROUP (ORDER BY extract(epoch FROM s.reviewed_at - s.sent_at)::integer)
        FILTER (WHERE s.reviewed_by = 'owner' OR s.status = 'accepted') AS median,
      count(s.judged) AS disputes,
      count(s.id) FILTER (WHERE s.judged = 'accepted') AS lost
    FROM users u LEFT JOIN task_submissions s ON s.owner_id = u.id AND s.reviewed_at >= ${later(now, -RECORD_SECONDS)}
    WHERE u.id = ANY(${[...new Set(ids)]}::uuid[]) GROUP BY u.id`.execute(asExecutor(db))
  return new Map(rows.map((row) => [row.id, ownerRecord(row)]))
}

const ownerRecord = ({ username, reviewed, denied, median, disputes, lost }: OwnerRow): OwnerRecord => ({
  username,
  deniedRate: rate(denied, reviewed),
  reviewed,
  medianReviewSeconds: median,
  disputes,
  disputesLost: lost,
  unfair: disputes >= UNFAIR_FROM && lost * 2 > disputes,
})

const rate = (part: number, whole: number): number => (whole === 0 ? 0 : Math.floor((part * WHOLE) / whole))

/** How much of what somebody did was accepted; it recovers as what was denied grows old. */
export interface WorkerRecord {
  readonly acceptedRate: number
  readonly decided: number
}

export const workerRecords = async (
  db: Read,
  ids: readonly string[],
  now: Date,
): Promise<ReadonlyMap<string, WorkerRecord>> => {
  const { rows } = await sql<{ id: string; decided: number; accepted: number }>`
    SELECT user_id AS id, count(*) FILTER (WHERE status IN ('accepted', 'denied')) AS decided,
      count(*) FILTER (WHERE status = 'accepted') AS accepted
    FROM task_submissions
    WHERE user_id = ANY(${[...new Set(ids)]}::uuid[]) AND reviewed_at >= ${later(now, -RECORD_SECONDS)}
    GROUP BY user_id`.execute(asExecutor(db))
  return new Map(rows.map(({ id, decided, accepted }) => [id, { acceptedRate: rate(accepted, decided), decided }]))
}

/** Somebody about whom nothing was decided yet. */
export const newWorkerRecord: WorkerRecord = { acceptedRate: 0, decided: 0 }
