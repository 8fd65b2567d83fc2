import fastify from 'fastify'
import { expect, test } from 'vitest'
import { systemClock } from '#kernel/clock.ts'
import { connect } from '#kernel/db.ts'
import { createLog } from '#kernel/log.ts'
import { serveMetrics } from '#server/app-metrics.ts'
import { earn } from '#test/features/withdrawing.ts'
import { useWorld } from '#test/world.ts'

const world = useWorld()
const log = createLog('silent')
const system = { version: '', dataDir: '.', backupHours: 0, releaseDir: undefined }

test('tells a program on this machine how requests, rewards and connections stand', async () => {
  await earn(world, await world.user('metered'), 750)
  await world.guest().home.site({})
  const { statusCode, headers, body } = await world.app.inject({ url: '/metrics' })
  expect(statusCode).toBe(200)
  expect(headers['content-type']).toContain('text/plain')
  expect(body).toMatch(/runnel_http_request_duration_seconds_count\{method="GET",route="\/api\/\S+",status="200"\} 1/)
  expect(body).toContain('runnel_ledger_units_total{account="house:faucet",direction="out"} 750')
  expect(body).toContain('runnel_rewards_today_units{source="faucet"} 750')
  expect(body).toContain('runnel_withdrawals_open{status="unknown"} 0')
  expect(body).toContain('runnel_db_connections{state="max"} 12')
  expect(body).toContain('runnel_database_up 1')
  expect(body).toMatch(/nodejs_eventloop_lag_seconds \d/)
  expect(body).toMatch(/process_resident_memory_bytes \d/)
})

test('measures the delay of the event loop since the last reading', async () => {
  const read = async () => (await world.app.inject({ url: '/metrics' })).body
  const valueOf = (body: string, name: string) => Number(new RegExp(`^${name} (\\S+)$`, 'm').exec(body)?.[1])
  await read()
  // Blocks the loop for longer than its sampling takes to notice.
  await expect
    .poll(
      async () => {
        for (const end = performance.now() + 60; performance.now() < end;);
        return valueOf(await read(), 'nodejs_eventloop_lag_max_seconds')
      },
      { interval: 20 },
    )
    .toBeGreaterThan(0.03)
  expect(valueOf(await read(), 'nodejs_eventloop_lag_p99_seconds')).toBeLessThan(60)
})

test('names no gauge like a counter', async () => {
  const { body } = await world.app.inject({ url: '/metrics' })
  const gauges = [...body.matchAll(/^# TYPE (\S+) gauge$/gm)].map(([, name]) => name ?? '')
  expect(gauges.length).toBeGreaterThan(10)
  expect(gauges.filter((name) => name.endsWith('_total'))).toEqual([])
})

test('tells what runs out or stands still', async () => {
  await world.db.raw(
    `INSERT INTO pgboss.job (name, state, start_after, data) VALUES
       ('mail.verify', 'created', now() - interval '20 minutes', '{"userId":"01890000-0000-7000-8000-000000000001"}')`,
  )
  await world.db.raw(`INSERT INTO payout_wallets (processor, currency, amount, at, asked_at, error) VALUES
    ('faucetpay', 'LTC', '0.5', now(), now(), NULL), ('faucetpay', 'DOGE', NULL, NULL, now(), 'no answer')`)
  await world.db.raw(`INSERT INTO last_backup (made_at, location, bytes) VALUES ('2026-11-01T00:00:00Z', '/b', 5)`)
  const app = fastify()
  serveMetrics(app, { db: world.db, clock: systemClock, log, system, token: undefined })
  const { body } = await app.inject({ url: '/metrics' })
  await app.close()
  const numberOf = (name: string) => Number(new RegExp(`^${name} (\\S+)$`, 'm').exec(body)?.[1])
  expect(numberOf('runnel_jobs_waiting')).toBeGreaterThanOrEqual(1)
  expect(numberOf('runnel_jobs_oldest_seconds')).toBeGreaterThanOrEqual(1_200)
  expect(numberOf('runnel_database_size_bytes')).toBeGreaterThan(1e6)
  expect(numberOf('runnel_disk_size_bytes')).toBeGreaterThan(numberOf('runnel_disk_free_bytes'))
  expect(numberOf('runnel_backup_timestamp_seconds')).toBe(Date.parse('2026-11-01T00:00:00Z') / 1_000)
  expect(numberOf('runnel_wallet_up\\{processor="faucetpay",currency="LTC"\\}')).toBe(1)
  expect(numberOf('runnel_wallet_up\\{processor="faucetpay",currency="DOGE"\\}')).toBe(0)
  expect(numberOf('runnel_wallet_low\\{processor="faucetpay",currency="LTC"\\}')).toBe(0)
  await world.db.raw(`DELETE FROM pgboss.job WHERE name = 'mail.verify'`)
})

test('answers by each name of this machine', async () => {
  for (const host of ['localhost', 'localhost:3000', '127.0.0.1:3000', '[::1]:3000']) {
    expect((await world.app.inject({ url: '/metrics', headers: { host } })).statusCode, host).toBe(200)
  }
})

test('does not exist for anybody else', async () => {
  const outside = [
    { remoteAddress: '203.0.113.9' },
    { headers: { 'x-forwarded-for': '203.0.113.9' } },
    { headers: { 'x-forwarded-for': '127.0.0.1' } },
    { headers: { via: '1.1 caddy' } },
    { headers: { host: 'runnel.test' } },
    { headers: { host: 'localhost.runnel.test:80' } },
    { headers: { host: '127.0.0.1.runnel.test' } },
  ]
  for (const request of outside) {
    const answer = await world.app.inject({ url: '/metrics', ...request })
    expect(answer.statusCode, JSON.stringify(request)).toBe(404)
    expect(answer.json()).toMatchObject({ code: 'NOT_FOUND' })
  }
})

test('with a token only its holder reads, from anywhere', async () => {
  const app = fastify()
  serveMetrics(app, {
    db: world.db,
    clock: systemClock,
    log,
    system,
    token: 'a token for prometheus'.replaceAll(' ', '-'),
  })
  const ask = async (headers: Record<string, string>): Promise<number> =>
    (await app.inject({ url: '/metrics', remoteAddress: '203.0.113.9', headers })).statusCode
  expect(await ask({ authorization: 'Bearer a-token-for-prometheus' })).toBe(200)
  expect(await ask({ authorization: 'Bearer a-token-for-prometheu' })).toBe(404)
  expect(await ask({})).toBe(404)
  expect((await app.inject({ url: '/metrics' })).statusCode).toBe(404)
  await app.close()
})

test('without the database it still tells what the process knows', async () => {
  const db = connect({ url: 'postgres://nobody@127.0.0.1:1/nothing', size: 2, log })
  const app = fastify()
  serveMetrics(app, { db, clock: systemClock, log, system, token: undefined })
  const { statusCode, body } = await app.inject({ url: '/metrics' })
  expect(statusCode).toBe(200)
  expect(body).toContain('runnel_database_up 0')
  expect(body).toContain('process_resident_memory_bytes')
  await app.close()
  await db.close()
})
