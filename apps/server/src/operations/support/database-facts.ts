import { readBackups, readQueue } from '#features/admin/system/system-figures.ts'
import { readBy } from '#kernel/db.ts'
import type { Session } from '#kernel/postgres/session.ts'
import { inEnglish } from '#kernel/words/render.ts'
import { appliedTo } from '#server/operations/snapshot.ts'
import { changedSettings } from './without-secrets.ts'

const TABLES = 40

/** How the database is set up, how large it is, and what last went wrong in it: figures and names of ours. */
export const databaseFacts = async (session: Session): Promise<object> => ({
  migrations: (await appliedTo(session))?.map(({ name }) => name) ?? 'no site',
  parameters: await namesAndValues(
    session,
    `SELECT name, setting AS value FROM pg_settings
     WHERE source NOT IN ('default', 'client', 'override') AND category NOT LIKE 'File Locations%'
       AND name !~ '(file|dir|path|command|host|address|conninfo|user|name|log_timezone)' ORDER BY name`,
  ),
  tables: await session.query(
    `SELECT n.nspname || '.' || c.relname AS name, c.reltuples::bigint::float8 AS rows,
       pg_total_relation_size(c.oid)::float8 AS bytes, s.n_dead_tup::float8 AS "deletedRows",
       greatest(s.last_vacuum, s.last_autovacuum) AS vacuumed
     FROM pg_class c JOIN pg_namespace n ON n.oid = c.relnamespace
     LEFT JOIN pg_stat_user_tables s ON s.relid = c.oid
     WHERE c.relkind = 'r' AND n.nspname IN ('public', 'pgboss') ORDER BY bytes DESC, name LIMIT $1`,
    [TABLES],
  ),
  brokenIndexes: await session.query('SELECT indexrelid::regclass::text AS name FROM pg_index WHERE NOT indisvalid'),
  connections: await session.query(
    `SELECT coalesce(state, 'none') AS state, count(*)::int,
       max(extract(epoch FROM now() - xact_start))::int AS "longestSeconds",
       count(*) FILTER (WHERE wait_event_type = 'Lock')::int AS "waitForLock"
     FROM pg_stat_activity WHERE datname = current_database() AND pid <> pg_backend_pid() GROUP BY 1 ORDER BY 1`,
  ),
})

/** What the site itself knows; there is nothing of it in an empty database. */
export const siteFacts = async (session: Session): Promise<object> => {
  const jobs = await session.query<{ name: string; ok: boolean; note: string | null }>(
    'SELECT name, ok, last_run_at AS at, note FROM job_runs ORDER BY name',
  )
  return {
    settings: changedSettings(await namesAndValues(session, 'SELECT name, value FROM settings ORDER BY name')),
    jobs: jobs.map((job) => ({ ...job, note: job.note === null ? null : inEnglish(job.note) })),
    due: await readQueue(readBy(session)),
    queue: await session.query('SELECT name, state::text, count(*)::int FROM pgboss.job GROUP BY 1, 2 ORDER BY 1, 2'),
    backups: await readBackups(readBy(session)),
    books: await session.query('SELECT at, balanced FROM reconciliations ORDER BY at DESC LIMIT 3'),
    withdrawals: await session.query('SELECT status, count(*)::int FROM withdrawals GROUP BY 1 ORDER BY 1'),
  }
}

const namesAndValues = async (session: Session, sql: string): Promise<Record<string, unknown>> => {
  const rows = await session.query<{ name: string; value: unknown }>(sql)
  return Object.fromEntries(rows.map(({ name, value }) => [name, value]))
}
