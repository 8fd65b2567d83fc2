import { randomBytes } from 'node:crypto'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { connect } from '@runnel/server/src/kernel/db.ts'
import { createLog } from '@runnel/server/src/kernel/log.ts'
import { startEmbedded } from '@runnel/server/src/kernel/postgres/postgres.ts'
import { startServer } from '@runnel/server/src/test/server-process.ts'

/** A start is over by then: what every start does once does not count. */
const REST_SECONDS = 20
/** Whole minutes, so that each job of a minute runs as often as in any other. */
const SECONDS = 120

export interface Idle {
  readonly transactions: number
  readonly cpuPercent: number
  readonly memoryMb: number
}

/** What a node does that nobody visits: transactions a second, percent of a core, resident memory. */
export const idleBench = async (): Promise<Idle> => {
  const dataDir = mkdtempSync(join(tmpdir(), 'runnel-idle-'))
  const embedded = await startEmbedded({ dataDir, log: () => undefined })
  const env = { DATA_DIR: dataDir, DATABASE_URL: embedded.url, NODE_ENV: 'production', LOG_LEVEL: 'error' }
  const server = await startServer({ ...env, SECRET_KEY: randomBytes(32).toString('hex') })
  const db = connect({ url: embedded.url, size: 1, log: createLog('silent') })
  const read = async () => {
    const [row] = await db.raw(`SELECT (xact_commit + xact_rollback)::integer AS done FROM pg_stat_database
      WHERE datname = current_database()`)
    return { done: Number(row?.['done']), at: performance.now(), cpu: cpuSeconds(server.child.pid ?? 0) }
  }
  try {
    await pause(REST_SECONDS * 1_000)
    const before = await read()
    await pause(SECONDS * 1_000)
    const after = await read()
    const seconds = (after.at - before.at) / 1_000
    return {
      // The question itself is one, too.
      transactions: (after.done - before.done - 1) / seconds,
      cpuPercent: (100 * (after.cpu - before.cpu)) / seconds,
      memoryMb: memoryMb(server.child.pid ?? 0),
    }
  } finally {
    await server.stop()
    await db.close()
    await embedded.stop()
    rmSync(dataDir, { recursive: true, force: true })
  }
}

/** The kernel counts in hundredths of a second. */
const cpuSeconds = (pid: number): number => {
  const fields = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ').at(-1)?.split(' ') ?? []
  return (Number(fields[11]) + Number(fields[12])) / 100
}

const memoryMb = (pid: number): number =>
  Math.round(Number(/VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1]) / 1_024)
