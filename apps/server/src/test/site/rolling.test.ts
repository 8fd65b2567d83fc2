import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { afterAll, expect, test } from 'vitest'
import { connect } from '#kernel/db.ts'
import { createLog } from '#kernel/log.ts'
import { createSecrets } from '#kernel/secrets.ts'
import { auditBooks } from '#money/reconcile.ts'
import { type ReadyClaim, seedClaims } from '#test/claims.ts'
import { createTestDatabase } from '#test/database.ts'
import { type ServerProcess, startServer } from '#test/server-process.ts'
import { until } from '#test/waiting.ts'
import { addMigrations, makeProgram } from './released-program.ts'

const KEY = 'k'.repeat(40)
const CLAIMS = 300
const base = mkdtempSync(join(tmpdir(), 'runnel-rolling-'))
const database = await createTestDatabase()
const nodes: ServerProcess[] = []
afterAll(async () => {
  await Promise.all(nodes.map((node) => node.kill()))
  await database.drop()
  rmSync(base, { recursive: true, force: true, maxRetries: 5 })
})

const programOf = (version: string, migrations: number): string => {
  const folder = join(base, version)
  makeProgram(folder, version)
  addMigrations(folder, migrations)
  return join(folder, 'apps/server/src/main.ts')
}

const start = async (name: string, program: string): Promise<ServerProcess> => {
  const env = { DATABASE_URL: database.url, DATABASE_POOL: '4', SECRET_KEY: KEY, DATA_DIR: join(base, name) }
  // These programs are gone after the test, and so is what was compiled of them.
  const node = await startServer({ ...env, NODE_COMPILE_CACHE: join(base, 'compiled') }, program)
  nodes.push(node)
  return node
}

/** As a load balancer does: a node that takes the connection no more is left out, and 503 is sent again. */
const claimAll = (waiting: ReadyClaim[], serving: () => readonly ServerProcess[]) => {
  const paidBy = new Map<ServerProcess, number>()
  const faults: string[] = []
  let admitted = 0
  const send = async ({ headers, body, userId }: ReadyClaim, turn: number): Promise<void> => {
    for (let attempt = turn; ; attempt += 1) {
      const open = serving()
      const node = open[attempt % open.length]
      if (node === undefined) throw new Error('no node serves')
      const answer = await fetch(`${node.address}/api/faucet`, {
        method: 'POST',
        headers: { ...headers, 'content-type': 'application/json', 'idempotency-key': `rolling-${userId}` },
        body: JSON.stringify(body),
      }).catch(() => undefined)
      if (answer?.status === 200) return void paidBy.set(node, (paidBy.get(node) ?? 0) + 1)
      if (answer !== undefined && answer.status !== 503) return void faults.push(await answer.text())
      await pause(20)
    }
  }
  const paid = (): number => [...paidBy.values()].reduce((sum, count) => sum + count, 0)
  const printed = (): string => nodes.map((node) => node.printed()).join('\n')
  const worker = async (): Promise<void> => {
    for (let claim = waiting.pop(); claim !== undefined; claim = waiting.pop()) {
      await until('more claims to be admitted', () => CLAIMS - waiting.length <= admitted, { log: printed })
      await send(claim, waiting.length)
    }
  }
  const all = Promise.all([worker(), worker(), worker(), worker()])
  return {
    paidBy,
    faults,
    /** Lets a third of all be sent, so that some are left for each version; none waits for the others. */
    sendThird: () => void (admitted += CLAIMS / 3),
    thirdPaid: () => until('a third of the claims', () => paid() >= admitted || faults.length > 0, { log: printed }),
    over: () => all,
  }
}

test('nodes of two versions serve one database while one after the other is upgraded', async () => {
  const [old, next] = [programOf('0.1.0', 0), programOf('0.2.0', 1)]
  const db = connect({ url: database.url, size: 2, log: createLog('silent') })
  const first = await start('one', old)
  const second = await start('two', old)
  await db.raw(`INSERT INTO settings (name, value, updated_at) VALUES ('faucet_day_max', '0', now())`)
  const secrets = createSecrets(KEY)
  const claims = await seedClaims({ db, secrets, now: new Date() }, { from: 0, count: CLAIMS })
  let serving = [first, second]
  const load = claimAll(claims, () => serving)
  load.sendThird()

  const third = await start('three', next)
  expect(await db.raw(`SELECT to_regclass('upgraded_1') IS NOT NULL AS there`)).toEqual([{ there: true }])
  // Both versions take claims now.
  serving = [second, third]
  load.sendThird()
  expect(await first.stop(), 'an old node stops as ever').toBe(0)
  await load.thirdPaid()
  await expect(start('one', old), 'a node of before does not start on the newer database').rejects.toThrow(
    /which this version doesn’t know: start a newer version/,
  )
  const fourth = await start('one', next)
  serving = [third, fourth]
  load.sendThird()
  expect(await second.stop()).toBe(0)
  await load.over()
  const { paidBy, faults } = load
  expect(faults).toEqual([])
  for (const node of [first, second, third, fourth]) expect(paidBy.get(node), node.printed()).toBeGreaterThan(0)
  const paid = await db.raw(`SELECT count(*)::int AS count, count(DISTINCT credit)::int AS people FROM transfers
    WHERE kind = 'faucet'`)
  expect(paid).toEqual([{ count: CLAIMS, people: CLAIMS }])
  expect((await auditBooks(db.read)).mismatches).toEqual([])
  for (const node of nodes) expect(node.printed(), 'no node has an error').not.toMatch(/"level":50/)
  await db.close()
})
