import { performance } from 'node:perf_hooks'
import { sql } from 'kysely'
import type { Read } from '#kernel/db.ts'

/**
 * A read that takes longer than this is kept for a while, so that whoever asks next need not wait for it. An answer may
 * take twice as long: it seldom is one read alone.
 */
const COSTLY_MS = 100
/** Rows, as the planner guesses them, from which a table is large. */
const LARGE_ROWS = 50_000
/** For each second that it took it is kept for so many. */
const KEPT_FACTOR = 60
/** Beyond this age nobody is given it any more. */
const STALE_MS = 15 * 60_000
const KEYS_MAX = 100

interface Kept<T> {
  readonly at: number
  readonly keptMs: number
  readonly value: T
}

/**
 * Reads something whose cost grows with the site. While it is cheap everybody gets it fresh; once it costs more, it is
 * kept for as long as it is dear, and renewed behind the back of whoever asks: they get what was known before at once.
 */
export const staleWhileRevalidate = <T, Asked extends readonly unknown[]>(
  read: (db: Read, ...asked: Asked) => Promise<T>,
  keyOf: (...asked: Asked) => string,
): ((db: Read, ...asked: Asked) => Promise<T>) => {
  const caches = new WeakMap<Read, { readonly kept: Map<string, Kept<T>>; readonly work: Map<string, Promise<T>> }>()
  return async (db, ...asked) => {
    const cache = caches.get(db) ?? { kept: new Map(), work: new Map() }
    caches.set(db, cache)
    const key = keyOf(...asked)
    const known = cache.kept.get(key)
    const age = known === undefined ? STALE_MS : performance.now() - known.at
    if (known !== undefined && age < known.keptMs) return known.value
    const work = cache.work.get(key) ?? timed(db, read(db, ...asked), (kept) => storeNewest(cache.kept, key, kept))
    cache.work.set(key, work)
    const done = (): void => void cache.work.delete(key)
    work.then(done, done)
    return known !== undefined && age < STALE_MS ? known.value : work
  }
}

const timed = async <T>(db: Read, work: Promise<T>, done: (kept: Kept<T>) => void): Promise<T> => {
  const began = performance.now()
  const value = await work
  const at = performance.now()
  const costMs = at - began
  if (await isExpensive(db, costMs)) done({ at, keptMs: costMs * KEPT_FACTOR, value })
  return value
}

/** Whether what took so long should be kept rather than read anew for whoever asks. */
export const isExpensive = async (db: Read, costMs: number): Promise<boolean> => costMs >= COSTLY_MS && isLarge(db)

/** A small site is slow only while its machine is busy with something else, and its owner wants to see what is. */
const isLarge = async (db: Read): Promise<boolean> => {
  const { rows } = await sql<{ rows: number }>`
    SELECT coalesce(max(reltuples), 0)::bigint AS rows FROM pg_class
    WHERE oid IN ('users'::regclass, 'transfers'::regclass, 'withdrawals'::regclass)`.execute(executorOf(db))
  return (rows[0]?.rows ?? 0) > LARGE_ROWS
}

/** Raw SQL needs Kysely's executor, which every handle to the database carries. */
const executorOf = (db: Read): Parameters<ReturnType<typeof sql>['execute']>[0] => db

/** Only the newest are kept. */
const storeNewest = <T>(kept: Map<string, Kept<T>>, key: string, value: Kept<T>): void => {
  kept.delete(key)
  kept.set(key, value)
  const [oldest] = kept.keys()
  if (kept.size > KEYS_MAX && oldest !== undefined) kept.delete(oldest)
}
