import { expect, test } from 'vitest'
import { newId } from '#kernel/id.ts'
import { past } from '#test/books.ts'
import { addMethod } from '#test/features/withdrawing.ts'
import { useWorld } from '#test/world.ts'
import type { SystemFigures } from './system-figures.ts'
import { systemWarnings } from './system-warnings.ts'

const world = useWorld()

const codes = async (): Promise<string[]> =>
  (await (await world.owner()).admin.system()).warnings.map(({ code }) => code)

test('an admin sees the machine, and is warned of what is late or failed', async () => {
  const owner = await world.owner()
  const status = await owner.admin.system()
  expect(status).toMatchObject({ backup: null, backupFailure: null, backupHours: 24 })
  expect(status.disk?.free).toBeGreaterThan(0)
  expect(status.database.bytes).toBeGreaterThan(1_000_000)
  expect(status.versions).toMatchObject({ node: process.versions.node, postgres: expect.stringMatching(/^\d+\.\d+$/) })
  expect(await codes()).toContain('BACKUP_NONE')
  await world.db.raw(`INSERT INTO last_backup (made_at, location, bytes) VALUES ($1, '/b/one.tar.gz', 5)`, [
    world.clock.now(),
  ])
  expect(await codes()).not.toContain('BACKUP_NONE')
  world.clock.turn(37 * 3_600)
  expect(await codes()).toContain('BACKUP_LATE')
  await world.db.raw(
    `INSERT INTO job_runs (name, last_run_at, ok, note) VALUES ('site.back-up', $1, false, 'no room')`,
    [world.clock.now()],
  )
  const { backupFailure, warnings } = await owner.admin.system()
  expect(backupFailure?.note).toBe('no room')
  expect(warnings).toContainEqual({ code: 'BACKUP_FAILED', msg: 'The last backup failed: no room' })
  await world.db.raw('UPDATE last_backup SET made_at = $1', [new Date(world.clock.now().getTime() + 1_000)])
  expect(await codes()).not.toContain('BACKUP_FAILED')
})

test('a queue that stands still is told of, with how long the oldest has waited', async () => {
  await world.runJobs()
  await world.db.raw(
    `INSERT INTO pgboss.job (name, state, start_after, data) VALUES
       ('mail.verify', 'created', now() - interval '20 minutes', '{"userId":"01890000-0000-7000-8000-000000000001"}'),
       ('mail.verify', 'retry', now() + interval '1 hour', '{"userId":"01890000-0000-7000-8000-000000000001"}')`,
  )
  const { queue, warnings } = await (await world.owner()).admin.system()
  expect(queue.waiting).toBe(1)
  expect(queue.oldestSeconds).toBeGreaterThanOrEqual(1_200)
  expect(warnings.find(({ code }) => code === 'QUEUE_STUCK')?.msg).toMatch(
    /^1 background job is waiting, the oldest for 20 minutes/,
  )
  await world.db.raw(`DELETE FROM pgboss.job WHERE name = 'mail.verify'`)
})

test('the admins are told by bell and mail, once a day for each', async () => {
  await world.owner()
  await world.db.raw(`UPDATE job_runs SET ok = true WHERE name = 'site.back-up'`)
  await world.db.raw('UPDATE last_backup SET made_at = $1', [new Date(world.clock.now().getTime() - 40 * 3_600_000)])
  const before = world.mails.length
  expect(await world.runJob('site.watch')).toContain('40 hours old')
  await Promise.all([world.runJob('site.watch'), world.runJob('site.watch')])
  await world.runJobs()
  const sent = world.mails.slice(before).filter(({ text }) => text.includes('40 hours old'))
  expect(sent).toHaveLength(1)
  const notes = await world.db.raw(`SELECT values FROM notifications WHERE kind = 'site-alert'`)
  expect(notes).toHaveLength(1)
})

