import { defineJob } from '#kernel/queue.ts'

/** How long one run may take before the next goes on. */
export const RUN_SECONDS = 300

/**
 * Pays what is approved. The table of withdrawals is the truth; this job only says: look. It is enqueued with each
 * approval and also comes every minute, so that a lost one costs a minute and never a payout.
 */
export const payoutJob = defineJob('payout.run', { cron: '* * * * *', expireSeconds: 2 * RUN_SECONDS })
