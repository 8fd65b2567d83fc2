import { defineJob } from '#kernel/queue.ts'

/** Asks the price sources; enqueued too when a method begins to follow them. */
export const ratesJob = defineJob('payout.rates', { cron: '*/3 * * * *', expireSeconds: 170 })
