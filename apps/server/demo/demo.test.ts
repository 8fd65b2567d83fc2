import { expect, test } from 'vitest'
import { wallStatistic } from '#features/offerwall/statistic.ts'
import { openTasks } from '#features/task/task-lists.ts'
import { isPassword } from '#features/user/user.ts'
import { checkAddress } from '#features/withdraw/withdraw.ts'
import { connect } from '#kernel/db.ts'
import { createLog } from '#kernel/log.ts'
import { createSecrets } from '#kernel/secrets.ts'
import { openSettings } from '#kernel/settings.ts'
import { auditBooks } from '#money/reconcile.ts'
import { createEmptyDatabase, createTestDatabase } from '#test/database.ts'
import { addressOf, coins } from './addresses.ts'
import { clear, writeMarker, readMarker } from './database-marker.ts'
import { type Lived, liveMonth } from './month.ts'
import { DEMO_PASSWORD } from './set-up.ts'

test('a short month of few people balances, everything was earned with, and all withdrawals may rest', async () => {
  const { lived, audited, demo } = await live('one')
  expect(audited.mismatches).toEqual([])
  expect(lived.books.balanced).toBe(true)
  expect(lived.claims).toBeGreaterThan(300)
  expect(lived.withdrawals.paid).toBeGreaterThan(3)
  expect(lived.withdrawals.review).toBeGreaterThan(0)
  expect(lived.withdrawals.sending).toBeUndefined()
  const { earned, campaigns, deposits, offers, visits, submissions } = lived
  for (const source of [
    'bonus',
    'challenge',
    'coupon',
    'leaderboard',
    'link',
    'offerwall',
    'ptc',
    'referral',
    'task',
  ]) {
    expect(earned[source], source).toBeGreaterThan(0)
  }
  expect(campaigns).toMatchObject({ active: expect.any(Number), pending: 1, rejected: 1, paused: 1 })
  expect(deposits).toMatchObject({ paid: expect.any(Number), expired: 1, failed: 1, waiting: 1 })
  expect(offers).toMatchObject({ credited: expect.any(Number), held: expect.any(Number), 'charged-back': 1 })
  expect(visits).toMatchObject({ paid: expect.any(Number), held: 1 })
  expect(lived.refused.length, lived.refused.join(' ')).toBeLessThan(10)
  expect(submissions['accepted']).toBeGreaterThan(0)
  const { kept } = lived
  expect(kept).toMatchObject({ contact_answers: 3, imports: 1, outflow_trips: 1, day_stats: 31 })
  for (const [table, least] of [
    ['suspects', 5],
    ['ties', 5],
    ['measures', 4],
    ['appeals', 2],
    ['trap_hits', 6],
    ['networks', 20],
    ['outflow_hours', 100],
    ['solvency_days', 10],
    ['audit', 40],
  ] as const) {
    expect(kept[table], table).toBeGreaterThanOrEqual(least)
  }
  expect(demo).toMatchObject({ unread: expect.any(Number), isReady: true })
  expect(demo.balance).toBeGreaterThan(0)
  expect(demo.opens, 'the printed password opens the account').toBe(true)
  expect(demo.tasks, 'tasks that the visitor can do').toBeGreaterThanOrEqual(4)
  expect(demo.kindsOfTasks).toBeGreaterThanOrEqual(3)
  expect(demo.wallMargin, 'a wall brings more than it pays out').toBeGreaterThan(0)
})

test('the same seed tells the same month', async () => {
  const [first, second] = [await live('two', 9), await live('two', 9)]
  expect(second.lived).toEqual(first.lived)
})

test('only an empty or a made-up database is ever cleared', async () => {
  const [empty, real] = [await createEmptyDatabase(), await createTestDatabase()]
  try {
    expect(await readMarker(real.url)).toBe('foreign')
    await expect(clear(real.url)).rejects.toThrow('never cleared')
    expect(await readMarker(empty.url)).toBe('empty')
    await writeMarker(empty.url, 'half made')
    expect(await readMarker(empty.url)).toBe('half made')
    await writeMarker(empty.url, { madeAt: "today's noon" })
    expect(await readMarker(empty.url)).toEqual({ madeAt: "today's noon" })
    await clear(empty.url)
    expect(await readMarker(empty.url)).toBe('empty')
  } finally {
    await empty.drop()
    await real.drop()
  }
})

test('made-up addresses are right in form', () => {
  for (const coin of coins) expect(checkAddress(coin, addressOf(coin, 'mira')), coin).not.toBeNull()
})

const now = new Date('2026-03-30T15:20:00.000Z')

const live = async (seed: string, days = 16) => {
  const database = await createTestDatabase()
  const log = createLog('silent')
  const db = connect({ url: database.url, size: 5, log })
  const secrets = createSecrets('x'.repeat(32))
  const settings = await openSettings({ db, secrets, log })
  try {
    const lived: Lived = await liveMonth({
      db,
      settings,
      secrets,
      publicUrl: 'http://runnel.test',
      now,
      days,
      people: 24,
      seed,
      adminUsername: 'admin',
      tell: () => undefined,
    })
    const user = await db.read.selectFrom('users').selectAll().where('username', '=', 'demo').executeTakeFirstOrThrow()
    const [account] = await db.raw(`SELECT balance FROM accounts WHERE name = 'main:' || $1`, [user.id])
    const isReady = user.last_claim_at !== null && now.getTime() - user.last_claim_at.getTime() > 300_000
    const [bell] = await db.raw('SELECT count(*) AS unread FROM notifications WHERE user_id = $1 AND read_at IS NULL', [
      user.id,
    ])
    const { items: walls } = await wallStatistic(db.read, { from: undefined, to: undefined, now })
    const query = { page: 1, limit: 12, orderBy: 'newest', categoryId: undefined } as const
    const open = await openTasks(db.read, { worker: { userId: user.id, country: null }, query, now })
    const demo = {
      balance: Number(account?.['balance']),
      unread: bell?.['unread'],
      isReady,
      opens: await isPassword(user.password_hash, DEMO_PASSWORD),
      tasks: open.totalItems,
      kindsOfTasks: new Set(open.items.map(({ category }) => category.name)).size,
      wallMargin: walls.reduce((sum, { margin }) => sum + margin, 0),
    }
    return { lived, audited: await auditBooks(db.read), demo }
  } finally {
    await settings.close()
    await db.close()
    await database.drop()
  }
}
