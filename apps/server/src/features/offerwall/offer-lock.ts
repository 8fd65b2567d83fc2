import { sql } from 'kysely'
import type { Tx } from '#kernel/db.ts'

/** One transaction at a time speaks of these names of a wall: a credit and its reversal never pass each other. */
export const lockTransactionIds = async (tx: Tx, wallId: string, names: readonly string[]): Promise<void> => {
  for (const name of [...new Set(names)].filter((one) => one !== '').toSorted()) {
    await sql`SELECT pg_advisory_xact_lock(hashtextextended(${`${wallId} ${name}`}, 10))`.execute(tx)
  }
}
