import { randomBytes } from 'node:crypto'
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, describe, expect, test } from 'vitest'
import { connect, type Db } from '#kernel/db.ts'
import { createLog } from '#kernel/log.ts'
import { startEmbedded } from '#kernel/postgres/postgres.ts'
import { readTrace, sendSignal } from '#kernel/postgres/process.ts'
import { createSecrets, type Secrets } from '#kernel/secrets.ts'
import { auditBooks } from '#money/reconcile.ts'
import { type ReadyClaim, seedClaims } from '#test/claims.ts'
import { startServer, type ServerProcess } from '#test/server-process.ts'
import { isLong, until } from '#test/waiting.ts'

const ROUNDS = isLong ? 20 : 8
const CLAIMS_IN_A_ROUND = 400
const CONNECTIONS = 16

/**
 * The process dies again and again in the middle of load, every second time together with all of its database. What a
 * client was told is paid must be there afterwards, once, and the ledger must balance.
 */
describe('kill -9 in the middle of load', () => {
  const dataDir = mkdtempSync(join(tmpdir(), 'runnel-crash-'))
  const secretKey = randomBytes(32).toString('hex')
  const secrets = createSecrets(secretKey)
  let running: ServerProcess | undefined

  afterAll(async () => {
    await running?.stop()
    rmSync(dataDir, { recursive: true, force: true, maxRetries: 5 })
  })

  test(`${ROUNDS} times: no acknowledged claim is lost, none is double, the books balance`, async () => {
    const acknowledged = new Set<string>()
    const env = { DATA_DIR: dataDir, SECRET_KEY: secretKey }
    // The first start makes the database, whose address stays the same as long as its folder does.
    running = await startServer(env)
    await running.stop()
    const url = await withDatabase(dataDir, async (db, address) => {
      // All claims come from one network, whose share of the budget would be used up.
      await db.raw(`INSERT INTO settings (name, value, updated_at) VALUES ('faucet_day_max', '0', now())`)
      return address
    })
    for (let round = 0; round < ROUNDS; round++) {
      running = await startServer(env)
      // Only now: a solved challenge does not keep, and a slow machine takes its time over the rounds before.
      const claims = await seed({ url, secrets, from: round * CLAIMS_IN_A_ROUND })
      const before = acknowledged.size
      const load = sendAll(running.address, claims, acknowledged)
      // However slow it is: in the middle of the load, each time a little later.
      const wanted = before + 10 + round * 5
      await until(`${wanted} acknowledged claims`, () => acknowledged.size >= wanted, { log: running.printed })
      if (round % 2 === 1) await killDatabase(dataDir, running.address)
      await running.kill()
      await load
    }
    running = await startServer(env)
    await running.stop()
    running = undefined
    await withDatabase(dataDir, async (db) => {
      const rows = await db.raw(
        "SELECT credit, count(*)::int AS count FROM transfers WHERE kind = 'faucet' GROUP BY credit",
      )
      const paid = new Map(rows.map(({ credit, count }) => [String(credit).replace('main:', ''), Number(count)]))
      expect(
        [...acknowledged].filter((userId) => !paid.has(userId)),
        'acknowledged and lost',
      ).toEqual([])
      expect(
        [...paid].filter(([, count]) => count !== 1),
        'paid more than once',
      ).toEqual([])
      expect((await auditBooks(db.read)).mismatches).toEqual([])
    })
  })
})

/** Makes the claims of one round while the server runs. */
const seed = async ({ url, secrets, from }: { url: string; secrets: Secrets; from: number }): Promise<ReadyClaim[]> => {
  const db = connect({ url, size: 1, log: createLog('silent') })
  const claims = await seedClaims({ db, secrets, now: new Date() }, { from, count: CLAIMS_IN_A_ROUND })
  await db.close()
  return claims
}

/** Opens the data folder's database by ourselves, while no server does. */
const withDatabase = async <T>(dataDir: string, work: (db: Db, url: string) => Promise<T>): Promise<T> => {
  const embedded = await startEmbedded({ dataDir, log: () => undefined })
  const db = connect({ url: embedded.url, size: 4, log: createLog('silent') })
  try {
    return await work(db, embedded.url)
  } finally {
    await db.close()
    await embedded.stop()
  }
}

/**
 * The database and, where Linux lists them, all processes that work for it, as when a machine loses its power. They
 * stand still before, while the server goes on: what it says is paid without their word is not paid.
 */
const killDatabase = async (dataDir: string, address: string): Promise<void> => {
  const trace = await readTrace(join(dataDir, 'postgres'))
  if (trace === undefined) return
  const list = `/proc/${trace.pid}/task/${trace.pid}/children`
  const backends = existsSync(list) ? readFileSync(list, 'utf8').split(' ').filter(Boolean).map(Number) : []
  const pids = [trace.pid, ...backends]
  for (const pid of pids) sendSignal(pid, 'SIGSTOP')
  // Answered without the database, and after all that it had said before.
  for (let call = 0; call < 2; call++) await (await fetch(`${address}/healthz`)).text()
  for (const pid of pids) sendSignal(pid, 'SIGKILL')
}

/** Every second claim has a key, as those of pages: its commit is a statement of its own, of the others it is not. */
const keyOf = ({ userId }: ReadyClaim): Record<string, string> =>
  Number(userId.at(-1)) % 2 === 0 ? { 'idempotency-key': `crash-${userId}` } : {}

/** Sends claims over a few connections until the server is gone, and notes each that it said it paid. */
const sendAll = async (address: string, claims: readonly ReadyClaim[], acknowledged: Set<string>): Promise<void> => {
  const waiting = [...claims]
  const worker = async (): Promise<void> => {
    for (let claim = waiting.pop(); claim !== undefined; claim = waiting.pop()) {
      const response = await fetch(`${address}/api/faucet`, {
        method: 'POST',
        headers: { ...claim.headers, ...keyOf(claim), 'content-type': 'application/json' },
        body: JSON.stringify(claim.body),
      })
      const { reward } = (await response.json()) as { reward?: number }
      if (response.status === 200 && reward !== undefined) acknowledged.add(claim.userId)
    }
  }
  await Promise.allSettled(Array.from({ length: CONNECTIONS }, worker))
}
