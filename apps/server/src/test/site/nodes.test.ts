import { randomBytes } from 'node:crypto'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { addWall, presets, wallUserId } from '#features/offerwall/offerwall.ts'
import { connect, type Db } from '#kernel/db.ts'
import { createLog } from '#kernel/log.ts'
import { createSecrets } from '#kernel/secrets.ts'
import { expectBalanced } from '#test/books.ts'
import { type ReadyClaim, seedClaims } from '#test/claims.ts'
import { createTestDatabase, type TestDatabase } from '#test/database.ts'
import { callOf, wallFields } from '#test/features/walls.ts'
import { type ServerProcess, startServer } from '#test/server-process.ts'

/** Two real processes on one database: what one forgets the other must know. */
describe('two nodes', () => {
  const secretKey = randomBytes(32).toString('hex')
  const secrets = createSecrets(secretKey)
  let database: TestDatabase
  let db: Db
  let nodes: ServerProcess[] = []
  let dataDir: string

  beforeAll(async () => {
    database = await createTestDatabase()
    dataDir = mkdtempSync(join(tmpdir(), 'runnel-nodes-'))
    db = connect({ url: database.url, size: 5, log: createLog('silent') })
    const env = { DATABASE_URL: database.url, DATA_DIR: dataDir, SECRET_KEY: secretKey }
    nodes = await Promise.all([startServer(env), startServer(env)])
  })

  afterAll(async () => {
    const codes = await Promise.all(nodes.map((node) => node.stop()))
    expect(codes, 'both stop gracefully').toEqual(nodes.map(() => 0))
    await db.close()
    await database.drop()
    rmSync(dataDir, { recursive: true, force: true })
  })

  const send = async (claim: ReadyClaim, index: number, extra: Record<string, string> = {}): Promise<number> => {
    const address = nodes[index % nodes.length]?.address ?? ''
    const response = await fetch(`${address}/api/faucet`, {
      method: 'POST',
      headers: { ...claim.headers, 'content-type': 'application/json', ...extra },
      body: JSON.stringify(claim.body),
    })
    await response.text()
    return response.status
  }

  const paid = async (userId: string): Promise<number> => {
    const [row] = await db.raw('SELECT count(*)::int AS count FROM transfers WHERE credit = $1', [`main:${userId}`])
    return Number(row?.['count'])
  }

  test('200 claims of one user at once, more than may be tried in a minute, pay exactly one', async () => {
    const [claim] = await seedClaims({ db, secrets, now: new Date() }, { from: 1, count: 1 })
    if (claim === undefined) throw new Error('no claim was seeded')
    const statuses = await Promise.all(Array.from({ length: 200 }, (_, index) => send(claim, index)))
    expect(statuses.filter((status) => status === 200)).toHaveLength(1)
    expect(Math.max(...statuses)).toBeLessThan(500)
    expect(await paid(claim.userId)).toBe(1)
    await expectBalanced(db.read)
  })

  test('documents name a new device before its page calls anything, and leave a known one its name', async () => {
    for (const path of ['/', '/login', '/app/faucet']) {
      const address = `${nodes[0]?.address ?? ''}${path}`
      const first = await fetch(address, { headers: { accept: 'text/html' } })
      expect(first.status).toBe(200)
      const [cookie = ''] = (first.headers.get('set-cookie') ?? '').split(';')
      expect(cookie).toMatch(/^did=[0-9a-f-]{36}\./)
      const again = await fetch(address, { headers: { accept: 'text/html', cookie } })
      expect(again.headers.get('set-cookie')).toBeNull()
    }
  })

  test('the same claim with one key, sent to both nodes 100 times, pays one and answers all', async () => {
    const [claim] = await seedClaims({ db, secrets, now: new Date() }, { from: 2, count: 1 })
    if (claim === undefined) throw new Error('no claim was seeded')
    // Sixty calls a minute are what one user may make on each node.
    const calls = Array.from({ length: 100 }, (_, index) => send(claim, index, { 'idempotency-key': 'one-claim' }))
    const statuses = await Promise.all(calls)
    expect(statuses.every((status) => status === 200)).toBe(true)
    expect(await paid(claim.userId)).toBe(1)
  })

  test('a postback and its charge-back, each told to both nodes 200 times at once, count once each', async () => {
    const [claim] = await seedClaims({ db, secrets, now: new Date() }, { from: 3, count: 1 })
    const preset = presets.find(({ id }) => id === 'family')
    if (claim === undefined || preset === undefined) throw new Error('nothing was seeded')
    const wall = wallFields(preset)
    await db.write((tx) =>
      addWall({ secrets, publicUrl: '', offerFeeds: { problem: () => null } }, { tx, now: new Date() }, wall),
    )
    const story = { user: wallUserId(secrets, claim.userId), tx: 'one', amount: '450' }
    const tell = async (kind: 'credit' | 'reversal') => {
      const { path } = callOf(preset, { ...story, kind })
      const calls = Array.from({ length: 200 }, (_, index) => fetch(`${nodes[index % nodes.length]?.address}${path}`))
      return (await Promise.all(calls)).map(({ status }) => status)
    }
    expect(new Set(await tell('credit'))).toEqual(new Set([200]))
    expect(await paid(claim.userId)).toBe(1)
    expect(new Set(await tell('reversal'))).toEqual(new Set([200]))
    const verdicts = await db.raw('SELECT verdict, count(*)::int AS count FROM postbacks GROUP BY 1 ORDER BY 1')
    expect(verdicts).toEqual([
      { verdict: 'charged-back', count: 1 },
      { verdict: 'credited', count: 1 },
      { verdict: 'duplicate', count: 398 },
    ])
    await expectBalanced(db.read)
  })
})
