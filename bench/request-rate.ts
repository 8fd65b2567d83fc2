import { spawn } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { connect, type Db } from '@runnel/server/src/kernel/db.ts'
import { createLog } from '@runnel/server/src/kernel/log.ts'
import { runMigrations } from '@runnel/server/src/kernel/postgres/migrations.ts'
import { startEmbedded } from '@runnel/server/src/kernel/postgres/postgres.ts'
import { createSecrets, type Secrets } from '@runnel/server/src/kernel/secrets.ts'
import { startServer } from '@runnel/server/src/test/server-process.ts'
import { load } from './load.ts'
import { pgbench } from './pgbench.ts'

const CONNECTIONS = [1, 16, 64] as const
const SECONDS = 6
const WARM_UP_SECONDS = 3
const CHUNK = 5_000

export interface Slice {
  readonly from: number
  readonly count: number
}

/** Something that a visitor does once, and that is measured over HTTP and as bare SQL. */
export interface BenchAction {
  readonly name: string
  /** How many are made ready at each number of connections: more than any machine of this size does in the time. */
  readonly counts: Readonly<Record<number, number>>
  /** Runs once, before anything is measured. */
  readonly prepare?: (db: Db) => Promise<void>
  /** Makes a slice ready to be done, and gives each as it goes over the wire. */
  readonly seed: (deps: { db: Db; secrets: Secrets }, slice: Slice, address: string) => Promise<Buffer[]>
  /** The same statements for pgbench; each client walks over a share of the slice, from its own counter. */
  readonly script: (walked: { from: number; share: number }) => string
  /** Counts in SQL what was done so far, as `done`: a script that does nothing is quick. */
  readonly doneSql: string
}

export interface Rate {
  readonly connections: number
  readonly http: number
  readonly sql: number | null
  readonly p99Ms: number
}

/** Actions a second over HTTP, beside pgbench running the same statements on the same server in the same run. */
export const rateBench = async (deed: BenchAction): Promise<{ rows: Rate[]; memoryMb: number }> => {
  const dataDir = mkdtempSync(join(tmpdir(), 'runnel-bench-'))
  const secretKey = randomBytes(32).toString('hex')
  const embedded = await startEmbedded({ dataDir, log: () => undefined })
  const migrations = fileURLToPath(new URL('migrations', import.meta.resolve('@runnel/server/package.json')))
  await runMigrations({ url: embedded.url, dir: migrations })
  const db = connect({ url: embedded.url, size: 8, log: createLog('silent') })
  const env = { DATABASE_URL: embedded.url, DATA_DIR: dataDir, SECRET_KEY: secretKey, NODE_ENV: 'production' }
  const server = await startServer({ ...env, LOG_LEVEL: 'error' })
  const deps = { db, secrets: createSecrets(secretKey) }
  const rows: Rate[] = []
  let from = 0
  try {
    await deed.prepare?.(db)
    for (const connections of CONNECTIONS) {
      const count = deed.counts[connections] ?? 0
      const requests = await seedAll(deed, deps, { from, count }, server.address)
      await db.raw('VACUUM ANALYZE')
      const http = await loadHttp(deed, { address: server.address, requests, connections })
      from += count
      await seedAll(deed, deps, { from, count }, server.address)
      await db.raw('VACUUM ANALYZE')
      const script = deed.script({ from, share: Math.floor(count / connections) })
      const sql = await loadSql(deed, { db, url: embedded.url, connections, script })
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

const seedAll = async (
  deed: BenchAction,
  deps: { db: Db; secrets: Secrets },
  slice: Slice,
  address: string,
): Promise<Buffer[]> => {
  const requests: Buffer[] = []
  for (let done = 0; done < slice.count; done += CHUNK) {
    const part = { from: slice.from + done, count: Math.min(CHUNK, slice.count - done) }
    requests.push(...(await deed.seed(deps, part, address)))
  }
  return requests
}

const loadHttp = async (
  { name }: BenchAction,
  sent: { address: string; requests: readonly Buffer[]; connections: number },
): Promise<{ http: number; p99Ms: number }> => {
  const { refused, perSecond, p99Ms } = await load({ ...sent, seconds: SECONDS, warmUpSeconds: WARM_UP_SECONDS })
  if (refused > 0) throw new Error(`${refused} ${name} were refused: the benchmark measures nothing`)
  return { http: perSecond, p99Ms }
}

const loadSql = async (
  { name, doneSql }: BenchAction,
  { db, url, connections, script }: { db: Db; url: string; connections: number; script: string },
): Promise<number | null> => {
  const done = async (): Promise<number> => Number((await db.raw(doneSql))[0]?.['done'])
  const before = await done()
  const perSecond = await pgbench({ url, connections, seconds: SECONDS, script })
  if (perSecond === null) return null
  const did = (await done()) - before
  // Its clients go on to their last transaction, so a little more is done than counted.
  if (did < perSecond * SECONDS * 0.9) throw new Error(`pgbench did only ${did} ${name}: it ran out of them`)
  return perSecond
}

export interface BenchServer {
  readonly address: string
  readonly path: string
  readonly headers: Readonly<Record<string, string>>
  readonly body: object
}

/** A call as a browser sends it over the wire. */
export const wire = ({ address, path, headers, body }: BenchServer): Buffer => {
  const text = JSON.stringify(body)
  const lines = Object.entries({
    ...headers,
    host: new URL(address).host,
    'content-type': 'application/json',
    'content-length': String(Buffer.byteLength(text)),
  }).map(([name, value]) => `${name}: ${value}`)
  return Buffer.from(`POST ${path} HTTP/1.1\r\n${lines.join('\r\n')}\r\n\r\n${text}`)
}

/** Memory of a process after the load, in MB, as the operating system counts it. */
const memoryOf = async (pid: number): Promise<number> => {
  const child = spawn('ps', ['-o', 'rss=', '-p', String(pid)], { stdio: ['ignore', 'pipe', 'ignore'] })
  let text = ''
  for await (const bytes of child.stdout) text += String(bytes)
  return Math.round(Number(text.trim()) / 1_024)
}

/** The id of the seeded user that a pgbench client has come to. `chr(58)` is a colon, which begins a variable there. */
export const USER_SQL = `('00000000-0000-7000-8000-' || (100000000000 + :index)::text)::uuid`

const TOKEN_HASH_SQL = `sha256(convert_to(rpad('runnel_bench_session_token', 31, '_')
    || (100000000000 + :index)::text, 'UTF8'))`

/** What a pgbench client does first: it takes its next user, whose session and human check are asked for. */
export const openingSql = ({ from, share, action }: { from: number; share: number; action: string }): string => `
\\set index ${from} + :client_id * ${share} + :turn
\\set turn :turn + 1
SELECT users.id, users.username, users.role, sessions.id AS "sessionId", sessions.device_id, sessions.last_seen_at,
  users.locked_at, users.locked_until, users.lock_reason, users.cooldown_until, users.cooldown_reason
  FROM sessions INNER JOIN users ON users.id = sessions.user_id
  WHERE sessions.token_hash = ${TOKEN_HASH_SQL} AND sessions.expires_at > now();
SELECT * FROM challenge_answer(${USER_SQL}, substr(${TOKEN_HASH_SQL}, 1, 8), '${action}',
  (SELECT answer_mac FROM challenges WHERE id = ${USER_SQL}), true, false, NULL, false, now());`
