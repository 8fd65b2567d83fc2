import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { JobName } from '@runnel/contract/admin/job-name'
import { expect, test } from 'vitest'
import { KEPT_DAYS } from '#features/admin/purge-expired.ts'
import { later } from '#kernel/clock.ts'
import { newId } from '#kernel/id.ts'
import { useWorld } from '#test/world.ts'

const world = useWorld()
const DAY = 86_400

/** The rows of the table in `docs/history.md`: name, what grows it, who sweeps it, by which rule, bytes, rows. */
const documented = (): string[][] =>
  readFileSync(join(import.meta.dirname, '../../../../../docs/history.md'), 'utf8')
    .split('\n')
    .filter((line) => line.startsWith('| `'))
    .map((line) =>
      line
        .split('|')
        .map((cell) => cell.trim())
        .slice(1, -1),
    )

test('the document on history has a row for each table, names jobs that exist, and states their rules', async () => {
  const tables = await world.db.raw(`SELECT relname AS name FROM pg_class WHERE relkind = 'r'
    AND relnamespace = 'public'::regnamespace ORDER BY 1`)
  const rows = documented()
  const named = new Set(rows.map(([name]) => name?.replaceAll('`', '')))
  expect(named).toEqual(new Set(tables.map(({ name }) => name)))
  expect(rows.length, 'one row each').toBe(named.size)
  const jobs = rows.flatMap(([, , sweeps = '']) => [...sweeps.matchAll(/`([a-z.-]+)`/g)].map(([, job]) => job))
  expect(jobs.filter((job) => !JobName.def.entries[job as JobName])).toEqual([])
  expect(jobs.length).toBeGreaterThan(20)
  for (const row of rows) expect(row, row[0]).toHaveLength(6)
  for (const [table, days] of Object.entries(KEPT_DAYS)) {
    const rule = rows.find(([name]) => name === `\`${table}\``)?.[3]
    expect(rule, table).toContain(`${days} day`)
  }
})

const count = async (table: string, where = 'true') => {
  const [row] = await world.db.raw(`SELECT count(*)::int AS n FROM ${table} WHERE ${where}`)
  return row?.['n']
}

test('what nothing needs any more goes a day after its time, and what something needs stays', async () => {
  const alice = await world.user('alice')
  const now = world.clock.now()
  const ago = (days: number) => later(now, -days * DAY)
  const note = (days: number, read: boolean) =>
    world.db.raw(
      `INSERT INTO notifications (id, user_id, kind, "values", created_at, read_at)
       VALUES ($1, $2, 'link-paid', '{}', $3, $4)`,
      [newId(), alice.id, ago(days), read ? ago(days) : null],
    )
  for (const days of [89, 91, 401]) for (const read of [true, false]) await note(days, read)
  for (const days of [1, 8]) {
    await world.db.raw('INSERT INTO coupon_guesses VALUES ($1, $2, 1)', [alice.id, ago(days)])
  }
  for (const [days, balanced] of [
    [89, true],
    [91, true],
    [91, false],
  ] as const) {
    await world.db.raw(`INSERT INTO reconciliations VALUES ($1, $2, $3, 1, 1, '[]')`, [newId(), ago(days), balanced])
  }
  for (const [days, withheld] of [
    [89, null],
    [91, null],
    [92, 'a reason'],
  ] as const) {
    await world.db.raw('INSERT INTO referral_days VALUES ($1, $1, $2, 10, 1, $3)', [alice.id, ago(days), withheld])
  }
  for (const what of ['solvency', 'paid-twice:1']) {
    await world.db.raw('INSERT INTO owner_alerts VALUES ($1::timestamptz::date, $2, $1::timestamptz)', [ago(91), what])
  }
  for (const [days, released] of [
    [91, false],
    [91, true],
    [89, false],
  ] as const) {
    await world.db.raw('INSERT INTO devices (id, first_seen_at, released_at) VALUES ($1, $2, $3)', [
      newId(),
      ago(days),
      released ? now : null,
    ])
  }
  const before = await count('devices')
  await world.runJob('history.sweep')
  expect(await count('notifications', `kind = 'link-paid'`), 'read 89 days ago, unread 89 and 91').toBe(3)
  expect(await count('coupon_guesses')).toBe(1)
  expect(await count('reconciliations', `at < now() AND mismatches = '[]' AND accounts = 1`)).toBe(2)
  expect(await count('referral_days')).toBe(2)
  expect(await count('owner_alerts')).toBe(1)
  expect(await count('devices'), 'one that nobody uses and nobody released').toBe(Number(before) - 1)
  expect(await world.runJob('history.sweep'), 'the second time nothing is left').toMatch(/^0 /)
})

