import { setTimeout as pause } from 'node:timers/promises'
import { Kysely, PostgresDialect, type PostgresPool, type Transaction } from 'kysely'
import pg from 'pg'
import type { Log } from '#kernel/log.ts'
import { isBroken, isDiskFull, isStalePlan, isSilence } from '#kernel/postgres/failures.ts'
import { eachHost } from '#kernel/postgres/hosts.ts'
import { listen } from '#kernel/postgres/listen.ts'
import { PrimaryClient } from '#kernel/postgres/primary.ts'
import type { Session } from '#kernel/postgres/session.ts'
import { nothing, prepared, type Query, type Send, streamOf } from '#kernel/postgres/statements.ts'
import { Refusal } from '#kernel/refusal.ts'
import type { Database } from '#kernel/tables/tables.ts'
import { say } from '#kernel/words/say.ts'

/** A handle that can only look: no insert, update or delete, and no transaction to post money with. */
export type Read = Pick<Kysely<Database>, 'selectFrom' | 'with' | 'fn' | 'dynamic' | 'getExecutor'>

declare const writing: unique symbol
/** The one transaction of a request or job. Only who holds one can change anything or move money. */
export type Tx = Transaction<Database> & { readonly [writing]: true }

/** The whole database: for the mount, jobs and the calls that the contract marks `transaction: 'none'`. */
export interface Db {
  readonly read: Read
  /** A standby for what may be some seconds old; undefined if none is set, or it lags or fails. */
  readonly replica: () => Promise<Read | undefined>
  /** Runs `work` in one transaction; a throw rolls back. Repeats it on deadlock or serialization failure. */
  readonly write: <T>(work: (tx: Tx) => Promise<T>) => Promise<T>
  /** Runs SQL of the kernel's own, outside any transaction. */
  readonly raw: (text: string, values?: readonly unknown[]) => Promise<Record<string, unknown>[]>
  /** Receives what is sent on a channel, and an empty word whenever something may have been missed. */
  readonly listen: (channel: string, heard: (payload: string) => void) => Promise<() => Promise<void>>
  /** How the connections of this process stand, right now. */
  readonly connections: () => { busy: number; idle: number; waiting: number; max: number }
  /** Whether the database lately had no room to write, or could not reach its disk. */
  readonly isFull: () => boolean
  readonly close: () => Promise<void>
}

const ATTEMPTS = 6
const STATEMENT_TIMEOUT_MS = 30_000

/** Milliseconds that one waits for a connection, a free one included, and for the answer to a statement. */
interface Patience {
  readonly connect: number
  readonly answer: number
}

/** The database itself ends a statement before; together they are shorter than callers wait (SPEC.md §9). */
const MARGIN_MS = 5_000
const PATIENCE: Patience = { connect: 10_000, answer: STATEMENT_TIMEOUT_MS + MARGIN_MS }

// Amounts are bigint in SQL and safe integers in JSON; one that is not safe must not pass silently.
pg.types.setTypeParser(pg.types.builtins.INT8, (text) => {
  const value = Number(text)
  if (!Number.isSafeInteger(value)) throw new Error('a bigint from the database is not a safe integer')
  return value
})
pg.types.setTypeParser(pg.types.builtins.DATE, (text) => text)

interface ConnectInput {
  readonly url: string
  readonly size: number
  readonly log: Log
  readonly patience?: Patience
  /** Accepts a standby. */
  readonly mayBeStandby?: boolean
}

/**
 * Connects to PostgreSQL. `size` connections at most; `log` learns of broken ones. Who cannot be served because the
 * database is silent is refused in time.
 */
