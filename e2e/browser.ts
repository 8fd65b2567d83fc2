import { type Browser, type BrowserContext, chromium, type Page } from 'playwright-core'
import { findChromium } from '#e2e/chromium.ts'
import { followRequests, recordWork } from '#e2e/idle.ts'
import { recordToasts } from '#e2e/toasts.ts'
import type { Person } from '#e2e/world.ts'

/** How long anything may take on a busy machine before it counts as not coming. */
export const patienceMs = 60_000

/** One browser for the whole run. */
export const openBrowser = async (): Promise<Browser> => {
  const { path, env } = await findChromium()
  return chromium.launch({
    executablePath: path,
    env: { ...given(process.env), ...env },
    // People's browsers do not tell that a program steers them, and the site takes it amiss (ANTIBOT.md 4).
    args: ['--disable-blink-features=AutomationControlled', '--font-render-hinting=none'],
  })
}

const given = (env: NodeJS.ProcessEnv): Record<string, string> =>
  Object.fromEntries(Object.entries(env).flatMap(([name, value]) => (value === undefined ? [] : [[name, value]])))

export interface VisitOptions {
  /** Signed in already. */
  readonly as?: Person
  readonly width?: number
  readonly height?: number
  readonly mode?: 'light' | 'dark'
  /** Also counts as trouble that the browser tells in its console, such as an answer of 404. */
  readonly strict?: boolean
  readonly calm?: boolean
  /** With the site's worker between page and network, which would answer for the server elsewhere. */
  readonly serviceWorker?: boolean
  /** What the browser asks for in place of English. */
  readonly languages?: string
  /** Another address of the site than that of its first node. */
  readonly address?: string
  /** In a browser of its own, for what stays with one: scripts of all pages, a clock, a slow line. */
  readonly fresh?: boolean
}

/** A browser of somebody: its own storage, cookies and network, and a page to begin with. */
export interface Visit {
  readonly page: Page
  readonly context: BrowserContext
  /** What went wrong on its pages without anybody being told. */
  readonly trouble: string[]
  /** One more tab of the same browser. */
  readonly tab: () => Promise<Page>
}

export interface BrowserVisit {
  readonly browser: Browser
  readonly address: string
  /** A number of its own for each visit; its network follows from it. */
  readonly number: number
}

const usualSize = { width: 1_280, height: 860 }

export const startVisit = async (
  { browser, address, number }: BrowserVisit,
  visit: VisitOptions = {},
): Promise<Visit> => {
  const { as, mode, strict = false, calm = false, serviceWorker = false, languages = 'en-GB' } = visit
  const context = await browser.newContext({
    serviceWorkers: serviceWorker ? 'allow' : 'block',
    baseURL: address,
    viewport: sizeOf(visit),
    locale: languages,
    timezoneId: 'Europe/Zurich',
    userAgent: ordinary(browser.version()),
    // A program's browser denies these and says elsewhere that it would ask, which no person's does.
    permissions: ['notifications'],
    reducedMotion: calm ? 'reduce' : 'no-preference',
    extraHTTPHeaders: networkOf(number),
    storageState: { cookies: [], origins: [{ origin: address, localStorage: storageOf({ as, mode }) }] },
  })
  context.setDefaultTimeout(patienceMs)
  await recordToasts(context)
  await recordWork(context)
  const trouble: string[] = []
  context.on('page', (page) => listen({ page, trouble, strict }))
  const tab = (): Promise<Page> => context.newPage()
  return { page: await tab(), context, trouble, tab }
}

/** Hands a browser that `emptyVisit` left to somebody else. */
export const continueVisit = async (
  { page, context, trouble }: Visit,
  { number, ...visit }: VisitOptions & Pick<BrowserVisit, 'number'>,
): Promise<Visit> => {
  const size = sizeOf(visit)
  // By itself a tab is as large as those of the first visitor.
  const tab = async (): Promise<Page> => {
    const opened = await context.newPage()
    await opened.setViewportSize(size)
    return opened
  }
  await context.setExtraHTTPHeaders(networkOf(number))
  await page.setViewportSize(size)
  await page.evaluate((items) => {
    for (const { name, value } of items) localStorage.setItem(name, value)
  }, storageOf(visit))
  trouble.splice(0)
  return { page, context, trouble, tab }
}

/** Leaves a browser as if nobody had used it, but for files that never change, and their compiled code. */
export const emptyVisit = async ({ page, context }: Visit): Promise<void> => {
  for (const other of context.pages()) if (other !== page) await other.close()
  await context.setOffline(false)
  // Nothing of the site runs there, which could still write into its storage.
  await page.goto('/robots.txt')
  await page.mouse.move(-1, -1)
  await context.clearCookies()
  await page.evaluate(async () => {
    localStorage.clear()
    sessionStorage.clear()
    for (const name of await caches.keys()) await caches.delete(name)
    for (const { name = '' } of await indexedDB.databases()) indexedDB.deleteDatabase(name)
  })
}

const sizeOf = (visit: VisitOptions): { width: number; height: number } => ({
  width: visit.width ?? usualSize.width,
  height: visit.height ?? usualSize.height,
})

const networkOf = (number: number): Record<string, string> => ({
  'x-forwarded-for': `10.${Math.floor(number / 200)}.${number % 200}.7`,
})

/** Names the browser as people's do: one without a window would say so. */
export const ordinary = (version: string): string =>
  'Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) ' +
  `Chrome/${version.split('.')[0]}.0.0.0 Safari/537.36`

const storageOf = ({ as, mode }: Pick<VisitOptions, 'as' | 'mode'>): { name: string; value: string }[] => {
  const items: Record<string, string> = { UIMode: mode ?? 'light' }
  if (as !== undefined) {
    items['token'] = as.token
    items['user'] = JSON.stringify({ id: as.id, username: as.username, role: as.role })
  }
  return Object.entries(items).map(([name, value]) => ({ name, value }))
}

const listen = ({ page, trouble, strict }: { page: Page; trouble: string[]; strict: boolean }): void => {
  followRequests(page)
  page.on('pageerror', (error) => trouble.push(`${page.url()}: ${error.message}`))
  page.on('console', (message) => {
    if (message.type() !== 'error') return
    const text = message.text()
    // The browser reports every refusal of the server; journeys that provoke refusals see them told to the person.
    if (!strict && text.startsWith('Failed to load resource')) return
    trouble.push(`${page.url()}: ${text}${message.location().url === '' ? '' : ` (${message.location().url})`}`)
  })
}
