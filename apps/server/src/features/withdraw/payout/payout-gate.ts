import type { Settings } from '@runnel/contract/settings/settings'
import { payoutCrossing, payoutStop } from '#features/outflow/outflow.ts'
import type { Read } from '#kernel/db.ts'
import { say } from '#kernel/words/say.ts'
import { lastReconciliation } from '#money/reconcile.ts'

/**
 * Why no payout leaves right now, in a sentence; undefined: they do. To be asked before each payout and not only before
 * a run: whatever is wrong, it must not cost one more.
 */
export const payoutStopReason = async (db: Read, settings: Settings, now: Date): Promise<string | undefined> => {
  const books = await lastReconciliation(db)
  if (books !== null && !books.balanced) return say('owner.withdraw.ledgerDoesntBalanceCheck')
  return (await payoutStop(db)) ?? (await payoutCrossing(db, settings, now))
}
