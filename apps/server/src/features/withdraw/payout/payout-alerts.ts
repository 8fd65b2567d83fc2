import { sql } from 'kysely'
import { lateComparisons } from '#features/withdraw/owner/wallet-comparisons.ts'
import { openDifferences } from '#features/withdraw/owner/wallet-differences.ts'
import { later } from '#kernel/clock.ts'
import type { Read } from '#kernel/db.ts'
import { say, type Words } from '#kernel/words/say.ts'
import { asExecutor } from '#money/accounts.ts'
import { lastReconciliation } from '#money/reconcile.ts'
import { walletWarning } from './payout-warnings.ts'
import { walletsOf } from './wallets.ts'

/** A payout that is looked up soon decides itself. */
const UNKNOWN_SECONDS = 900
const REVIEW_SECONDS = 86_400
/** A processor that doesn't answer is tried again soon, and later each time: a short halt ends without the owner. */
const HALT_SECONDS = 600

export interface PayoutAlert {
  /** Names the matter, not the amount: the same is alerted once a day. */
  readonly what: string
  readonly sentence: Words
}

/** What the owner must act on: the ledger, wallets and their comparison, unknown outcomes, long reviews. */
export const payoutAlerts = async (db: Read, now: Date): Promise<PayoutAlert[]> => {
  const [wallets, differences, uncompared, { unknown, review }, ledger] = await Promise.all([
    walletsOf(db, now, HALT_SECONDS),
    openDifferences(db),
    lateComparisons(db, now),
    countWaiting(db, now),
    lastReconciliation(db),
  ])
  const alerts = wallets.flatMap((wallet): PayoutAlert[] => {
    const warning = walletWarning(wallet)
    // One call that fails is followed by one that does not.
    if (warning === undefined || (warning.code === 'WALLET_FAILING' && !wallet.stale)) return []
    return [{ what: `${warning.code}:${wallet.processor}:${wallet.currency}`, sentence: warning.msg }]
  })
  for (const { processor, currency, newest, sentence } of differences) {
    // A further one is another matter.
    alerts.push({ what: `WALLET_DIFFERS:${processor}:${currency}:${newest.toISOString()}`, sentence })
  }
  for (const { processor, currency, since, sentence } of uncompared) {
    alerts.push({ what: `WALLET_NOT_COMPARED:${processor}:${currency}:${since.toISOString()}`, sentence })
  }
  if (ledger?.balanced === false) {
    alerts.push({ what: 'ledger', sentence: say('owner.overview.ledgerDoesntBalancePayouts') })
  }
  if (unknown > 0) {
    alerts.push({ what: 'withdrawals-unknown', sentence: say('owner.withdraw.unknownWaiting', { count: unknown }) })
  }
  if (review > 0) {
    alerts.push({ what: 'withdrawals-review', sentence: say('owner.withdraw.reviewWaiting', { count: review }) })
  }
  return alerts
}

const countWaiting = async (db: Read, now: Date): Promise<{ unknown: number; review: number }> => {
  const { rows } = await sql<{ unknown: number; review: number }>`
    SELECT count(*) FILTER (WHERE status = 'unknown' AND updated_at < ${later(now, -UNKNOWN_SECONDS)}) AS unknown,
      count(*) FILTER (WHERE status = 'review' AND created_at < ${later(now, -REVIEW_SECONDS)}) AS review
    FROM withdrawals WHERE status IN ('unknown', 'review')`.execute(asExecutor(db))
  return rows[0] ?? { unknown: 0, review: 0 }
}
