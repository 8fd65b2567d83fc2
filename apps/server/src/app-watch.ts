import { type BudgetRooms, keepWatching } from '#features/outflow/outflow.ts'
import type { Log } from '#kernel/log.ts'
import type { Tally } from '#kernel/tally.ts'

const TALLY_EVERY_MS = 15_000

/** What each node does by itself while it runs: it looks at the budgets, and writes down what it counted. */
export const startWatch = (rooms: BudgetRooms & { readonly log: Log; readonly tally: Tally }) => {
  const { log, tally } = rooms
  const stopWatching = keepWatching(rooms, (error) =>
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
