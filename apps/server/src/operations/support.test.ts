import { mkdtempSync, readFileSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { createEmptyDatabase } from '#test/database.ts'
import { runCommand } from '#test/run-command.ts'
import { useWorld } from '#test/world.ts'
import { hideQuotes } from './support/without-secrets.ts'

const world = useWorld()
const folder = mkdtempSync(join(tmpdir(), 'runnel-support-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))

const reportOf = async (env: Record<string, string>) => {
  const ran = await runCommand('support', { DATA_DIR: folder, PORT: '0', ...env })
  expect(ran.told).toMatch(/^It contains no password/)
  return { ...ran, text: readFileSync(ran.out, 'utf8') }
}

const secrets = {
  SECRET_KEY: 'the-key-of-this-site-0123456789abcdef',
  SMTP_URL: 'smtp://postman:p%40ss"word@127.0.0.1:9',
  MAIL_FROM: 'The Site <letters@sender.invalid>',
  PUBLIC_URL: 'http://site-of-ann.invalid',
  METRICS_TOKEN: 'metrics-token-0123456789',
  BACKUP_PASSPHRASE: 'a long passphrase',
  ADMIN_USERNAME: 'chief_of_site',
}

test('says how a site stands without what opens it or names somebody', async () => {
  const ann = await world.user('ann_of_support')
  await world.db.raw(
    `INSERT INTO settings (name, value, updated_at) VALUES ('site_hue', '33', now()), ('site_locale', '"ru"', now()),
       ('contact_email', '"help@sender.invalid"', now()), ('google_client_secret', '"sealed-secret"', now()),
       ('maintenance', 'false', now())`,
  )
  await world.db.raw(
    `INSERT INTO job_runs (name, last_run_at, ok, note) VALUES ('mail.verify', $1, false, $2)
     ON CONFLICT (name) DO UPDATE SET note = excluded.note`,
    [
      world.clock.now(),
      'ann_of_support@example.com at 203.0.113.7 and 2001:db8::17: https://x.invalid/?t=1 ' +
        '0123456789abcdef0123456789abcdef',
    ],
  )
  const { status, out, text } = await reportOf({ DATABASE_URL: world.url, ...secrets })
  expect(status).toBe(0)
  expect(statSync(out).mode & 0o077).toBe(0)
  const report = JSON.parse(text)
  expect(report.variables).toMatchObject({ PORT: '0', SECRET_KEY: 'is set', SMTP_URL: 'is set' })
  expect(report.doctor).toContainEqual(
    expect.stringMatching(/^warning {2}address: \[PUBLIC_URL\] doesn’t answer from here/),
  )
  expect(report.site.settings).toEqual({
    site_hue: 33,
    site_locale: 'ru',
    contact_email: 'is changed',
    google_client_secret: 'is changed',
  })
  expect(report.database.migrations.length).toBeGreaterThan(60)
  expect(report.database.migrations[0]).toMatch(/^0001-[a-z]+/)
  expect(report.database.tables).toContainEqual(expect.objectContaining({ name: 'public.users' }))
  expect(report.site.jobs.find(({ name }: { name: string }) => name === 'mail.verify').note).toBe(
    '[email] at [ip] and [ip]: [url] [key]',
  )
  for (const secret of [
    ...Object.values(secrets),
    'p@ss',
    'p%40ss',
    'site-of-ann',
    'sender.invalid',
    'metrics-token',
  ]) {
    expect(text).not.toContain(secret)
    expect(text).not.toContain(JSON.stringify(secret).slice(1, -1))
  }
  const people = await world.db.read.selectFrom('users').select(['username', 'email']).execute()
  for (const { username, email } of people) {
    expect(text).not.toContain(email)
    if (username.length > 5) expect(text).not.toContain(username)
  }
  expect(text).not.toContain(ann.id)
  expect(text).not.toContain(folder)
  expect(text).not.toContain(new URL(world.url).pathname.slice(1))
})

test('a site that cannot start has a report too', async () => {
  const away = await reportOf({ DATABASE_URL: 'postgres://bob:hunter22@127.0.0.1:9/x' })
  expect(JSON.parse(away.text).database).toMatch(/^The database of DATABASE_URL can’t be reached/)
  expect(away.text).not.toMatch(/hunter22|\bbob\b/)
  const bad = await reportOf({ PORT: 'x', SECRET_KEY: 'short' })
  expect(JSON.parse(bad.text).doctor).toContainEqual(expect.stringContaining('PORT must be'))
  const empty = await createEmptyDatabase()
  try {
    const fresh = await reportOf({ DATABASE_URL: empty.url })
    expect(JSON.parse(fresh.text)).toMatchObject({ database: { migrations: 'no site' }, site: expect.any(String) })
  } finally {
    await empty.drop()
  }
})

test('a key is known by its look, and names, times and versions stay', () => {
  const hide = hideQuotes({ SMTP_URL: 'smtp://u:abcd@mail.invalid' })
  for (const kept of [
    'public.idempotency_keys_2026_11',
    '0038-payout-attempts-of-withdrawals.sql',
    '2026-11-27T11:36:14.000Z',
    'at 11:36:14',
    'PostgreSQL 18.4, v24.21.0',
    'leaderboard.settle',
  ])
    expect(hide(kept)).toBe(kept)
  expect(
    hide(
      'xpub6CUGRUonZSQ4TWtTMmzXdrXDtypWKiKrhko4egpiMZbpiaQL2jkwSB1icqYh2cfDfVxdx4df189oLKnC5fSwqPfgyP3hooxujYzAu3fDVmz',
    ),
  ).toBe('[key]')
  expect(hide('server mail.invalid said abcd')).toBe('server [SMTP_URL] said [SMTP_URL]')
  expect(hide('fe80::1 and ::ffff:10.0.0.1')).not.toMatch(/fe80|10\.0/)
})
