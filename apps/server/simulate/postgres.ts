import { randomBytes } from 'node:crypto'
import { mkdtempSync, readFileSync } from 'node:fs'
import { rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { withDatabase } from '#kernel/postgres/hosts.ts'
import { runMigrations } from '#kernel/postgres/migrations.ts'
import { startEmbedded } from '#kernel/postgres/postgres.ts'
import { openSession, quoteName } from '#kernel/postgres/session.ts'

/** A server with a migrated database, of which each run gets a copy. */
export interface Databases {
  readonly create: () => Promise<{ url: string; drop: () => Promise<void> }>
  readonly stop: () => Promise<void>
}

const TEMPLATE = 'simulate_template'
const here = import.meta.dirname

/** Starts a PostgreSQL in a folder of its own. It does not wait for the disk: nothing of it outlives the run. */
export const startDatabases = async (): Promise<Databases> => {
  const dataDir = mkdtempSync(join(tmpdir(), 'runnel-simulate-'))
  const settings = { fsync: 'off', synchronous_commit: 'off', full_page_writes: 'off', autovacuum_naptime: '10s' }
  const embedded = await startEmbedded({ dataDir, log: () => undefined, settings })
  const maintenance = withDatabase(embedded.url, 'postgres')
  await execute(maintenance, `CREATE DATABASE ${TEMPLATE}`)
  const template = withDatabase(embedded.url, TEMPLATE)
  await runMigrations({ url: template, dir: resolve(here, '..', 'migrations') })
  for (const file of ['observe.sql', 'facts.sql']) await execute(template, readFileSync(join(here, file), 'utf8'))
  return {
    create: async () => {
      const name = `simulate_${randomBytes(6).toString('hex')}`
      await execute(maintenance, `CREATE DATABASE ${quoteName(name)} TEMPLATE ${TEMPLATE}`)
      const drop = () => execute(maintenance, `DROP DATABASE IF EXISTS ${quoteName(name)} WITH (FORCE)`)
      return { url: withDatabase(embedded.url, name), drop }
    },
    stop: async () => {
      await embedded.stop()
      await rm(dataDir, { recursive: true, force: true })
    },
  }
}

const execute = async (url: string, sql: string): Promise<void> => {
  const session = await openSession({ url })
  await session.query(sql).finally(() => session.close())
}
