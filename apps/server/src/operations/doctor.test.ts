import { mkdtempSync, rmSync } from 'node:fs'
import { type AddressInfo, createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { checkKey } from '#kernel/key/fingerprint.ts'
import { createEmptyDatabase } from '#test/database.ts'
import { runCommand } from '#test/run-command.ts'
import { useWorld } from '#test/world.ts'

const world = useWorld()
const folder = mkdtempSync(join(tmpdir(), 'runnel-doctor-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))

test('the doctor finds nothing wrong with a site that is well', async () => {
  await checkKey({ SECRET_KEY: undefined, DATA_DIR: folder, NEW_KEY: 'false' }, world.url)
  await world.runJob('books.reconcile')
  const { status, out } = await runCommand('doctor', { DATABASE_URL: world.url, DATA_DIR: folder, PORT: '0' })
  // The server of tests does without the disk on purpose.
  const errors = out.split('\n').filter((line) => line.startsWith('error') && !/fsync|full_page_writes/.test(line))
  expect(errors).toEqual([])
  expect(out).toMatch(/^ok {7}key: The key belongs to this database\.$/m)
  expect(out).toMatch(/^warning {2}backup: There is no backup/m)
  expect(out).toContain('fsync is off')
  expect(status).toBe(1)
})

test('what providers last answered is told, with its reason', async () => {
  await world.db.raw(`INSERT INTO payout_wallets (processor, currency, asked_at, error)
    VALUES ('faucetpay', 'LTC', now(), 'Invalid API key')`)
  await world.db.raw(`INSERT INTO payout_halts (processor, currency, reason, at) VALUES
    ('faucetpay', '', 'stopped by an admin', now())`)
  const { out, told } = await runCommand('doctor', { DATABASE_URL: world.url, DATA_DIR: folder, PORT: '0' })
  expect(out).toMatch(/^error {4}payouts: .*LTC.*stopped by an admin/m)
  expect(told).toBe('')
  await world.db.raw('DELETE FROM payout_halts')
  const { out: later } = await runCommand('doctor', { DATABASE_URL: world.url, DATA_DIR: folder, PORT: '0' })
  expect(later).toMatch(/^warning {2}payouts: .*LTC.*Invalid API key/m)
  await world.db.raw('DELETE FROM payout_wallets')
})

test('what is wrong is said in a line, without a secret in it', async () => {
  const taken = createServer()
  await new Promise<void>((done) => taken.listen(0, '127.0.0.1', done))
  // A server that listens on a port has an address of this kind.
  const { port } = taken.address() as AddressInfo
  const empty = await createEmptyDatabase()
  try {
    const { status, out } = await runCommand('doctor', {
      DATABASE_URL: world.url,
      DATA_DIR: folder,
      PORT: String(port),
      SECRET_KEY: 'another-key-than-that-of-the-database',
      PUBLIC_URL: 'http://site.invalid',
      SMTP_URL: 'smtp://bob:hunter22@127.0.0.1:9',
    })
    expect(status).toBe(1)
    for (const line of [
      /^error {4}key: The key doesn’t belong to this database/m,
      /^error {4}port: Another program listens on/m,
      /^error {4}address: PUBLIC_URL isn’t https/m,
      /^warning {2}address: http:\/\/site\.invalid doesn’t answer/m,
      /^error {4}mail: The server of SMTP_URL can’t be reached/m,
    ]) {
      expect(out).toMatch(line)
    }
    expect(out).not.toMatch(/hunter22|another-key/)
    const fresh = await runCommand('doctor', { DATABASE_URL: empty.url, DATA_DIR: folder, PORT: '0' })
    expect(fresh.out).toContain('has no site yet')
    const bad = await runCommand('doctor', { PORT: 'x', SMTP_URL: 'mail' })
    expect(bad).toMatchObject({
      status: 1,
      out: expect.stringMatching(/^error {4}settings: PORT[^]*settings: SMTP_URL/),
    })
    const away = await runCommand('doctor', {
      DATABASE_URL: 'postgres://u:p@127.0.0.1:9/x',
      DATA_DIR: folder,
      PORT: '0',
    })
    expect(away.out).toMatch(/^error {4}database: The database of DATABASE_URL can’t be reached/m)
  } finally {
    taken.close()
    await empty.drop()
  }
})
