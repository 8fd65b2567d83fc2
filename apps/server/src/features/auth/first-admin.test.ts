import { afterAll, beforeAll, expect, test } from 'vitest'

import { ensureStaff } from '#features/auth/first-admin.ts'
import { connect, type Db } from '#kernel/db.ts'
import { createLog } from '#kernel/log.ts'
import { createTestDatabase, type TestDatabase } from '#test/database.ts'

let database: TestDatabase
let nodes: Db[] = []

beforeAll(async () => {
  database = await createTestDatabase()
  nodes = [1, 2, 3].map(() => connect({ url: database.url, size: 2, log: createLog('silent') }))
})

afterAll(async () => {
  await Promise.all(nodes.map((db) => db.close()))
  await database.drop()
})

test('nodes that start for the first time together make one admin, and one of them tells the password', async () => {
  const staff = { adminUsername: 'admin', moderatorUsername: undefined, now: new Date() }
  const told = await Promise.all(nodes.map((db) => ensureStaff({ db, ...staff })))
  expect(told.filter((password) => password !== null)).toHaveLength(1)
})