test('wallets that fail or run low, unknown outcomes and old reviews are alerted, once a day for each', async () => {
  const owner = await world.owner()
  const { id: userId } = await world.user('waits_long')
  const method = await addMethod(owner)
  const now = world.clock.now()
  const insert = (status: string, at: Date) =>
    world.db.raw(
      `INSERT INTO withdrawals (id, user_id, method_id, currency, processor, address, address_key, amount, fee, rate,
         receives, status, reason, review_reasons, created_at, updated_at)
       VALUES ($1, $2, $3, $4, 'faucetpay', 'a', 'a', 100, 0, 1, 1, $5, 'no answer', '{}', $6, $6)`,
      [newId(), userId, method._id, 'LTC', status, at],
    )
  const ago = (seconds: number): Date => new Date(now.getTime() - seconds * 1_000)
  await insert('unknown', ago(60))
  await insert('review', ago(3_600))
  const since = world.mails.length
  const said = async (): Promise<string> => {
    await Promise.all([world.runJob('site.watch'), world.runJob('site.watch')])
    await world.runJobs()
    return world.mails
      .slice(since)
      .map(({ text }) => text)
      .join('\n')
  }
  const halt = (currency: string, seconds: number | null) =>
    world.db.raw(`INSERT INTO payout_halts VALUES ('faucetpay', $1, 'No answer', $2, $3)`, [
      currency,
      now,
      seconds === null ? null : ago(-seconds),
    ])
  await halt('LTC', 120)
  expect(await said()).not.toMatch(/outcome|review|LTC/)
  await insert('unknown', ago(1_000))
  await insert('unknown', ago(1_000))
  await insert('review', ago(90_000))
  await insert('approved', ago(10))
  await world.db.raw(
    `INSERT INTO payout_wallets (processor, currency, amount, at, asked_at, error) VALUES
       ('faucetpay', 'LTC', '0.5', $1, $1, NULL), ('faucetpay', 'DOGE', NULL, $2, $1, 'Invalid API key'),
       ('faucetpay', 'TRX', '5', $1, $1, NULL), ('faucetpay', 'XMR', '5', $1, $1, NULL)`,
    [now, ago(7_200)],
  )
  await halt('TRX', 960)
  await halt('XMR', null)
  const text = await said()
  for (const sentence of [
    '2 withdrawals have an unknown outcome',
    '1 withdrawal has waited for review for more than a day',
    'The LTC by faucetpay wallet balance is below the approved payouts.',
    'Couldn’t get the DOGE by faucetpay balance. Invalid API key',
    'TRX by faucetpay payouts are stopped',
    'XMR by faucetpay payouts are stopped',
  ])
    expect(text.split(sentence)).toHaveLength(2)
  await world.db.raw('DELETE FROM payout_halts')
  // No transfer stands behind these.
  await world.db.raw('DELETE FROM withdrawals')
  await world.db.raw('DELETE FROM payout_wallets')
})

test('admins are alerted of a ledger that does not balance, once a day', async () => {
  await world.owner()
  const { id } = await world.user('miscounted')
  const since = world.mails.length
  const wrong = (by: number) =>
    world.db.raw(`UPDATE accounts SET balance = balance + $1 WHERE name = $2 AND ${past}`, [by, `main:${id}`])
  await wrong(7)
  await world.runJob('books.prove')
  await Promise.all([world.runJob('site.watch'), world.runJob('site.watch')])
  await world.runJobs()
  await wrong(-7)
  const texts = world.mails.slice(since).map(({ text }) => text)
  expect(texts.filter((text) => text.includes('The ledger doesn’t balance. Payouts are stopped.'))).toHaveLength(1)
  await world.runJob('books.prove')
})

const calm: SystemFigures = {
  backupHours: 0,
  backup: { at: '2026-03-10T00:00:00.000Z', location: 'x', bytes: 1 },
  backupFailure: null,
  disk: { free: 5e9, total: 9e9 },
  database: { bytes: 1 },
  queue: { waiting: 0, oldestSeconds: 0 },
  versions: { runnel: '1', node: '1', postgres: '1' },
  newer: null,
}

test.each([
  ['nothing', {}, '2026-03-16T00:00:00.000Z', []],
  ['one made by hand over a week ago', {}, '2026-03-17T02:00:00.000Z', ['BACKUP_LATE']],
  ['a newer release', { newer: { version: '2.0.0', file: 'x' } }, '2026-03-16T00:00:00.000Z', ['UPDATE_READY']],
  ['a planned one that is a little late', { backupHours: 2 }, '2026-03-10T03:59:00.000Z', []],
  ['a planned one that is late', { backupHours: 2 }, '2026-03-10T05:00:00.000Z', ['BACKUP_LATE']],
  ['little room', { disk: { free: 1e9, total: 9e9 } }, '2026-03-10T01:00:00.000Z', ['DISK_LOW']],
  ['hardly any room', { disk: { free: 1e8, total: 9e9 } }, '2026-03-10T01:00:00.000Z', ['DISK_CRITICAL']],
  ['a disk that cannot be read', { disk: null }, '2026-03-10T01:00:00.000Z', []],
])('warns of %s', (_case, changes, now, expected) => {
  expect(systemWarnings({ ...calm, ...changes }, new Date(now)).map(({ code }) => code)).toEqual(expected)
})
