import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { getConstructionPlans } from 'pg-boss'
import { readBy } from '#kernel/db.ts'
import { applyAll } from '#kernel/postgres/migrations.ts'
import type { Session } from '#kernel/postgres/session.ts'
import { StartupError } from '#kernel/startup-error.ts'
import { type BooksTotals, totalsOf } from '#money/reconcile.ts'
import { columnsOf, type Manifest, nameOf, type Table } from './snapshot.ts'

export interface LoadInput {
  readonly manifest: Manifest
  /** Where the migrations of this version are. */
  readonly dir: string
  /** The rows of each table, in the order of the manifest. */
  readonly rows: AsyncIterable<{ readonly table: Table; readonly rows: AsyncIterable<Uint8Array> }>
  readonly tell: (line: string) => void
  /** Done last, in the same transaction. */
  readonly finish?: (session: Session) => Promise<unknown>
}

/** A database that holds anything at all may be somebody's. */
export const refuseUnlessEmpty = async (session: Session): Promise<void> => {
  const [row] = await session.query<{ name: string }>(
    `SELECT n.nspname || '.' || c.relname AS name FROM pg_class c JOIN pg_namespace n ON n.oid = c.relnamespace
     WHERE c.relkind IN ('r', 'p', 'v', 'm', 'S') AND n.nspname NOT LIKE 'pg\\_%' AND n.nspname <> 'information_schema'
     LIMIT 1`,
  )
  if (row === undefined) return
  throw new StartupError(
    `The database isn’t empty (it has the table ${row.name}): use an empty one, or delete its tables yourself.`,
  )
}

/**
 * Fills an empty database with a copy of a site, in one transaction: migrations make the tables, rows come without the
 * triggers that ran when they were written, and the books have to be what the copy says before anything is committed.
 */
export const loadSite = async (
  session: Session,
  { manifest, dir, rows, tell, finish }: LoadInput,
): Promise<BooksTotals> => {
  await session.query('BEGIN')
  try {
    await refuseUnlessEmpty(session)
    await applyAll(session, { dir, applied: manifest.migrations })
    await openQueueTables(session)
    const keys = await foreignKeys(session)
    const tables = await ownTables(session)
    for (const { table, name } of keys) await session.query(`ALTER TABLE ${table} DROP CONSTRAINT ${name}`)
    for (const table of tables) await session.query(`ALTER TABLE ${table} DISABLE TRIGGER USER`)
    // What migrations put into new tables is in the copy as well.
    await session.query(`TRUNCATE ${tables.join(', ')}`)
    const counts = new Map<string, number>()
    for await (const { table, rows: bytes } of rows) {
      tell(`${table.name}: ${table.rows.toLocaleString('en')} rows`)
      counts.set(nameOf(table), await fill(session, table, bytes))
    }
    for (const table of manifest.tables) {
      if (counts.get(nameOf(table)) !== table.rows)
        throw new StartupError(`The copy of the table ${table.name} is incomplete: nothing was saved.`)
    }
    for (const { table, name, rule } of keys) await session.query(`ALTER TABLE ${table} ADD CONSTRAINT ${name} ${rule}`)
    for (const table of tables) await session.query(`ALTER TABLE ${table} ENABLE TRIGGER USER`)
    tell('verifying the ledger')
    const books = await proveEqual(session, manifest)
    await finish?.(session)
    await session.query('COMMIT')
    return books
  } catch (error) {
    await session.query('ROLLBACK').catch(() => undefined)
    throw error
  }
}

/** The queue makes its tables in a transaction of its own, which is ours here. */
const openQueueTables = (session: Session): Promise<unknown> =>
  session.query(
    getConstructionPlans('pgboss')
      .replace(/^\s*BEGIN;/, '')
      .replace(/COMMIT;\s*$/, ''),
  )

const foreignKeys = (session: Session) =>
  session.query<{ table: string; name: string; rule: string }>(
    `SELECT conrelid::regclass::text AS table, quote_ident(conname) AS name, pg_get_constraintdef(oid) AS rule
     FROM pg_constraint WHERE contype = 'f' AND connamespace = 'public'::regnamespace ORDER BY 1, 2`,
  )

const ownTables = async (session: Session): Promise<string[]> => {
  const found = await session.query<{ name: string }>(
    `SELECT oid::regclass::text AS name FROM pg_class
     WHERE relkind = 'r' AND relnamespace = 'public'::regnamespace AND relname <> 'migration' ORDER BY 1`,
  )
  return found.map(({ name }) => name)
}

const fill = async (session: Session, table: Table, rows: AsyncIterable<Uint8Array>): Promise<number> => {
  const into = session.copyIn(`COPY ${nameOf(table)} (${columnsOf(table)}) FROM STDIN (ENCODING 'UTF8')`)
  await pipeline(Readable.from(rows), into)
  const [row] = await session.query<{ count: number }>(`SELECT count(*) AS count FROM ${nameOf(table)}`)
  return Number(row?.count)
}

const proveEqual = async (session: Session, manifest: Manifest): Promise<BooksTotals> => {
  const books = await totalsOf(readBy(session))
  const differs = (Object.keys(manifest.books) as (keyof BooksTotals)[]).filter(
    (name) => books[name] !== manifest.books[name],
  )
  if (differs.length === 0) return books
  throw new StartupError(`The ledger differs from the original (${differs.join(', ')}): nothing was saved.`)
}
