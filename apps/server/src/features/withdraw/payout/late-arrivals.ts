import { lightningProcessors } from '@runnel/contract/withdraw'
import { sql } from 'kysely'
import type { SignedPayout } from '#adapters/payout/payout.ts'
import { asExecutor } from '#money/accounts.ts'
import { lastAttempt } from './claim-payout.ts'
import { recordStatusCheck } from './confirmations.ts'
import { isolateFailure } from './isolate-failures.ts'
import { settlePayout } from './outcome.ts'
import { paymentsOf } from './pay-on-chain.ts'
import { type PayoutIntent, withTimeout, payoutOf, type PayoutDeps } from './payout-deps.ts'
import { queryPayoutStatus } from './query-provider.ts'

const AT_ONCE = 50

/**
 * Looks after payouts that were unknown until a person gave their amounts back, for a week, or for as long as a payee
 * can hold them where Lightning pays, and after those that a person paid in another way, for a day: each ever less
 * often. Of one that arrives all the same the owner is told once.
 */
export const checkRefundedPayouts = async (deps: PayoutDeps, until: Date): Promise<void> => {
  const now = deps.clock()
  const lightning = sql.join([...lightningProcessors])
  const { rows } = await sql<{ id: string }>`
    SELECT id FROM withdrawals w WHERE ((status = 'failed' AND updated_at > ${now}::timestamptz
          - CASE WHEN processor IN (${lightning}) THEN interval '15 days' ELSE interval '7 days' END)
        OR (status = 'paid' AND paid_at > ${now}::timestamptz - interval '1 day'
          AND processor IN ('bitcoind', 'evm', 'solana', 'tron', 'ton', ${lightning})))
      AND (looked_at IS NULL OR looked_at < ${now}::timestamptz - greatest('5 min', (${now} - updated_at) / 10))
      AND EXISTS (SELECT FROM payout_attempts a WHERE a.withdrawal_id = w.id AND a.outcome = 'unknown')
      AND NOT EXISTS (SELECT FROM owner_alerts o WHERE o.what IN ('paid-and-refunded:' || w.id, 'paid-twice:' || w.id))
    ORDER BY looked_at NULLS FIRST LIMIT ${AT_ONCE}`.execute(asExecutor(deps.db.read))
  for (const { id } of rows) {
    if (deps.clock() > until) break
    const intent = await lastAttempt(deps.db.read, id)
    if (intent === undefined) continue
    await isolateFailure(deps, intent, async () => {
      const found = await queryPayoutStatus(deps, intent)
      if (found.kind === 'paid') await settlePayout(deps, intent, found)
      await recordStatusCheck(deps, intent)
    })
  }
}

/**
 * Abandons at its wallet what a person gave back or paid in another way, so that it is offered to nobody any more, and
 * lets others spend what it would have. Returns how many.
 */
export const releaseAbandonedInputs = async (deps: PayoutDeps): Promise<number> => {
  const { db, clock, payouts } = deps
  const { rows } = await sql<{ id: string }>`
    SELECT id FROM withdrawals w
    WHERE (status = 'failed' OR (status = 'paid' AND paid_at > ${clock()}::timestamptz - interval '1 day'))
      AND processor = 'bitcoind'
      AND EXISTS (SELECT FROM payout_inputs i WHERE i.withdrawal_id = w.id)
      AND EXISTS (SELECT FROM payout_attempts a WHERE a.withdrawal_id = w.id AND a.outcome = 'unknown')
    ORDER BY looked_at NULLS FIRST LIMIT ${AT_ONCE}`.execute(asExecutor(db.read))
  let released = 0
  // A node that does not answer is not asked for each.
  const silent = new Set<string>()
  for (const { id } of rows) {
    const intent = await lastAttempt(db.read, id)
    const provider = payoutOf(payouts, intent?.withdrawal.processor ?? '')
    if (intent === undefined || provider?.way !== 'signed' || provider.release === undefined) continue
    const { method } = intent
    if (silent.has(method.currency)) continue
    const isReleased = await isolateFailure(deps, intent, () => releaseInputs(deps, intent, provider))
    if (isReleased === true) released += 1
    else silent.add(method.currency)
  }
  return released
}

/** Nothing is lost where it is done twice: what was released stays released. */
const releaseInputs = async (
  { db, settings }: PayoutDeps,
  intent: PayoutIntent,
  { release }: SignedPayout,
): Promise<boolean> => {
  const { id } = intent.withdrawal
  const payments = await paymentsOf(db.read, id)
  const isHeard = release !== undefined && (await withTimeout(release(intent.method, payments, settings.current())))
  if (isHeard) await db.write((tx) => tx.deleteFrom('payout_inputs').where('withdrawal_id', '=', id).execute())
  return isHeard
}
