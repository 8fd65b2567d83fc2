import type { Clock } from '#kernel/clock.ts'
import type { ClosedRoom } from '#kernel/closed.ts'
import type { Db } from '#kernel/db.ts'
import type { Log } from '#kernel/log.ts'
import { defineJob, type Enqueue, worker, type Worker } from '#kernel/queue.ts'
import type { SettingsRoom } from '#kernel/settings.ts'

import { lookAtOutflow } from './breaker.ts'
import { watchBudgets } from './budgets.ts'

/** Looks every minute at what leaves, and stops what crosses a limit. */
export const outflowWatch = defineJob('outflow.watch', { cron: '* * * * *', retries: 0, expireSeconds: 300 })

interface OutflowJobRooms {
  readonly db: Db
  readonly clock: Clock
  readonly log: Log
  readonly settings: Pick<SettingsRoom, 'current'>
  readonly closed: Pick<ClosedRoom, 'announce' | 'current'>
  readonly enqueue: Enqueue
}

/** What watches over what leaves the house. */
export const outflowWorkers = (rooms: OutflowJobRooms): readonly Worker[] => [
  worker(outflowWatch, async () => {
    const { db, clock, log, settings, closed, enqueue } = rooms
    const now = clock()
    const found = await db.write((tx) =>
      lookAtOutflow(
        { tx, enqueue: (job, payload, options) => enqueue(tx, job, payload, options) },
        { settings: settings.current(), now },
      ),
    )
    for (const { source, why, isDry } of found) log.warn({ source, why, dryRun: isDry }, 'the breaker found something')
    if (found.some(({ isDry }) => !isDry)) await closed.announce()
    await watchBudgets(rooms)
    return found.length === 0 ? 'within all limits' : found.map(({ why }) => why).join(' ')
  }),
]
