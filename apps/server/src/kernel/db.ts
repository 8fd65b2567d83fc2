import { createHash } from 'node:crypto'
import type { Writable } from 'node:stream'
import { setTimeout as pause } from 'node:timers/promises'
import { Kysely, PostgresDialect, type PostgresPool, type Transaction } from 'kysely'
import pg from 'pg'
import type { Log } from '#kernel/log.ts'
import { Refusal } from '#kernel/refusal.ts'
import type { Database } from '#kernel/tables/tables.ts'

/** A handle that can only look: no insert, update or delete, and no transaction to post money with. */
export type Read = Pick<Kysely<Database>, 'selectFrom' | 'with' | 'fn' | 'dynamic' | 'getExecutor'>

declare const writing: unique symbol
/** The one transaction of a request or job. Only who holds one can change anything or move money. */
export type Tx = Transaction<Database> & { readonly [writing]: true }

/** The whole database: for the mount, jobs and the calls that the contract marks `transaction: 'none'`. */
export interface Db {
  readonly read: Read
  /** Runs `work` in one transaction; a throw rolls back. Repeats it on deadlock or serialization failure. */
  readonly write: <T>(work: (tx: Tx) => Promise<T>) => Promise<T>
  /** Runs SQL of the kernel's own, outside any transaction. */
  readonly raw: (text: string, values?: readonly unknown[]) => Promise<Record<string, unknown>[]>
  /** Receives what is sent on a channel, and an empty word whenever something may have been missed. */
  readonly listen: (channel: string, heard: (payload: string) => void) => Promise<() => Promise<void>>
  /** How the connections of this process stand, right now. */
  readonly connections: () => { busy: number; idle: number; waiting: number; max: number }
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
const PATIENCE: Patience = { connect: 10_000, answer: STATEMENT_TIMEOUT_MS + 5_000 }

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
}

/**
 * Connects to PostgreSQL. `size` connections at most; `log` learns of broken ones. Who cannot be served because the
 * database is silent is refused in time.
 */
export const connect = ({ url, size, log, patience = PATIENCE }: ConnectInput): Db => {
  const pool = new pg.Pool({
    connectionString: url,
    max: size,
    pipeline: true,
    keepAlive: true,
    connectionTimeoutMillis: patience.connect,
    statement_timeout: STATEMENT_TIMEOUT_MS,
  })
  const hold = holder(pool, { answerMs: patience.answer, log })
  pool.on('error', (error) => log.warn({ err: error.message }, 'a resting database connection broke'))
  // One that breaks at work raises this too, and unheard it would end the process; its statements fail by themselves.
  pool.on('connect', (client) => client.on('error', () => undefined))
  const kysely = new Kysely<Database>({ dialect: new PostgresDialect({ pool: poolOf(hold, () => pool.end()) }) })
  return {
    read: kysely,
    write: (work) => repeat(() => kysely.transaction().execute((transaction) => work(transaction as Tx))),
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
    close: () => kysely.destroy(),
  }
}

/** What a limit may wait for the database; without its answer this process counts alone. */
const LIMIT_MS = 2_000

/** A few connections for a library that speaks SQL itself, in short statements, and does without when it must. */
export const openPool = ({ url, size }: { url: string; size: number }): pg.Pool => {
  const waits = { connectionTimeoutMillis: LIMIT_MS, query_timeout: LIMIT_MS }
  const pool = new pg.Pool({ connectionString: url, max: size, ...waits })
  pool.on('error', () => undefined)
  pool.on('connect', (client) => client.on('error', () => undefined))
  return pool
}

/** PostgreSQL's word for a deadlock or a serialization failure: doing it again is right. */
const mayRepeat = (error: unknown): boolean =>
  error instanceof pg.DatabaseError && (error.code === '40P01' || error.code === '40001')

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

/** The code and constraint of a database error, or undefined for any other error. */
export const databaseError = (error: unknown): { code: string; constraint: string } | undefined =>
  error instanceof pg.DatabaseError ? { code: error.code ?? '', constraint: error.constraint ?? '' } : undefined

const NAMES_KEPT = 2_000
const names = new Map<string, string>()

/** The same text gets the same name, so that the server parses and plans it once for each connection. */
const nameOf = (text: string): string | undefined => {
  const known = names.get(text)
  if (known !== undefined) return known
  if (names.size >= NAMES_KEPT) return undefined
  const name = createHash('sha256').update(text).digest('base64url').slice(0, 24)
  names.set(text, name)
  return name
}

interface Held {
  readonly query: (text: string, values: unknown[]) => Promise<pg.QueryResult>
  readonly release: () => void
}

type Hold = () => Promise<Held>

