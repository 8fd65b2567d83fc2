import { randomBytes } from 'node:crypto'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { openBrowser } from '@runnel/e2e/browser.ts'
import { connect } from '@runnel/server/src/kernel/db.ts'
import { createLog } from '@runnel/server/src/kernel/log.ts'
import { startEmbedded } from '@runnel/server/src/kernel/postgres/postgres.ts'
import { seedPeople } from '@runnel/server/src/test/claims.ts'
import { startServer } from '@runnel/server/src/test/server-process.ts'
import type { Browser, Page } from 'playwright-core'
import type { Bar } from './bar.ts'

/** A site as its members meet it, with new members whose claims are ready. */
interface Site {
  readonly browser: Browser
  readonly address: string
  /** Somebody new who is signed in, each time another one. */
  readonly nextToken: () => string
}

const MEMBERS = 20
/** Those of them who solve without pictures. */
const BLIND = 3

/** The bars of the check as it is shown (ANTIBOT.md 8), in a browser on a site with the settings that come with it. */
export const pageBars = async (): Promise<Bar[]> => {
  const dataDir = mkdtempSync(join(tmpdir(), 'runnel-checks-'))
  const embedded = await startEmbedded({ dataDir, log: () => undefined })
  const env = { DATABASE_URL: embedded.url, DATA_DIR: dataDir, NODE_ENV: 'production', LOG_LEVEL: 'error' }
  const server = await startServer({ ...env, SECRET_KEY: randomBytes(32).toString('hex') })
  const db = connect({ url: embedded.url, size: 2, log: createLog('silent') })
  const browser = await openBrowser()
  try {
    const { ids, tokens } = await seedPeople(db, new Date(), { from: 0, count: MEMBERS })
    await db.raw('INSERT INTO answer_records (user_id, without_pictures) SELECT unnest($1::uuid[]), true', [
      ids.slice(-BLIND),
    ])
    const seeing = tokens.slice(0, -BLIND)
    const site: Site = { browser, address: server.address, nextToken: () => seeing.shift() ?? '' }
    return [...(await sizes(site)), await taps(site), await covers(site), await work(site, tokens.slice(-BLIND))]
  } finally {
    await browser.close()
    await server.stop()
    await db.close()
    await embedded.stop()
    rmSync(dataDir, { recursive: true, force: true })
  }
}

interface Screen {
  readonly width: number
  readonly height: number
}

const open = async ({ browser, address }: Site, token: string, viewport: Screen): Promise<Page> => {
  const origins = [{ origin: address, localStorage: [{ name: 'token', value: token }] }]
  const context = await browser.newContext({ baseURL: address, viewport, storageState: { cookies: [], origins } })
  return context.newPage()
}

const check = (page: Page) => page.locator('#root .picture-tile')
const shown = (page: Page): Promise<void> => check(page).first().waitFor({ timeout: 60_000 })

const screens = [
  { width: 320, height: 640, least: 128 },
  { width: 360, height: 640, least: 145 },
  { width: 1_280, height: 800, least: 145 },
] as const

/** How wide the pictures are, how sharp, and how much of the page moves while they come. */
const sizes = async (site: Site): Promise<Bar[]> => {
  const seen: { width: number; sharpness: number; shift: number }[] = []
  for (const screen of screens) {
    const page = await open(site, site.nextToken(), screen)
    await page.addInitScript(() => {
      const moved = { sum: 0 }
      Object.assign(window, { moved })
      new PerformanceObserver((list) => {
        // Not every library of types knows this entry.
        type Shift = PerformanceEntry & { value: number; sources: readonly { node: Node | null }[] }
        for (const entry of list.getEntries()) {
          const { value, sources } = entry as Shift
          // The balance in the header is no part of the check.
          if (sources.some(({ node }) => node?.parentElement?.closest('main'))) moved.sum += value
        }
      }).observe({ type: 'layout-shift', buffered: true })
    })
    await page.goto('/app/faucet')
    await shown(page)
    await page.waitForTimeout(1_500)
    const images = await check(page)
      .locator('img')
      .evaluateAll((all) =>
        all.map((image) => {
          const { width } = image.getBoundingClientRect()
          return { width, natural: image instanceof HTMLImageElement ? image.naturalWidth : 0 }
        }),
      )
    const shift = await page.evaluate(() => (window as unknown as { moved: { sum: number } }).moved.sum)
    const width = Math.min(...images.map((image) => image.width))
    seen.push({ width, sharpness: Math.min(...images.map(({ natural, width: css }) => natural / css)), shift })
    await page.context().close()
  }
  const widths = seen.map(({ width }) => Math.round(width))
  const sharpness = Math.min(...seen.map((one) => one.sharpness))
  const shift = Math.max(...seen.map((one) => one.shift))
  return [
    {
      bar: `U1 width of a picture at ${screens.map(({ width }) => width).join(' / ')} px`,
      goal: `>= ${screens.map(({ least }) => least).join(' / ')}`,
      measured: widths.join(' / '),
      held: screens.every(({ least }, index) => (widths[index] ?? 0) >= least),
    },
    {
      bar: 'U1 pixels of a picture for each CSS pixel',
      goal: '>= 2',
      measured: sharpness.toFixed(2),
      held: sharpness >= 2,
    },
    { bar: 'U1 layout shift while a check comes', goal: '0', measured: shift.toFixed(4), held: shift === 0 },
  ]
}