test('days that are long over become months, and all sums stay as they were', async () => {
  const bob = await world.user('bob')
  const now = world.clock.now()
  const days = 460
  await world.db.raw(
    `INSERT INTO day_counters (user_id, day, source, count, earned, commission)
     SELECT $1, $2::date - n, source, n, 2 * n, 3 * n
     FROM generate_series(1, $3::int) n, unnest(ARRAY['faucet', 'ptc']) source`,
    [bob.id, now, days],
  )
  const sums = async () => {
    const [row] = await world.db.raw(
      `SELECT sum(count)::int AS count, sum(earned)::int AS earned, sum(commission)::int AS commission
       FROM day_counters`,
    )
    return row
  }
  const [before, rows] = [await sums(), Number(await count('day_counters'))]
  await Promise.all(Array.from({ length: 4 }, () => world.runJob('history.sweep')))
  expect(await sums()).toEqual(before)
  expect(Number(await count('day_counters'))).toBeLessThan(rows - 40)
  const limit = `date_trunc('month', '${later(now, -KEPT_DAYS.day_counters * DAY).toISOString()}'::timestamptz)`
  expect(await count('day_counters', `day < ${limit} AND extract(day FROM day) <> 1`)).toBe(0)
  expect(await count('day_counters', `day >= ${limit}`), 'younger days are as they were').toBe(
    rows -
      2 *
        Number(
          (
            await world.db.raw(
              `SELECT count(*)::int AS n FROM generate_series(1, ${days}) n
      WHERE $1::date - n < ${limit}`,
              [now],
            )
          )[0]?.['n'],
        ),
  )
})

test('views and visits that were never paid go, paid ones stay', async () => {
  const carol = await world.user('carol')
  const now = world.clock.now()
  const opened = later(now, -401 * DAY)
  const [provider, campaign] = [newId(), newId()]
  await world.db.raw(
    `INSERT INTO link_providers (id, name, api, api_url, api_key_sealed, reward, max_view, priority, min_seconds,
       expected_seconds, countries, enabled, created_at)
     VALUES ($1, 'A link', 'common', 'https://short.example/api', '', 1, 1, 0, 1, 10, '{}', true, $2)`,
    [provider, now],
  )
  await world.db.raw(
    `INSERT INTO campaigns (id, user_id, kind, title, description, url, timer, price, reward, views, views_left,
       countries, min_level, device, interval_seconds, status, reports_since, created_at, updated_at)
     VALUES ($1, $2, 'iframe', 'x', '', 'https://x.example', 5, 2, 1, 1, 0, '{}', 1, 'any', 60, 'completed', $3, $3,
       $3)`,
    [campaign, carol.id, now],
  )
  for (const status of ['opening', 'open', 'void', 'failed', 'paid', 'held', 'refused']) {
    await world.db.raw(
      `INSERT INTO link_visits (id, provider_id, user_id, secret_hash, vt, reward, device_id, ip_net, status, opened_at,
         expires_at) VALUES ($1, $2, $3, sha256(gen_random_uuid()::text::bytea), '\\x00', 1, $1, 'unknown', $4,
           $5::timestamptz - interval '1 minute', $5)`,
      [newId(), provider, carol.id, status === 'open' ? 'void' : status, opened],
    )
  }
  for (const [status, at] of [
    ['void', 401],
    ['void', 399],
    ['paid', 401],
  ] as const) {
    const day = later(now, -at * DAY)
    await world.db.raw(
      `INSERT INTO ptc_views (id, campaign_id, user_id, status, price, reward, timer, beat_seconds, device, device_id,
         ip_net, opened_at, expires_at, paid_at)
       VALUES ($1, $2, $3, $4, 2, 1, 5, 1, 'mobile', $1, 'unknown', $5, $5, $6)`,
      [newId(), campaign, carol.id, status, day, status === 'paid' ? day : null],
    )
  }
  await world.runJob('history.sweep')
  expect((await world.db.raw('SELECT status FROM link_visits ORDER BY 1')).map(({ status }) => status)).toEqual([
    'held',
    'paid',
    'refused',
  ])
  expect((await world.db.raw('SELECT status FROM ptc_views ORDER BY 1')).map(({ status }) => status)).toEqual([
    'paid',
    'void',
  ])
  await world.db.raw('DELETE FROM ptc_views')
  await world.db.raw('DELETE FROM link_visits')
})
