import { type Worker, worker } from '#kernel/queue.ts'

import { lookAtDue, lookAtOne, type LookRooms } from './look-again.ts'
import { lookAgain, lookAtCampaign } from './look-jobs.ts'

/** What runs apart from requests: looking again at what is advertised. */
export const advertiseWorkers = (rooms: LookRooms): readonly Worker[] => [
  worker(lookAgain, () => lookAtDue(rooms)),
  worker(lookAtCampaign, ({ campaignId }) => lookAtOne(rooms, campaignId)),
]
