import { defineJob, worker, type Worker } from '#kernel/queue.ts'
import { updateDurationStats } from './duration-stats.ts'

/** Learns how long each link takes, so that who is far faster stands out. */
const linkLearn = defineJob('link.learn', { cron: '20 * * * *' })

/** What runs apart from requests: learning. */
export const linkWorkers = (deps: Parameters<typeof updateDurationStats>[0]): readonly Worker[] => [
  worker(linkLearn, () => updateDurationStats(deps)),
]
