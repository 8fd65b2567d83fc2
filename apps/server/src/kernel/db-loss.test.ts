import { setImmediate as turn } from 'node:timers/promises'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { connect, type Db } from '#kernel/db.ts'
import { createLog } from '#kernel/log.ts'
import { createTestDatabase, type TestDatabase } from '#test/database.ts'
import { until } from '#test/waiting.ts'

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

/** What each connection was asked last, the one that asks for it included; the server cleans up by others. */
const asked = async (): Promise<unknown[]> => {
  const rows = await other.raw(`SELECT query FROM pg_stat_activity
    WHERE datname = current_database() AND backend_type = 'client backend'`)
  return rows.map(({ query }) => query)
}

test('a connection that breaks fails its own work alone, whatever it was doing, and the next goes on', async () => {
  const failed = (work: Promise<unknown>): Promise<boolean> =>
    work.then(
      () => false,
      () => true,
    )
  const loss = Promise.withResolvers<void>()
  const busy = failed(db.write((tx) => sql`SELECT pg_sleep(60)`.execute(tx)))
  const between = failed(
    db.write(async (tx) => {
      await sql`SELECT 1`.execute(tx)
      await loss.promise
      await sql`SELECT 2`.execute(tx)
    }),
  )
  const notBegun = failed(db.write(() => loss.promise))
  const both = new Set(['SELECT pg_sleep(60)', 'SELECT 1'])
  // All three, and the one that asks: a connection that is let in only after the cut would stay for ever.
  const isReady = (queries: unknown[]): boolean => queries.length === 4 && both.isSubsetOf(new Set(queries))
  await until('all three to be at work', async () => isReady(await asked()))
  await cut()
  await until('their ends', async () => (await asked()).length === 1)
  // Nobody is behind the connections any more: once the network has had its turn, this process has heard so.
  for (let turns = 0; turns < 3; turns++) await turn()
  loss.resolve()
  expect(await Promise.all([busy, between, notBegun])).toEqual([true, true, false])
  const rows = await Promise.all([1, 2, 3, 4].map(() => db.raw('SELECT 1 AS one')))
  expect(rows.flat()).toEqual([{ one: 1 }, { one: 1 }, { one: 1 }, { one: 1 }])
})
