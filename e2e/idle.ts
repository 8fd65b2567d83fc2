import { EventEmitter, once } from 'node:events'
import type { BrowserContext, Page, Request } from 'playwright-core'

/** However busy the machine is: a page that takes longer waits for something that never comes. */
const limitMs = 180_000
/** Work that a page puts off by less than this belongs to what it is doing, such as an answer to what was typed. */
const soonMs = 900
/** One quiet round may fall between a task and the one that it brings about. */
const quietRounds = 2

/** The requests of a page: those without an answer yet, and how many it ever sent. */
interface PendingRequests {
  readonly open: Set<Request>
  readonly news: EventEmitter<{ answered: [] }>
  begun: number
}

const pendingRequests = new WeakMap<Page, PendingRequests>()

/** Notes the requests of a page; the live stream never ends and does not count. */
export const followRequests = (page: Page): void => {
  const open = new Set<Request>()
  const own: PendingRequests = { open, news: new EventEmitter(), begun: 0 }
  pendingRequests.set(page, own)
  const answered = (request: Request): void => {
    open.delete(request)
    if (open.size === 0) own.news.emit('answered')
  }
  page.on('request', (request) => {
    if (request.url().endsWith('/api/user/live')) return
    own.begun += 1
    open.add(request)
  })
  page.on('requestfinished', answered)
  page.on('requestfailed', answered)
}

/** Nothing of the site, nor of the pages within it, is called so. */
type Keeper = typeof window & { rest?: Rest }

interface Rest {
  /** The timers and idle callbacks that come soon. */
  readonly due: ReadonlySet<string>
  /** Waits until the page is drawn as it stands: not the colours on the way there, nor the place before the last. */
  readonly settle: () => Promise<void>
}

/** Lets every page of a browser tell when it has done its work. */
export const recordWork = async (context: BrowserContext): Promise<void> => {
  await context.addInitScript((soon) => {
    const due = new Set<string>()
    const { setTimeout: begin, clearTimeout: end } = window
    const beginNoted = (work: TimerHandler, milliseconds = 0, ...given: unknown[]): number => {
      if (typeof work !== 'function') return begin(work, milliseconds, ...given)
      const id: number = begin(() => {
        due.delete(`timer ${id}`)
        work(...given)
      }, milliseconds)
      if (milliseconds <= soon) due.add(`timer ${id}`)
      return id
    }
    const endNoted = (id?: number): void => {
      if (id !== undefined) due.delete(`timer ${id}`)
      end(id)
    }
    Object.assign(window, { setTimeout: beginNoted, clearTimeout: endNoted })
    const { requestIdleCallback: whenIdle, cancelIdleCallback: cancel } = window
    const idleNoted = (work: IdleRequestCallback, options?: IdleRequestOptions): number => {
      const id = whenIdle((deadline) => {
        due.delete(`idle ${id}`)
        work(deadline)
      }, options)
      due.add(`idle ${id}`)
      return id
    }
    const cancelNoted = (id: number): void => {
      due.delete(`idle ${id}`)
      cancel(id)
    }
    Object.assign(window, { requestIdleCallback: idleNoted, cancelIdleCallback: cancelNoted })
    const movements = (): Animation[] =>
      document
        .getAnimations()
        .filter(({ effect, playState }) => playState === 'running' && effect?.getTiming().iterations !== Infinity)
    const settle = async (): Promise<void> => {
      await document.fonts.ready
      for (let frame = 0; frame < 2; frame++) await new Promise((resolve) => requestAnimationFrame(resolve))
      // Its turn comes when nothing else of the page waits for one.
      await scheduler.postTask(() => undefined, { priority: 'background' })
      // An element that inherits a colour that moves begins to move itself when that one arrives.
      for (let generation = 0; generation < 4; generation++)
        await Promise.all(movements().map(({ finished }) => finished.catch(() => undefined)))
    }
    const keeper = window as Keeper
    keeper.rest = { due, settle }
  }, soonMs)
}

/**
 * Waits until a page has done all its work: no answer is awaited, no timer or idle callback is due soon, and in two
 * rounds of frames and of tasks that give way to all others nothing was asked for and nothing of the page changed.
 * Rounds take as long as the page needs for them, so that a busy machine ends no page's work early.
 */
export const waitForIdle = async (page: Page): Promise<void> => {
  const requests = pendingRequests.get(page) ?? { open: new Set(), news: new EventEmitter(), begun: 0 }
  const until = AbortSignal.timeout(limitMs)
  let [quiet, begun, busyWith] = [0, -1, 'its document']
  while (quiet < quietRounds) {
    if (until.aborted) throw new Error(`${page.url()} does not come to rest; last it was busy with ${busyWith}.`)
    if (requests.open.size > 0) {
      busyWith = [...requests.open].map((request) => request.url()).join(', ')
      quiet = 0
      await once(requests.news, 'answered', { signal: until }).catch(() => undefined)
      continue
    }
    const work = await workOf(page).catch((error: unknown) => {
      if (page.isClosed()) throw error
      return 'a new document'
    })
    if (requests.begun !== begun) busyWith = 'its last requests'
    else if (work !== undefined) busyWith = work
    quiet = requests.begun === begun && work === undefined ? quiet + 1 : 0
    begun = requests.begun
  }
}

/** Goes through one round with a page; returns what it was busy with, if anything. */
const workOf = (page: Page): Promise<string | undefined> =>
  page.evaluate(async () => {
    const changed = new Set<string>()
    // Text alone, as that of a clock, changes for as long as the page is there.
    const watcher = new MutationObserver((records) => {
      for (const { target } of records) changed.add(target.nodeName)
    })
    const attributeFilter = ['class', 'hidden', 'open', 'disabled', 'aria-busy', 'aria-disabled', 'src']
    watcher.observe(document, { childList: true, subtree: true, attributes: true, attributeFilter })
    const { rest } = window as Keeper
    await rest?.settle()
    watcher.disconnect()
    // Its first drawing is for the eyes alone; nothing of the page can be used before that is gone.
    if (document.getElementById('frame') !== null) return 'its first drawing'
    if (rest !== undefined && rest.due.size > 0) return [...rest.due].join(', ')
    return changed.size > 0 ? `changes of ${[...changed].slice(0, 5).join(', ')}` : undefined
  })

/** The faults of a page at rest: one that is found in the middle of its work is gone once that is done. */
export const lasting = async (page: Page, judge: () => Promise<string[]>): Promise<string[]> => {
  const first = await judge()
  if (first.length === 0) return first
  await waitForIdle(page)
  return await judge()
}

/** Waits until the page is drawn as it stands. */
export const settled = (page: Page): Promise<void> =>
  page.evaluate(async () => {
    const { rest } = window as Keeper
    await rest?.settle()
  })
