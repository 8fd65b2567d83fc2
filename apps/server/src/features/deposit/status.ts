import type { DepositStatus } from '@runnel/contract/deposit'

/** What a processor says of an invoice; `paid` only once something of it was really credited. */
export type ProcessorStatus = 'waiting' | 'processing' | 'paid' | 'expired' | 'failed'

/**
 * Where a deposit goes by what is told of it; whatever is not listed changes nothing. Nothing but `paid` is a last
 * word: an invoice that expired or failed may still be paid.
 */
const moves: Readonly<Record<DepositStatus, readonly ProcessorStatus[]>> = {
  opening: ['waiting', 'processing', 'paid', 'expired', 'failed'],
  waiting: ['processing', 'paid', 'expired', 'failed'],
  processing: ['waiting', 'paid', 'expired', 'failed'],
  expired: ['processing', 'paid'],
  failed: ['waiting', 'processing', 'paid'],
  paid: [],
}

export const statusAfter = (from: DepositStatus, told: ProcessorStatus): DepositStatus =>
  moves[from].includes(told) ? told : from
