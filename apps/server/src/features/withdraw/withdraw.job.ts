import { worker, type Worker } from '#kernel/queue.ts'

import { type PayoutRooms, runPayouts } from './pay.ts'
import { payoutRun } from './payout-run.ts'

/** What runs apart from requests: paying out. */
export const withdrawWorkers = (rooms: PayoutRooms): readonly Worker[] => [worker(payoutRun, () => runPayouts(rooms))]
