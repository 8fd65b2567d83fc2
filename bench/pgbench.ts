import { execFile } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'

const run = promisify(execFile)

interface PgbenchRun {
  readonly url: string
  readonly connections: number
  readonly seconds: number
}

/**
 * Transactions a second of a script of ours by pgbench, or null where pgbench is not installed. `script` is what one
 * transaction does; it counts its own turns by the variable `turn`.
 */
export const pgbench = async ({
  script,
  ...pace
}: PgbenchRun & { readonly script: string }): Promise<number | null> => {
  const folder = mkdtempSync(join(tmpdir(), 'runnel-pgbench-'))
  const file = join(folder, 'script.sql')
  writeFileSync(file, script)
  try {
    return await rateOf(pace, ['-D', 'turn=0', '-f', file])
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

/** The size of pgbench's own tables: 100,000 rows each, far more than connections, so that few wait for a row. */
const SCALE = 20

/** Makes the tables of `pgbench -N` in a database of their own; false where pgbench is not installed. */
export const prepareSimpleUpdate = async (url: string): Promise<boolean> =>
  (await callPgbench(url, ['-i', '-q', '-s', String(SCALE)])) !== null

/** Transactions a second of `pgbench -N` (TPC-B, simple update): what this server does for SQL that is not ours. */
export const simpleUpdate = (pace: PgbenchRun): Promise<number | null> => rateOf(pace, ['-N'])

const rateOf = async ({ url, connections, seconds }: PgbenchRun, what: readonly string[]): Promise<number | null> => {
  const pace = ['-c', String(connections), '-j', '2', '-T', String(seconds)]
  const stdout = await callPgbench(url, ['-n', '-M', 'prepared', ...pace, ...what])
  if (stdout === null) return null
  const failed = /number of failed transactions: (\d+)/.exec(stdout)?.[1] ?? '0'
  if (failed !== '0') throw new Error(`pgbench: ${failed} transactions failed`)
  return Number(/tps = ([\d.]+)/.exec(stdout)?.[1])
}

const callPgbench = async (url: string, args: readonly string[]): Promise<string | null> => {
  const { hostname, port, username, password, pathname, searchParams } = new URL(url)
  const env = {
    ...process.env,
    PGHOST: searchParams.get('host') ?? hostname,
    PGPORT: port || '5432',
    PGUSER: decodeURIComponent(username),
    PGPASSWORD: decodeURIComponent(password),
    PGDATABASE: pathname.slice(1),
  }
  try {
    return (await run('pgbench', [...args], { env })).stdout
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return null
    throw error
  }
}
