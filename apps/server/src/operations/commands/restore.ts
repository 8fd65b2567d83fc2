import { existsSync } from 'node:fs'
import { mkdir, rm } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import { openBackupBucket } from '#adapters/storage/backups.ts'
import { type Env, readEnv } from '#kernel/env.ts'
import { runMigrations } from '#kernel/postgres/migrations.ts'
import { startEmbedded } from '#kernel/postgres/postgres.ts'
import { openSession } from '#kernel/postgres/session.ts'
import { StartupError } from '#kernel/startup-error.ts'
import { refuseUnlessEmpty } from '#server/operations/load.ts'
import { readBackup, restore } from '#server/operations/restore.ts'
import { booksLine, migrationsDir as dir, runCommand, tell } from './command.ts'

const BUCKET = 'storage:'

/** `npm run restore -- FILE`: restores a backup into an empty DATA_DIR or an empty database. */
const main = async (): Promise<void> => {
  const [file] = process.argv.slice(2)
  if (file === undefined) throw new StartupError('Name the backup: npm run restore -- FILE')
  const env = readEnv(process.env)
  const fetched = file.startsWith(BUCKET) ? await fetchFrom(env, file.slice(BUCKET.length)) : undefined
  try {
    await restoreFile(env, fetched ?? resolve(process.env['INIT_CWD'] ?? '.', file))
  } finally {
    if (fetched !== undefined) await rm(fetched, { force: true })
  }
}

const fetchFrom = async (env: Env, name: string): Promise<string> => {
  if (env.STORAGE_URL === undefined) throw new StartupError('Set STORAGE_URL to the bucket that contains the backup.')
  await mkdir(env.DATA_DIR, { recursive: true })
  const path = join(env.DATA_DIR, `backup-${process.pid}.part`)
  await openBackupBucket(env).fetch(name, path)
  return path
}

const restoreFile = async (env: Env, path: string): Promise<void> => {
  tell('reading the backup')
  const found = await readBackup({ path, env })
  tell(`It is from ${found.manifest.at}, version ${found.manifest.version}, ${found.manifest.site}.`)
  const { url, stop, undo } = await openEmpty(env)
  let isRestored = false
  try {
    const books = await restore({ path, url, dir, env, tell }, found)
    isRestored = true
    await runMigrations({ url, dir })
    tell(`Done: ${booksLine(books)}, as in the backup. Start the site with npm start.`)
    tell('Payouts are stopped: compare your wallets with the withdrawals, then resume them under Spending limits.')
  } catch (error) {
    await stop()
    // What is restored stays beside its key and its images; the site runs missing migrations when it starts.
    if (!isRestored) await undo()
    throw error
  }
  await stop()
}

/** The empty database; what is made for it goes again when the restore fails. */
const openEmpty = async (env: Env): Promise<{ url: string; stop: () => Promise<void>; undo: () => Promise<void> }> => {
  const nothing = async (): Promise<void> => undefined
  if (env.DATABASE_URL !== undefined) return { url: env.DATABASE_URL, stop: nothing, undo: nothing }
  const made = ['postgres', 'postgres.password', 'postgres.log'].map((name) => join(env.DATA_DIR, name))
  const wasThere = made.some((path) => existsSync(path))
  const embedded = await startEmbedded({ dataDir: env.DATA_DIR, log: () => undefined })
  const undo = wasThere
    ? nothing
    : async () => void (await Promise.all(made.map((path) => rm(path, { recursive: true, force: true }))))
  const session = await openSession({ url: embedded.url })
  await refuseUnlessEmpty(session)
    .catch(async (error: unknown) => {
      await embedded.stop()
      throw wasThere
        ? new StartupError(`${env.DATA_DIR} already contains a site: restore into an empty DATA_DIR.`)
        : error
    })
    .finally(() => session.close())
  return { ...embedded, undo }
}

runCommand(main)
