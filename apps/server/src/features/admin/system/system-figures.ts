import type { SystemStatus } from '@runnel/contract/admin/system'
import { sql } from 'kysely'
import type { Read } from '#kernel/db.ts'
import { assert } from '#kernel/refusal.ts'
import { asExecutor } from '#money/accounts.ts'
import { diskSpace } from './disk.ts'
import { newerRelease } from './newer-release.ts'

/** What a node knows of itself and of how its owner set it up. */
export interface SystemProbe {
  readonly version: string
  readonly dataDir: string
  /** Hours between planned backups; 0: none are. */
  readonly backupHours: number
  /** The folder of a released program; undefined: it runs from a clone. */
  readonly releaseDir: string | undefined
}

export type SystemFigures = Omit<SystemStatus, 'warnings'>

/** How the machine and the database of the site stand, as far as this node can tell. */
export const systemFigures = async (db: Read, probe: SystemProbe): Promise<SystemFigures> => {
  const [server, queue, backups, disk, newer] = await Promise.all([
    readServer(db),
    readQueue(db),
    readBackups(db),
    diskSpace(probe.dataDir).catch(() => null),
    newerRelease(probe),
  ])
  return {
    backupHours: probe.backupHours,
    ...backups,
    disk,
    database: { bytes: server.bytes },
    queue,
    versions: { runnel: probe.version, node: process.versions.node, postgres: server.version },
    newer,
  }
}

const readServer = async (db: Read): Promise<{ version: string; bytes: number }> => {
  const { rows } = await sql<{ version: string; bytes: number }>`
    SELECT split_part(current_setting('server_version'), ' ', 1) AS version,
      pg_database_size(current_database()) AS bytes`.execute(asExecutor(db))
  return only(rows)
}

/** Jobs that are due and that nobody has begun; what waits for its time or for its next try is not among them. */
export const readQueue = async (db: Read): Promise<SystemStatus['queue']> => {
  const { rows } = await sql<SystemStatus['queue']>`
    SELECT count(*) AS waiting, coalesce(extract(epoch FROM now() - min(start_after)), 0)::int AS "oldestSeconds"
    FROM pgboss.job WHERE state < 'active' AND start_after <= now()`.execute(asExecutor(db))
  return only(rows)
}

/** The newest backup, and the last planned one where that failed since. */
export const readBackups = async (db: Read): Promise<Pick<SystemFigures, 'backup' | 'backupFailure'>> => {
  const [last, run] = await Promise.all([
    db.selectFrom('last_backup').select(['made_at', 'location', 'bytes']).executeTakeFirst(),
    db
      .selectFrom('job_runs')
      .select(['last_run_at', 'note'])
      .where('name', '=', 'site.back-up')
      .where('ok', '=', false)
      .executeTakeFirst(),
  ])
  const isFailed = run !== undefined && (last === undefined || run.last_run_at > last.made_at)
  return {
    backup: last === undefined ? null : { at: last.made_at.toISOString(), location: last.location, bytes: last.bytes },
    backupFailure: isFailed ? { at: run.last_run_at.toISOString(), note: run.note ?? '' } : null,
  }
}

const only = <Row>([row]: readonly Row[]): Row => {
  assert(row !== undefined, 'a question about the whole database gives one row')
  return row
}
