import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { stripVTControlCharacters } from 'node:util'

import { openBrowser } from '#e2e/browser.ts'
import { type Journey, journeys, travel } from '#e2e/runner.ts'
import { openWorld } from '#e2e/world.ts'

/**
 * Carries out all journeys in a browser against one real server: `node e2e/run.ts`. Words choose among them by file or
 * name: `node e2e/run.ts faucet`. The last line is the count.
 */
const run = async (words: readonly string[]): Promise<number> => {
  const chosen = await choose(words)
  if (chosen.length === 0) throw new Error(`No journey is called like ${words.join(' or ')}.`)
  const browser = await openBrowser()
  const world = await openWorld().catch(async (error: unknown) => {
    await browser.close()
    throw error
  })
  let failed = 0
  try {
    for (const one of chosen) failed += (await told(one, () => travel(one, { world, browser }))) ? 0 : 1
  } finally {
    await browser.close()
    await world.close()
  }
  console.log(`${chosen.length - failed} passed, ${failed} failed`)
  return failed === 0 ? 0 : 1
}

/** Each file tells its journeys when it is imported. */
const choose = async (words: readonly string[]): Promise<Journey[]> => {
  const folder = join(import.meta.dirname, 'journeys')
  const files = readdirSync(folder).filter((name) => name.endsWith('.ts'))
  const chosen: Journey[] = []
  for (const file of files.toSorted()) {
    const before = journeys.length
    await import(join(folder, file))
    const told = journeys.slice(before)
    const isNamed = words.length === 0 || words.some((word) => file.includes(word))
    chosen.push(...told.filter(({ name }) => isNamed || words.some((word) => name.includes(word))))
  }
  return chosen
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

run(process.argv.slice(2)).then(
  (code) => process.exit(code),
  (error: unknown) => {
    console.error(error instanceof Error ? error.message : error)
    console.log('0 passed, 1 failed')
    process.exit(1)
  },
)
