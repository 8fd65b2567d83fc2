import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import type { Browser } from 'playwright-core'
import {
  type BrowserVisit,
  continueVisit,
  emptyVisit,
  startVisit,
  type Visit,
  type VisitOptions,
} from '#e2e/browser.ts'
import type { World } from '#e2e/world.ts'

/** What a journey is given to travel with. */
export interface JourneyContext {
  readonly world: World
  /** A browser of somebody new; closed when the journey ends. */
  readonly visit: (options?: VisitOptions) => Promise<Visit>
  /** Whether somebody named what is to be carried out, rather than everything. */
  readonly isAsked: boolean
}

export interface Journey {
  readonly name: string
  readonly work: (gear: JourneyContext) => Promise<void>
  /** What others of its file stand on: carried out with whichever of them is chosen. */
  readonly isGround: boolean
}

/** The journeys of one file, in the order in which they are told. */
export const journeys: Journey[] = []

export const journey = (name: string, work: Journey['work']): void => {
  journeys.push({ name, work, isGround: false })
}

/** Something that happens before the rest of its file. */
export const setUpSite = (name: string, work: Journey['work']): void => {
  journeys.push({ name, work, isGround: true })
}

export const shots = join(import.meta.dirname, 'shots')
let visits = 0
/** However busy the machine is: whatever takes longer than this waits for something that never comes. */
const limitMs = 600_000
/** Of the server's log beside a failure. */
const LOG_CHARACTERS = 2_000

export interface JourneyRun extends Pick<JourneyContext, 'world' | 'isAsked'> {
  readonly browser: Browser
}

/** Carries one journey out; throws when it failed, or when something went wrong that nobody was told of. */
export const runJourneys = async ({ name, work }: Journey, { world, browser, isAsked }: JourneyRun): Promise<void> => {
  const made: OpenVisit[] = []
  const visit = async (options: VisitOptions = {}): Promise<Visit> => {
    const started = await openVisit({ browser, address: options.address ?? world.address }, options)
    made.push(started)
    return started
  }
  let isPassed = false
  try {
    await Promise.race([work({ world, visit, isAsked }), tooLong()])
    // On a site with several visitors the error that the server told of may be another one's.
    const silent = [...made.flatMap(({ trouble }) => trouble), ...world.takeErrors()]
    if (silent.length > 0) throw new Error(`Nobody was told of this:\n${silent.join('\n')}`)
    isPassed = true
  } catch (error) {
    await keepPictures(name, made)
    const log = world.printed().slice(-LOG_CHARACTERS)
    if (log !== '') console.log(`      the last that the server logged:\n${log}`)
    world.takeErrors()
    throw error
  } finally {
    for (const one of made) await leave(one, isPassed)
  }
}

interface OpenVisit extends Visit {
  /** The emptied browsers that it joins; undefined for one that nobody uses again. */
  readonly among: OpenVisit[] | undefined
}

/** Emptied browsers, by what of a browser cannot be changed any more. */
const warm = new Map<string, OpenVisit[]>()

const openVisit = async (
  { browser, address }: Pick<BrowserVisit, 'browser' | 'address'>,
  options: VisitOptions,
): Promise<OpenVisit> => {
  visits += 1
  const number = visits
  const { strict, calm, languages, fresh = false, serviceWorker = false } = options
  // Another node of the site is stopped before its browser could be emptied.
  if (fresh || serviceWorker || options.address !== undefined)
    return { ...(await startVisit({ browser, address, number }, options)), among: undefined }
  const kind = JSON.stringify({ address, strict, calm, languages })
  const among = warm.get(kind) ?? []
  warm.set(kind, among)
  const former = among.pop()
  if (former === undefined) {
    const first = await startVisit({ browser, address, number }, options)
    keepAsItIs(first)
    return { ...first, among }
  }
  return { ...(await continueVisit(former, { ...options, number })), among }
}

/** Init scripts, clocks and debugging sessions stay with a browser and would reach its next visitor. */
const keepAsItIs = ({ page, context }: Visit): void => {
  const refuse = (): never => {
    throw new Error('This stays with a browser that others have next: visit with a fresh one.')
  }
  for (const one of [page, context]) Object.assign(one, { addInitScript: refuse, exposeFunction: refuse })
  Object.assign(context, { newCDPSession: refuse })
  Object.assign(context.clock, { install: refuse })
}

/** An answer that is altered on its way to a page when the journey ends is nobody's any more, and no failure. */
const leave = async (visit: OpenVisit, isPassed: boolean): Promise<void> => {
  const { context, among } = visit
  const unrouted = { behavior: 'ignoreErrors' } as const
  await Promise.all([context.unrouteAll(unrouted), ...context.pages().map((page) => page.unrouteAll(unrouted))])
  if (!isPassed || among === undefined) return context.close()
  await emptyVisit(visit)
  among.push(visit)
}

const tooLong = async (): Promise<never> => {
  await pause(limitMs, undefined, { ref: false })
  throw new Error(`It is not over after ${limitMs / 60_000} minutes.`)
}

/** How every page of a failed journey looked, and where it was. */
const keepPictures = async (name: string, made: readonly Visit[]): Promise<void> => {
  mkdirSync(shots, { recursive: true })
  const pages = made.flatMap(({ context }) => context.pages())
  for (const [index, page] of pages.entries()) {
    const path = join(shots, `failed-${name.replace(/[^\w]+/g, '-').toLowerCase()}-${index + 1}.png`)
    await page.screenshot({ path, timeout: 5_000 }).catch(() => undefined)
    console.log(`      it was at ${page.url()}; see ${path}`)
  }
}
