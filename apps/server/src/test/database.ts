import { randomBytes } from 'node:crypto'
import { inject } from 'vitest'
import { withDatabase } from '#kernel/postgres/hosts.ts'
import { openSession, quoteName } from '#kernel/postgres/session.ts'

const starting = await fetch(inject('postgresStarter'))
if (!starting.ok) throw new Error(`the run has no database: ${await starting.text()}`)
/** The maintenance database of the run. Its server starts with the first import, which no limit of a hook cuts off. */
export const postgresUrl = await starting.text()

export type TestDatabase = { url: string; drop(): Promise<void> }

/** A fresh copy of the migrated template, for one test file or one test. */
export const createTestDatabase = async (): Promise<TestDatabase> => copy('runnel_template')

/** A database without any table, for tests of what stands below the migrations. */
export const createEmptyDatabase = async (): Promise<TestDatabase> => copy('template0')

const copy = async (template: string): Promise<TestDatabase> => {
  const name = `runnel_test_${randomBytes(8).toString('hex')}`
  await execute(postgresUrl, `CREATE DATABASE ${quoteName(name)} TEMPLATE ${quoteName(template)}`)
  return {
    url: withDatabase(postgresUrl, name),
    drop: () => execute(postgresUrl, `DROP DATABASE IF EXISTS ${quoteName(name)} WITH (FORCE)`),
  }
}

const execute = async (url: string, sql: string): Promise<void> => {
  const session = await openSession({ url })
  await session.query(sql).finally(() => session.close())
}
