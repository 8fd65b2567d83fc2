import { randomBytes } from 'node:crypto'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { connect, type Db } from '#kernel/db.ts'
import { createLog } from '#kernel/log.ts'
import { createSecrets } from '#kernel/secrets.ts'
import { openSettings } from '#kernel/settings.ts'
import { expectBalanced } from '#test/books.ts'
import { type ReadyClaim, seedClaims } from '#test/claims.ts'
import { createTestDatabase, type TestDatabase } from '#test/database.ts'
import { type FakeBtcpay, startBtcpay } from '#test/fakes/btcpay.ts'
import { type ServerProcess, startServer } from '#test/server-process.ts'

/** Two real processes on one database, told of the same payments at once. */
const secretKey = randomBytes(32).toString('hex')
const secrets = createSecrets(secretKey)
const log = createLog('silent')
let database: TestDatabase
let db: Db
let dataDir: string
let fake: FakeBtcpay
let nodes: ServerProcess[] = []

beforeAll(async () => {
  database = await createTestDatabase()
  dataDir = mkdtempSync(join(tmpdir(), 'runnel-deposits-'))
  db = connect({ url: database.url, size: 5, log })
  fake = await startBtcpay()
  const settings = await openSettings({ db, secrets, log })
  const set = {
    deposit_btcpay_url: fake.config.url,
    deposit_btcpay_store: fake.config.storeId,
    deposit_btcpay_key: fake.config.apiKey,
    deposit_btcpay_webhook_secret: fake.config.webhookSecret,
  }
  await db.write((tx) => settings.save(tx, set, new Date()))
  await settings.close()
  const { host } = new URL(fake.config.url)
  const env = { DATABASE_URL: database.url, DATA_DIR: dataDir, SECRET_KEY: secretKey, PRIVATE_HOSTS: host }
  nodes = await Promise.all([startServer(env), startServer(env)])
})

afterAll(async () => {
  await Promise.all(nodes.map((node) => node.stop()))
  await fake.close()
  await db.close()
  await database.drop()
  rmSync(dataDir, { recursive: true, force: true })
})

const at = (index: number, path: string): string => `${nodes[index % nodes.length]?.address ?? ''}${path}`

const open = async ({ headers }: ReadyClaim, method: string): Promise<string> => {
  const response = await fetch(at(0, '/api/deposit'), {
    method: 'POST',
    headers: { ...headers, 'content-type': 'application/json' },
    body: JSON.stringify({ method, amount: 500_000 }),
  })
  // The contract's answer; a refusal has no deposit and fails the test below.
  const { deposit } = (await response.json()) as { deposit: { _id: string } }
  return deposit._id
}

const balanceOf = async ({ userId }: ReadyClaim): Promise<unknown> => {
  const [row] = await db.raw('SELECT balance FROM accounts WHERE name = $1', [`deposit:${userId}`])
  return row?.['balance']
}

test('a webhook that reaches two processes forty times at once credits once', async () => {
  const [person] = await seedClaims({ db, secrets, now: new Date() }, { from: 1, count: 1 })
  if (person === undefined) throw new Error('nobody was seeded')
  await open(person, 'btcpay')
  const [invoice] = [...fake.invoices.keys()]
  fake.pay(invoice ?? '', { dollars: '5' })
  const call = fake.webhook(invoice ?? '', 'InvoiceSettled')
  const deliver = async (_: unknown, index: number) => fake.deliver(call, at(index, '/api/deposit/webhook/btcpay'))
  const answers = (await Promise.all(Array.from({ length: 40 }, deliver))).flat()
  expect(answers.map(({ status }) => status)).toEqual(Array.from({ length: 40 }, () => 200))
  expect(await balanceOf(person)).toBe(500_000)
  const verdicts = await db.raw('SELECT verdict, count(*)::int AS count FROM deposit_calls GROUP BY 1 ORDER BY 1')
  expect(verdicts).toEqual([
    { verdict: 'credited', count: 1 },
    { verdict: 'heard', count: 39 },
  ])
  await expectBalanced(db.read)
})

test('a sandbox invoice that is paid at two processes at once credits once', async () => {
  const [person] = await seedClaims({ db, secrets, now: new Date() }, { from: 2, count: 1 })
  if (person === undefined) throw new Error('nobody was seeded')
  const id = await open(person, 'sandbox')
  const pay = (_: unknown, index: number) =>
    fetch(at(index, `/api/deposit/sandbox/${id}`), {
      method: 'POST',
      headers: { ...person.headers, 'content-type': 'application/json' },
      body: JSON.stringify({ outcome: 'pay' }),
    }).then(({ status }) => status)
  const statuses = await Promise.all(Array.from({ length: 40 }, pay))
  expect(statuses).toEqual(Array.from({ length: 40 }, () => 200))
  expect(await balanceOf(person)).toBe(500_000)
  await expectBalanced(db.read)
})
