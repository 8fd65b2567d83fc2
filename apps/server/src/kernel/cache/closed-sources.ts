import { openSharedCache, type SharedCache } from '#kernel/cache/shared-cache.ts'
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

/** The sources that pay nothing, as every node has them in memory. */
export type ClosedSourcesCache = SharedCache<readonly ClosedSourceState[]>

/** Opens the cache of the sources that pay nothing. */
export const openClosedSourcesCache = ({ db, log }: { db: Db; log: Log }): Promise<ClosedSourcesCache> =>
  openSharedCache({ db, log, channel: 'runnel_closed', name: 'the stopped sources', read: () => readClosed(db.read) })

/** A check comes before a budget where a source is closed for both: it does not end by itself. */
const readClosed = (db: Read): Promise<ClosedSourceState[]> =>
  db
    .selectFrom('closed_sources')
    .select(['source', 'code', 'since', 'until'])
    .orderBy('source')
    .orderBy('code', 'desc')
    .execute()
