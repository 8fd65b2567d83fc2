import { alertOwner } from '#features/outflow/outflow.ts'
import { dayOf, type Clock } from '#kernel/clock.ts'
import type { DailyCounters } from '#kernel/daily-counters.ts'
import type { Db } from '#kernel/db.ts'
import { type Enqueue, defineJob, worker, type Worker } from '#kernel/queue.ts'
import { say } from '#kernel/words/say.ts'
import { countDays } from './day-log.ts'
import { jobLabel } from './job-labels.ts'

/** One failure is repeated by itself; so many in a day are not left to chance. */
const FAILURES_ALLOWED = 3

/** Tells the owner of jobs that go on failing, once a day each. */
const alertFailures = async (
  { db, enqueue }: { readonly db: Db; readonly enqueue: Enqueue },
  now: Date,
): Promise<void> => {
  const [bad, tallies] = await Promise.all([
    db.read.selectFrom('job_runs').select(['name', 'note']).where('ok', '=', false).execute(),
    db.read.selectFrom('day_tallies').select(['what', 'count']).where('day', '=', dayOf(now)).execute(),
  ])
  for (const { name, note } of bad) {
    const count = tallies.find(({ what }) => what === `failed ${name}`)?.count ?? 0
    if (count < FAILURES_ALLOWED) continue
    const sentence = say('owner.statistic.jobFailed', { job: jobLabel(name), count, note: note ?? '' })
    await db.write((tx) =>
      alertOwner(
        { tx, enqueue: (job, payload, options) => enqueue(tx, job, payload, options) },
        { what: `job:${name}`, sentence, now },
      ),
    )
  }
}

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
    return say('owner.job.daysCounted', { count: days })
  }),
]
