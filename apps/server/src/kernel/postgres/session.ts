import type { Readable, Writable } from 'node:stream'
import { CopyIn, CopyOut } from './copy.ts'
import { PrimaryClient } from './primary.ts'

/** One plain connection for the work below the application: starting, migrating and copying databases. */
export type Session = {
  /** Without values, `sql` may hold many statements; rows are those of a single statement. */
  query<Row>(sql: string, values?: unknown[]): Promise<Row[]>
  /** The bytes of `COPY … TO STDOUT`; nothing else may be asked before they are read. */
  copyOut(sql: string): Readable
  /** Takes the bytes for `COPY … FROM STDIN`. */
  copyIn(sql: string): Writable
  /** Called once when the connection ends, whoever ended it. */
  onEnd(callback: () => void): void
  close(): Promise<void>
}

export const openSession = async (input: { url: string; name?: string; waitSeconds?: number }): Promise<Session> => {
  const client = new PrimaryClient({
    connectionString: input.url,
    application_name: input.name ?? 'runnel',
    connectionTimeoutMillis: (input.waitSeconds ?? 10) * 1000,
    keepAlive: true,
  })
  // A connection that breaks while idle raises an error nobody awaits; the end event tells the rest.
  client.on('error', () => undefined)
  await client.connect()
  return {
    async query<Row>(sql: string, values?: unknown[]) {
      const result = await client.query(sql, values)
      // The driver cannot know the shape of a row; the caller names the columns it selected.
      return result.rows as Row[]
    },
    copyOut: (sql) => client.query(new CopyOut(sql)),
    copyIn: (sql) => client.query(new CopyIn(sql)),
    onEnd: (callback) => {
      client.once('end', callback)
    },
    close: () => client.end(),
  }
}

/** PostgreSQL's five-letter code of an error (`28P01`), if it is one of its errors. */
export const sqlState = (error: unknown): string | undefined => {
  if (!(error instanceof Error) || !('code' in error)) return undefined
  return typeof error.code === 'string' ? error.code : undefined
}

/** A name as SQL wants it quoted, for the statements that take no parameters. */
export const quoteName = (name: string): string => `"${name.replaceAll('"', '""')}"`
