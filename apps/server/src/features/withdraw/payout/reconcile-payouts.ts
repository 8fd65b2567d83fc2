import type { WithdrawalStatus } from '@runnel/contract/withdraw'
import { sql } from 'kysely'
import { systemActor, recordStatus } from '#features/withdraw/transition.ts'
import { later } from '#kernel/clock.ts'
import { refuse } from '#kernel/refusal.ts'
import { say, type Words } from '#kernel/words/say.ts'
import { asExecutor } from '#money/accounts.ts'
import { lastAttempt } from './claim-payout.ts'
import { trackPayment, paymentStatusOf } from './confirmations.ts'
import { isolateFailure } from './isolate-failures.ts'
import { checkRefundedPayouts, releaseAbandonedInputs } from './late-arrivals.ts'
import { settlePayout } from './outcome.ts'
import { queryByApi } from './pay-by-api.ts'
import { paymentsOf } from './pay-on-chain.ts'
import { DEAD_SECONDS, type PayoutIntent, payoutOf, type PayoutDeps } from './payout-deps.ts'
import { queryPayoutStatus } from './query-provider.ts'
import { sanitizeLine } from './sanitize-line.ts'

const AT_ONCE = 50
/** How long a run asks: providers that hang must not make the next one begin beside it. */
const LOOK_SECONDS = 300

/** Asks the providers what became of payouts that nobody knows of, each ever less often, and never sends. */
export const reconcileUnknownPayouts = async (deps: PayoutDeps): Promise<Words> => {
  const now = deps.clock()
  const { rows } = await sql<{ id: string }>`
    SELECT id FROM withdrawals WHERE status = 'unknown'
      AND (looked_at IS NULL OR looked_at < ${now}::timestamptz - greatest('5 min', (${now} - updated_at) / 10))
    ORDER BY looked_at NULLS FIRST LIMIT ${AT_ONCE}`.execute(asExecutor(deps.db.read))
  const until = later(now, LOOK_SECONDS)
  let settled = 0
  for (const { id } of rows) {
    // The longest not checked come first, so that the next run goes on with the rest.
    if (deps.clock() > until) break
    const intent = await lastAttempt(deps.db.read, id)
    if (intent === undefined) continue
    const looked = await isolateFailure(deps, intent, () => reconcileUnknownPayout(deps, intent))
    if (looked?.settled === true) settled += 1
  }
  await checkRefundedPayouts(deps, until)
  const released = await releaseAbandonedInputs(deps)
  return say('owner.job.payoutsChecked', { checked: rows.length, paid: settled, released })
}

/** What an admin reads after having pressed the button. */
export interface ReconcileResult {
  readonly status: WithdrawalStatus
  readonly msg: string
}

/** Looks one up right now, because an admin asks. */
export const reconcilePayoutNow = async (deps: PayoutDeps, id: string): Promise<ReconcileResult> => {
  const known = await deps.db.read.selectFrom('withdrawals').select('id').where('id', '=', id).executeTakeFirst()
  if (known === undefined) return refuse('notFound', 'NOT_FOUND', say('withdraw.withdrawalFound'))
  const intent = await lastAttempt(deps.db.read, id)
  const status = intent?.withdrawal.status
  if (intent === undefined || (status !== 'unknown' && status !== 'sending')) {
    return refuse('conflict', 'NOTHING_TO_LOOK_UP', say('owner.withdraw.onlyPayoutsUnknownStatus'))
  }
  const words =
    status === 'unknown' ? (await reconcileUnknownPayout(deps, intent)).words : await reconcileSending(deps, intent)
  const after = await lastAttempt(deps.db.read, id)
  const found = after?.withdrawal.status ?? status
  return { status: found, msg: found === 'paid' ? say('owner.withdraw.paymentArrivedSettled') : words }
}

const reconcileSending = async (deps: PayoutDeps, intent: PayoutIntent & { isPrepared: boolean }): Promise<string> => {
  if (intent.isPrepared) {
    await trackPayment(deps, intent, async () => false)
    const { answer } = await lastAnswer(deps, intent)
    return answer
  }
  const age = (deps.clock().getTime() - intent.startedAt.getTime()) / 1_000
  if (age < DEAD_SECONDS) return say('owner.withdraw.payoutBeingSentNow')
  const provider = payoutOf(deps.payouts, intent.withdrawal.processor)
  if (provider?.way !== 'automatic') return say('owner.withdraw.sendingInterruptedResumesNext')
  await settlePayout(deps, intent, await queryByApi(deps, intent, provider))
  return say('owner.withdraw.statusCheckedProvider')
}

const lastAnswer = async (deps: PayoutDeps, intent: PayoutIntent): Promise<{ answer: string }> => {
  const provider = payoutOf(deps.payouts, intent.withdrawal.processor)
  if (provider?.way !== 'signed') return { answer: say('owner.withdraw.payoutProcessorNoLonger') }
  const standing = await paymentStatusOf(deps, {
    intent,
    provider,
    payments: await paymentsOf(deps.db.read, intent.withdrawal.id),
  })
  return { answer: 'answer' in standing ? standing.answer : say('owner.withdraw.itIsSettled') }
}

/** Checks one that is unknown; only a proof that it arrived moves it, everything else is written down. */
const reconcileUnknownPayout = async (
  deps: PayoutDeps,
  intent: PayoutIntent,
): Promise<{ settled: boolean; words: string }> => {
  const found = await queryPayoutStatus(deps, intent)
  if (found.kind === 'paid') {
    const settled = await settlePayout(deps, intent, found)
    const late = say('owner.withdraw.paymentArrivedButWithdrawal')
    return { settled, words: settled ? say('owner.withdraw.paymentArrivedSettled') : late }
  }
  const words = 'answer' in found ? found.answer : 'detail' in found ? found.detail : found.reason
  await noteText(deps, intent, sanitizeLine(words, 500))
  return { settled: false, words }
}

/** Writes what a look saw into the attempt, and into the history where it is news. */
const noteText = ({ db, clock }: PayoutDeps, { attemptId, withdrawal }: PayoutIntent, words: string): Promise<void> =>
  db.write(async (tx) => {
    const now = clock()
    await tx.updateTable('withdrawals').set({ looked_at: now }).where('id', '=', withdrawal.id).execute()
    const { numUpdatedRows } = await tx
      .updateTable('payout_attempts')
      .set({ detail: words })
      .where('id', '=', attemptId)
      .where('outcome', '=', 'unknown')
      .where('detail', '<>', words)
      .executeTakeFirstOrThrow()
    if (numUpdatedRows === 0n) return
    await recordStatus(tx, { withdrawalId: withdrawal.id, status: 'unknown', by: systemActor, now, note: words })
  })
