import type { Clock } from '#kernel/clock.ts'
import { defineJob, worker, type Worker } from '#kernel/queue.ts'
import { say } from '#kernel/words/say.ts'
import { countScores } from './count.ts'
import { openBoard, type PayDeps, payPrizes } from './pay.ts'
import { periodBoards } from './periods.ts'
import { purgeOldScores, cacheRanks } from './rank-cache.ts'

/** Counts what people earned into the boards. */
export const boardsCount = defineJob('boards.count', { cron: '* * * * *', expireSeconds: 600, retries: 0 })
/** Pays the winners of periods that have ended; a while after midnight, when all that belongs to a day is written. */
export const boardsPay = defineJob('boards.pay', { cron: '5 * * * *', expireSeconds: 600 })

interface LeaderboardJobDeps extends PayDeps {
  readonly clock: Clock
}

/** What keeps the boards and pays their prizes. */
export const leaderboardWorkers = (deps: LeaderboardJobDeps): readonly Worker[] => [
  worker(boardsCount, async () => {
    const now = deps.clock()
    for (const board of periodBoards) await openBoard(deps.db, board, now)
    const users = await countScores(deps.db, now)
    await cacheRanks(deps.db, now)
    await purgeOldScores(deps.db, now)
    return say('owner.job.usersCounted', { count: users })
  }),
  worker(boardsPay, () => payPrizes(deps, deps.clock())),
]
