import { sql } from 'kysely'
import { setTimeout as pause } from 'node:timers/promises'
import { afterAll, beforeAll, expect, test } from 'vitest'

import { connect, type Db } from '#kernel/db.ts'
import { createLog } from '#kernel/log.ts'
import { createTestDatabase, type TestDatabase } from '#test/database.ts'

let database: TestDatabase
let db: Db
let other: Db

beforeAll(async () => {
  database = await createTestDatabase()
  db = connect({ url: database.url, size: 3, log: createLog('silent') })
  other = connect({ url: database.url, size: 1, log: createLog('silent') })
})

afterAll(async () => {
  await db.close()
  await other.close()
  await database.drop()
})

const cut = () =>
  other.raw(`SELECT pg_terminate_backend(pid) FROM pg_stat_activity
    WHERE datname = current_database() AND pid <> pg_backend_pid()`)

test('a connection that breaks fails its own work alone, whatever it was doing, and the next goes on', async () => {
  const failed = (work: Promise<unknown>): Promise<boolean> =>
    work.then(
      () => false,
      () => true,
    )
  const busy = failed(db.write((tx) => sql`SELECT pg_sleep(20)`.execute(tx)))
  const between = failed(
    db.write(async (tx) => {
      await sql`SELECT 1`.execute(tx)
      await pause(600)
      await sql`SELECT 2`.execute(tx)
    }),
  )
  const notBegun = failed(db.write(() => pause(600)))
  await pause(300)
  await cut()
  expect(await Promise.all([busy, between, notBegun])).toEqual([true, true, false])
  const rows = await Promise.all([1, 2, 3, 4].map(() => db.raw('SELECT 1 AS one')))
  expect(rows.flat()).toEqual([{ one: 1 }, { one: 1 }, { one: 1 }, { one: 1 }])
})
