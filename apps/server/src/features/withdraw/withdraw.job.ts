import type { PriceSources } from '#adapters/rates/rates.ts'
import { compareWallets } from '#features/withdraw/payout/compare-wallets.ts'
import { runPayouts } from '#features/withdraw/payout/pay.ts'
import type { PayoutDeps } from '#features/withdraw/payout/payout-deps.ts'
import { compareJob, payoutJob } from '#features/withdraw/payout/payout-job.ts'
import { reconcileUnknownPayouts } from '#features/withdraw/payout/reconcile-payouts.ts'
import { pollWalletBalances } from '#features/withdraw/payout/wallets.ts'
import { ratesJob } from '#features/withdraw/rates/rates-job.ts'
import { refreshRates } from '#features/withdraw/rates/rates.ts'
import { defineJob, worker, type Worker } from '#kernel/queue.ts'

/** Asks providers what became of payouts that nobody knows of. */
const payoutLook = defineJob('payout.look', { cron: '*/5 * * * *', expireSeconds: 600 })
/** Asks what the wallets hold. */
const payoutWallets = defineJob('payout.wallets', { cron: '*/5 * * * *', expireSeconds: 600 })

/** What runs apart from requests: paying out, looking behind it, what there is to pay with, and what coins cost. */
export const withdrawWorkers = (deps: PayoutDeps & { readonly prices: PriceSources }): readonly Worker[] => [
  worker(payoutJob, () => runPayouts(deps)),
  worker(payoutLook, () => reconcileUnknownPayouts(deps)),
  worker(compareJob, () => compareWallets(deps)),
  worker(payoutWallets, () => pollWalletBalances(deps)),
  worker(ratesJob, () => refreshRates(deps)),
]