export const connect = ({ url, size, log, patience = PATIENCE, mayBeStandby = false }: ConnectInput): Db => {
  const pool = new pg.Pool({
    Client: mayBeStandby ? pg.Client : PrimaryClient,
    connectionString: url,
    max: size,
    pipeline: true,
    keepAlive: true,
    connectionTimeoutMillis: patience.connect,
    statement_timeout: STATEMENT_TIMEOUT_MS,
  })
  let fullAt = Number.NEGATIVE_INFINITY
  const onFull = (): void => void (fullAt = performance.now())
  const hold = holder(pool, { answerMs: patience.answer, log, onFull, isOneOfSeveral: eachHost(url).length > 1 })
  pool.on('error', (error) => log.warn({ err: error.message }, 'an idle database connection failed'))
  // One that breaks at work raises this too, and unheard it would end the process; its statements fail by themselves.
  const open = new Set<pg.PoolClient>()
  pool.on('connect', (client) => {
    open.add(client)
    client.on('error', () => undefined)
    client.on('end', () => open.delete(client))
  })
  const kysely = new Kysely<Database>({ dialect: new PostgresDialect({ pool: poolOf(hold, () => pool.end()) }) })
  return {
    read: kysely,
    replica: async () => undefined,
    write: (work) => repeat(() => writeOnce(kysely, work)),
    raw: async (text, values = []) => {
      // The two hottest statements of the server come this way, past the builder.
      const held = await hold()
      try {
        return (await held.query(text, [...values])).rows
      } finally {
        held.release()
      }
    },
    listen: (channel, heard) => listen({ url, channel, onNotification: heard, log }),
    connections: () => {
      const { totalCount, idleCount: idle, waitingCount: waiting } = pool
      return { busy: totalCount - idle, idle, waiting, max: size }
    },
    isFull: () => performance.now() - fullAt < FULL_MS,
    close: async () => {
      const gone = kysely.destroy()
      const late = pause(patience.answer, true, { ref: false })
      // Work that waits for a silent database, or for what never comes, must not hold up the end of the process.
      if ((await Promise.race([gone, late])) === true) for (const client of open) streamOf(client).destroy()
    },
  }
}

/** Reads by one plain connection, inside whatever transaction it is in, one question after the other. */
export const readBy = (session: Pick<Session, 'query'>): Read => {
  let last: Promise<unknown> = Promise.resolve()
  const query = async (text: string, values: unknown[]) => {
    const rows = last.then(() => session.query(text, values))
    last = rows.catch(() => undefined)
    return { rows: await rows }
  }
  const held = async (): Promise<Held> => ({ query: query as unknown as Query, release: () => undefined })
  return new Kysely<Database>({ dialect: new PostgresDialect({ pool: poolOf(held, async () => undefined) }) })
}

/** What a limit may wait for the database; without its answer this process counts alone. */
const LIMIT_MS = 2_000

/** A few connections for a library that speaks SQL itself, in short statements, and does without when it must. */
export const openPool = ({ url, size }: { url: string; size: number }): pg.Pool => {
  const waits = { connectionTimeoutMillis: LIMIT_MS, query_timeout: LIMIT_MS }
  const pool = new pg.Pool({ Client: PrimaryClient, connectionString: url, max: size, ...waits })
  pool.on('error', () => undefined)
  pool.on('connect', (client) => client.on('error', () => undefined))
  return pool
}

/** What each open transaction leaves to be done when it has committed. */
const afterCommits = new WeakMap<Tx, (() => void)[]>()

/** Does something once the transaction has committed, and never when it does not. */
export const afterCommit = (tx: Tx, act: () => void): void => {
  const acts = afterCommits.get(tx)
  if (acts === undefined) throw new Error('this is no transaction of db.write')
  acts.push(act)
}

const writeOnce = async <T>(kysely: Kysely<Database>, work: (tx: Tx) => Promise<T>): Promise<T> => {
  const acts: (() => void)[] = []
  const result = await kysely.transaction().execute((transaction) => {
    const tx = transaction as Tx
    afterCommits.set(tx, acts)
    return work(tx)
  })
  for (const act of acts) act()
  return result
}

/** PostgreSQL's word for a deadlock or a serialization failure: doing it again is right. */
const mayRepeat = (error: unknown): boolean =>
  isStalePlan(error) || (error instanceof pg.DatabaseError && (error.code === '40P01' || error.code === '40001'))

const repeat = async <T>(work: () => Promise<T>): Promise<T> => {
  for (let attempt = 1; ; attempt++) {
    try {
      return await work()
    } catch (error) {
      if (!mayRepeat(error) || attempt === ATTEMPTS) throw error
      await pause(Math.random() * 10 * 2 ** attempt)
    }
  }
}

