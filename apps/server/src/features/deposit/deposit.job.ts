import { defineJob, worker, type Worker } from '#kernel/queue.ts'
import { say } from '#kernel/words/say.ts'
import type { DepositDeps } from './deposit-deps.ts'
import { pollDeposits } from './poll.ts'
import { purgeWebhookLog } from './webhook-log.ts'

/** Finds payments that no webhook told of. The table of deposits knows what is due. */
const depositsPoll = defineJob('deposits.poll', { cron: '* * * * *', expireSeconds: 300 })
/** Forgets what processors told long ago. */
const depositsSweep = defineJob('deposits.sweep', { cron: '50 * * * *' })

/** What runs apart from requests: looking at deposits, and cleaning up behind them. */
export const depositWorkers = (deps: DepositDeps): readonly Worker[] => [
  worker(depositsPoll, () => pollDeposits(deps)),
  worker(depositsSweep, async () =>
    say('owner.job.webhooksDeleted', { count: await purgeWebhookLog(deps.db, deps.clock()) }),
  ),
]
