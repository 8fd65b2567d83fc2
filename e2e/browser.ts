import { setTimeout as pause } from 'node:timers/promises'
import { type Browser, type BrowserContext, chromium, type Page, type Request } from 'playwright-core'
import { findChromium } from '#e2e/chromium.ts'
import { recordToasts } from '#e2e/toasts.ts'
import type { Person } from '#e2e/world.ts'

/** How long anything may take on a busy machine before it counts as not coming. */
export const patienceMs = 20_000

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

export const startVisit = async (
  { browser, address, number }: BrowserVisit,
  visit: VisitOptions = {},
): Promise<Visit> => {
  const { as, width = 1_280, height = 860, mode = 'light', strict = false, calm = false, serviceWorker = false } = visit
  const { languages = 'en-GB' } = visit
  const context = await browser.newContext({
    serviceWorkers: serviceWorker ? 'allow' : 'block',
    baseURL: address,
    viewport: { width, height },
    locale: languages,
    timezoneId: 'Europe/Zurich',
    userAgent: ordinary(browser.version()),
    // A program's browser denies these and says elsewhere that it would ask, which no person's does.
    permissions: ['notifications'],
    reducedMotion: calm ? 'reduce' : 'no-preference',
    extraHTTPHeaders: { 'x-forwarded-for': `10.${Math.floor(number / 200)}.${number % 200}.7` },
    storageState: { cookies: [], origins: [{ origin: address, localStorage: storageOf({ as, mode }) }] },
  })
  context.setDefaultTimeout(patienceMs)
  await recordToasts(context)
  const trouble: string[] = []
  context.on('page', (page) => listen({ page, trouble, strict }))
  const tab = (): Promise<Page> => context.newPage()
  return { page: await tab(), context, trouble, tab }
}

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

/** What a page asks for: the answers it waits for, and how many it ever asked for. */
interface PendingRequests {
  readonly open: Set<Request>
  begun: number
}

const asking = new WeakMap<Page, PendingRequests>()
/** A page that asks nothing for this long, and has nothing left to work on, has all that it wants. */
const restMs = 300

/** Waits until the page waits for no answer any more; the live stream never ends and does not count. */
export const waitForIdle = async (page: Page): Promise<void> => {
  const until = Date.now() + patienceMs
  const asked = asking.get(page) ?? { open: new Set(), begun: 0 }
  for (let begun = -1; begun !== asked.begun;) {
    for (let since = Date.now(); Date.now() - since < restMs; await pause(25)) {
      if (asked.open.size > 0) since = Date.now()
      if (Date.now() > until) throw new Error(`${page.url()} does not come to rest.`)
    }
    begun = asked.begun
    // On a busy machine the next question may have waited longer for its turn; one of them may be for a new document.
    await settled(page).catch(() => undefined)
  }
  // Its first drawing is for the eyes alone; nothing of the page can be used before that is gone.
  await page.waitForFunction(() => document.getElementById('frame') === null)
}

/** What is wrong with a page at rest. A busy machine may seem to rest in the middle of its work: it is asked twice. */
export const lasting = async (page: Page, judge: () => Promise<string[]>): Promise<string[]> => {
  const first = await judge()
  if (first.length === 0) return first
  await pause(1_000)
  await waitForIdle(page)
  return await judge()
}

/** Waits until what stands on the page is drawn: not the colours on the way there, nor the place before the last. */
export const settled = (page: Page): Promise<void> =>
  page.evaluate(async () => {
    const movements = (): Animation[] =>
      document
        .getAnimations()
        .filter(({ effect, playState }) => playState === 'running' && effect?.getTiming().iterations !== Infinity)
    await document.fonts.ready
    for (let frame = 0; frame < 2; frame++) await new Promise((resolve) => requestAnimationFrame(resolve))
    // Its turn comes when nothing else of the page waits for one.
    await scheduler.postTask(() => undefined, { priority: 'background' })
    // What inherits a colour that moves begins to move itself when that one arrives.
    for (let generation = 0; generation < 4; generation++)
      await Promise.all(movements().map(({ finished }) => finished.catch(() => undefined)))
  })

const listen = ({ page, trouble, strict }: { page: Page; trouble: string[]; strict: boolean }): void => {
  const open = new Set<Request>()
  const own: PendingRequests = { open, begun: 0 }
  asking.set(page, own)
  page.on('request', (request) => {
    if (request.url().endsWith('/api/user/live')) return
    own.begun += 1
    open.add(request)
  })
  page.on('requestfinished', (request) => open.delete(request))
  page.on('requestfailed', (request) => open.delete(request))
  page.on('pageerror', (error) => trouble.push(`${page.url()}: ${error.message}`))
  page.on('console', (message) => {
    if (message.type() !== 'error') return
    const text = message.text()
    // The browser reports every refusal of the server; journeys that provoke refusals see them told to the person.
    if (!strict && text.startsWith('Failed to load resource')) return
    trouble.push(`${page.url()}: ${text}${message.location().url === '' ? '' : ` (${message.location().url})`}`)
  })
}
