import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { readEnv } from '#kernel/env.ts'
import { checkKey } from '#kernel/key/fingerprint.ts'
import { runMigrations } from '#kernel/postgres/migrations.ts'
import { refusePooler } from '#kernel/postgres/pooler.ts'
import { startEmbedded } from '#kernel/postgres/postgres.ts'
import { openSession, type Session } from '#kernel/postgres/session.ts'
import { StartupError } from '#kernel/startup-error.ts'
import { loadSite } from '#server/operations/load.ts'
import { markMoved, refuseMoved } from '#server/operations/moved.ts'
import { type Manifest, openSnapshot, rowsOf } from '#server/operations/snapshot.ts'
import { booksLine, migrationsDir as dir, runCommand, tell } from './command.ts'

/** `npm run move-data -- postgres://…`: the site's data goes from the built-in database into one of the owner's own. */
const main = async (): Promise<void> => {
  const [to = ''] = process.argv.slice(2)
  const env = readEnv(process.env)
  if (!/^postgres(ql)?:\/\//.test(to))
    throw new StartupError('Name the new database: npm run move-data -- postgres://…')
  if (env.DATABASE_URL !== undefined) {
    throw new StartupError('DATABASE_URL is set, so this site has left the built-in database: use backup and restore.')
  }
  if (!existsSync(join(env.DATA_DIR, 'postgres'))) throw new StartupError(`There is no database in ${env.DATA_DIR}.`)
  await refusePooler(to)
  const embedded = await startEmbedded({ dataDir: env.DATA_DIR, log: () => undefined })
  try {
    await runMigrations({ url: embedded.url, dir })
    await refuseMoved(embedded.url)
    await checkKey(env, embedded.url)
    const books = await move({ from: embedded.url, to, about: { version: env.version, site: env.PUBLIC_URL } })
    tell(`Done: ${booksLine(books)}, the same in both databases.`)
    tell(`\nPut into .env, then start:\n\n  DATABASE_URL=${withoutPassword(to)}\n`)
    if (env.SECRET_KEY === undefined) {
      tell(`More than one node? Set SECRET_KEY to the text in ${join(env.DATA_DIR, 'secret.key')} on all of them.`)
    }
    const left = join(env.DATA_DIR, 'postgres')
    tell(`${left} is only a copy from now on, and no site starts on it.`)
    tell('Remove it once the site runs on the new database.')
  } finally {
    await embedded.stop()
  }
}

interface MoveInput {
  readonly from: string
  readonly to: string
  readonly about: Pick<Manifest, 'version' | 'site'>
}

const move = async ({ from, to, about }: MoveInput) => {
  const [source, target] = [await openSession({ url: from }), await openSession({ url: to, name: 'runnel move' })]
  try {
    await refuseOld(target)
    const manifest = await openSnapshot(source, { ...about, at: new Date().toISOString() })
    const books = await loadSite(target, { manifest, dir, rows: tablesOf(source, manifest), tell })
    // The snapshot is read to its end: what follows is seen by whoever starts on the old database.
    await source.query('COMMIT')
    await markMoved(source, { to: addressOf(to), now: new Date() })
    return books
  } finally {
    await Promise.all([source.close(), target.close()])
  }
}

const refuseOld = async (target: Session): Promise<void> => {
  const [row] = await target.query<{ number: number }>(`SELECT current_setting('server_version_num')::int AS number`)
  if ((row?.number ?? 0) < 150_000) throw new StartupError('Runnel needs PostgreSQL 15 or newer.')
}

const tablesOf = async function* (source: Session, manifest: Manifest) {
  for (const table of manifest.tables) yield { table, rows: rowsOf(source, table) }
}

/** Where the site is now, without who may go there. */
const addressOf = (url: string): string => {
  const { host, pathname } = new URL(url)
  return `${host}${pathname}`
}

/** The owner knows it; the terminal's history need not. */
const withoutPassword = (url: string): string => {
  const shown = new URL(url)
  if (shown.password !== '') shown.password = '…'
  return decodeURIComponent(shown.href)
}

runCommand(main)
