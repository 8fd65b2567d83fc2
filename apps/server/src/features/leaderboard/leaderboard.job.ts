import type { Clock } from '#kernel/clock.ts'
import { defineJob, worker, type Worker } from '#kernel/queue.ts'

import { countScores } from './count.ts'
import { forgetScores, markPlaces } from './marks.ts'
import { openBoard, type PayRooms, payPrizes } from './pay.ts'
import { periodBoards } from './periods.ts'

/** Counts what people earned into the boards. */
export const boardsCount = defineJob('boards.count', { cron: '* * * * *', expireSeconds: 600, retries: 0 })
/** Pays the winners of periods that have ended; a while after midnight, when all that belongs to a day is written. */
export const boardsPay = defineJob('boards.pay', { cron: '5 * * * *', expireSeconds: 600 })

interface LeaderboardJobRooms extends PayRooms {
  readonly clock: Clock
}

/** What keeps the boards and pays their prizes. */
export const leaderboardWorkers = (rooms: LeaderboardJobRooms): readonly Worker[] => [
  worker(boardsCount, async () => {
    const now = rooms.clock()
    for (const board of periodBoards) await openBoard(rooms.db, board, now)
    const users = await countScores(rooms.db, now)
    await markPlaces(rooms.db, now)
    await forgetScores(rooms.db, now)
    return `${users} users counted`
  }),
  worker(boardsPay, () => payPrizes(rooms, rooms.clock())),
]
