import { defineJob, worker, type Worker } from '#kernel/queue.ts'

import { learnDurations } from './learn.ts'

/** Learns how long each link takes, so that who is far faster stands out. */
const linkLearn = defineJob('link.learn', { cron: '20 * * * *' })

/** What runs apart from requests: learning. */
export const linkWorkers = (rooms: Parameters<typeof learnDurations>[0]): readonly Worker[] => [
  worker(linkLearn, () => learnDurations(rooms)),
]
