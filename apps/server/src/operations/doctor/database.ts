import { readdirSync } from 'node:fs'
import { providersOf } from '#features/admin/overview/providers.ts'
import { readBackups, readQueue } from '#features/admin/system/system-figures.ts'
import { isBackupLate, isQueueStuck } from '#features/admin/system/system-warnings.ts'
import { payoutWarnings } from '#features/withdraw/withdraw.ts'
import { readBy } from '#kernel/db.ts'
import type { Env } from '#kernel/env.ts'
import { eachHost } from '#kernel/postgres/hosts.ts'
import { refusePooler } from '#kernel/postgres/pooler.ts'
import type { Session } from '#kernel/postgres/session.ts'
import { connectionsOfNode } from '#kernel/processes/connections.ts'
import { readSettingsUnopened } from '#kernel/settings.ts'
import { explainFailure } from '#kernel/startup-error.ts'
import { inEnglish } from '#kernel/words/render.ts'
import { appliedTo } from '#server/operations/snapshot.ts'
import { type Finding, good, megabytes, mind, wrong } from './finding.ts'

interface Server {
  readonly number: number
  readonly version: string
  readonly connections: number
  readonly fsync: string
  readonly pages: string
  readonly commit: string
  readonly standbys: string
  readonly encoding: string
  readonly away: number
  readonly bytes: number
}

const AWAY_SECONDS = 2

/** The server itself: version, settings, clock, size. */
export const lookAtServer = async (
  env: Env,
  { url, session }: { url: string; session: Session },
): Promise<Finding[]> => {
  const about = 'database'
  const since = Date.now()
  const [server] = await session.query<Server>(
    `SELECT current_setting('server_version_num')::int AS number, current_setting('server_version') AS version,
      current_setting('max_connections')::int - current_setting('superuser_reserved_connections')::int AS connections,
      current_setting('fsync') AS fsync, current_setting('full_page_writes') AS pages,
      current_setting('synchronous_commit') AS commit,
      current_setting('synchronous_standby_names') AS standbys, current_setting('server_encoding') AS encoding,
      extract(epoch FROM clock_timestamp())::float8 AS away, pg_database_size(current_database())::float8 AS bytes`,
  )
  if (server === undefined) return [wrong(about, 'The database didn’t report its version and settings.')]
  const found: Finding[] = []
  const say = (isSo: boolean, finding: Finding): void => void (isSo && found.push(finding))
  const needed = connectionsOfNode(env)
  const away = Math.abs(server.away - (since + Date.now()) / 2_000)
  say(server.number < 150_000, wrong(about, `PostgreSQL ${server.version} is too old: Runnel needs 15 or newer.`))
  say(server.encoding !== 'UTF8', wrong(about, `The encoding is ${server.encoding}: create a database with UTF8.`))
  say(server.fsync === 'off', wrong(about, 'fsync is off: a power failure loses acknowledged data. Turn it on.'))
  say(
    server.pages === 'off',
    wrong(about, 'full_page_writes is off: a power failure can corrupt the database. Turn it on.'),
  )
  say(server.commit === 'off', mind(about, 'synchronous_commit is off: a crash loses the last payments.'))
  say(
    server.standbys === '' && eachHost(url).length > 1,
    mind(about, 'No standby confirms commits: a failover loses the last payments. Set synchronous_standby_names.'),
  )
  say(
    server.connections < needed,
    mind(
      about,
      `It allows ${server.connections} connections, but this node may use ${needed}: increase max_connections.`,
    ),
  )
  say(
    away > AWAY_SECONDS,
    wrong('clock', `The clock differs from the database’s by ${away.toFixed(1)} s: use NTP on both.`),
  )
  if (env.DATABASE_URL !== undefined) {
    await refusePooler(url).catch((error: unknown) => found.push(wrong(about, explainFailure(error))))
  }
  return found.length > 0 ? found : [good(about, `PostgreSQL ${server.version}, ${megabytes(server.bytes)}.`)]
}

