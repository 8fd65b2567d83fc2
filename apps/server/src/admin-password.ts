import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { renewAdminPassword } from '#features/auth/admin-password.ts'
import { systemClock } from '#kernel/clock.ts'
import { connect } from '#kernel/db.ts'
import { readEnv } from '#kernel/env.ts'
import { createLog } from '#kernel/log.ts'
import { runMigrations } from '#kernel/postgres/migrations.ts'
import { startEmbedded } from '#kernel/postgres/postgres.ts'
import { explainFailure, StartupError } from '#kernel/startup-error.ts'

/**
 * `npm run admin-password`: a new password for the admin, told once to the person at the terminal. For another admin,
 * or the moderator, `npm run admin-password -- <name>` says which one.
 */
const main = async (): Promise<void> => {
  const env = readEnv(process.env)
  const username = process.argv[2] ?? env.ADMIN_USERNAME
  if (![...env.adminUsernames, env.MODERATOR_USERNAME].includes(username)) {
    throw new StartupError(`Neither ADMIN_USERNAME nor MODERATOR_USERNAME names ${username}.`)
  }
  const embedded = env.DATABASE_URL === undefined ? await openEmbedded(env.DATA_DIR) : undefined
  const url = embedded?.url ?? env.DATABASE_URL ?? ''
  const db = connect({ url, size: 2, log: createLog('warn') })
  try {
    await runMigrations({ url, dir: fileURLToPath(new URL('../migrations', import.meta.url)) })
    const password = await renewAdminPassword(db, username, systemClock())
    if (password === undefined) {
      throw new StartupError(`There is no user ${username} yet: the next "npm start" creates the account.`)
    }
    process.stdout.write(
      `\n  name      ${username}\n  password  ${password}\n\nAll sessions of ${username} have ended.\n`,
    )
  } finally {
    await db.close()
    await embedded?.stop()
  }
}

/** A wrong DATA_DIR must not leave an empty database behind. */
const openEmbedded = (dataDir: string) => {
  if (!existsSync(join(dataDir, 'postgres'))) throw new StartupError(`There is no database in ${dataDir}.`)
  return startEmbedded({ dataDir, log: () => undefined })
}

main().catch((error: unknown) => {
  process.stderr.write(`${explainFailure(error)}\n`)
  process.exitCode = 1
})
