import { defineJob, worker, type Worker } from '#kernel/queue.ts'

import { sweepStrangers } from './log.ts'
import { type ReleaseRooms, releaseOffers } from './release.ts'

/** Makes spendable what was held long enough. The table of offers knows what is due. */
const offersRelease = defineJob('offers.release', { cron: '*/10 * * * *', expireSeconds: 600 })
/** Forgets calls that no wall vouched for. */
const postbacksSweep = defineJob('postbacks.sweep', { cron: '40 * * * *' })

/** What runs apart from requests: releasing what was held, and cleaning up behind strangers. */
export const offerwallWorkers = (rooms: ReleaseRooms): readonly Worker[] => [
  worker(offersRelease, () => releaseOffers(rooms)),
  worker(postbacksSweep, async () => `${await sweepStrangers(rooms.db, rooms.clock())} postbacks forgotten`),
]
