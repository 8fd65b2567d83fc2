import { setTimeout as pause } from 'node:timers/promises'
import type { FastifyInstance } from 'fastify'
import { type BudgetDeps, startBudgetWatch } from '#features/outflow/outflow.ts'
import type { DailyCounters } from '#kernel/daily-counters.ts'
import type { Db } from '#kernel/db.ts'
import type { Log } from '#kernel/log.ts'
import type { Queue, Worker } from '#kernel/queue.ts'

const TALLY_EVERY_MS = 15_000

interface WatchDeps extends BudgetDeps {
  readonly log: Log
  readonly tally: DailyCounters
  readonly queue: Queue
  readonly workers: readonly Worker[]
  /** Whether what was counted is written down by itself. */
  readonly background: boolean
}

/** What each process does by itself while it runs, and what one process of a node does once it is told to. */
export const startWatch = ({ log, tally, queue, workers, background, ...deps }: WatchDeps) => {
  const stopCounting = background ? startCounting(log, tally) : undefined
  let stopWatching: (() => Promise<void>) | undefined
  return {
    /** Carries out the jobs and checks the budgets from now on. */
    startJobs: async (): Promise<void> => {
      stopWatching = startBudgetWatch(deps, (error) => log.error({ err: String(error) }, 'could not check the budgets'))
      await queue.work(workers)
    },
    stop: async (): Promise<void> => {
      stopCounting?.()
      await stopWatching?.()
    },
  }
}

/** Each process writes down what it counted itself. */
const startCounting = (log: Log, tally: DailyCounters): (() => void) => {
  const timer = setInterval(() => {
    tally.flush().catch((error: unknown) => log.error({ err: String(error) }, 'could not write the counters'))
  }, TALLY_EVERY_MS)
  timer.unref()
  return () => clearInterval(timer)
}

/** Who balances the load does not wait as long as people do. */
const READY_MS = 2_000

/** `/healthz` for whoever restarts the process, `/readyz` for whoever sends it requests. */
export const serveHealth = (app: FastifyInstance, db: Db): void => {
  app.get('/healthz', () => ({ ok: true }))
  app.get('/readyz', async (_request, reply) => {
    const answered = db.raw('SELECT 1').then(
      () => true,
      () => false,
    )
    const ready = (await Promise.race([answered, pause(READY_MS, false, { ref: false })])) && !db.isFull()
    return reply.code(ready ? 200 : 503).send({ ready })
  })
}
