import type { Db, Read } from '#kernel/db.ts'
import type { Log } from '#kernel/log.ts'

/** A source that pays nothing right now. */
export interface ClosedSourceState {
  readonly source: string
  readonly code: 'BUDGET_USED_UP' | 'PAUSED_FOR_CHECK'
  readonly since: Date
  /** When it pays again by itself; null: once a person has looked. */
  readonly until: Date | null
}

/**
 * The sources that pay nothing, as every node has them in memory: asking costs the hottest call of the server nothing.
 */
export interface ClosedSourcesCache {
  readonly current: () => readonly ClosedSourceState[]
  /** Notifies every node, this one included, to read again. */
  readonly announce: () => Promise<void>
  readonly close: () => Promise<void>
}

const CHANNEL = 'runnel_closed'

/** Opens the cache: reads what is closed once, and again whenever a node says that something changed. */
export const openClosedSourcesCache = async ({ db, log }: { db: Db; log: Log }): Promise<ClosedSourcesCache> => {
  let current = await readClosed(db.read)
  const renew = async (): Promise<void> => {
    current = await readClosed(db.read)
  }
  const unlisten = await db.listen(CHANNEL, () => {
    renew().catch((error: unknown) => log.error({ err: String(error) }, 'could not reload the stopped sources'))
  })
  return {
    current: () => current,
    announce: async () => {
      await renew()
      await db.raw('SELECT pg_notify($1, $2)', [CHANNEL, ''])
    },
    close: unlisten,
  }
}

/** A check comes before a budget where a source is closed for both: it does not end by itself. */
const readClosed = (db: Read): Promise<ClosedSourceState[]> =>
  db
    .selectFrom('closed_sources')
    .select(['source', 'code', 'since', 'until'])
    .orderBy('source')
    .orderBy('code', 'desc')
    .execute()
