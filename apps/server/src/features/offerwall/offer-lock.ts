import type { Tx } from '#kernel/db.ts'
import { callIn } from '#kernel/postgres/statements.ts'

/** One transaction at a time speaks of these names of a wall: a credit and its reversal never pass each other. */
export const lockTransactionIds = async (tx: Tx, wallId: string, names: readonly string[]): Promise<void> => {
  await callIn(tx, { name: 'offer_lock', args: [wallId, names] })
}
