import type { Db } from '#kernel/db.ts'
import type { Log } from '#kernel/log.ts'

/** A small table that every node holds in memory: asking costs the hottest call of the server nothing. */
export interface SharedCache<T> {
  readonly current: () => T
  /** Notifies every node, this one included, to read again. */
  readonly announce: () => Promise<void>
  readonly close: () => Promise<void>
}

interface SharedCacheInput<T> {
  readonly db: Pick<Db, 'listen' | 'raw'>
  readonly log: Pick<Log, 'error'>
  readonly channel: string
  /** What is held, for the log. */
  readonly name: string
  readonly read: () => Promise<T>
}

/** What is stored and not yet read would go on paying; a database that fails once has usually recovered by then. */
const RETRY_MS = 2_000

/**
 * Reads a table once, and again whenever a node says that it changed. A reading or a word to the others that fails is
 * repeated until it works, so that a stop that is stored is felt everywhere.
 */
export const openSharedCache = async <T>(input: SharedCacheInput<T>): Promise<SharedCache<T>> => {
  const { db, log, channel, name, read } = input
  let current = await read()
  let last: Promise<unknown> = Promise.resolve()
  let isClosed = false
  /** One after the other, so that an older reading never takes the place of a newer one. */
  const renew = async (): Promise<void> => {
    const reading = last.then(async () => {
      current = await read()
    })
    last = reading.catch(() => undefined)
    await reading
  }
  const untilDone = async (work: () => Promise<unknown>): Promise<void> => {
    try {
      await work()
    } catch (error) {
      if (isClosed) return
      log.error({ err: String(error) }, `could not reload ${name}, trying again`)
      setTimeout(() => void untilDone(work), RETRY_MS).unref()
    }
  }
  const unlisten = await db.listen(channel, () => void untilDone(renew))
  return {
    current: () => current,
    announce: async () => {
      await untilDone(renew)
      await untilDone(() => db.raw('SELECT pg_notify($1, $2)', [channel, '']))
    },
    close: async () => {
      isClosed = true
      await unlisten()
    },
  }
}
