import { randomBytes } from 'node:crypto'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { connect, type Db } from '#kernel/db.ts'
import { createLog } from '#kernel/log.ts'
import { openSession } from '#kernel/postgres/session.ts'
import { createSecrets } from '#kernel/secrets.ts'
import { expectBalanced } from '#test/books.ts'
import { type ReadyClaim, seedClaims } from '#test/claims.ts'
import { type ServerProcess, startServer } from '#test/server-process.ts'
import { isLong, until } from '#test/waiting.ts'
import { type PostgresPair, startPair } from './postgres-pair.ts'

const CLAIMS = 600
const CONNECTIONS = 8
/** How many are answered before the primary ends, and how many are sent once it could be back. */
const BEFORE = 200
const AFTER = 50
/** How long each node may serve nobody once the standby has taken over; a machine full of other tests starves both. */
const WITHOUT_SERVICE_MS = isLong ? 3_000 : 20_000

interface Answer {
  readonly node: number
  readonly status: number
  readonly at: number
}

const secretKey = randomBytes(32).toString('hex')

/** Sends claims over a few connections to both nodes, each again with its key for as long as the site asks for that. */
const sendAll = async (nodes: readonly ServerProcess[], claims: readonly ReadyClaim[], answers: Answer[]) => {
  const send = async (node: number, { headers, body }: ReadyClaim): Promise<void> => {
    for (;;) {
      const response = await fetch(`${nodes[node]?.address ?? ''}/api/faucet`, {
        method: 'POST',
        headers: { ...headers, 'content-type': 'application/json', 'idempotency-key': 'once-and-again' },
        body: JSON.stringify(body),
      })
      await response.text()
      answers.push({ node, status: response.status, at: performance.now() })
      if (response.status !== 503) return
      expect(Number(response.headers.get('retry-after'))).toBeGreaterThan(0)
      await pause(100)
    }
  }
  const waiting = [...claims]
  const worker = async (_: unknown, index: number): Promise<void> => {
    for (let next = waiting.pop(); next !== undefined; next = waiting.pop()) await send(index % nodes.length, next)
  }
  await Promise.all(Array.from({ length: CONNECTIONS }, worker))
}

const endings: readonly (readonly [string, (pair: PostgresPair) => unknown])[] = [
  ['dies', (pair) => pair.killPrimary()],
  ['falls silent', (pair) => pair.freezePrimary()],
]

describe.each(endings)('two nodes on a primary that %s, and its synchronous standby', (_name, end) => {
  const dataDir = mkdtempSync(join(tmpdir(), 'runnel-failover-'))
  let pair: PostgresPair
  let nodes: ServerProcess[] = []
  let db: Db

  beforeAll(async () => {
    pair = await startPair({ synchronous: true })
    const env = { DATABASE_URL: pair.url, DATA_DIR: dataDir, SECRET_KEY: secretKey }
    nodes = [await startServer(env), await startServer(env)]
    db = connect({ url: pair.url, size: 2, log: createLog('silent') })
  })

  afterAll(async () => {
    await Promise.all(nodes.map((node) => node.stop()))
    await db.close()
    await pair.stop()
    rmSync(dataDir, { recursive: true, force: true })
  })

  test('no connection stays on a standby', async () => {
    await expect(openSession({ url: pair.standbyUrl })).rejects.toMatchObject({ code: '25006' })
  })

  test('lose and double no claim, and serve again soon', async () => {
    // All claims come from one network, whose share of the budget would be used up.
    await db.raw(`INSERT INTO settings (name, value, updated_at) VALUES ('faucet_day_max', '0', now())`)
    const seeding = { db, secrets: createSecrets(secretKey), now: new Date() }
    const claims = await seedClaims(seeding, { from: 0, count: CLAIMS })
    // Without a connection, this process hears nothing of the promotion.
    await db.close()
    const answers: Answer[] = []
    const load = sendAll(nodes, claims.slice(AFTER), answers)
    const printed = (): string => nodes.map((node) => node.printed()).join('\n')
    await until(`${BEFORE} answers`, () => answers.length >= BEFORE, { log: printed })
    await end(pair)
    await pair.promote()
    const promoted = performance.now()
    await load
    // Whatever the old primary believes by now, nobody goes back to it.
    await pair.thawPrimary()
    await sendAll(nodes, claims.slice(0, AFTER), answers)

    const statuses = new Set(answers.map(({ status }) => status))
    expect(statuses.difference(new Set([200, 503])), 'nothing but success and "try again"').toEqual(new Set())
    for (const node of nodes.keys()) {
      const served = answers.filter((one) => one.node === node && one.status === 200 && one.at > promoted)
      const first = Math.min(...served.map(({ at }) => at))
      expect(first - promoted, `time without service on node ${node}`).toBeLessThanOrEqual(WITHOUT_SERVICE_MS)
    }
    // Each was acknowledged, once, before the end of the old primary or after it.
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(CLAIMS)
    db = connect({ url: pair.url, size: 2, log: createLog('silent') })
    const [paid] = await db.raw(
      "SELECT count(*)::int AS transfers, count(DISTINCT credit)::int AS people FROM transfers WHERE kind = 'faucet'",
    )
    expect(paid, 'none lost, none doubled').toEqual({ transfers: CLAIMS, people: CLAIMS })
    await expectBalanced(db.read)
    for (const { child, address } of nodes) {
      expect(child.exitCode, 'the process lives').toBeNull()
      expect((await fetch(`${address}/readyz`)).status).toBe(200)
    }
  })
})
