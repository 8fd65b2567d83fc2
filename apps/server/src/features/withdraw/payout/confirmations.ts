import type { SignedPayout, OnChainStatus } from '#adapters/payout/payout.ts'
import { later } from '#kernel/clock.ts'
import { say } from '#kernel/words/say.ts'
import { pendingBroadcasts } from './claim-payout.ts'
import { isolateFailure } from './isolate-failures.ts'
import { type PayoutOutcome, settlePayout } from './outcome.ts'
import { broadcastPayment, paymentsOf, storeFeeBump, type StoredPayment } from './pay-on-chain.ts'
import { type PayoutIntent, withTimeout, orderOf, payoutOf, type PayoutDeps } from './payout-deps.ts'

/** Whether payments may be sent, asked right before each: while payouts are stopped, they are only checked. */
export type CanBroadcast = () => Promise<boolean>

/** How long a run checks what is on its way: a node that hangs must not keep others from being paid. */
const FOLLOW_SECONDS = 90

/**
 * Brings stored payments to their end: confirmed ones are paid, unknown ones are sent again. Returns how many ended.
 */
export const trackPayments = async (deps: PayoutDeps, maySend: CanBroadcast): Promise<number> => {
  let ended = 0
  const until = later(deps.clock(), FOLLOW_SECONDS)
  for (const intent of await pendingBroadcasts(deps)) {
    // The longest not checked come first, so that the next run goes on with the rest.
    if (deps.clock() > until) break
    if (await isolateFailure(deps, intent, () => trackPayment(deps, intent, maySend))) ended += 1
  }
  return ended
}

/** Checks one payment; true when that ended it. */
export const trackPayment = async (deps: PayoutDeps, intent: PayoutIntent, maySend: CanBroadcast): Promise<boolean> => {
  const provider = payoutOf(deps.payouts, intent.withdrawal.processor)
  if (provider?.way !== 'signed') {
    // It may come back; until then the others must not wait behind this one.
    await recordStatusCheck(deps, intent)
    return false
  }
  const payments = await paymentsOf(deps.db.read, intent.withdrawal.id)
  const standing = await paymentStatusOf(deps, { intent, provider, payments })
  await recordStatusCheck(deps, intent)
  const outcome = outcomeOf(standing)
  if (outcome !== undefined) return settlePayout(deps, intent, outcome)
  const last = payments.at(-1)
  if (standing.kind === 'lost' || last === undefined || 'isMined' in standing || !(await maySend())) return false
  const offered = await bumpStuckFee(deps, { intent, provider, payments })
  if (standing.kind === 'waiting' && offered === undefined) return false
  const said = await broadcastPayment(deps, { intent, provider, payment: offered ?? last })
  // One that waits at the network may arrive at any time, whatever becomes of what was offered in its place.
  if (said.kind !== 'rejected' || standing.kind === 'waiting' || !isOfferExpired(deps, payments)) return false
  return settlePayout(deps, intent, {
    kind: 'lost',
    detail: say('owner.withdraw.networkRejectsPayment', { answer: said.answer }),
  })
}

interface TrackedPayment {
  readonly intent: PayoutIntent
  readonly provider: SignedPayout
  readonly payments: readonly StoredPayment[]
}

/** How the payments of a withdrawal stand; `lost` when nobody could be asked. */
export const paymentStatusOf = async (deps: PayoutDeps, looking: TrackedPayment): Promise<OnChainStatus> => {
  const { intent, provider, payments } = looking
  const order = { ...orderOf(intent), payments }
  return withTimeout(provider.checkStatus(order, deps.settings.current())).catch((error: unknown): OnChainStatus => ({
    kind: 'lost',
    answer: String(error),
  }))
}

/** What a standing settles; undefined while it settles nothing. */
const outcomeOf = (standing: OnChainStatus): PayoutOutcome | undefined => {
  if (standing.kind === 'paid') return standing
  if (standing.kind === 'reverted') return { kind: 'refused', reason: standing.reason }
  if (standing.kind === 'expired') return { kind: 'retry', reason: standing.reason }
  return standing.kind === 'conflict' ? { kind: 'lost', detail: standing.reason } : undefined
}

/** Remembers when its provider was last asked. */
export const recordStatusCheck = ({ db, clock }: PayoutDeps, { withdrawal }: PayoutIntent): Promise<unknown> =>
  db.write((tx) => tx.updateTable('withdrawals').set({ looked_at: clock() }).where('id', '=', withdrawal.id).execute())

/** Stores a payment that offers more, when the last one has waited long enough; undefined when there is none. */
const bumpStuckFee = async (deps: PayoutDeps, { intent, provider, payments }: TrackedPayment) => {
  const { payout_evm_bump_minutes: minutes } = deps.settings.current()
  const last = payments.at(-1)
  if (minutes === 0 || provider.bumpFee === undefined || last === undefined) return undefined
  if (last.createdAt > later(deps.clock(), -minutes * 60)) return undefined
  const order = { ...orderOf(intent), payments }
  const offer = await withTimeout(provider.bumpFee(order, deps.settings.current())).catch(() => null)
  return offer !== null && (await storeFeeBump(deps, intent, offer)) ? offer : undefined
}

/** How long a payment is offered to a network that does not want it, before a person is asked. */
const OFFERED_SECONDS = 6 * 3_600

const isOfferExpired = ({ clock }: PayoutDeps, [first]: readonly StoredPayment[]): boolean =>
  first !== undefined && first.createdAt < later(clock(), -OFFERED_SECONDS)
