import { defineJob } from '#kernel/queue.ts'

/** How long one run may take before the next goes on. */
export const RUN_SECONDS = 300

/**
 * Pays what is approved. The table of withdrawals is the truth; this job only says: look. It is enqueued with each
 * approval and also comes every minute, so that a lost one costs a minute and never a payout.
 */
export const payoutJob = defineJob('payout.run', { cron: '* * * * *', expireSeconds: 2 * RUN_SECONDS })

/** Compares what the wallets sent with the books. */
export const compareJob = defineJob('payout.compare', { cron: '17 * * * *', expireSeconds: 1_200 })