/** What stands in it: the version of its tables, the last proof of the books, jobs and backups. */
export const lookAtSite = async (env: Env, session: Session, dir: string): Promise<Finding[]> => {
  const applied = await appliedTo(session)
  if (applied === undefined) return [mind('site', 'The database has no site yet: npm start creates one.')]
  const ours = readdirSync(dir).filter((name) => name.endsWith('.sql')).length
  const versions =
    applied.length > ours
      ? wrong('site', 'The database was used by a newer version: install that one, or restore a backup.')
      : good('site', applied.length < ours ? 'The next npm start migrates the database.' : 'The tables are up to date.')
  if (applied.length !== ours) return [versions]
  return [
    versions,
    ...(await lookAtBooks(session)),
    ...(await lookAtJobs(session)),
    ...(await lookAtBackup(env, session)),
    ...(await lookAtProviders(session, new Date())),
  ]
}

const lookAtBooks = async (session: Session): Promise<Finding[]> => {
  const [proof] = await session.query<{ balanced: boolean; hours: number }>(
    `SELECT balanced, extract(epoch FROM now() - at)::float8 / 3600 AS hours FROM reconciliations
     ORDER BY at DESC LIMIT 1`,
  )
  if (proof === undefined)
    return [mind('ledger', 'The ledger isn’t verified yet: the first check runs within the hour.')]
  if (!proof.balanced)
    return [wrong('ledger', 'The ledger doesn’t balance, and payouts have stopped: see the overview.')]
  if (proof.hours > 3)
    return [mind('ledger', `The ledger was last verified ${Math.round(proof.hours)} hours ago: start the site.`)]
  return [good('ledger', 'The ledger balances.')]
}

const FAILED_SHOWN = 5

const lookAtJobs = async (session: Session): Promise<Finding[]> => {
  const failed = await session.query<{ name: string; note: string | null }>(
    'SELECT name, note FROM job_runs WHERE NOT ok ORDER BY last_run_at DESC LIMIT $1',
    [FAILED_SHOWN],
  )
  const found = failed.map(({ name, note }) =>
    mind('jobs', `The last run of ${name} failed: ${note === null ? 'no reason' : inEnglish(note)}`),
  )
  const [known] = await session.query<{ there: boolean }>(`SELECT count(to_regclass('pgboss.job')) = 1 AS there`)
  if (known?.there === true) {
    const queue = await readQueue(readBy(session))
    const minutes = Math.floor(queue.oldestSeconds / 60)
    if (isQueueStuck(queue))
      found.push(mind('jobs', `${queue.waiting} are waiting, one for ${minutes} minutes: is the site running?`))
  }
  return found.length > 0 ? found : [good('jobs', 'The last run of each job succeeded.')]
}

/** What the site last noted of its payout wallets, offerwalls, shortlinks and deposit processors; asks none of them. */
const lookAtProviders = async (session: Session, now: Date): Promise<Finding[]> => {
  const db = readBy(session)
  const settings = await readSettingsUnopened(db)
  const [payouts, providers] = await Promise.all([
    payoutWarnings(db, settings, now),
    providersOf(db, { settings, unset: [] }, now),
  ])
  const found = [
    ...payouts.map(({ code, msg }) => (code === 'PAYOUT_HALTED' ? wrong : mind)('payouts', inEnglish(msg))),
    // Of a wallet, the warnings above say more.
    ...providers
      .filter(({ kind, state }) => kind !== 'wallet' && (state === 'warn' || state === 'down'))
      .map(({ name, msg }) => mind('providers', `${name}: ${inEnglish(msg)}`)),
  ]
  return found.length > 0 ? found : [good('providers', 'No provider failed at its last call.')]
}

const HOUR_MS = 3_600_000

const lookAtBackup = async (env: Env, session: Session): Promise<Finding[]> => {
  const about = 'backup'
  const { backup, backupFailure } = await readBackups(readBy(session))
  if (backupFailure !== null) return [mind(about, `The last scheduled backup failed: ${inEnglish(backupFailure.note)}`)]
  if (backup === null)
    return [mind(about, 'There is no backup: npm run backup makes one, BACKUP_HOURS=24 one per day.')]
  const hours = Math.floor((Date.now() - Date.parse(backup.at)) / HOUR_MS)
  if (isBackupLate({ hours, everyHours: env.BACKUP_HOURS }))
    return [mind(about, `The last backup is ${hours} hours old: run npm run backup.`)]
  return [good(about, `The last backup is ${hours} hours old: ${backup.location}`)]
}
