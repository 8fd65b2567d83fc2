import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { stripVTControlCharacters } from 'node:util'
import type { Browser } from 'playwright-core'

import { openBrowser } from '#e2e/browser.ts'
import { type Journey, journeys, travel } from '#e2e/runner.ts'
import { openWorld } from '#e2e/world.ts'

/**
 * Carries out all journeys in a browser against a real server: `node e2e/run.ts`. Words choose among them by file or
 * name: `node e2e/run.ts faucet`. The last line is the count.
 */
const run = async (words: readonly string[]): Promise<number> => {
  const lanes = await choose(words)
  const count = lanes.flat().length
  if (count === 0) throw new Error(`No journey is called like ${words.join(' or ')}.`)
  const browser = await openBrowser()
  try {
    const failed = await Promise.all(lanes.map((lane) => carryOut(lane, browser)))
    const sum = failed.reduce((total, one) => total + one, 0)
    console.log(`${count - sum} passed, ${sum} failed`)
    return sum === 0 ? 0 : 1
  } finally {
    await browser.close()
  }
}

/** The journeys of a lane one after the other, on a site of their own; gives how many failed. */
const carryOut = async (lane: readonly Journey[], browser: Browser): Promise<number> => {
  if (lane.length === 0) return 0
  const world = await openWorld()
  let failed = 0
  try {
    for (const one of lane) failed += (await told(one, () => travel(one, { world, browser }))) ? 0 : 1
  } finally {
    await world.close()
  }
  return failed
}

/** Looking at pages wants a site that nobody else changes, and others wait for timers meanwhile: so there are two. */
const choose = async (words: readonly string[]): Promise<Journey[][]> => {
  const folder = join(import.meta.dirname, 'journeys')
  const files = readdirSync(folder).filter((name) => name.endsWith('.ts'))
  const looks: Journey[] = []
  const ways: Journey[] = []
  for (const file of files.toSorted()) {
    const before = journeys.length
    // Each file tells its journeys when it is imported.
    await import(pathToFileURL(join(folder, file)).href)
    const told = chosenOf(journeys.slice(before), { file, words })
    if (file === 'pages.ts') looks.push(...told)
    else ways.push(...told)
  }
  return [looks, ways]
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
    const words = stripVTControlCharacters(String(error instanceof Error ? error.stack : error))
    console.log(`      ${words.replaceAll('\n', '\n      ')}`)
    return false
  }
}

for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => process.exit(1))

run(process.argv.slice(2)).then(
  (code) => process.exit(code),
  (error: unknown) => {
    console.error(error instanceof Error ? error.message : error)
    console.log('0 passed, 1 failed')
    process.exit(1)
  },
)
