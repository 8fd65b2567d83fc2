import { mkdirSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { openStorage, type Storage } from '#adapters/storage/storage.ts'
import { ensureStaff, type NewStaff } from '#features/auth/first-admin.ts'
import { systemClock } from '#kernel/clock.ts'
import { connect } from '#kernel/db.ts'
import { type Env, warningsOf } from '#kernel/env.ts'
import { checkKey } from '#kernel/key/fingerprint.ts'
import type { Log } from '#kernel/log.ts'
import { runMigrations } from '#kernel/postgres/migrations.ts'
import { refusePooler } from '#kernel/postgres/pooler.ts'
import { startEmbedded } from '#kernel/postgres/postgres.ts'
import { openSession } from '#kernel/postgres/session.ts'
import { connectionsOfNode, refuseTooManyConnections } from '#kernel/processes/connections.ts'
import { refuseMoved } from '#server/operations/moved.ts'

interface Node {
  readonly url: string
  readonly storage: Storage
  /** Tells the person at the terminal that the site is served. */
  readonly greet: () => void
  /** Ends the built-in database. */
  readonly close: () => Promise<void>
}

/** What a node does once, however many processes serve: folder, storage, database, migrations and staff. */
export const openNode = async (env: Env, log: Log): Promise<Node> => {
  for (const warning of warningsOf(env)) log.warn(warning)
  mkdirSync(env.DATA_DIR, { recursive: true, mode: 0o755 })
  const storage = await openStorage(env, log)
  const { url, stop } = await openDatabase(env, log)
  try {
    await runMigrations({ url, dir: fileURLToPath(new URL('../migrations', import.meta.url)) })
    await refuseMoved(url)
    // The file of the key is made here, so that processes that start at once read the same.
    await checkKey(env, url)
    // Told at once: whatever ends this start, nobody is left with an account that has no password.
    tellPasswords(await makeStaff(env, log, url))
  } catch (error) {
    await stop()
    throw error
  }
  return { url, storage, greet: () => greet(env, log), close: stop }
}

const openDatabase = async (env: Env, log: Log): Promise<{ url: string; stop(): Promise<void> }> => {
  const url = env.DATABASE_URL
  if (url === undefined) {
    const settings = { max_connections: String(Math.max(EMBEDDED_CONNECTIONS, connectionsOfNode(env))) }
    return startEmbedded({ dataDir: env.DATA_DIR, log: (line) => log.info(line), settings })
  }
  await refusePooler(url)
  if (env.processes > 1) await refuseTooFewConnections(env, url)
  return { url, stop: async () => undefined }
}

/** What the built-in database allows at least; the rest of them is for its owner's own programs. */
const EMBEDDED_CONNECTIONS = 200

const refuseTooFewConnections = async (env: Env, url: string): Promise<void> => {
  const session = await openSession({ url, name: 'runnel start' })
  const [row] = await session
    .query<{ allowed: number }>(
      `SELECT current_setting('max_connections')::int
        - current_setting('superuser_reserved_connections')::int AS allowed`,
    )
    .finally(() => session.close())
  if (row !== undefined) refuseTooManyConnections(env, row.allowed)
}

const makeStaff = async (env: Env, log: Log, url: string): Promise<readonly NewStaff[]> => {
  const db = connect({ url, size: 1, log })
  const { adminUsernames, MODERATOR_USERNAME: moderatorUsername } = env
  return ensureStaff({ db, adminUsernames, moderatorUsername, now: systemClock() }).finally(() => db.close())
}

/** To the person at the terminal, not to the log, which must never hold a password. */
const tellPasswords = (staff: readonly NewStaff[]): void => {
  for (const { role, username, password, isNew } of staff) {
    const what = isNew ? `Your ${role} account:` : `Your ${role} account, not used yet, has a new password:`
    process.stderr.write(`\n${what}\n  name      ${username}\n  password  ${password}\n\n`)
  }
}

const greet = (env: Env, log: Log): void => {
  log.info({ version: env.version, address: env.PUBLIC_URL }, 'serving')
  process.stderr.write(`\nRunnel is ready at ${env.PUBLIC_URL}\n\n`)
}
