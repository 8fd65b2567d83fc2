import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { expect, test } from 'vitest'
import { runMigrations } from '#kernel/postgres/migrations.ts'
import { openSession } from '#kernel/postgres/session.ts'
import { createEmptyDatabase, postgresUrl } from '#test/database.ts'
import { startServer } from '#test/server-process.ts'

const execute = async (...statements: string[]): Promise<void> => {
  const session = await openSession({ url: postgresUrl })
  for (const statement of statements) await session.query(statement)
  await session.close()
}

test('a user who owns the database, and was allowed the setting of the ledger, needs no other right', async () => {
  const database = await createEmptyDatabase()
  const dataDir = mkdtempSync(join(tmpdir(), 'runnel-owner-'))
  const url = new URL(database.url)
  const name = url.pathname.slice(1)
  await execute("CREATE ROLE plain LOGIN PASSWORD 'plain'", `ALTER DATABASE "${name}" OWNER TO plain`)
  Object.assign(url, { username: 'plain', password: 'plain' })
  const dir = resolve(import.meta.dirname, '../../../migrations')
  await expect(runMigrations({ url: url.href, dir })).rejects.toThrow(
    'run GRANT SET ON PARAMETER runnel.ledger TO that user as a superuser of PostgreSQL, then start again.',
  )
  await execute('GRANT SET ON PARAMETER runnel.ledger TO plain')
  const server = await startServer({ DATABASE_URL: url.href, DATA_DIR: dataDir })
  expect(await server.stop()).toBe(0)
  await database.drop()
  await execute('REVOKE SET ON PARAMETER runnel.ledger FROM plain', 'DROP ROLE plain')
  rmSync(dataDir, { recursive: true, force: true })
})
