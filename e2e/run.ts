import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { stripVTControlCharacters } from 'node:util'
import { openBrowser } from '#e2e/browser.ts'
import { type Journey, journeys, type JourneyRun, runJourneys } from '#e2e/runner.ts'
import { openWorld } from '#e2e/world.ts'

/** Journeys that share one site. */
interface Lane {
  readonly journeys: Journey[]
  /** How many of them are under way at once: those that only look do not disturb each other. */
  readonly hands: number
}

/** What failed while no journey waited for it: counted, and the journeys go on. */
let strays = 0

/**
 * Carries out all journeys in a browser against real servers: `node e2e/run.ts`. Words choose among them by file or
 * name: `node e2e/run.ts faucet`. The last line is the count.
 */
const run = async (words: readonly string[]): Promise<number> => {
  const lanes = await choose(words)
  const count = lanes.flatMap((lane) => lane.journeys).length
  if (count === 0) throw new Error(`No journey is called like ${words.join(' or ')}.`)
  const browser = await openBrowser()
  try {
    const isAsked = words.length > 0
    const failed = await Promise.all(lanes.map((lane) => carryOut(lane, { browser, isAsked })))
    const sum = failed.reduce((total, one) => total + one, 0)
    console.log(`${count - sum} passed, ${sum + strays} failed`)
    return sum + strays === 0 ? 0 : 1
  } finally {
    await browser.close()
  }
}

/** The journeys of a lane in their order, on a site of their own; returns how many failed. */
const carryOut = async ({ journeys: all, hands }: Lane, gear: Omit<JourneyRun, 'world'>): Promise<number> => {
  if (all.length === 0) return 0
  const world = await openWorld()
  let failed = 0
  const carryOn = async (waiting: Journey[]): Promise<void> => {
    for (let next = waiting.shift(); next !== undefined; next = waiting.shift()) {
      const one = next
      const isPassed = await told(one, () => runJourneys(one, { ...gear, world }))
      // Only now: another hand may have counted meanwhile.
      if (!isPassed) failed += 1
    }
  }
  try {
    for (const stage of stagesOf(all)) await Promise.all(Array.from({ length: hands }, () => carryOn(stage)))
  } finally {
    await world.close()
  }
  return failed
}

/** What others stand on is done alone, when all before it is over. */
const stagesOf = (all: readonly Journey[]): Journey[][] => {
  const stages: Journey[][] = []
  for (const [index, one] of all.entries()) {
    const last = stages.at(-1)
    if (last === undefined || one.isGround || all[index - 1]?.isGround === true) stages.push([one])
    else last.push(one)
  }
  return stages
}

/**
 * Looking at pages wants a site that nobody else changes. The files of journeys take turns between two more sites, the
 * same ones in every run: these wait for timers more than they work.
 */
const choose = async (words: readonly string[]): Promise<Lane[]> => {
  const folder = join(import.meta.dirname, 'journeys')
  const files = readdirSync(folder).filter((name) => name.endsWith('.ts'))
  const looks: Lane = { journeys: [], hands: 2 }
  const ways: readonly Lane[] = [
    { journeys: [], hands: 1 },
    { journeys: [], hands: 1 },
  ]
  for (const [index, file] of files.toSorted().entries()) {
    const before = journeys.length
    // Each file tells its journeys when it is imported.
    await import(pathToFileURL(join(folder, file)).href)
    const lane = file === 'pages.ts' ? looks : ways[index % ways.length]
    lane?.journeys.push(...chosenOf(journeys.slice(before), { file, words }))
  }
  return [looks, ...ways]
}

const chosenOf = (told: readonly Journey[], { file, words }: { file: string; words: readonly string[] }): Journey[] => {
  if (words.length === 0 || words.some((word) => file.includes(word))) return [...told]
  const isNamed = ({ name }: Journey): boolean => words.some((word) => name.includes(word))
  return told.some(isNamed) ? told.filter((one) => one.isGround || isNamed(one)) : []
}

const told = async ({ name }: Journey, work: () => Promise<void>): Promise<boolean> => {
  const start = Date.now()
  const seconds = (): string => `${((Date.now() - start) / 1_000).toFixed(1)} s`
  try {
    await work()
    console.log(`  ok  ${name} (${seconds()})`)
    return true
  } catch (error) {
    console.log(`FAIL  ${name} (${seconds()})`)
    console.log(`      ${textOf(error)}`)
    return false
  }
}

const textOf = (error: unknown): string =>
  stripVTControlCharacters(String(error instanceof Error ? error.stack : error)).replaceAll('\n', '\n      ')

process.on('unhandledRejection', (reason) => {
  strays += 1
  console.log('FAIL  something that no journey waited for')
  console.log(`      ${textOf(reason)}`)
})

for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => process.exit(1))

run(process.argv.slice(2)).then(
  (code) => process.exit(code),
  (error: unknown) => {
    console.error(error instanceof Error ? error.message : error)
    console.log('0 passed, 1 failed')
    process.exit(1)
  },
)