/** Slow 3G as a phone meets it: 320 kbit/s, and 0.6 s to the server and back. */
const slow = { offline: false, latency: 600, downloadThroughput: 40_000, uploadThroughput: 40_000 }

/** Pictures that are tapped before the page can answer, on a slow line. */
const taps = async (site: Site): Promise<Bar> => {
  const page = await open(site, site.nextToken(), { width: 360, height: 740 })
  const line = await page.context().newCDPSession(page)
  await line.send('Network.enable')
  await line.send('Network.emulateNetworkConditions', slow)
  await page.goto('/app/faucet', { waitUntil: 'commit' })
  const early = page.locator('#frame .picture-tile')
  await early.first().waitFor({ timeout: 60_000 })
  const places = [0, 1, 3]
  for (const place of places) {
    const box = await early.nth(place).boundingBox()
    if (box) await page.mouse.click(box.x + box.width / 2, box.y + box.height / 2)
  }
  await shown(page)
  await page.waitForTimeout(500)
  const pressed = await Promise.all(places.map((place) => check(page).nth(place).getAttribute('aria-pressed')))
  const lost = pressed.filter((value) => value !== 'true').length
  await page.context().close()
  const bar = `U1 taps lost of ${places.length} before the page can answer, on slow 3G`
  return { bar, goal: '0', measured: String(lost), held: lost === 0 }
}

const windows = [
  { width: 740, height: 360 },
  { width: 640, height: 400 },
  { width: 360, height: 640 },
  { width: 1_280, height: 800 },
] as const

/** Points of the strip, the pictures and the button over which something else lies once they are scrolled to. */
const covers = async (site: Site): Promise<Bar> => {
  let covered = 0
  for (const screen of windows) {
    const page = await open(site, site.nextToken(), screen)
    await page.goto('/app/faucet')
    await shown(page)
    await page.waitForTimeout(500)
    covered += await page
      .locator('#root .picture-tile, #root .picture-strip, #root .claim-bar .button')
      .evaluateAll((all) =>
        all.reduce((sum, element) => {
          element.scrollIntoView({ block: 'center', behavior: 'instant' })
          const { left, right, top, bottom } = element.getBoundingClientRect()
          const points = [left + 6, (left + right) / 2, right - 6].flatMap((x) =>
            [top + 6, (top + bottom) / 2, bottom - 6].map((y) => document.elementFromPoint(x, y)),
          )
          const others = points.filter((found) => !found || !(element.contains(found) || found.contains(element)))
          return sum + others.length
        }, 0),
      )
    await page.context().close()
  }
  const sizes = windows.map(({ width, height }) => `${width}×${height}`).join(', ')
  const bar = `U1 points of a check that something lies over, at ${sizes}`
  return { bar, goal: '0', measured: String(covered), held: covered === 0 }
}

/** A phone that is slow in this measure takes so many times as long as this machine. */
const THROTTLED = 4
const LONGEST_SECONDS = 20

/** The work of a claim without pictures, from the challenge to the answer; the browser throttles no workers itself. */
const work = async (site: Site, tokens: readonly string[]): Promise<Bar> => {
  const took: number[] = []
  for (const token of tokens) {
    const page = await open(site, token, { width: 360, height: 740 })
    await page.goto('/app/faucet')
    await page.getByRole('main').getByText('Verified').waitFor({ timeout: 120_000 })
    const milliseconds = await page.evaluate(() => {
      const asked = performance.getEntriesByType('resource').find(({ name }) => name.includes('/api/antibot'))
      // This entry has it.
      return performance.now() - (asked as PerformanceResourceTiming).responseEnd
    })
    took.push((THROTTLED * milliseconds) / 1_000)
    await page.context().close()
  }
  const seconds = took.toSorted((a, b) => a - b)[took.length >> 1] ?? Number.NaN
  return {
    bar: `A1 work of a claim without pictures on a phone ${THROTTLED} times as slow as this machine, first session`,
    goal: `<= ${LONGEST_SECONDS} s`,
    measured: `${seconds.toFixed(1)} s`,
    held: seconds <= LONGEST_SECONDS,
  }
}

if (import.meta.main) console.table(await pageBars())
