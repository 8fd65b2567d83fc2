import { spawn } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { connect, type Db } from '@runnel/server/src/kernel/db.ts'
import { createLog } from '@runnel/server/src/kernel/log.ts'
import { withDatabase } from '@runnel/server/src/kernel/postgres/hosts.ts'
import { runMigrations } from '@runnel/server/src/kernel/postgres/migrations.ts'
import { startEmbedded } from '@runnel/server/src/kernel/postgres/postgres.ts'
import { openSession, quoteName } from '@runnel/server/src/kernel/postgres/session.ts'
import { createSecrets, type Secrets } from '@runnel/server/src/kernel/secrets.ts'
import { startServer } from '@runnel/server/src/test/server-process.ts'
import { cpuMsOf, cpuMsOfTree, postmasterOf } from './cpu-time.ts'
import { load } from './load.ts'
import { pgbench, prepareSimpleUpdate, simpleUpdate } from './pgbench.ts'

const CONNECTIONS = [1, 16, 64] as const
const SECONDS = 6
const WARM_UP_SECONDS = 8
const CHUNK = 5_000

export interface Slice {
  readonly from: number
  readonly count: number
}

interface BenchDeps {
  readonly db: Db
  readonly secrets: Secrets
}

/** Something that a visitor does once, and that is measured over HTTP and as bare SQL. */
export interface BenchAction {
  readonly name: string
  /** How many are made ready at each number of connections: more than any machine of this size does in the time. */
  readonly counts: Readonly<Record<number, number>>
  /** Runs once, before anything is measured. */
  readonly prepare?: (db: Db, secrets: Secrets) => Promise<void>
  /** Makes a slice ready to be done, and gives each as it goes over the wire. */
  readonly seed: (deps: BenchDeps, slice: Slice, address: string) => Promise<Buffer[]>
  /** The same as bare SQL, where it is few statements. */
  readonly sql?: BareSql
}

interface BareSql {
  /** The statements for pgbench; each client walks over a share of the slice, from its own counter. */
  readonly script: (walked: { from: number; share: number }) => string
  /** Counts in SQL what was done so far, as `done`: a script that does nothing is quick. */
  readonly done: string
}

export interface Rate {
  readonly connections: number
  readonly http: number
  readonly p99Ms: number
  /** Processor time of one, in ms; NaN where the system does not tell. */
  readonly nodeMs: number
  readonly postgresMs: number
  /** The same of the program that sends the requests, on the same cores. */
  readonly loadMs: number
  /** Ours by pgbench, without Node. */
  readonly sql: number | null
  /** `pgbench -N`, which is not ours, on the same server, just before. */
  readonly simpleUpdate: number | null
}

/** Where both PostgreSQL and Node run. */
interface Site extends BenchDeps {
  readonly url: string
  readonly simpleUpdateUrl: string | null
  readonly address: string
  readonly node: number
  readonly postgres: number
}

/** `BENCH_CONNECTIONS=16 BENCH_RUNS=5` measures one number of connections five times. */
const connectionsOf = (given = process.env['BENCH_CONNECTIONS']): readonly number[] =>
  given === undefined ? CONNECTIONS : given.split(',').map(Number)
const RUNS = Number(process.env['BENCH_RUNS'] ?? 1)

/**
 * Actions a second over HTTP, beside pgbench running the same statements and beside `pgbench -N`, on the same server in
 * the same run, durable. Each line is the median of its runs by the rate over HTTP.
 */
export const rateBench = async (deed: BenchAction): Promise<{ rows: Rate[]; memoryMb: number }> => {
  const dataDir = mkdtempSync(join(tmpdir(), 'runnel-bench-'))
  const secretKey = randomBytes(32).toString('hex')
  const embedded = await startEmbedded({ dataDir, log: () => undefined })
  const migrations = fileURLToPath(new URL('migrations', import.meta.resolve('@runnel/server/package.json')))
  await runMigrations({ url: embedded.url, dir: migrations })
  const db = connect({ url: embedded.url, size: 8, log: createLog('silent') })
  const env = { DATABASE_URL: embedded.url, DATA_DIR: dataDir, SECRET_KEY: secretKey, NODE_ENV: 'production' }
  // Visitors come from many networks, as behind a proxy.
  const server = await startServer({ ...env, LOG_LEVEL: 'error', TRUST_PROXY: '127.0.0.1' })
  const node = server.child.pid ?? 0
  const rows: Rate[] = []
  try {
    const site: Site = {
      db,
      secrets: createSecrets(secretKey),
      url: embedded.url,
      simpleUpdateUrl: await openSimpleUpdate(embedded.url),
      address: server.address,
      node,
      postgres: postmasterOf(dataDir),
    }
    await deed.prepare?.(db, site.secrets)
    let from = 0
    for (const connections of connectionsOf()) {
      const count = deed.counts[connections] ?? 0
      const runs: Rate[] = []
      for (let run = 0; run < RUNS; run++) {
        runs.push(await measure(deed, site, { from, count, connections }))
        from += 2 * count
      }
      const middle = runs.toSorted((a, b) => a.http - b.http)[runs.length >> 1]
      if (middle !== undefined) rows.push(middle)
    }
    return { rows, memoryMb: await memoryOf(node) }
  } finally {
    await server.stop()
    await db.close()
    await embedded.stop()
    rmSync(dataDir, { recursive: true, force: true })
  }
}

