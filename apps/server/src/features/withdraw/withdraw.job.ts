import type { PriceSources } from '#adapters/rates/rates.ts'
import { defineJob, worker, type Worker } from '#kernel/queue.ts'

import { reconcileUnknown } from './look-up.ts'
import { runPayouts } from './pay.ts'
import { payoutRun } from './payout-run.ts'
import { ratesRun } from './rates-run.ts'
import { renewRates } from './rates.ts'
import type { PayoutRooms } from './rooms.ts'
import { lookAtWallets } from './wallets.ts'

/** Asks providers what became of payouts that nobody knows of. */
const payoutLook = defineJob('payout.look', { cron: '*/5 * * * *', expireSeconds: 600 })
/** Asks what the wallets hold. */
const payoutWallets = defineJob('payout.wallets', { cron: '*/5 * * * *', expireSeconds: 600 })

/** What runs apart from requests: paying out, looking behind it, what there is to pay with, and what coins cost. */
export const withdrawWorkers = (rooms: PayoutRooms & { readonly prices: PriceSources }): readonly Worker[] => [
  worker(payoutRun, () => runPayouts(rooms)),
  worker(payoutLook, () => reconcileUnknown(rooms)),
  worker(payoutWallets, () => lookAtWallets(rooms)),
  worker(ratesRun, () => renewRates(rooms)),
]
