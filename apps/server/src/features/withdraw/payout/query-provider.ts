import type { OnChainStatus } from '#adapters/payout/payout.ts'
import { paymentStatusOf } from './confirmations.ts'
import type { PayoutOutcome } from './outcome.ts'
import { queryByApi } from './pay-by-api.ts'
import { paymentsOf } from './pay-on-chain.ts'
import { type PayoutIntent, payoutOf, type PayoutDeps } from './payout-deps.ts'

/** Asks whoever paid what became of a payout, and never sends it. */
export const queryPayoutStatus = async (
  deps: PayoutDeps,
  intent: PayoutIntent,
): Promise<OnChainStatus | PayoutOutcome> => {
  const provider = payoutOf(deps.payouts, intent.withdrawal.processor)
  return provider?.way === 'signed'
    ? paymentStatusOf(deps, { intent, provider, payments: await paymentsOf(deps.db.read, intent.withdrawal.id) })
    : queryByApi(deps, intent, provider?.way === 'automatic' ? provider : undefined)
}
