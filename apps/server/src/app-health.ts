import { type BudgetDeps, startBudgetWatch } from '#features/outflow/outflow.ts'
import type { DailyCounters } from '#kernel/daily-counters.ts'
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
      stopWatching = startBudgetWatch(deps, (error) =>
        log.error({ err: String(error) }, 'the budgets could not be looked at'),
      )
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
    tally.flush().catch((error: unknown) => log.error({ err: String(error) }, 'what was counted could not be written'))
  }, TALLY_EVERY_MS)
  timer.unref()
  return () => clearInterval(timer)
}
