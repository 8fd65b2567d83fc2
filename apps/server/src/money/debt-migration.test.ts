import { cp, mkdtemp, readdir, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { newId } from '#kernel/id.ts'
import { runMigrations } from '#kernel/postgres/migrations.ts'
import { openSession, type Session } from '#kernel/postgres/session.ts'
import { createEmptyDatabase, type TestDatabase } from '#test/database.ts'

const MIGRATIONS = join(import.meta.dirname, '../../migrations')
/** The migration that moves debts into the ledger. */
const NUMBER = '0025'

let database: TestDatabase
let dir: string
let session: Session

beforeEach(async () => {
  database = await createEmptyDatabase()
  dir = await mkdtemp(join(tmpdir(), 'runnel-debts-'))
  for (const name of await readdir(MIGRATIONS)) if (name < NUMBER) await cp(join(MIGRATIONS, name), join(dir, name))
  await runMigrations({ url: database.url, dir })
  session = await openSession({ url: database.url })
})

afterEach(async () => {
  await session.close()
  await database.drop()
  await rm(dir, { recursive: true, force: true })
})

/** A user of a site from before, whose debt was repaid by rewards only. */
const user = async (name: string, { main, deposit, debt }: { main: number; deposit: number; debt: number }) => {
  const id = newId()
  await session.query(
    `INSERT INTO users (id, username, email, email_key, joined_at, last_seen_at, debt)
      VALUES ($1, $2, $2 || '@a.test', $2 || '@a.test', now(), now(), $3)`,
    [id, name, debt],
  )
  for (const [kind, balance] of Object.entries({ main, deposit, held: 0 })) {
    await session.query(`INSERT INTO accounts (name, owner, balance, opened_at) VALUES ($1, $2, $3, now())`, [
      `${kind}:${id}`,
      id,
      balance,
    ])
  }
  if (debt > 0) {
    await session.query(`INSERT INTO debts (id, user_id, amount, reason, at) VALUES ($1, $2, $3, 'before', now())`, [
      newId(),
      id,
      debt,
    ])
  }
  return id
}

const ask = async (userId: string): Promise<string> => {
  const [method, id] = [newId(), newId()]
  await session.query(
    `INSERT INTO withdraw_methods (id, currency, name, processor, minimum, maximum, fee, rate, rate_at, decimals,
      enabled, created_at) VALUES ($1, 'DOGE', 'Doge', 'sandbox', 1, 10, 0, 1, now(), 8, true, now())`,
    [method],
  )
  await session.query(
    `INSERT INTO withdrawals (id, user_id, method_id, currency, processor, address, address_key, amount, fee, rate,
      receives, status, review_reasons, created_at, updated_at)
      VALUES ($1, $2, $3, 'DOGE', 'sandbox', 'D', 'D', 5, 0, 1, 5, 'approved', '{}', now(), now())`,
    [id, userId, method],
  )
  return id
}

test('debts of a site from before move beside the balance, are repaid out of it, and hold payouts', async () => {
  const owing = await user('owing', { main: 30, deposit: 50, debt: 100 })
  const rich = await user('rich', { main: 30, deposit: 90, debt: 100 })
  const free = await user('free', { main: 7, deposit: 8, debt: 0 })
  const [held, going] = [await ask(owing), await ask(rich)]
  const [name = ''] = (await readdir(MIGRATIONS)).filter((file) => file.startsWith(NUMBER))
  await cp(join(MIGRATIONS, name), join(dir, name))
  expect(await runMigrations({ url: database.url, dir })).toEqual([name])
  const accounts = await session.query(
    `SELECT name, balance::int, debt::int FROM accounts
      WHERE owner IS NOT NULL AND name NOT LIKE 'held:%' ORDER BY name`,
  )
  expect(accounts).toEqual(
    [
      { name: `main:${owing}`, balance: 0, debt: 20 },
      { name: `deposit:${owing}`, balance: 0, debt: 0 },
      { name: `main:${rich}`, balance: 0, debt: 0 },
      { name: `deposit:${rich}`, balance: 20, debt: 0 },
      { name: `main:${free}`, balance: 7, debt: 0 },
      { name: `deposit:${free}`, balance: 8, debt: 0 },
    ].toSorted((a, b) => (a.name < b.name ? -1 : 1)),
  )
  const repaid = await session.query(
    "SELECT amount::int, debit_after::int AS after FROM transfers WHERE kind = 'debt-repay' ORDER BY amount",
  )
  expect(repaid).toEqual([
    { amount: 30, after: 0 },
    { amount: 30, after: 0 },
    { amount: 50, after: 0 },
    { amount: 70, after: 20 },
  ])
  const statuses = await session.query('SELECT id, status FROM withdrawals ORDER BY id')
  expect(statuses).toEqual([
    { id: held, status: 'review' },
    { id: going, status: 'approved' },
  ])
})
