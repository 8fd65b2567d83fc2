import { setTimeout as pause } from 'node:timers/promises'
import type { Db } from '#kernel/db.ts'

/** Catches only what never comes: a machine that runs other tests too takes minutes for what takes a second alone. */
export const PATIENCE_MS = 240_000
/** The last lines of a server explain a wait. */
const LOG_CHARACTERS = 4_000

/**
 * Whether this run repeats what is rare, as `npm test -- long` does: more rounds of what is random, and limits of time
 * that hold where nothing else runs.
 */
export const isLong = process.env['TEST_LONG'] === '1'

interface UntilOptions {
  /** The log of what is waited for; its last lines are part of the failure. */
  readonly log?: (() => string) | undefined
  readonly patienceMs?: number
}

/** Waits for an event, as long as a starved machine takes; what never comes fails by its name and with the log. */
export const until = async (
  what: string,
  holds: () => boolean | Promise<boolean>,
  { log, patienceMs = PATIENCE_MS }: UntilOptions = {},
): Promise<void> => {
  const since = performance.now()
  for (let waited = 0; !(await holds()); waited = performance.now() - since) {
    if (waited > patienceMs) throw new Error(`not within ${patienceMs / 1_000} seconds: ${what}${logOf(log)}`)
    // A wait that lasts asks less often: questions take the time of what they wait for.
    await pause(Math.min(200, 5 + waited / 20))
  }
}

/** The value of a promise, or a failure that names what never came. */
export const arrives = async <T>(what: string, promise: Promise<T>, options: UntilOptions = {}): Promise<T> => {
  let isOver = false
  const over = (): void => void (isOver = true)
  promise.then(over, over)
  await until(what, () => isOver, options)
  return promise
}

const logOf = (log?: () => string): string => (log === undefined ? '' : `\n${log().slice(-LOG_CHARACTERS)}`)

/** Until so many connections wait for what others hold in this database. */
export const someoneWaits = async ({ db }: { readonly db: Db }, count = 1): Promise<void> => {
  const waiting = `SELECT FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'`
  await until(`${count} wait for a lock`, async () => (await db.raw(waiting)).length >= count)
}
