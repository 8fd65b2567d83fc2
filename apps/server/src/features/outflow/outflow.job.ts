import type { ClosedSourcesCache } from '#kernel/cache/closed-sources.ts'
import type { Clock } from '#kernel/clock.ts'
import type { Db } from '#kernel/db.ts'
import type { Log } from '#kernel/log.ts'
import { defineJob, type Enqueue, worker, type Worker } from '#kernel/queue.ts'
import type { SettingsStore } from '#kernel/settings.ts'
import { say, together } from '#kernel/words/say.ts'
import { watchBudgets } from './budgets.ts'
import { checkOutflow } from './circuit-breaker.ts'

/** Looks every minute at what leaves, and stops what crosses a limit. */
export const outflowWatch = defineJob('outflow.watch', { cron: '* * * * *', retries: 0, expireSeconds: 300 })

interface OutflowJobDeps {
  readonly db: Db
  readonly clock: Clock
  readonly log: Log
  readonly settings: Pick<SettingsStore, 'current'>
  readonly closed: Pick<ClosedSourcesCache, 'announce' | 'current'>
  readonly enqueue: Enqueue
}

/** What watches over what leaves the site. */
export const outflowWorkers = (deps: OutflowJobDeps): readonly Worker[] => [
  worker(outflowWatch, async () => {
    const { db, clock, log, settings, closed, enqueue } = deps
    const now = clock()
    const found = await db.write((tx) =>
      checkOutflow(
        { tx, enqueue: (job, payload, options) => enqueue(tx, job, payload, options) },
        { settings: settings.current(), now },
      ),
    )
    for (const { source, why, isDry } of found)
      log.warn({ source, why, dryRun: isDry }, 'the circuit breaker found a limit crossed')
    if (found.some(({ isDry }) => !isDry)) await closed.announce()
    await watchBudgets(deps)
    return found.length === 0 ? say('owner.job.withinLimits') : together(...found.map(({ why }) => why))
  }),
]
