import { randomBytes } from 'node:crypto'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { findChromium } from '@runnel/e2e/chromium.ts'
import { connect } from '@runnel/server/src/kernel/db.ts'
import { createLog } from '@runnel/server/src/kernel/log.ts'
import { startEmbedded } from '@runnel/server/src/kernel/postgres/postgres.ts'
import { createSecrets } from '@runnel/server/src/kernel/secrets.ts'
import { seedClaims } from '@runnel/server/src/test/claims.ts'
import { startServer } from '@runnel/server/src/test/server-process.ts'
import { launch } from 'chrome-launcher'
import lighthouse from 'lighthouse'
import { chromium } from 'playwright-core'

const RUNS = 5

interface Budget {
  readonly path: string
  readonly lcpMs: number
  readonly cls: number
  readonly requests: number
  readonly scores: readonly [performance: number, accessibility: number, bestPractices: number]
}

/** What STACK.md §6 allows for each kind of page. */
const budgets: readonly Budget[] = [
  { path: '/', lcpMs: 1_000, cls: 0, requests: 3, scores: [99, 100, 100] },
  { path: '/login', lcpMs: 1_800, cls: 0.02, requests: 14, scores: [95, 100, 100] },
  { path: '/app/faucet', lcpMs: 1_800, cls: 0.02, requests: 20, scores: [95, 100, 100] },
]

interface Measured {
  readonly lcpMs: number
  readonly cls: number
  readonly requests: number
  readonly scriptKb: number
  readonly scores: readonly [number, number, number]
}

/** Weight and speed of pages as a phone meets them, each with its budget. */
export const pagesBench = async (): Promise<Line[]> => {
  const dataDir = mkdtempSync(join(tmpdir(), 'runnel-pages-'))
  const secretKey = randomBytes(32).toString('hex')
  const embedded = await startEmbedded({ dataDir, log: () => undefined })
  const env = { DATABASE_URL: embedded.url, DATA_DIR: dataDir, SECRET_KEY: secretKey, NODE_ENV: 'production' }
  const server = await startServer({ ...env, LOG_LEVEL: 'error' })
  const db = connect({ url: embedded.url, size: 2, log: createLog('silent') })
  const { path, env: browserEnv } = await findChromium()
  const flags = ['--headless=new', '--no-sandbox', '--disable-dev-shm-usage', '--disable-gpu']
  const envVars = { ...process.env, ...browserEnv }
  const chrome = await launch({ chromePath: path, chromeFlags: flags, envVars, logLevel: 'silent' })
  try {
    const claims = await seedClaims({ db, secrets: createSecrets(secretKey), now: new Date() }, { from: 0, count: 1 })
    const lines: Line[] = []
    for (const budget of budgets) {
      const token = budget.path.startsWith('/app/') ? claims[0]?.token : undefined
      await remember(chrome.port, server.address, token)
      const runs: Measured[] = []
      for (let run = 0; run < RUNS; run++) {
        await forgetVisits(chrome.port, server.address)
        runs.push(await measure(server.address + budget.path, chrome.port))
      }
      lines.push(lineOf(budget, medians(runs)))
    }
    return lines
  } finally {
    chrome.kill()
    await server.stop()
    await db.close()
    await embedded.stop()
    rmSync(dataDir, { recursive: true, force: true })
  }
}

/** Puts a session into the browser's storage, or takes it out. */
const remember = async (port: number, address: string, token: string | undefined): Promise<void> => {
  const browser = await chromium.connectOverCDP(`http://127.0.0.1:${port}`)
  const page = await (browser.contexts()[0] ?? (await browser.newContext())).newPage()
  await page.goto(`${address}/robots.txt`)
  await page.evaluate((value) => {
    if (value === undefined) localStorage.removeItem('token')
    else localStorage.setItem('token', value)
  }, token)
  await page.close()
  await browser.close()
}

/** Each run is somebody's first visit, though the session stays: nothing cached, and no service worker that answers. */
const forgetVisits = async (port: number, origin: string): Promise<void> => {
  const browser = await chromium.connectOverCDP(`http://127.0.0.1:${port}`)
  const page = await (browser.contexts()[0] ?? (await browser.newContext())).newPage()
  const session = await page.context().newCDPSession(page)
  await session.send('Network.clearBrowserCache')
  await session.send('Storage.clearDataForOrigin', { origin, storageTypes: 'service_workers,cache_storage' })
  await page.close()
  await browser.close()
}

const measure = async (url: string, port: number): Promise<Measured> => {
  const result = await lighthouse(url, {
    port,
    output: 'json',
    logLevel: 'silent',
    onlyCategories: ['performance', 'accessibility', 'best-practices'],
    disableStorageReset: true,
  })
  if (result === undefined) throw new Error(`Lighthouse gave no result for ${url}`)
  const { audits, categories } = result.lhr
  const value = (audit: string): number => audits[audit]?.numericValue ?? Number.NaN
  const score = (category: string): number => Math.round((categories[category]?.score ?? 0) * 100)
  return {
    lcpMs: value('largest-contentful-paint'),
    cls: value('cumulative-layout-shift'),
    ...weightOf(audits['network-requests']?.details),
    scores: [score('performance'), score('accessibility'), score('best-practices')],
  }
}

interface Line {
  readonly line: string
  readonly held: boolean
}

interface Transfer {
  readonly url?: string
  readonly resourceType?: string
  readonly transferSize?: number
}

const weightOf = (details: unknown): { requests: number; scriptKb: number } => {
  // Lighthouse's table of requests; only these two columns are read.
  const { items: all = [] } = (details ?? {}) as { items?: Transfer[] }
  // Pictures inside an answer are no requests of their own, though Lighthouse lists them.
  const items = all.filter(({ url = '' }) => !url.startsWith('data:'))
  const scripts = items.filter(({ resourceType }) => resourceType === 'Script')
  const bytes = scripts.reduce((sum, { transferSize = 0 }) => sum + transferSize, 0)
  return { requests: items.length, scriptKb: bytes / 1_024 }
}

const median = (values: readonly number[]): number => values.toSorted((a, b) => a - b)[values.length >> 1] ?? Number.NaN

const medians = (runs: readonly Measured[]): Measured => ({
  lcpMs: median(runs.map(({ lcpMs }) => lcpMs)),
  cls: median(runs.map(({ cls }) => cls)),
  requests: median(runs.map(({ requests }) => requests)),
  scriptKb: median(runs.map(({ scriptKb }) => scriptKb)),
  scores: [
    median(runs.map(({ scores }) => scores[0])),
    median(runs.map(({ scores }) => scores[1])),
    median(runs.map(({ scores }) => scores[2])),
  ],
})

const lineOf = (budget: Budget, got: Measured): Line => {
  const held =
    got.lcpMs <= budget.lcpMs &&
    got.cls <= budget.cls &&
    got.requests <= budget.requests &&
    got.scores.every((score, index) => score >= (budget.scores[index] ?? 0))
  const facts = [
    `LCP ${Math.round(got.lcpMs)} ms (≤ ${budget.lcpMs})`,
    `CLS ${got.cls.toFixed(3)} (≤ ${budget.cls})`,
    `${got.requests} requests (≤ ${budget.requests})`,
    `${got.scriptKb.toFixed(1)} KB script`,
    `Lighthouse ${got.scores.join('/')} (${budget.scores.join('/')})`,
  ]
  return { line: `${held ? '✔' : '✖'} ${budget.path.padEnd(12)} ${facts.join(' · ')}`, held }
}
