import { createHash } from 'node:crypto'
import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { StartupError } from '#kernel/startup-error.ts'
import { type Session, openSession } from './session.ts'

type Migration = { number: number; name: string; sql: string; sha256: string }
/** A migration that a database has. */
export type Applied = { number: number; name: string; sha256: string }

const fileName = /^(\d{4})-[a-z0-9-]+\.sql$/

/** Nodes that start at once take turns by this advisory lock. */
const migrationLock = 7_236_541_903

/**
 * Brings the database to the newest migration of `dir` and returns the names it applied. Each file is one transaction
 * that also records it; the lock is asked for inside, so that a connection pool between us and the database is no harm.
 */
export const runMigrations = async ({ url, dir }: { url: string; dir: string }): Promise<string[]> => {
  const migrations = await readMigrations(dir)
  const session = await openSession({ url, name: 'runnel migrations' })
  const names: string[] = []
  try {
    for (;;) {
      const name = await applyNext(session, migrations)
      if (name === undefined) return names
      names.push(name)
    }
  } finally {
    await session.close()
  }
}

const readMigrations = async (dir: string): Promise<Migration[]> => {
  const names = (await readdir(dir)).filter((name) => name.endsWith('.sql')).sort()
  const migrations = await Promise.all(names.map((name) => readMigration(dir, name)))
  for (const [index, { number, name }] of migrations.entries()) {
    const expected = index + 1
    if (number < expected)
      throw new StartupError(`Another migration has the same number as ${name}: give one of them the next number.`)
    if (number > expected) throw new StartupError(`The migration ${fourDigits(expected)} is missing before ${name}.`)
  }
  return migrations
}

const readMigration = async (dir: string, name: string): Promise<Migration> => {
  const number = fileName.exec(name)?.[1]
  if (!number) throw new StartupError(`The migration ${name} needs a name like 0001-what-it-does.sql.`)
  // A checkout on Windows may turn line ends; the migration is the same.
  const sql = (await readFile(join(dir, name), 'utf8')).replaceAll('\r\n', '\n')
  return { number: Number(number), name, sql, sha256: createHash('sha256').update(sql).digest('hex') }
}

/** Makes, in an open transaction and an empty database, the tables as a database has them that got these migrations. */
export const applyAll = async (session: Session, input: { dir: string; applied: readonly Applied[] }) => {
  const migrations = await readMigrations(input.dir)
  nextMigration([...input.applied], migrations)
  await prepareTable(session)
  for (const migration of migrations.slice(0, input.applied.length)) await apply(session, migration)
}

/** Nobody else migrates until this transaction ends. */
const prepareTable = async (session: Session): Promise<void> => {
  await session.query('SELECT pg_advisory_xact_lock($1)', [migrationLock])
  await session.query(`
    CREATE TABLE IF NOT EXISTS migration (
      number int PRIMARY KEY,
      name text NOT NULL,
      sha256 text NOT NULL,
      applied_at timestamptz NOT NULL DEFAULT now()
    )`)
}

const applyNext = async (session: Session, migrations: Migration[]): Promise<string | undefined> => {
  await session.query('BEGIN')
  try {
    await prepareTable(session)
    const applied = await session.query<Applied>('SELECT number, name, sha256 FROM migration ORDER BY number')
    const next = nextMigration(applied, migrations)
    if (next) await apply(session, next)
    await session.query('COMMIT')
    return next?.name
  } catch (error) {
    // The first failure is the one to tell; the transaction ends with the connection anyway.
    await session.query('ROLLBACK').catch(() => undefined)
    throw error
  }
}

const nextMigration = (applied: Applied[], migrations: Migration[]): Migration | undefined => {
  for (const [index, was] of applied.entries()) {
    const is = migrations[index]
    if (!is || was.number !== index + 1) {
      throw new StartupError(
        `The database has the migration ${was.name}, which this version doesn’t know: start a newer version.`,
      )
    }
    if (is.sha256 !== was.sha256) {
      throw new StartupError(
        `The migration ${is.name} was changed after it was applied: restore the file and add a new migration.`,
      )
    }
  }
  return migrations[applied.length]
}

const apply = async (session: Session, migration: Migration): Promise<void> => {
  try {
    await session.query(migration.sql)
  } catch (error) {
    const [, setting] = /^permission denied to set parameter "([\w.]+)"/.exec(messageOf(error)) ?? []
    if (setting !== undefined) throw mayNotSet(setting)
    throw new StartupError(
      `The migration ${migration.name} failed${lineOf(error, migration.sql)}: ${messageOf(error)}.`,
      {
        cause: error,
      },
    )
  }
  await session.query('INSERT INTO migration (number, name, sha256) VALUES ($1, $2, $3)', [
    migration.number,
    migration.name,
    migration.sha256,
  ])
}

/** Functions carry a setting of ours, by which triggers know them; only a superuser may allow that to others. */
const mayNotSet = (setting: string): StartupError =>
  new StartupError(
    `The database user isn’t allowed to set ${setting}, which protects the balances: run ` +
      `GRANT SET ON PARAMETER ${setting} TO that user as a superuser of PostgreSQL, then start again.`,
  )

const lineOf = (error: unknown, sql: string): string => {
  if (!(error instanceof Error) || !('position' in error) || !error.position) return ''
  return ` in line ${sql.slice(0, Number(error.position)).split('\n').length}`
}

const messageOf = (error: unknown): string => (error instanceof Error ? error.message : String(error))

const fourDigits = (number: number): string => String(number).padStart(4, '0')
