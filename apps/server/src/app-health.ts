import { type BudgetDeps, startBudgetWatch } from '#features/outflow/outflow.ts'
import type { DailyCounters } from '#kernel/daily-counters.ts'
import type { Log } from '#kernel/log.ts'

const TALLY_EVERY_MS = 15_000

/** What each node does by itself while it runs: it checks the budgets, and writes down what it counted. */
export const startWatch = (deps: BudgetDeps & { readonly log: Log; readonly tally: DailyCounters }) => {
  const { log, tally } = deps
  const stopWatching = startBudgetWatch(deps, (error) =>
    log.error({ err: String(error) }, 'the budgets could not be looked at'),
  )
  const timer = setInterval(() => {
    tally.flush().catch((error: unknown) => log.error({ err: String(error) }, 'what was counted could not be written'))
  }, TALLY_EVERY_MS)
  timer.unref()
  return {
    stop: async (): Promise<void> => {
      clearInterval(timer)
      await stopWatching()
    },
  }
}
