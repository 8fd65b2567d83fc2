import type { PriceSources } from '#adapters/rates/rates.ts'
import { defineJob, worker, type Worker } from '#kernel/queue.ts'

import { reconcileUnknownPayouts } from './reconcile-payouts.ts'
import { runPayouts } from './pay.ts'
import { payoutJob } from './payout-job.ts'
import { ratesJob } from './rates-job.ts'
import { refreshRates } from './rates.ts'
import type { PayoutDeps } from './payout-deps.ts'
import { pollWalletBalances } from './wallets.ts'

/** Asks providers what became of payouts that nobody knows of. */
const payoutLook = defineJob('payout.look', { cron: '*/5 * * * *', expireSeconds: 600 })
/** Asks what the wallets hold. */
const payoutWallets = defineJob('payout.wallets', { cron: '*/5 * * * *', expireSeconds: 600 })

/** What runs apart from requests: paying out, looking behind it, what there is to pay with, and what coins cost. */
export const withdrawWorkers = (deps: PayoutDeps & { readonly prices: PriceSources }): readonly Worker[] => [
  worker(payoutJob, () => runPayouts(deps)),
  worker(payoutLook, () => reconcileUnknownPayouts(deps)),
  worker(payoutWallets, () => pollWalletBalances(deps)),
  worker(ratesJob, () => refreshRates(deps)),
]
