import { sql } from 'kysely'
import type { Tx } from '#kernel/db.ts'

/**
 * One transaction at a time speaks of these names of a wall: a credit and its reversal never pass each other. All in
 * one trip, and in one order.
 */
export const lockTransactionIds = async (tx: Tx, wallId: string, names: readonly string[]): Promise<void> => {
  const locked = [...new Set(names)].filter((one) => one !== '').toSorted()
  await sql`SELECT pg_advisory_xact_lock(hashtextextended(${wallId}::text || ' ' || n.name, 10))
    FROM unnest(${locked}::text[]) WITH ORDINALITY AS n (name, place) ORDER BY n.place`.execute(tx)
}