/** Hands out connections; one that did not answer in time is thrown away with whatever it was doing. */
const holder = (pool: pg.Pool, { answerMs, log }: { answerMs: number; log: Log }): Hold => {
  const away = (error: unknown): Refusal => {
    log.error({ err: String(error) }, 'the database does not answer')
    const msg = 'The site is temporarily unavailable. Try again in a moment.'
    return new Refusal('busy', { code: 'DATABASE_AWAY', msg, retryAfter: RETRY_SECONDS })
  }
  return async () => {
    const client = await pool.connect().catch((error: unknown) => {
      throw away(error)
    })
    let isLost = false
    let limit: { query_timeout?: number } = { query_timeout: answerMs }
    const send: Send = (statement) => client.query({ ...statement, ...limit })
    const ask = prepared(client, send)
    const query = async (text: string, values: unknown[]): Promise<pg.QueryResult> => {
      if (isLost && text === 'rollback') return nothing
      // Long work asks the database for more time by itself, and is waited for.
      if (text.includes("'statement_timeout'")) limit = {}
      try {
        return await ask(text, values)
      } catch (error) {
        if (!isSilence(error)) throw error
        isLost = true
        throw away(error)
      }
    }
    return { query, release: () => client.release(isLost) }
  }
}

const RETRY_SECONDS = 10

/** The driver's own words; it gives no code. */
const isSilence = (error: unknown): boolean => error instanceof Error && error.message === 'Query read timeout'

/** As much of a pool as Kysely's dialect uses. */
const poolOf = (connect: Hold, end: () => Promise<void>): PostgresPool =>
  // It calls with text and values only, never with a cursor; its pool type asks for both.
  ({ options: {}, connect, end }) as unknown as PostgresPool

type Send = (statement: { text: string; name?: string | undefined; values?: unknown[] }) => Promise<pg.QueryResult>

/**
 * Kysely sends plain queries; this gives each a name, which turns it into a prepared statement. And it holds a `begin`
 * back until the first statement, so that both travel together: one trip less in every transaction.
 */
const prepared = (client: pg.PoolClient, send: Send): Held['query'] => {
  let isBeginning = false
  return async (text, values) => {
    if (text === 'begin') {
      isBeginning = true
      return nothing
    }
    if (!isBeginning) return send({ name: nameOf(text), text, values })
    isBeginning = false
    if (text === 'commit' || text === 'rollback') return nothing
    return begin(client, { send, text, values })
  }
}

/** What a statement that was not sent answers. */
const nothing: pg.QueryResult = { command: '', rowCount: 0, oid: 0, fields: [], rows: [] }

/** Sends `begin` and the first statement of a transaction in one write. */
const begin = async (
  client: pg.PoolClient,
  { send, text, values }: { send: Send; text: string; values: unknown[] },
): Promise<pg.QueryResult> => {
  // The driver's stream is part of its documented connection, but not of its types.
  const { stream } = (client as unknown as { connection: { stream: Writable } }).connection
  stream.cork()
  const both = Promise.all([send({ text: 'begin' }), send({ name: nameOf(text), text, values })])
  stream.uncork()
  const [, answer] = await both
  return answer
}

interface ListenInput {
  readonly url: string
  readonly channel: string
  readonly onNotification: (payload: string) => void
  readonly log: Log
}

/**
 * Holds one connection that listens, and comes back by itself when it breaks. What was said meanwhile is lost, so it
 * then hears an empty word, which means: look again.
 */
const listen = async ({ url, channel, onNotification, log }: ListenInput): Promise<() => Promise<void>> => {
  let client: pg.Client | undefined
  let closed = false
  const open = async (): Promise<void> => {
    const opening = new pg.Client({ connectionString: url, keepAlive: true, connectionTimeoutMillis: 10_000 })
    client = opening
    opening.on('notification', (message) => onNotification(message.payload ?? ''))
    opening.on('error', () => undefined)
    try {
      await opening.connect()
      await opening.query(`LISTEN ${opening.escapeIdentifier(channel)}`)
    } catch (error) {
      opening.end().catch(() => undefined)
      throw error
    }
    // Only one that has listened is missed: an attempt that fails ends too, and would start a second row of attempts.
    opening.once('end', () => void reopen())
  }
  const reopen = async (): Promise<void> => {
    while (!closed) {
      await pause(500)
      try {
        if (closed) return
        await open()
        if (closed) return await client?.end()
        return onNotification('')
      } catch (error) {
        log.warn({ err: String(error) }, 'the listening database connection is down')
      }
    }
  }
  await open()
  return async () => {
    closed = true
    await client?.end()
  }
}
