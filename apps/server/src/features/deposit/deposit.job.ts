import { defineJob, worker, type Worker } from '#kernel/queue.ts'

import { sweepCalls } from './calls.ts'
import { pollDeposits } from './poll.ts'
import type { DepositRooms } from './rooms.ts'

/** Finds payments that no webhook told of. The table of deposits knows what is due. */
const depositsPoll = defineJob('deposits.poll', { cron: '* * * * *', expireSeconds: 300 })
/** Forgets what processors told long ago. */
const depositsSweep = defineJob('deposits.sweep', { cron: '50 * * * *' })

/** What runs apart from requests: looking at deposits, and cleaning up behind them. */
export const depositWorkers = (rooms: DepositRooms): readonly Worker[] => [
  worker(depositsPoll, () => pollDeposits(rooms)),
  worker(depositsSweep, async () => `${await sweepCalls(rooms.db, rooms.clock())} calls forgotten`),
]
