import { mkdtemp, rm } from 'node:fs/promises'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import type { TestProject } from 'vitest/node'
import { withDatabase } from '#kernel/postgres/hosts.ts'
import { runMigrations } from '#kernel/postgres/migrations.ts'
import { startEmbedded } from '#kernel/postgres/postgres.ts'
import { openSession } from '#kernel/postgres/session.ts'

declare module 'vitest' {
  interface ProvidedContext {
    /** Answers with the URL of the run's maintenance database; the first request starts its server. */
    postgresStarter: string
  }
}

/** The server of the whole run starts with the first file that uses it: a run of pure tests needs none. */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  let postgres: ReturnType<typeof startPostgres> | undefined
  const starter = createServer((_request, response) => {
    postgres ??= startPostgres()
    postgres.then(
      ({ url }) => response.end(url),
      (error: unknown) => response.writeHead(500).end(String(error)),
    )
  })
  await new Promise<void>((done) => starter.listen(0, '127.0.0.1', done))
  // A server that listens on a port has an address of this kind.
  const { port } = starter.address() as AddressInfo
  project.provide('postgresStarter', `http://127.0.0.1:${port}`)
  return async () => {
    starter.close()
    await (await postgres)?.stop()
  }
}

/**
 * One server with one migrated database that test files copy, in a folder of its own and never one from the
 * environment. It does not wait for the disk, as nothing of it is to outlive the run; the tests of crashes start
 * durable servers themselves.
 */
const startPostgres = async () => {
  const dataDir = await mkdtemp(join(tmpdir(), 'runnel-test-'))
  const embedded = await startEmbedded({
    dataDir,
    log: () => undefined,
    settings: { fsync: 'off', synchronous_commit: 'off', full_page_writes: 'off', max_wal_size: '4GB' },
  })
  const url = withDatabase(embedded.url, 'postgres')
  const session = await openSession({ url })
  await session.query('CREATE DATABASE runnel_template')
  await session.close()
  const migrations = resolve(import.meta.dirname, '..', '..', 'migrations')
  await runMigrations({ url: withDatabase(embedded.url, 'runnel_template'), dir: migrations })
  return {
    url,
    stop: async () => {
      await embedded.stop()
      await rm(dataDir, { recursive: true, force: true })
    },
  }
}
