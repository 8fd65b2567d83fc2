import type { Role } from '@runnel/contract/values'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createAccount } from '#features/auth/create-account.ts'
import { ensureStaff } from '#features/auth/first-admin.ts'
import { isPassword } from '#features/user/user.ts'
import { connect, type Db } from '#kernel/db.ts'
import { readEnv } from '#kernel/env.ts'
import { createLog } from '#kernel/log.ts'
import { findCaller, startSession } from '#kernel/session.ts'
import { createTestDatabase, type TestDatabase } from '#test/database.ts'

const visitor = {
  net: '10.0.0.0/24',
  country: null,
  deviceId: '00000000-0000-7000-8000-000000000000',
  isNewDevice: false,
  deviceCookie: null,
  userAgent: 'Mozilla/5.0 (test)',
  address: () => '10.0.0.1',
  isAmong: () => false,
}

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

test('a moderator whose account is not there yet is made once, with a password that opens it', async () => {
  const [db] = nodes
  if (db === undefined) throw new Error('there is a node')
  const staff = { adminUsernames: ['admin'], moderatorUsername: 'helper', now: new Date() }
  await ensureStaff({ db, ...staff, moderatorUsername: undefined })
  const made = (await Promise.all(nodes.map((node) => ensureStaff({ db: node, ...staff })))).flat()
  expect(made).toEqual([{ username: 'helper', password: expect.any(String), role: 'moderator', isNew: true }])
  const helper = await db.read
    .selectFrom('users')
    .select(['role', 'password_hash'])
    .where('username', '=', 'helper')
    .executeTakeFirstOrThrow()
  expect(helper.role).toBe('moderator')
  expect(await isPassword(helper.password_hash, made[0]?.password ?? '')).toBe(true)
  expect(await ensureStaff({ db, ...staff })).toEqual([])
  await ensureStaff({ db, ...staff, moderatorUsername: undefined })
})

test('a session of a month does not become one of an admin: whoever gets a role signs in anew', async () => {
  const [db] = nodes
  if (db === undefined) throw new Error('there is a node')
  const now = new Date()
  const staff = { db, adminUsernames: ['admin'], moderatorUsername: 'grown', now }
  const account = { username: 'grown', email: 'grown@example.com', password: null, tz: 'UTC', now }
  const id = await db.write((tx) => createAccount(tx, account))
  const tokens = new Map<string, string>()
  const enter = (role: Role): Promise<unknown> =>
    db.write(async (tx) => tokens.set(role, await startSession(tx, { user: { id, role }, visitor, now })))
  const roleOf = async (token: string) => (await findCaller(db, tokens.get(token) ?? '', now))?.role
  await enter('user')
  await ensureStaff({ ...staff, moderatorUsername: undefined })
  expect(await roleOf('user'), 'nothing has changed for it').toBe('user')
  await ensureStaff(staff)
  expect(await roleOf('user')).toBeUndefined()
  await enter('moderator')
  await ensureStaff(staff)
  expect(await roleOf('moderator')).toBe('moderator')
  await ensureStaff({ ...staff, adminUsernames: ['admin', 'grown'] })
  expect(await roleOf('moderator')).toBeUndefined()
  await ensureStaff({ ...staff, moderatorUsername: undefined })
})

test('a lock ends with the role: nobody else could open the account of the only admin', async () => {
  const [db] = nodes
  if (db === undefined) throw new Error('there is a node')
  const now = new Date()
  const account = { username: 'locked_out', email: 'locked@example.com', password: null, tz: 'UTC', now }
  const id = await db.write((tx) => createAccount(tx, account))
  await db.raw("UPDATE users SET locked_at = $2, lock_reason = 'Too fast.' WHERE id = $1", [id, now])
  await ensureStaff({ db, adminUsernames: ['locked_out'], moderatorUsername: undefined, now })
  const row = await db.read
    .selectFrom('users')
    .select(['role', 'locked_at', 'lock_reason'])
    .where('id', '=', id)
    .execute()
  expect(row).toEqual([{ role: 'admin', locked_at: null, lock_reason: null }])
})

test('the environment names one admin or several', () => {
  expect(readEnv({})).toMatchObject({ ADMIN_USERNAME: 'admin', adminUsernames: ['admin'] })
  const several = readEnv({ ADMIN_USERNAME: 'boss, partner,boss' })
  expect(several).toMatchObject({ ADMIN_USERNAME: 'boss', adminUsernames: ['boss', 'partner'] })
  expect(() => readEnv({ ADMIN_USERNAME: 'boss,' })).toThrow('ADMIN_USERNAME must have')
})
