import { randomBytes } from 'node:crypto'
import { mkdtempSync, rmSync } from 'node:fs'
import { cpus, loadavg, tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { runMigrations } from '@runnel/server/src/kernel/postgres/migrations.ts'
import { startEmbedded } from '@runnel/server/src/kernel/postgres/postgres.ts'
import { openSession } from '@runnel/server/src/kernel/postgres/session.ts'
import { startServer } from '@runnel/server/src/test/server-process.ts'
import { listCalls } from './admin-calls.ts'
import { samples } from './admin-samples.ts'
import { adminToken, seedAdmin } from './admin-seed.ts'

/** A list of the owner's may take this long at a million users. */
const MEDIAN_MS_MAX = 200
const ROUNDS = 5
const migrations = fileURLToPath(new URL('migrations', import.meta.resolve('@runnel/server/package.json')))

export interface AdminLine {
  readonly line: string
  readonly held: boolean
}

/** Every list of the owner's area with its filters, on a site of a million users. `ADMIN_USERS` makes it smaller. */
export const adminBench = async (say: (text: string) => void): Promise<AdminLine[]> => {
  const users = Number(process.env['ADMIN_USERS'] ?? 1_000_000)
  const dataDir = mkdtempSync(join(tmpdir(), 'runnel-admin-'))
  const embedded = await startEmbedded({ dataDir, log: () => undefined })
  try {
    await runMigrations({ url: embedded.url, dir: migrations })
    const begun = performance.now()
    await seedAdmin({ url: embedded.url, users, now: new Date() })
    say(`  ${users.toLocaleString('en')} users made up in ${((performance.now() - begun) / 1_000).toFixed(0)} s`)
    const env = { DATABASE_URL: embedded.url, DATA_DIR: dataDir, ADMIN_USERNAME: 'user0' }
    const secret = randomBytes(32).toString('hex')
    const server = await startServer({ ...env, SECRET_KEY: secret, NODE_ENV: 'production', LOG_LEVEL: 'error' })
    try {
      const settled = await waitForJobs(embedded.url)
      say(`  the jobs had looked at it ${settled.toFixed(0)} s after the start`)
      const lines = await measureAll(server.address)
      say(`  the machine had ${cpus().length} processors and a load of ${loadavg()[0]?.toFixed(1)}`)
      return lines
    } finally {
      await server.stop()
    }
  } finally {
    await embedded.stop()
    rmSync(dataDir, { recursive: true, force: true })
  }
}

const FIRST_LOOK_SECONDS = 240

/** Waits until the jobs of every minute have been there: before that it is no site that runs. */
const waitForJobs = async (url: string): Promise<number> => {
  const begun = performance.now()
  const session = await openSession({ url, name: 'runnel bench' })
  try {
    for (;;) {
      const seconds = (performance.now() - begun) / 1_000
      if ((await session.query('SELECT until FROM outflow_rolled')).length > 0) return seconds
      if (seconds > FIRST_LOOK_SECONDS) throw new Error('The job outflow.watch never ended.')
      await pause(500)
    }
  } finally {
    await session.close()
  }
}

const measureAll = async (address: string): Promise<AdminLine[]> => {
  const lists = Map.groupBy(listCalls(samples), ({ list }) => list)
  const lines: AdminLine[] = []
  for (const [list, calls] of lists) {
    const medians: { path: string; ms: number; found: number }[] = []
    for (const { path } of calls) medians.push({ path, ...(await measure(address, path)) })
    medians.sort((a, b) => b.ms - a.ms)
    const slow = medians.filter(({ ms }) => ms > MEDIAN_MS_MAX)
    const found = medians.filter((one) => one.found > 0).length
    const worst = medians[0]
    const slowest = `worst ${worst?.ms.toFixed(0)} ms (${worst?.path})`
    const told = `${slowest} · ${found} of ${calls.length} ways found something`
    const rest = slow.slice(1).map(({ path, ms }) => `\n      ${ms.toFixed(0)} ms ${path}`)
    const held = slow.length === 0
    lines.push({ line: `${held ? '✔' : '✖'} ${list.padEnd(26)} ${told}${rest.join('')}`, held })
  }
  return lines
}

/** Median time of one call, and how many rows it found (one, where it is no list); infinite without an answer. */
const measure = async (address: string, path: string): Promise<{ ms: number; found: number }> => {
  const times: number[] = []
  let found = 0
  for (let round = 0; round < ROUNDS; round++) {
    const begun = performance.now()
    const response = await fetch(address + path, { headers: { authorization: `Bearer ${adminToken}` } })
    const text = await response.text()
    times.push(performance.now() - begun)
    if (response.status !== 200) return { ms: Number.POSITIVE_INFINITY, found: 0 }
    // Only how many there are is read, of whatever list it is.
    const body = JSON.parse(text) as { totalItems?: number; count?: number }
    found = body.totalItems ?? body.count ?? 1
  }
  return { ms: times.toSorted((a, b) => a - b)[times.length >> 1] ?? Number.NaN, found }
}
