import { later } from '#kernel/clock.ts'
import { say, together, type Words } from '#kernel/words/say.ts'
import { interruptedPayouts, claimNextPayout, PayoutClaimError } from './claim-payout.ts'
import { trackPayments } from './confirmations.ts'
import { dryRun } from './dry-run.ts'
import { isolateFailure, deferPayout } from './isolate-failures.ts'
import { type PayoutOutcome, settlePayout } from './outcome.ts'
import { queryByApi, payByApi } from './pay-by-api.ts'
import { payOnChain } from './pay-on-chain.ts'
import { payTogether } from './pay-together.ts'
import { type PayoutIntent, payoutOf, type PayoutDeps } from './payout-deps.ts'
import { payoutStopReason } from './payout-gate.ts'
import { RUN_SECONDS } from './payout-job.ts'

/** Pays approved withdrawals one by one, and says what it did. */
export const runPayouts = async (deps: PayoutDeps): Promise<Words> => {
  const { db, clock, settings } = deps
  const isDry = () => settings.current().payout_dry_run
  const stop = () => payoutStopReason(db.read, settings.current(), clock())
  const left = await settleInterrupted(deps)
  const ended = await trackPayments(deps, async () => !isDry() && (await stop()) === undefined)
  const rest = say('owner.job.payoutsCompleted', { completed: ended, settled: left })
  // Following takes a while: what stops payouts since it began must not cost one more.
  const stopped = await stop()
  if (stopped !== undefined) return together(say('owner.job.payoutsStopped', { reason: stopped }), rest)
  if (isDry()) return together(say('owner.job.payoutsDryRun', { count: await dryRun(deps) }), rest)
  const until = later(clock(), RUN_SECONDS)
  const counts = { done: 0, failed: 0 }
  const passed: string[] = []
  for (let intent = await next(deps, passed); intent !== undefined; intent = await next(deps, passed)) {
    counts[(await payOne(deps, intent)) ? 'done' : 'failed'] += 1
    // What stops payouts must not cost one more; and where several went wrong, it is none of them that is to blame.
    if (counts.failed >= FAILED_AT_MOST || clock() > until || isDry() || (await stop()) !== undefined) break
  }
  return together(
    say('owner.job.payoutsSent', { count: counts.done }),
    counts.failed > 0 && say('owner.job.payoutsFailed', { count: counts.failed }),
    rest,
  )
}

/** Payouts that one run passes over, at most. */
const PASSED_AT_MOST = 50

/** Takes the next one; one that cannot be taken is put off and told, and the run goes on behind it. */
const next = async (deps: PayoutDeps, passed: string[]): Promise<PayoutIntent | undefined> => {
  for (;;) {
    try {
      return await claimNextPayout(deps, passed)
    } catch (error) {
      if (!(error instanceof PayoutClaimError) || passed.length >= PASSED_AT_MOST) throw error
      passed.push(error.id)
      await deferPayout(deps, error)
    }
  }
}

/** Payouts of one run that may go wrong on our side: the next run goes on behind them. */
const FAILED_AT_MOST = 3

/**
 * Pays one that was taken; false where it went wrong on our side. It then says `sending` until it is taken up as a left
 * over one: whether it was sent is for its provider to say.
 */
const payOne = async (deps: PayoutDeps, intent: PayoutIntent): Promise<boolean> => {
  const isDone = await isolateFailure(deps, intent, async () => {
    const outcome = await carryOut(deps, intent)
    if (outcome !== undefined) await settlePayout(deps, intent, outcome)
    return true
  })
  return isDone === true
}

/** Has a processor pay; undefined when its payment is on its way and only time tells. */
const carryOut = async (deps: PayoutDeps, intent: PayoutIntent): Promise<PayoutOutcome | undefined> => {
  const provider = payoutOf(deps.payouts, intent.withdrawal.processor)
  if (provider === undefined || provider.way === 'by-hand') {
    return { kind: 'retry', reason: say('owner.withdraw.payoutProcessorConfigured') }
  }
  const closed = provider.closed(deps.settings.current(), intent.method)
  if (closed !== null) return { kind: 'retry', reason: closed, halt: { scope: 'currency', seconds: null } }
  if (provider.way !== 'signed') return payByApi(deps, intent, provider)
  const { together } = provider
  return together === undefined ? payOnChain(deps, intent, provider) : payTogether(deps, intent, { provider, together })
}

/**
 * Settles attempts whose process died between the intent and the outcome. Where a payment is signed first and nothing
 * was stored, nothing was sent; of others only the provider knows.
 */
const settleInterrupted = async (deps: PayoutDeps): Promise<number> => {
  const until = later(deps.clock(), LEFT_OVER_SECONDS)
  let settled = 0
  for (const intent of await interruptedPayouts(deps)) {
    if (deps.clock() > until) break
    if (
      await isolateFailure(deps, intent, async () =>
        settlePayout(deps, intent, await outcomeOfInterrupted(deps, intent)),
      )
    )
      settled += 1
  }
  return settled
}

/** How long a run asks what became of them: a provider that hangs must not keep others from being paid. */
const LEFT_OVER_SECONDS = 90

const outcomeOfInterrupted = async (deps: PayoutDeps, intent: PayoutIntent): Promise<PayoutOutcome> => {
  const provider = payoutOf(deps.payouts, intent.withdrawal.processor)
  if (provider?.way === 'signed') return { kind: 'retry', reason: say('owner.withdraw.interruptedBeforeSigning') }
  return queryByApi(deps, intent, provider?.way === 'automatic' ? provider : undefined)
}
