import { randomBytes } from 'node:crypto'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { connect, type Db } from '@runnel/server/src/kernel/db.ts'
import { createLog } from '@runnel/server/src/kernel/log.ts'
import { runMigrations } from '@runnel/server/src/kernel/postgres/migrations.ts'
import { startEmbedded } from '@runnel/server/src/kernel/postgres/postgres.ts'
import { createSecrets } from '@runnel/server/src/kernel/secrets.ts'
import { seedPeople } from '@runnel/server/src/test/claims.ts'
import { startServer } from '@runnel/server/src/test/server-process.ts'
import { parents, rows } from './history-rows.ts'
import { load } from './load.ts'
import type { BenchAction } from './request-rate.ts'

const CLAIMS = 12_000
const CONNECTIONS = 4
const SECONDS = 30
const CHUNK = 5_000
/** Users, and rows of each other table. */
const [PEOPLE, ROWS] = [2_000, 20_000]

interface Counted {
  readonly table: string
  readonly rows: number
  readonly bytes: number
}

/** What claims over HTTP leave on the disk: bytes of each table with its indexes, and bytes of the log, per claim. */
export const historyBench = async (claims: BenchAction, say: (text: string) => void): Promise<void> => {
  // Whole pages follow each checkpoint into the log; between two of them only changes do. Both are told.
  for (const pages of ['off', 'on'] as const) await measure(claims, { pages, say })
  say(`  rows of other tables`)
  await withDatabase({}, async ({ db }) => measureRows(db, say))
}

interface Opened {
  readonly db: Db
  readonly url: string
  readonly dataDir: string
}

/** A migrated database of its own for some work. */
export const withDatabase = async <T>(
  settings: Record<string, string>,
  work: (opened: Opened) => Promise<T>,
): Promise<T> => {
  const dataDir = mkdtempSync(join(tmpdir(), 'runnel-history-'))
  const embedded = await startEmbedded({ dataDir, log: () => undefined, settings })
  const migrations = fileURLToPath(new URL('migrations', import.meta.resolve('@runnel/server/package.json')))
  await runMigrations({ url: embedded.url, dir: migrations })
  const db = connect({ url: embedded.url, size: 4, log: createLog('silent') })
  try {
    return await work({ db, url: embedded.url, dataDir })
  } finally {
    await db.close()
    await embedded.stop()
    rmSync(dataDir, { recursive: true, force: true })
  }
}

const measure = (
  claims: BenchAction,
  { pages, say }: { pages: 'on' | 'off'; say: (text: string) => void },
): Promise<void> =>
  withDatabase({ full_page_writes: pages }, async ({ db, url, dataDir }) => {
    const secretKey = randomBytes(32).toString('hex')
    const env = { DATABASE_URL: url, DATA_DIR: dataDir, SECRET_KEY: secretKey, NODE_ENV: 'production' }
    await claims.prepare?.(db, createSecrets(secretKey))
    const server = await startServer({ ...env, LOG_LEVEL: 'error' })
    try {
      const requests: Buffer[] = []
      for (let from = 0; from < CLAIMS; from += CHUNK) {
        const slice = { from, count: Math.min(CHUNK, CLAIMS - from) }
        requests.push(...(await claims.seed({ db, secrets: createSecrets(secretKey) }, slice, server.address)))
      }
      await db.raw('VACUUM ANALYZE')
      await db.raw('CHECKPOINT')
      const [before, log] = [await sizes(db), await logBytes(db)]
      await load({ address: server.address, requests, connections: CONNECTIONS, seconds: SECONDS, warmUpSeconds: 0 })
      const wal = (await logBytes(db)) - log
      await tell(db, { before, wal, pages, say })
    } finally {
      await server.stop()
    }
  })

interface Told {
  readonly before: readonly Counted[]
  readonly wal: number
  readonly pages: 'on' | 'off'
  readonly say: (text: string) => void
}

/** Bytes of a row of each other table that grows with what users do, of many made-up rows. */
const measureRows = async (db: Db, say: (text: string) => void): Promise<void> => {
  await seedPeople(db, new Date(), { from: 0, count: PEOPLE })
  for (const statement of parents) await db.raw(statement)
  for (const [table, [columns, values]] of Object.entries(rows)) {
    const before = (await sizes(db)).find((one) => one.table === table)
    await db.raw(
      `INSERT INTO ${table} (${columns}) SELECT ${values} FROM generate_series(1, ${ROWS}) n
      WHERE $1::integer > 0`,
      [PEOPLE],
    )
    const after = (await sizes(db)).find((one) => one.table === table)
    say(`    ${table.padEnd(18)} ${Math.round(((after?.bytes ?? 0) - (before?.bytes ?? 0)) / ROWS)} bytes per row`)
  }
}

const tell = async (db: Db, { before, wal, pages, say }: Told): Promise<void> => {
  const after = await sizes(db)
  const made = Number((await db.raw(`SELECT count(*) AS n FROM transfers WHERE kind = 'faucet'`))[0]?.['n'])
  say(`  ${made} claims, whole pages in the log ${pages}: ${Math.round(wal / made)} bytes of the log per claim`)
  if (pages === 'on') return
  for (const { table, rows, bytes } of after) {
    const old = before.find((one) => one.table === table)
    const added = rows - (old?.rows ?? 0)
    if (added < made / 100) continue
    const perRow = Math.round((bytes - (old?.bytes ?? 0)) / added)
    say(`    ${table.padEnd(18)} ${perRow} bytes per row · ${Math.round((added / made) * 1_000_000)} rows per million`)
  }
}

const logBytes = async (db: Db): Promise<number> =>
  Number((await db.raw(`SELECT pg_current_wal_lsn() - '0/0'::pg_lsn AS n`))[0]?.['n'])

/** Rows and bytes of every table, indexes and long values included. */
const sizes = async (db: Db): Promise<Counted[]> => {
  const tables = await db.raw(`SELECT relname AS name FROM pg_class WHERE relkind = 'r'
    AND relnamespace = 'public'::regnamespace ORDER BY 1`)
  const counted: Counted[] = []
  for (const { name } of tables) {
    const [row] = await db.raw(`SELECT count(*) AS rows, pg_total_relation_size($1) AS bytes FROM "${String(name)}"`, [
      String(name),
    ])
    counted.push({ table: String(name), rows: Number(row?.['rows']), bytes: Number(row?.['bytes']) })
  }
  return counted
}
