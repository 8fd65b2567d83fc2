import { readBy } from '#kernel/db.ts'
import type { Applied } from '#kernel/postgres/migrations.ts'
import { quoteName, type Session } from '#kernel/postgres/session.ts'
import { StartupError } from '#kernel/startup-error.ts'
import { type BooksTotals, totalsOf } from '#money/reconcile.ts'

/** One table of a site, with its columns in the order in which its rows are written. */
export interface Table {
  readonly schema: 'public' | 'pgboss'
  readonly name: string
  readonly columns: readonly string[]
  readonly rows: number
}

/** What a copy of a site says of itself. */
export interface Manifest {
  readonly format: 'runnel-backup-1'
  /** Of the program that wrote it. */
  readonly version: string
  readonly site: string
  readonly at: string
  /** The fingerprint of the key that opens what is sealed in it. */
  readonly key: string
  readonly migrations: readonly Applied[]
  readonly tables: readonly Table[]
  readonly books: BooksTotals
}

export const nameOf = ({ schema, name }: Pick<Table, 'schema' | 'name'>): string =>
  `${quoteName(schema)}.${quoteName(name)}`

/** Rows of the queue that still mean something: the rest is history, and its clock is set at each start. */
const queueTables: readonly string[] = ['queue', 'job']
const waitingJobs = "state < 'completed'"

/** Begins to read one moment of the site, while it runs on. It ends with the connection. */
export const openSnapshot = async (
  session: Session,
  about: Pick<Manifest, 'version' | 'site' | 'at'>,
): Promise<Manifest> => {
  await session.query('BEGIN TRANSACTION ISOLATION LEVEL REPEATABLE READ READ ONLY')
  // Values are written as text, which these would change.
  await session.query(`SET LOCAL TimeZone = 'UTC'; SET LOCAL DateStyle = 'ISO'; SET LOCAL extra_float_digits = 1`)
  const migrations = await appliedTo(session)
  if (migrations === undefined) throw new StartupError('This database contains no site: there is nothing to copy.')
  const [key] = await session.query<{ key: string }>(`SELECT encode(fingerprint, 'hex') AS key FROM key_fingerprint`)
  return {
    format: 'runnel-backup-1',
    ...about,
    key: key?.key ?? '',
    migrations,
    tables: await tablesOf(session),
    books: await totalsOf(readBy(session)),
  }
}

/** The migrations that a database has; undefined where it holds no site. */
export const appliedTo = async (session: Session): Promise<Applied[] | undefined> => {
  const [table] = await session.query<{ there: boolean }>(`SELECT count(to_regclass('public.migration')) = 1 AS there`)
  if (table?.there !== true) return undefined
  const rows = await session.query<Applied>('SELECT number, name, sha256 FROM migration ORDER BY number')
  return rows.length === 0 ? undefined : rows
}

const tablesOf = async (session: Session): Promise<Table[]> => {
  const found = await session.query<Omit<Table, 'rows'>>(
    `SELECT n.nspname AS schema, c.relname AS name, array_agg(a.attname::text ORDER BY a.attnum) AS columns
     FROM pg_class c JOIN pg_namespace n ON n.oid = c.relnamespace
     JOIN pg_attribute a ON a.attrelid = c.oid AND a.attnum > 0 AND NOT a.attisdropped
     WHERE n.nspname = 'public' AND c.relkind = 'r' AND c.relname <> 'migration'
       OR n.nspname = 'pgboss' AND c.relname = ANY($1)
     GROUP BY 1, 2 ORDER BY n.nspname = 'pgboss', c.relname = 'job', 2`,
    [queueTables],
  )
  const tables: Table[] = []
  for (const table of found) {
    const [row] = await session.query<{ rows: number }>(`SELECT count(*) AS rows FROM ${nameOf(table)}${chosen(table)}`)
    tables.push({ ...table, rows: Number(row?.rows) })
  }
  return tables
}

const chosen = ({ schema, name }: Pick<Table, 'schema' | 'name'>): string =>
  schema === 'pgboss' && name === 'job' ? ` WHERE ${waitingJobs}` : ''

/** The rows of one table, as `COPY` writes them. */
export const rowsOf = (session: Session, table: Table): AsyncIterable<Buffer> =>
  session.copyOut(`COPY (SELECT ${columnsOf(table)} FROM ${nameOf(table)}${chosen(table)}) TO STDOUT (ENCODING 'UTF8')`)

export const columnsOf = ({ columns }: Pick<Table, 'columns'>): string => columns.map(quoteName).join(', ')
