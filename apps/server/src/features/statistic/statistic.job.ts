import type { Clock } from '#kernel/clock.ts'
import type { DailyCounters } from '#kernel/daily-counters.ts'
import type { Db } from '#kernel/db.ts'
import { defineJob, type Enqueue, worker, type Worker } from '#kernel/queue.ts'
import { countDays } from './day-log.ts'
import { alertFailures } from './failure-alerts.ts'

/** Counts what happened today, so that looking at it costs nothing. */
export const statsCount = defineJob('stats.count', { cron: '*/5 * * * *', retries: 0, expireSeconds: 600 })

interface StatisticDeps {
  readonly db: Db
  readonly clock: Clock
  readonly tally: Pick<DailyCounters, 'flush'>
  readonly enqueue: Enqueue
}

/** What counts the days. */
export const statisticWorkers = ({ db, clock, tally, enqueue }: StatisticDeps): readonly Worker[] => [
  worker(statsCount, async () => {
    const now = clock()
    await tally.flush()
    const days = await countDays(db, now)
    await alertFailures({ db, enqueue }, now)
    return `${days} days counted`
  }),
]
