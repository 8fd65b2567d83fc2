import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { readEnv } from '#kernel/env.ts'
import { checkKey } from '#kernel/key/fingerprint.ts'
import { isDatabaseUrl, locationOf, withoutPassword } from '#kernel/postgres/hosts.ts'
import { runMigrations } from '#kernel/postgres/migrations.ts'
import { refusePooler } from '#kernel/postgres/pooler.ts'
import { startEmbedded } from '#kernel/postgres/postgres.ts'
import { StartupError } from '#kernel/startup-error.ts'
import { moveSite } from '#server/operations/move.ts'
import { refuseMoved } from '#server/operations/moved.ts'
import { booksLine, migrationsDir as dir, runCommand, tell } from './command.ts'

/** `npm run move-data -- postgres://…`: copies the site's data from the built-in database to the operator's own. */
const main = async (): Promise<void> => {
  const [to = ''] = process.argv.slice(2)
  const env = readEnv(process.env)
  if (!isDatabaseUrl(to)) throw new StartupError('Name the new database: npm run move-data -- postgres://…')
  if (env.DATABASE_URL !== undefined) {
    throw new StartupError(
      'DATABASE_URL is set, so the site doesn’t use the built-in database: use backup and restore.',
    )
  }
  if (!existsSync(join(env.DATA_DIR, 'postgres'))) throw new StartupError(`There is no database in ${env.DATA_DIR}.`)
  await refusePooler(to)
  const embedded = await startEmbedded({ dataDir: env.DATA_DIR, log: () => undefined })
  try {
    await runMigrations({ url: embedded.url, dir })
    // A move that was interrupted is done again, to the same database; one that holds a site is refused there.
    await refuseMoved(embedded.url, { except: locationOf(to) })
    await checkKey(env, embedded.url)
    const about = { version: env.version, site: env.PUBLIC_URL }
    const books = await moveSite({ from: embedded.url, to, about, dir, tell })
    tell(`Done: ${booksLine(books)}, the same in both databases.`)
    tell(`\nAdd this to .env, then start the site:\n\n  DATABASE_URL=${withoutPassword(to)}\n`)
    if (env.SECRET_KEY === undefined) {
      tell(`More than one node? Set SECRET_KEY to the content of ${join(env.DATA_DIR, 'secret.key')} on all of them.`)
    }
    const left = join(env.DATA_DIR, 'postgres')
    tell(`${left} is now only a copy, and no site starts on it.`)
    tell('Remove it once the site runs on the new database.')
  } finally {
    await embedded.stop()
  }
}

runCommand(main)
