import { afterAll, beforeAll, expect, test } from 'vitest'

import { ensureStaff } from '#features/auth/first-admin.ts'
import { connect, type Db } from '#kernel/db.ts'
import { readEnv } from '#kernel/env.ts'
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
  const staff = { adminUsernames: ['admin'], moderatorUsername: undefined, now: new Date() }
  const told = await Promise.all(nodes.map((db) => ensureStaff({ db, ...staff })))
  expect(told.flat().map(({ username }) => username)).toEqual(['admin'])
})

test('several admins are made, and a name that is taken off the list is a user again', async () => {
  const [db] = nodes
  if (db === undefined) throw new Error('there is a node')
  const now = new Date()
  const made = await ensureStaff({ db, adminUsernames: ['admin', 'second'], moderatorUsername: 'second', now })
  expect(made.map(({ username }) => username)).toEqual(['second'])
  const roles = async () =>
    (await db.read.selectFrom('users').select(['username', 'role']).orderBy('username').execute()).map(
      ({ username, role }) => `${username}: ${role}`,
    )
  expect(await roles()).toEqual(['admin: admin', 'second: admin'])
  await ensureStaff({ db, adminUsernames: ['admin'], moderatorUsername: 'second', now })
  expect(await roles()).toEqual(['admin: admin', 'second: moderator'])
  await ensureStaff({ db, adminUsernames: ['admin'], moderatorUsername: undefined, now })
  expect(await roles()).toEqual(['admin: admin', 'second: user'])
})

test('the environment names one admin or several', () => {
  expect(readEnv({})).toMatchObject({ ADMIN_USERNAME: 'admin', adminUsernames: ['admin'] })
  const several = readEnv({ ADMIN_USERNAME: 'boss, partner,boss' })
  expect(several).toMatchObject({ ADMIN_USERNAME: 'boss', adminUsernames: ['boss', 'partner'] })
  expect(() => readEnv({ ADMIN_USERNAME: 'boss,' })).toThrow('ADMIN_USERNAME must be')
})
