import { randomBytes } from 'node:crypto'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { defaults } from '@runnel/contract/settings/settings'
import { countScores } from '@runnel/server/src/features/leaderboard/count.ts'
import { cacheRanks } from '@runnel/server/src/features/leaderboard/rank-cache.ts'
import { payReferralCommission } from '@runnel/server/src/features/referral/pay-commission.ts'
import { connect, type Db } from '@runnel/server/src/kernel/db.ts'
import { createLog } from '@runnel/server/src/kernel/log.ts'
import { withDatabase } from '@runnel/server/src/kernel/postgres/hosts.ts'
import { runMigrations } from '@runnel/server/src/kernel/postgres/migrations.ts'
import { startEmbedded } from '@runnel/server/src/kernel/postgres/postgres.ts'
import { openSession, quoteName } from '@runnel/server/src/kernel/postgres/session.ts'
import { type ServerProcess, startServer } from '@runnel/server/src/test/server-process.ts'
import { people, seedSite, type Size } from './growth-seed.ts'

/** A page may take this much longer on a site that has grown ten-thousandfold. */
const RATIO_MAX = 1.3
const WARM_UP = 20
const ROUNDS = 150

const small: Size = { users: 1_000, transfers: 10_000 }
const number = (name: string, standard: number): number => Number(process.env[name] ?? standard)
/** `GROWTH_USERS` and `GROWTH_TRANSFERS` make it smaller, to try it out. */
const large = (): Size => ({
  users: number('GROWTH_USERS', 1_000_000),
  transfers: number('GROWTH_TRANSFERS', 100_000_000),
})

/** The calls that each page makes. */
const pages = {
  leaderboard: ['today', 'week', 'month', 'all', 'referral'].map((board) => `/api/leaderboard?board=${board}`),
  dashboard: ['/api/dashboard', '/api/user/stats', '/api/user/me'],
  statement: ['/api/user/statement', '/api/user/statement?page=3&limit=20', '/api/user/statement?kind=link'],
  referral: ['/api/referral', '/api/referral/user'],
} as const
type Page = keyof typeof pages

export interface GrowthLine {
  readonly line: string
  readonly held: boolean
}

interface Site {
  readonly size: Size
  readonly url: string
  readonly server: ServerProcess
  readonly db: Db
}

/** The same pages of the same two people on a small site and on one that has grown, measured in turns. */
export const growthBench = async (say: (text: string) => void): Promise<GrowthLine[]> => {
  const dataDir = mkdtempSync(join(tmpdir(), 'runnel-growth-'))
  const embedded = await startEmbedded({ dataDir, log: () => undefined })
  const sites: Site[] = []
  try {
    for (const [name, size] of Object.entries({ small, large: large() })) {
      sites.push(await openSite({ name, size, url: embedded.url, dataDir, say }))
    }
    const [before, after] = sites
    if (before === undefined || after === undefined) throw new Error('two sites are compared')
    const lines: GrowthLine[] = []
    for (const person of Object.keys(people) as (keyof typeof people)[]) {
      for (const page of Object.keys(pages) as Page[]) lines.push(await compare({ before, after, person, page }))
    }
    return lines
  } finally {
    for (const { server, db } of sites) {
      await server.stop()
      await db.close()
    }
    await embedded.stop()
    rmSync(dataDir, { recursive: true, force: true })
  }
}

interface OpenSiteInput {
  readonly name: string
  readonly size: Size
  readonly url: string
  readonly dataDir: string
  readonly say: (text: string) => void
}

const migrations = fileURLToPath(new URL('migrations', import.meta.resolve('@runnel/server/package.json')))

const openSite = async ({ name, size, url: main, dataDir, say }: OpenSiteInput): Promise<Site> => {
  const session = await openSession({ url: main })
  await session.query(`CREATE DATABASE ${quoteName(name)}`).finally(() => session.close())
  const url = withDatabase(main, name)
  await runMigrations({ url, dir: migrations })
  const now = new Date()
  const timed = async (what: string, work: () => Promise<unknown>): Promise<void> => {
    const begun = performance.now()
    const told = await work()
    const note = told === undefined ? '' : ` (${String(told)})`
    say(`    ${what}: ${((performance.now() - begun) / 1_000).toFixed(1)} s${note}`)
  }
  say(`  ${size.users.toLocaleString('en')} users, ${size.transfers.toLocaleString('en')} transfers`)
  await timed('made up', () => seedSite(url, size, now))
  const db = connect({ url, size: 8, log: createLog('silent') })
  const deps = {
    db,
    settings: { current: () => defaults },
    live: { notify: () => undefined },
    closed: { current: () => [] },
  }
  await timed('first count of the boards', () => countScores(db, now))
  await timed('ranks marked', () => cacheRanks(db, now))
  await timed('count a minute later', () => countScores(db, new Date(now.getTime() + 60_000)))
  await timed('referrals of yesterday settled', () => payReferralCommission(deps, now))
  await db.raw('ANALYZE')
  const env = { DATABASE_URL: url, DATA_DIR: dataDir, SECRET_KEY: randomBytes(32).toString('hex') }
  return { size, url, server: await startServer({ ...env, NODE_ENV: 'production', LOG_LEVEL: 'error' }), db }
}

interface CompareInput {
  readonly before: Site
  readonly after: Site
  readonly person: keyof typeof people
  readonly page: Page
}

const compare = async ({ before, after, person, page }: CompareInput): Promise<GrowthLine> => {
  const times: Record<'before' | 'after', number[]> = { before: [], after: [] }
  for (let round = -WARM_UP; round < ROUNDS; round++) {
    // In turns, so that whatever else the system does meets both alike.
    for (const [name, site] of [
      ['before', before],
      ['after', after],
    ] as const) {
      const took = await visit(site.server.address, people[person].token, pages[page])
      if (round >= 0) times[name].push(took)
    }
  }
  const [ms, grownMs] = [median(times.before), median(times.after)]
  const ratio = grownMs / ms
  const held = ratio <= RATIO_MAX
  const told = `${ms.toFixed(1)} ms → ${grownMs.toFixed(1)} ms · ratio ${ratio.toFixed(2)} (≤ ${RATIO_MAX})`
  return { line: `${held ? '✔' : '✖'} ${page.padEnd(12)} ${person.padEnd(9)} ${told}`, held }
}

const visit = async (address: string, token: string, paths: readonly string[]): Promise<number> => {
  const begun = performance.now()
  for (const path of paths) {
    const response = await fetch(address + path, { headers: { authorization: `Bearer ${token}` } })
    const text = await response.text()
    if (response.status !== 200) throw new Error(`${path} was answered by ${response.status}: ${text}`)
  }
  return performance.now() - begun
}

const median = (values: readonly number[]): number => values.toSorted((a, b) => a - b)[values.length >> 1] ?? Number.NaN