/** The code, constraint and detail of a database error, or undefined for any other error. */
export const databaseError = (error: unknown): { code: string; constraint: string; detail: string } | undefined =>
  error instanceof pg.DatabaseError
    ? { code: error.code ?? '', constraint: error.constraint ?? '', detail: error.detail ?? '' }
    : undefined

interface Held {
  readonly query: Query
  readonly release: () => void
}

type Hold = () => Promise<Held>

interface HolderInput {
  readonly answerMs: number
  readonly log: Log
  readonly onFull: () => void
  /** Whether another server may be the primary when one is away. */
  readonly isOneOfSeveral: boolean
}

/** How long a node counts as not ready after a write found no room; whoever writes next finds out anew. */
const FULL_MS = 15_000

/** Hands out connections; one that did not answer in time is thrown away with whatever it was doing. */
const holder = (pool: pg.Pool, { answerMs, log, onFull, isOneOfSeveral }: HolderInput): Hold => {
  const away = (error: unknown): Refusal => {
    log.error({ err: String(error) }, 'the database does not respond')
    const msg = say('request.siteTemporarilyUnavailableTry')
    return new Refusal('busy', { code: 'DATABASE_AWAY', msg, retryAfter: RETRY_SECONDS })
  }
  // Nothing was asked yet, so a second time is safe, and it looks for the server that is the primary now.
  const open = (): Promise<pg.PoolClient> =>
    pool.connect().catch((error: unknown) => {
      if (isOneOfSeveral && isBroken(error)) return pool.connect()
      throw error
    })
  // Connections from before a change of the schema have stale plans: they are closed, not reused.
  let schema = 0
  const schemas = new WeakMap<pg.PoolClient, number>()
  pool.on('connect', (client) => schemas.set(client, schema))
  const openFresh = async (): Promise<pg.PoolClient> => {
    for (;;) {
      const client = await open()
      if (schemas.get(client) === schema) return client
      client.release(true)
    }
  }
  return async () => {
    const client = await openFresh().catch((error: unknown) => {
      throw away(error)
    })
    let isLost = false
    let isInTransaction = false
    let limit = { query_timeout: answerMs }
    const send: Send = (statement) => client.query({ ...statement, ...limit })
    const ask = prepared(client, send)
    const query = async (text: string, values: unknown[]): Promise<pg.QueryResult> => {
      if (isLost && text === 'rollback') return nothing
      if (text === 'begin') isInTransaction = true
      try {
        const answer = await ask(text, values)
        // Long work asks the database for more time by itself, and is waited for; what asks for it is not.
        if (text.includes("set_config('statement_timeout'")) limit = { query_timeout: grantedMs(answer) + MARGIN_MS }
        return answer
      } catch (error) {
        if (isStalePlan(error)) {
          if (schemas.get(client) === schema) schema += 1
          // A transaction has failed, and is repeated by its caller; without a name, a statement is planned anew.
          if (isInTransaction) throw error
          return send({ text, values })
        }
        if (isDiskFull(error)) {
          onFull()
          throw away(error)
        }
        if (!isSilence(error) && !isBroken(error)) throw error
        isLost = true
        throw away(error)
      }
    }
    return { query, release: () => client.release(isLost || schemas.get(client) !== schema) }
  }
}

const unitMs: Readonly<Record<string, number>> = { ms: 1, s: 1_000, min: 60_000, h: 3_600_000, d: 86_400_000 }

/** How long the database now lets a statement take, from the answer of the one that set it, such as `10min`. */
const grantedMs = ({ rows }: pg.QueryResult<Record<string, unknown>>): number => {
  const [, count, unit = ''] = /^(\d+)(\w+)$/.exec(String(rows[0]?.['set_config'])) ?? []
  const ms = Number(count) * (unitMs[unit] ?? Number.NaN)
  if (Number.isNaN(ms)) throw new Error('the database did not tell how long a statement may take now')
  return ms
}

const RETRY_SECONDS = 10

/** As much of a pool as Kysely's dialect uses. */
const poolOf = (connect: Hold, end: () => Promise<void>): PostgresPool =>
  // It calls with text and values only, never with a cursor; its pool type asks for both.
  ({ options: {}, connect, end }) as unknown as PostgresPool
