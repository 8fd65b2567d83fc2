import { randomBytes } from 'node:crypto'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { connect, type Db } from '#kernel/db.ts'
import { newId, newSecret } from '#kernel/id.ts'
import { createLog } from '#kernel/log.ts'
import { createSecrets, sha256 } from '#kernel/secrets.ts'
import { expectBalanced } from '#test/books.ts'
import { seedPeople } from '#test/claims.ts'
import { createTestDatabase, type TestDatabase } from '#test/database.ts'
import { tokenOf } from '#test/features/linking.ts'
import { type ServerProcess, startServer } from '#test/server-process.ts'

/** Two real processes on one database, told of the same visits at once. */
const secretKey = randomBytes(32).toString('hex')
const secrets = createSecrets(secretKey)
let database: TestDatabase
let db: Db
let dataDir: string
let nodes: ServerProcess[] = []

beforeAll(async () => {
  database = await createTestDatabase()
  dataDir = mkdtempSync(join(tmpdir(), 'runnel-links-'))
  db = connect({ url: database.url, size: 5, log: createLog('silent') })
  const env = { DATABASE_URL: database.url, DATA_DIR: dataDir, SECRET_KEY: secretKey }
  nodes = await Promise.all([startServer(env), startServer(env)])
})

afterAll(async () => {
  await Promise.all(nodes.map((node) => node.stop()))
  await db.close()
  await database.drop()
  rmSync(dataDir, { recursive: true, force: true })
})

/** Somebody who has opened a link a minute ago, on a device of their own. */
const seedVisit = async (from: number, { maxView = 5 } = {}) => {
  const now = new Date()
  const { ids, tokens } = await seedPeople(db, now, { from, count: 1 })
  const [id = '', session = ''] = [ids[0], tokens[0]]
  const [deviceId, providerId] = [newId(), newId()]
  await db.raw(
    `INSERT INTO link_providers (id, name, api, api_url, api_key_sealed, reward, max_view, priority, min_seconds,
       expected_seconds, countries, enabled, created_at)
     VALUES ($1, 'Short', 'sandbox', '', '', 120, $2, 0, 6, 40, '{}', true, $3)`,
    [providerId, maxView, now],
  )
  const open = async () => {
    const [secret, vt] = [newSecret(16), randomBytes(16)]
    await db.raw(
      `INSERT INTO link_visits (id, provider_id, user_id, secret_hash, vt, reward, device_id, ip_net, status, opened_at,
         expires_at)
       VALUES ($1, $2, $3, $4, $5, 120, $6, '127.0.0.0/24', 'open', $7::timestamptz - interval '1 min',
         $7::timestamptz + interval '1 hour')`,
      [newId(), providerId, id, sha256(secret), vt, deviceId, now],
    )
    return { secret, vt: vt.toString('base64url') }
  }
  const signature = secrets.hmac('device', deviceId).subarray(0, 12).toString('base64url')
  const headers = {
    authorization: `Bearer ${session}`,
    cookie: `did=${deviceId}.${signature}`,
    'content-type': 'application/json',
  }
  return { id, providerId, open, headers }
}
type Seeded = Awaited<ReturnType<typeof seedVisit>>

const verify = async (person: Seeded, visit: { secret: string; vt: string }, index: number) => {
  const response = await fetch(`${nodes[index % nodes.length]?.address ?? ''}/api/link/verify`, {
    method: 'POST',
    headers: { ...person.headers, 'x-link-token': tokenOf(person, visit) },
    body: JSON.stringify({ secret: visit.secret }),
  })
  await response.text()
  return response.status
}

const paidTo = async ({ id }: Seeded): Promise<unknown> => {
  const [row] = await db.raw('SELECT count(*)::int AS count FROM transfers WHERE credit = $1', [`main:${id}`])
  return row?.['count']
}

test('200 calls with one secret over two processes pay exactly one', async () => {
  const person = await seedVisit(1)
  const visit = await person.open()
  const statuses = await Promise.all(Array.from({ length: 200 }, (_, index) => verify(person, visit, index)))
  // Each process lets one user through twenty times a minute; the others wait.
  expect(statuses.filter((status) => status === 200)).toHaveLength(1)
  expect(statuses.filter((status) => status === 409)).toHaveLength(39)
  expect(Math.max(...statuses)).toBeLessThan(500)
  expect(await paidTo(person)).toBe(1)
  await expectBalanced(db.read)
})

test('200 openings at once over two processes leave one open visit', async () => {
  const person = await seedVisit(2)
  const statuses = await Promise.all(
    Array.from({ length: 200 }, async (_, index) => {
      const address = `${nodes[index % nodes.length]?.address ?? ''}/api/link/${person.providerId}`
      const response = await fetch(address, { headers: person.headers })
      await response.text()
      return response.status
    }),
  )
  expect(statuses).toContain(200)
  expect(Math.max(...statuses)).toBeLessThan(500)
  const open = await db.raw(`SELECT id FROM link_visits WHERE user_id = $1 AND status IN ('opening', 'open')`, [
    person.id,
  ])
  expect(open).toHaveLength(1)
})
