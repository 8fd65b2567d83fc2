import { sql } from 'kysely'
import type { Db } from '#kernel/db.ts'

const KEPT = 50_000
const seen = new WeakMap<Db, Map<string, string>>()

/**
 * Keeps what a device's browser looks like. Most claims come from a browser that looks as it did before, and this node
 * remembers so much: they cost no trip to the database.
 */
export const recordFingerprint = async (
  db: Db,
  { deviceId, print, now }: { deviceId: string; print: string; now: Date },
): Promise<void> => {
  const known = seen.get(db) ?? new Map<string, string>()
  seen.set(db, known)
  if (known.get(deviceId) === print) return
  if (known.size >= KEPT) known.clear()
  known.set(deviceId, print)
  await db.write((tx) =>
    tx
      .insertInto('devices')
      .values({ id: deviceId, first_seen_at: now, print })
      .onConflict((row) =>
        row
          .column('id')
          .doUpdateSet({ print })
          .where('devices.print', sql`IS DISTINCT FROM`, print),
      )
      .execute(),
  )
}
