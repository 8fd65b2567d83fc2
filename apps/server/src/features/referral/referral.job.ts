import type { Clock } from '#kernel/clock.ts'
import { defineJob, worker, type Worker } from '#kernel/queue.ts'
import { payReferralCommission, type SettleDeps } from './pay-commission.ts'

/**
 * Pays referrers for the day that is over. It looks every hour, a while after midnight first, so that a day that was
 * missed is paid as soon as the site runs again.
 */
export const referralsSettle = defineJob('referrals.settle', { cron: '10 * * * *', expireSeconds: 600 })

interface ReferralJobDeps extends SettleDeps {
  readonly clock: Clock
}

/** What pays referrers. */
export const referralWorkers = (deps: ReferralJobDeps): readonly Worker[] => [
  worker(referralsSettle, () => payReferralCommission(deps, deps.clock())),
]
