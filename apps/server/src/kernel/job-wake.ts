import { setTimeout as pause } from 'node:timers/promises'
import { afterCommit, type Db, type Tx } from '#kernel/db.ts'
import type { Log } from '#kernel/log.ts'

/** Starts jobs without asking every queue again and again. */
export interface JobWake {
  /** Says to all nodes that a job waits, once the transaction has committed. */
  readonly announce: (tx: Tx, name: string) => void
  /** Hears announcements, and looks for what has become due by itself: retries, delayed jobs, jobs of a dead node. */
  readonly listen: (wake: (name: string) => void) => Promise<void>
  /** Looks soon: a job that failed is due again in a few seconds. */
  readonly lookSoon: () => void
  readonly stop: () => Promise<void>
}

const CHANNEL = 'runnel_jobs'
const LOOK_EVERY_MS = 5_000
const SOON_MS = 300
const SECOND_MS = 1_000
/** So many seconds a node goes on without its jobs before it gives up and is started anew. */
const LISTEN_TRIES = 30

/** Names of the queues with work now or before the next look, with the milliseconds until then. */
const DUE = `
  SELECT name, (extract(epoch FROM min(start_after) - clock_timestamp()) * 1000)::integer AS wait
  FROM pgboss.job
  WHERE state < 'active' AND NOT blocked AND start_after < clock_timestamp() + interval '${LOOK_EVERY_MS} milliseconds'
  GROUP BY name`

export const createJobWake = ({ db, log }: { db: Db; log: Log }): JobWake => {
  const gathered = new Set<string>()
  const timers = new Set<NodeJS.Timeout>()
  let wake: ((name: string) => void) | undefined
  let deaf: (() => Promise<void>) | undefined
  let sending: Promise<unknown> = Promise.resolve()
  let isStopped = false

  const after = (ms: number, act: () => void): void => {
    if (isStopped) return
    const timer = setTimeout(() => {
      timers.delete(timer)
      act()
    }, ms)
    timer.unref()
    timers.add(timer)
  }
  const look = async (): Promise<void> => {
    const due = await db.raw(DUE)
    for (const { name, wait } of due) after(Math.max(0, Number(wait)), () => wake?.(String(name)))
  }
  const lookQuietly = (): Promise<void> =>
    look().catch((error: unknown) => log.warn({ err: String(error) }, 'could not read the due jobs'))
  const lookAgain = (): void => void lookQuietly().finally(() => after(LOOK_EVERY_MS, lookAgain))

  /** In a statement of its own: NOTIFY takes a lock that would make the commits of requests wait for one another. */
  const send = async (): Promise<void> => {
    const names = [...gathered].join(' ')
    gathered.clear()
    if (isStopped) return
    await db
      .raw('SELECT pg_notify($1, $2)', [CHANNEL, names])
      // The next look finds them.
      .catch((error: unknown) => log.warn({ err: String(error) }, 'could not announce new jobs'))
  }
  return {
    announce: (tx, name) =>
      afterCommit(tx, () => {
        if (gathered.size === 0) setImmediate(() => (sending = send()))
        gathered.add(name)
      }),
    listen: async (heard) => {
      wake = heard
      deaf = await listening({ db, log }, (names) => {
        // An empty word: something may have been missed.
        if (names === '') void lookQuietly()
        else for (const name of names.split(' ')) heard(name)
      })
      lookAgain()
    },
    lookSoon: () => {
      if (wake !== undefined) after(SOON_MS, () => void lookQuietly())
    },
    stop: async () => {
      isStopped = true
      for (const timer of timers) clearTimeout(timer)
      await sending
      await deaf?.()
    },
  }
}

/** The node serves by now: a database that is away for a moment must not end it. */
const listening = async (
  deps: { readonly db: Db; readonly log: Log },
  heard: (names: string) => void,
  tries = LISTEN_TRIES,
): Promise<() => Promise<void>> => {
  try {
    return await deps.db.listen(CHANNEL, heard)
  } catch (error) {
    if (tries === 1) throw error
    deps.log.error({ err: String(error) }, 'could not listen for jobs')
    await pause(SECOND_MS)
    return listening(deps, heard, tries - 1)
  }
}
