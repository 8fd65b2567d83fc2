import { seedClaims, type ReadyClaim } from '@runnel/server/src/test/claims.ts'
import { startServer } from '@runnel/server/src/test/server-process.ts'
import { connect, type Db } from '@runnel/server/src/kernel/db.ts'
import { createLog } from '@runnel/server/src/kernel/log.ts'
import { runMigrations } from '@runnel/server/src/kernel/migrations.ts'
import { startEmbedded } from '@runnel/server/src/kernel/postgres.ts'
import { createSecrets } from '@runnel/server/src/kernel/secrets.ts'
import { spawn } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'

import { load } from './load.ts'
import { pgbench } from './pgbench.ts'

const CONNECTIONS = [1, 16, 64] as const
const SECONDS = 6
const WARM_UP_SECONDS = 3
/** More claims than any machine of this size makes in the time, at each number of connections. */
const CLAIMS: Readonly<Record<number, number>> = { 1: 12_000, 16: 26_000, 64: 26_000 }

export interface ClaimRow {
  readonly connections: number
  readonly http: number
  readonly sql: number | null
  readonly p99Ms: number
}

/**
 * Claims a second over HTTP (session, check, rule, ledger, durable commit), beside pgbench running the same statements
 * on the same server in the same run. Each claim is one of another user, who has solved a challenge of their own.
 */
export const claimsBench = async (): Promise<{ rows: ClaimRow[]; memoryMb: number }> => {
  const dataDir = mkdtempSync(join(tmpdir(), 'runnel-bench-'))
  const secretKey = randomBytes(32).toString('hex')
  const embedded = await startEmbedded({ dataDir, log: () => undefined })
  const migrations = fileURLToPath(new URL('migrations', import.meta.resolve('@runnel/server/package.json')))
  await runMigrations({ url: embedded.url, dir: migrations })
  const db = connect({ url: embedded.url, size: 8, log: createLog('silent') })
  const env = { DATABASE_URL: embedded.url, DATA_DIR: dataDir, SECRET_KEY: secretKey, NODE_ENV: 'production' }
  const server = await startServer({ ...env, LOG_LEVEL: 'error' })
  const rows: ClaimRow[] = []
  let from = 0
  try {
    for (const connections of CONNECTIONS) {
      const count = CLAIMS[connections] ?? 0
      const claims = await seed(db, secretKey, { from, count })
      await db.raw('VACUUM ANALYZE')
      const http = await loadHttp(server.address, claims, connections)
      from += count
      await seed(db, secretKey, { from, count })
      await db.raw('VACUUM ANALYZE')
      const sql = await pgbench({ url: embedded.url, connections, seconds: SECONDS, from, count })
      from += count
      rows.push({ connections, sql, ...http })
    }
    return { rows, memoryMb: await memoryOf(server.child.pid ?? 0) }
  } finally {
    await server.stop()
    await db.close()
    await embedded.stop()
    rmSync(dataDir, { recursive: true, force: true })
  }
}

const CHUNK = 5_000

const seed = async (db: Db, secretKey: string, slice: { from: number; count: number }): Promise<ReadyClaim[]> => {
  const secrets = createSecrets(secretKey)
  const claims: ReadyClaim[] = []
  for (let done = 0; done < slice.count; done += CHUNK) {
    const part = { from: slice.from + done, count: Math.min(CHUNK, slice.count - done) }
    claims.push(...(await seedClaims({ db, secrets, now: new Date() }, part)))
  }
  return claims
}

const loadHttp = async (
  address: string,
  claims: readonly ReadyClaim[],
  connections: number,
): Promise<{ http: number; p99Ms: number }> => {
  const requests = claims.map((claim) => requestOf(address, claim))
  const { refused, perSecond, p99Ms } = await load({
    address,
    requests,
    connections,
    seconds: SECONDS,
    warmUpSeconds: WARM_UP_SECONDS,
  })
  if (refused > 0) throw new Error(`${refused} claims were refused: the benchmark measures nothing`)
  return { http: perSecond, p99Ms }
}

/** A claim as a browser sends it over the wire. */
const requestOf = (address: string, { headers, body }: ReadyClaim): Buffer => {
  const text = JSON.stringify(body)
  const lines = Object.entries({
    ...headers,
    host: new URL(address).host,
    'content-type': 'application/json',
    'content-length': String(Buffer.byteLength(text)),
  }).map(([name, value]) => `${name}: ${value}`)
  return Buffer.from(`POST /api/faucet HTTP/1.1\r\n${lines.join('\r\n')}\r\n\r\n${text}`)
}

/** Memory of a process after the load, in MB, as the operating system counts it. */
const memoryOf = async (pid: number): Promise<number> => {
  const child = spawn('ps', ['-o', 'rss=', '-p', String(pid)], { stdio: ['ignore', 'pipe', 'ignore'] })
  let text = ''
  for await (const bytes of child.stdout) text += String(bytes)
  return Math.round(Number(text.trim()) / 1_024)
}
