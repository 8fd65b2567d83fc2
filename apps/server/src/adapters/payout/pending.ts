import { decimalOf, sum } from '#adapters/deposit/decimal.ts'
import type { PendingPayment } from './payout.ts'

const sumOf = (amounts: readonly (string | null)[]): bigint => sum(amounts.map((text) => decimalOf(text) ?? 0n))

/** What pending payments send of a currency, in 10⁻¹⁸ of it. */
export const pendingAmount = (pending: readonly PendingPayment[], currency: string): bigint =>
  sumOf(pending.flatMap((one) => (one.currency === currency ? [one.amount] : [])))

/** What pending payments take of the chain's own coin at most, in 10⁻¹⁸ of it: what they send of it, and their fees. */
export const pendingCoins = (pending: readonly PendingPayment[], coin: string): bigint =>
  pendingAmount(pending, coin) + sumOf(pending.map(({ fee }) => fee))
