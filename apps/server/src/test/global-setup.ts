import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import type { TestProject } from 'vitest/node'
import { withDatabase } from '#kernel/postgres/hosts.ts'
import { runMigrations } from '#kernel/postgres/migrations.ts'
import { startEmbedded } from '#kernel/postgres/postgres.ts'
import { openSession } from '#kernel/postgres/session.ts'

declare module 'vitest' {
  interface ProvidedContext {
    /** The maintenance database of the server that this run started, never one from the environment. */
    postgresUrl: string
  }
}

/**
 * One server for the whole run, in a folder of its own, with one migrated database that test files copy. It does not
 * wait for the disk, as nothing of it is to outlive the run; the tests of crashes start durable servers themselves.
 */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const dataDir = await mkdtemp(join(tmpdir(), 'runnel-test-'))
  const embedded = await startEmbedded({
    dataDir,
    log: () => undefined,
    settings: { fsync: 'off', synchronous_commit: 'off', full_page_writes: 'off', max_wal_size: '4GB' },
  })
  const maintenanceUrl = withDatabase(embedded.url, 'postgres')
  const session = await openSession({ url: maintenanceUrl })
  await session.query('CREATE DATABASE runnel_template')
  await session.close()
  const migrations = resolve(import.meta.dirname, '..', '..', 'migrations')
  await runMigrations({ url: withDatabase(embedded.url, 'runnel_template'), dir: migrations })
  project.provide('postgresUrl', maintenanceUrl)
  return async () => {
    await embedded.stop()
    await rm(dataDir, { recursive: true, force: true })
  }
}
