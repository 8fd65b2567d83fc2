import type { AnyPayout, PayoutMethod, PayoutOrder, PayoutProcessors } from '#adapters/payout/payout.ts'
import type { LockedWithdrawal } from '#features/withdraw/settlement.ts'
import type { Clock } from '#kernel/clock.ts'
import type { Db } from '#kernel/db.ts'
import type { EventBus } from '#kernel/event-bus.ts'
import type { RequestLog } from '#kernel/log.ts'
import type { Enqueue } from '#kernel/queue.ts'
import type { SettingsStore } from '#kernel/settings.ts'
import { plainDecimal } from '#money/amount.ts'

/** What paying out depends on, in the job and where an admin looks something up. */
export interface PayoutDeps {
  readonly db: Db
  readonly clock: Clock
  readonly log: RequestLog
  readonly settings: Pick<SettingsStore, 'current'>
  readonly enqueue: Enqueue
  readonly live: Pick<EventBus, 'notify'>
  readonly payouts: PayoutProcessors
}

/** An attempt that is written down and committed before the provider learns of it. */
export interface PayoutIntent {
  readonly attemptId: string
  readonly startedAt: Date
  /** What went wrong on our side when it was last looked at, while its fate is open. */
  readonly trouble: string | null
  readonly withdrawal: LockedWithdrawal
  readonly method: PayoutMethod
}

/** The processor of that name, if this site runs it. */
export const payoutOf = (payouts: PayoutProcessors, name: string): AnyPayout | undefined =>
  Object.entries(payouts).find(([known]) => known === name)?.[1]

/** The processors that pay without a person. */
export const automaticOf = (payouts: PayoutProcessors): string[] => {
  const names = Object.entries(payouts).flatMap(([name, payout]) => (payout.way === 'by-hand' ? [] : [name]))
  // A list may not be empty in SQL, and no processor has the empty name.
  return names.length === 0 ? [''] : names
}

export const orderOf = ({ withdrawal, method }: Pick<PayoutIntent, 'withdrawal' | 'method'>): PayoutOrder => ({
  ...method,
  reference: withdrawal.id,
  address: withdrawal.address,
  amount: plainDecimal(withdrawal.receives),
})

const PROVIDER_SECONDS = 60

/** Gives a provider up after a while. */
export const withTimeout = async <T>(work: Promise<T>, seconds = PROVIDER_SECONDS): Promise<T> => {
  let timer: NodeJS.Timeout | undefined
  const late = new Promise<never>((_resolve, reject) => {
    timer = setTimeout(() => reject(new Error('the provider did not answer in time')), seconds * 1_000)
  })
  return Promise.race([work, late]).finally(() => clearTimeout(timer))
}

/** A process gives a provider up after half of this: behind an older attempt nobody waits for its answer any more. */
export const DEAD_SECONDS = 2 * PROVIDER_SECONDS
