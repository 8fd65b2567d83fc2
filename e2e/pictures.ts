// Makes the pictures of the documents again, from a site with a made-up month. Start one by `npm run demo`, then run
// this file by the Node of the packages with the site's address: node_modules/.bin/node e2e/pictures.ts ADDRESS
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { asAnimation, asWebp } from '@runnel/server/demo/picture-files.ts'
import { DEMO_PASSWORD } from '@runnel/server/demo/set-up.ts'
import type { Browser, Page } from 'playwright-core'
import { openBrowser, ordinary, patienceMs } from '#e2e/browser.ts'

const address = process.argv[2] ?? 'http://127.0.0.1:3000'
const docs = join(import.meta.dirname, '..', 'docs')

const desktop = { width: 1_280, height: 800 }
const phone = { width: 390, height: 760 }
/** Bytes that nobody minds to load with a README. */
const TOUR_BYTES = 1_500_000
const FRAME_MS = 2_200

const pageOf = async (browser: Browser, size: { width: number; height: number }): Promise<Page> => {
  const context = await browser.newContext({
    baseURL: address,
    viewport: size,
    deviceScaleFactor: 2,
    locale: 'en-US',
    userAgent: ordinary(browser.version()),
    reducedMotion: 'reduce',
    serviceWorkers: 'block',
  })
  context.setDefaultTimeout(patienceMs)
  return context.newPage()
}

const signIn = async (page: Page, username: string): Promise<void> => {
  await page.goto('/login')
  await page.locator('input[name=login]').fill(username)
  await page.locator('input[name=password]').fill(DEMO_PASSWORD)
  await page.getByRole('button', { name: 'Sign in', exact: true }).click()
  await page.waitForURL('**/app/**')
}

/** What a page looks like once everything it waits for is there. */
const look = async (page: Page, path: string, below?: string): Promise<Buffer> => {
  await page.goto(path, { waitUntil: 'load' })
  await page.waitForFunction(() => document.querySelector('[aria-busy=true], .skeleton') === null)
  await page.waitForTimeout(1_500)
  if (below !== undefined) {
    await page.locator(below).evaluate((element) => {
      window.scrollTo(0, element.getBoundingClientRect().top + window.scrollY - 24)
    })
  }
  await page.waitForTimeout(300)
  return page.screenshot()
}

const save = async (name: string, bytes: Buffer): Promise<void> => {
  await writeFile(join(docs, name), bytes)
  process.stdout.write(`docs/${name}: ${bytes.length} bytes\n`)
}

const browser = await openBrowser()
try {
  const guest = await pageOf(browser, desktop)
  await save('screenshot-landing.webp', await asWebp(await look(guest, '/'), 1_280))
  const member = await pageOf(browser, desktop)
  await signIn(member, 'demo')
  await save('screenshot-dashboard.webp', await asWebp(await look(member, '/app/dashboard'), 1_280))
  const owner = await pageOf(browser, desktop)
  await signIn(owner, 'admin')
  await save('screenshot-overview.webp', await asWebp(await look(owner, '/app/admin/overview'), 1_280))

  const visitor = await pageOf(browser, phone)
  const tour: Buffer[] = [await look(visitor, '/')]
  await save('screenshot-phone.webp', await asWebp(tour[0] ?? Buffer.alloc(0), 585))
  for (const part of ['#payouts', '#ways', '#first']) tour.push(await look(visitor, '/', part))
  await signIn(visitor, 'demo')
  const faucet = await look(visitor, '/app/faucet')
  await save('screenshot-faucet.webp', await asWebp(faucet, 585))
  tour.push(faucet)
  for (const path of ['/app/dashboard', '/app/ptc', '/app/offerwall', '/app/withdraw', '/app/leaderboard']) {
    tour.push(await look(visitor, path))
  }
  const bytes = await asAnimation(tour, { width: 390, delayMs: FRAME_MS })
  if (bytes.length > TOUR_BYTES) throw new Error(`The tour weighs ${bytes.length} bytes; ${TOUR_BYTES} are allowed.`)
  await save('tour.webp', bytes)
} finally {
  await browser.close()
}
