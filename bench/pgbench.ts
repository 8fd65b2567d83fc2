import { execFile } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'

const run = promisify(execFile)

export interface PgbenchRun {
  readonly url: string
  readonly connections: number
  readonly seconds: number
  /** What one transaction does; it counts its own turns by the variable `turn`. */
  readonly script: string
}

/** Transactions a second of the same SQL by pgbench, or null where pgbench is not installed. */
export const pgbench = async ({ url, connections, seconds, script }: PgbenchRun): Promise<number | null> => {
  const folder = mkdtempSync(join(tmpdir(), 'runnel-pgbench-'))
  const file = join(folder, 'script.sql')
  writeFileSync(file, script)
  const { hostname, port, username, password, pathname, searchParams } = new URL(url)
  const host = searchParams.get('host') ?? hostname
  try {
    const { stdout } = await run(
      'pgbench',
      ['-n', '-M', 'prepared', '-c', String(connections), '-j', '2', '-T', String(seconds), '-D', 'turn=0', '-f', file],
      {
        env: {
          ...process.env,
          PGHOST: host,
          PGPORT: port || '5432',
          PGUSER: decodeURIComponent(username),
          PGPASSWORD: decodeURIComponent(password),
          PGDATABASE: pathname.slice(1),
        },
      },
    )
    const failed = /number of failed transactions: (\d+)/.exec(stdout)?.[1] ?? '0'
    if (failed !== '0') throw new Error(`pgbench: ${failed} transactions failed`)
    return Number(/tps = ([\d.]+)/.exec(stdout)?.[1])
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return null
    throw error
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}
