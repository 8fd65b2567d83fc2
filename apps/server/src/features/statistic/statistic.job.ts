import type { Clock } from '#kernel/clock.ts'
import type { Db } from '#kernel/db.ts'
import { defineJob, worker, type Worker } from '#kernel/queue.ts'

import { countDays } from './day-log.ts'

/** Counts what happened today, so that looking at it costs nothing. */
export const statsCount = defineJob('stats.count', { cron: '*/5 * * * *', retries: 0, expireSeconds: 600 })

/** What counts the days. */
export const statisticWorkers = ({ db, clock }: { readonly db: Db; readonly clock: Clock }): readonly Worker[] => [
  worker(statsCount, async () => `${await countDays(db, clock())} days counted`),
]
