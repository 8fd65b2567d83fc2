import type { Browser } from 'playwright-core'
import { mkdirSync } from 'node:fs'
import { join } from 'node:path'

import { startVisit, type Visit, type VisitOptions } from '#e2e/browser.ts'
import type { World } from '#e2e/world.ts'

/** What a journey is given to travel with. */
export interface Gear {
  readonly world: World
  /** A browser of somebody new; closed when the journey ends. */
  readonly visit: (options?: VisitOptions) => Promise<Visit>
}

export interface Journey {
  readonly name: string
  readonly work: (gear: Gear) => Promise<void>
  /** What others of its file stand on: carried out with whichever of them is chosen. */
  readonly isGround: boolean
}

/** The journeys of one file, in the order in which they are told. */
export const journeys: Journey[] = []

export const journey = (name: string, work: Journey['work']): void => {
  journeys.push({ name, work, isGround: false })
}

/** Something that happens before the rest of its file. */
export const ground = (name: string, work: Journey['work']): void => {
  journeys.push({ name, work, isGround: true })
}

export const shots = join(import.meta.dirname, 'shots')
let visits = 0

interface Travel {
  readonly world: World
  readonly browser: Browser
}

/** Carries one journey out; throws when it failed, or when something went wrong that nobody was told of. */
export const travel = async ({ name, work }: Journey, { world, browser }: Travel): Promise<void> => {
  const made: Visit[] = []
  const visit = async (options?: VisitOptions): Promise<Visit> => {
    visits += 1
    const started = await startVisit({ browser, address: world.address, number: visits }, options)
    made.push(started)
    return started
  }
  try {
    await work({ world, visit })
    const silent = [...made.flatMap(({ trouble }) => trouble), ...world.takeErrors()]
    if (silent.length > 0) throw new Error(`Nobody was told of this:\n${silent.join('\n')}`)
  } catch (error) {
    await keepPictures(name, made)
    world.takeErrors()
    throw error
  } finally {
    for (const { context } of made) await context.close()
  }
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
