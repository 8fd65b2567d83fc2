import { RELIABILITY_DAYS } from '@runnel/contract/constants'
import type { WallReliability } from '@runnel/contract/earn/offerwall'
import { sql } from 'kysely'
import { dayOf, later } from '#kernel/clock.ts'
import type { Read } from '#kernel/db.ts'
import { staleWhileRevalidate } from '#kernel/reads/stale-while-revalidate.ts'
import { asExecutor } from '#money/accounts.ts'

const DAY_SECONDS = 86_400
/** From fewer credits nothing can be said of a wall, and from fewer tied clicks nothing of its speed. */
const CREDITS_MIN = 5

interface ReliabilityRow extends WallReliability {
  readonly wallId: string
}

/** How each wall has kept its word, by its id; walls with too few credits are missing. */
export const reliabilityOf = async (db: Read, now: Date): Promise<ReadonlyMap<string, WallReliability>> => {
  const rows = await readReliability(db, dayOf(later(now, -RELIABILITY_DAYS * DAY_SECONDS)))
  return new Map(rows.map(({ wallId, ...reliability }) => [wallId, reliability]))
}

const readReliability = staleWhileRevalidate(
  async (db: Read, since: string): Promise<readonly ReliabilityRow[]> => {
    const { rows } = await sql<ReliabilityRow>`
    SELECT wall_id AS "wallId", count(*)::int AS credits,
      count(*) FILTER (WHERE status = 'charged-back')::int AS "chargeBacks",
      CASE WHEN count(clicked_at) >= ${CREDITS_MIN} THEN
        round(percentile_cont(0.5) WITHIN GROUP (ORDER BY extract(epoch FROM created_at - clicked_at)))::int
      END AS "medianSeconds"
    FROM offers WHERE NOT by_hand AND created_at >= ${since}::date AT TIME ZONE 'UTC'
    GROUP BY wall_id HAVING count(*) >= ${CREDITS_MIN}`.execute(asExecutor(db))
    return rows
  },
  (since) => since,
)