/** A database for the tables of pgbench, or null where it is not installed. */
const openSimpleUpdate = async (main: string): Promise<string | null> => {
  const session = await openSession({ url: main })
  await session.query(`CREATE DATABASE ${quoteName('pgbench')}`).finally(() => session.close())
  const url = withDatabase(main, 'pgbench')
  return (await prepareSimpleUpdate(url)) ? url : null
}

const measure = async (
  deed: BenchAction,
  site: Site,
  { from, count, connections }: Slice & { readonly connections: number },
): Promise<Rate> => {
  const yardstick =
    site.simpleUpdateUrl === null
      ? null
      : await simpleUpdate({ url: site.simpleUpdateUrl, connections, seconds: SECONDS })
  const requests = await seedAll(deed, site, { from, count }, site.address)
  await site.db.raw('VACUUM ANALYZE')
  await untilIdle(site.node)
  const cpuMs = (): number[] => [cpuMsOf(site.node), cpuMsOfTree(site.postgres), cpuMsOf(process.pid)]
  let before: number[] = []
  const onWarm = (): void => void (before = cpuMs())
  const { ok, ...http } = await loadHttp(deed, { address: site.address, requests, connections, onWarm })
  const [nodeMs = Number.NaN, postgresMs = Number.NaN, loadMs = Number.NaN] = cpuMs().map(
    (after, index) => (after - (before[index] ?? Number.NaN)) / ok,
  )
  const cpu = { nodeMs, postgresMs, loadMs }
  const rate = { connections, ...http, ...cpu, simpleUpdate: yardstick }
  if (deed.sql === undefined) return { ...rate, sql: null }
  await seedAll(deed, site, { from: from + count, count }, site.address)
  await site.db.raw('VACUUM ANALYZE')
  const script = deed.sql.script({ from: from + count, share: Math.floor(count / connections) })
  const { done: doneSql } = deed.sql
  return { ...rate, sql: await loadSql(deed, { db: site.db, url: site.url, connections, script, doneSql }) }
}

const IDLE_LOOK_MS = 500
const IDLE_LOOKS_MAX = 120

/** A node that has just started draws pictures ahead for a while; that is no part of what a claim costs. */
const untilIdle = async (node: number): Promise<void> => {
  for (let look = 0; look < IDLE_LOOKS_MAX; look++) {
    const before = cpuMsOf(node)
    await pause(IDLE_LOOK_MS)
    // Not less than that either where the system does not tell.
    if (!(cpuMsOf(node) - before > IDLE_LOOK_MS / 20)) return
  }
}

const seedAll = async (deed: BenchAction, deps: BenchDeps, slice: Slice, address: string): Promise<Buffer[]> => {
  const requests: Buffer[] = []
  for (let done = 0; done < slice.count; done += CHUNK) {
    const part = { from: slice.from + done, count: Math.min(CHUNK, slice.count - done) }
    requests.push(...(await deed.seed(deps, part, address)))
  }
  return requests
}

const loadHttp = async (
  { name }: BenchAction,
  sent: { address: string; requests: readonly Buffer[]; connections: number; onWarm: () => void },
): Promise<{ http: number; p99Ms: number; ok: number }> => {
  const { refused, ok, perSecond, p99Ms } = await load({ ...sent, seconds: SECONDS, warmUpSeconds: WARM_UP_SECONDS })
  if (refused > 0) throw new Error(`${refused} ${name} were refused: the benchmark measures nothing`)
  return { http: perSecond, p99Ms, ok }
}

interface BareLoad {
  readonly db: Db
  readonly url: string
  readonly connections: number
  readonly script: string
  readonly doneSql: string
}

const loadSql = async (
  { name }: BenchAction,
  { db, url, connections, script, doneSql }: BareLoad,
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
  /** None: it is a GET. */
  readonly body?: object
}

/** A call as a browser sends it over the wire. */
export const wire = ({ address, path, headers, body }: BenchServer): Buffer => {
  const text = body === undefined ? '' : JSON.stringify(body)
  const typed = { 'content-type': 'application/json', 'content-length': String(Buffer.byteLength(text)) }
  const all = { ...headers, host: new URL(address).host, ...(body === undefined ? {} : typed) }
  const lines = Object.entries(all).map(([name, value]) => `${name}: ${value}`)
  const method = body === undefined ? 'GET' : 'POST'
  return Buffer.from(`${method} ${path} HTTP/1.1\r\n${lines.join('\r\n')}\r\n\r\n${text}`)
}

/** An address in a network of its own for each index, as members come from. */
export const networkOf = (index: number): string => `10.${(index >> 8) & 255}.${index & 255}.7`

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
BEGIN;
SELECT challenge_pass(${USER_SQL}, substr(${TOKEN_HASH_SQL}, 1, 8), '${action}',
  (SELECT answer_mac FROM challenges WHERE id = ${USER_SQL}), NULL, false, true, now());`
