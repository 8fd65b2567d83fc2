import { sql } from 'kysely'
import { later } from '#kernel/clock.ts'
import type { Read } from '#kernel/db.ts'
import { asExecutor } from '#money/accounts.ts'
import type { Windows } from '#money/outflow.ts'

/**
 * What was handed to providers in the last hour and day: the ledger knows of a payout only once it has arrived, and on
 * a chain that takes longer than a thief does.
 */
export const sentWindows = async (db: Read, resumed: Date | undefined, now: Date): Promise<Windows> => {
  const hour = later(now, -3_600)
  const { rows } = await sql<Windows>`
    SELECT 'payout' AS source, coalesce(sum(w.amount) FILTER (WHERE a.started_at > ${hour}), 0)::bigint AS "hourAmount",
      count(*) FILTER (WHERE a.started_at > ${hour}) AS "hourCount",
      coalesce(sum(w.amount), 0)::bigint AS "dayAmount", count(*) AS "dayCount"
    FROM payout_attempts a JOIN withdrawals w ON w.id = a.withdrawal_id
    WHERE a.started_at > greatest(${later(now, -86_400)}::timestamptz, ${resumed ?? null}::timestamptz)
      AND (a.outcome IS NULL OR a.outcome IN ('paid', 'unknown'))`.execute(asExecutor(db))
  return rows[0] ?? { source: 'payout', hourAmount: 0, hourCount: 0, dayAmount: 0, dayCount: 0 }
}

/** The larger of what was sent and what has arrived. */
export const larger = (sent: Windows, arrived: Windows | undefined): Windows =>
  arrived === undefined
    ? sent
    : {
        source: sent.source,
        hourAmount: Math.max(sent.hourAmount, arrived.hourAmount),
        hourCount: Math.max(sent.hourCount, arrived.hourCount),
        dayAmount: Math.max(sent.dayAmount, arrived.dayAmount),
        dayCount: Math.max(sent.dayCount, arrived.dayCount),
      }
