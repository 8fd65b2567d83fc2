import { randomBytes } from 'node:crypto'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { connect } from '#kernel/db.ts'
import { createLog } from '#kernel/log.ts'
import { createSecrets } from '#kernel/secrets.ts'
import { expectBalanced } from '#test/books.ts'
import { type ReadyClaim, seedClaims } from '#test/claims.ts'
import { createTestDatabase } from '#test/database.ts'
import { startServer } from '#test/server-process.ts'
import { until } from '#test/waiting.ts'

const ROUNDS = 4
const CLAIMS_IN_A_ROUND = 60

test('a server outlives the loss of all its database connections under load, and pays nobody twice', async () => {
  const database = await createTestDatabase()
  const dataDir = mkdtempSync(join(tmpdir(), 'runnel-loss-'))
  const secretKey = randomBytes(32).toString('hex')
  const db = connect({ url: database.url, size: 3, log: createLog('silent') })
  const server = await startServer({ DATABASE_URL: database.url, DATA_DIR: dataDir, SECRET_KEY: secretKey })
  let answered = 0
  const send = async ({ headers, body }: ReadyClaim): Promise<number> => {
    const response = await fetch(`${server.address}/api/faucet`, {
      method: 'POST',
      headers: { ...headers, 'content-type': 'application/json', 'idempotency-key': 'once-and-again' },
      body: JSON.stringify(body),
    })
    await response.text()
    answered += 1
    return response.status
  }
  const count = ROUNDS * CLAIMS_IN_A_ROUND
  const claims = await seedClaims({ db, secrets: createSecrets(secretKey), now: new Date() }, { from: 0, count })
  let failed = 0
  for (let round = 0; round < ROUNDS; round++) {
    const slice = claims.slice(round * CLAIMS_IN_A_ROUND, (round + 1) * CLAIMS_IN_A_ROUND)
    const before = answered
    const load = Promise.all(slice.map(send))
    // The first have their answer, the rest are in the middle of their work.
    const wanted = before + 1 + round * 10
    await until(`${wanted} answers`, () => answered >= wanted, { log: server.printed })
    await db.raw(`SELECT pg_terminate_backend(pid) FROM pg_stat_activity
      WHERE datname = current_database() AND pid <> pg_backend_pid()`)
    const statuses = await load
    expect(statuses.every((status) => status === 200 || status === 503)).toBe(true)
    failed += statuses.filter((status) => status === 503).length
  }
  expect(failed, 'the loss was felt').toBeGreaterThan(0)
  expect(server.child.exitCode, 'the process lives').toBeNull()
  // Who was told of an error of ours asks again with the same key, and everybody is paid once.
  expect(new Set(await Promise.all(claims.map(send)))).toEqual(new Set([200]))
  const [paid] = await db.raw(
    "SELECT count(*)::int AS transfers, count(DISTINCT credit)::int AS people FROM transfers WHERE kind = 'faucet'",
  )
  expect(paid).toEqual({ transfers: count, people: count })
  await expectBalanced(db.read)
  expect(await server.stop(), 'it stops gracefully').toBe(0)
  await db.close()
  await database.drop()
  rmSync(dataDir, { recursive: true, force: true })
})
