import { randomInt } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { resolve } from 'node:path'
import { parseArgs } from 'node:util'
import { createActCounts } from './act-counts.ts'
import type { Act } from './acts.ts'
import { explore, play, shortest } from './explore.ts'
import { type Databases, startDatabases } from './postgres.ts'
import { storeHistory, textOf } from './report.ts'
import type { RunResult } from './run.ts'
import type { Plan } from './site.ts'

const { values } = parseArgs({
  options: {
    /** Plays this seed only; without one, a new seed after the other. */
    seed: { type: 'string' },
    days: { type: 'string', default: '60' },
    users: { type: 'string', default: '12' },
    nodes: { type: 'string', default: '2' },
    /** Seeds are this with a number behind it, so that a whole run can be had again. */
    prefix: { type: 'string' },
    /** Without it there is no end. */
    minutes: { type: 'string' },
    steps: { type: 'string' },
    /** Plays a history again that was kept. */
    replay: { type: 'string' },
    /** Goes on with the next seed after one that failed. */
    'keep-going': { type: 'boolean', default: false },
    'shrink-seconds': { type: 'string', default: '300' },
  },
})

/** So many steps that each kind of act must have been done. */
const STEPS_OF_ALL = 10_000

const folder = resolve(import.meta.dirname, '..', '..', '..', 'data', 'simulate')

/** Tells a failure with its shortest history; true where everything held. */
const reportFailure = async (databases: Databases, plan: Plan, result: RunResult): Promise<boolean> => {
  if (result.violation === undefined) return true
  const { invariant, details } = result.violation
  console.log(`seed ${plan.seed} broke ${invariant} after ${result.steps} steps:`)
  for (const detail of details) console.log(`  - ${detail}`)
  if (Number(values['shrink-seconds']) === 0) {
    console.log(`Kept in ${storeHistory(folder, plan, result)}; the last acts were:`)
    for (const words of result.told.slice(-6)) console.log(`  ${words}`)
    return false
  }
  console.log(`Looking for a shorter history, for at most ${values['shrink-seconds']} seconds …`)
  const short = await shortest(databases, { plan, ending: result, seconds: Number(values['shrink-seconds']) })
  console.log(textOf(plan, short))
  console.log(`Play it again: npm run simulate -- --replay ${storeHistory(folder, plan, short)}`)
  return false
}

const replay = async (databases: Databases, path: string): Promise<boolean> => {
  // Written by `storeHistory`.
  const { plan, acts } = JSON.parse(readFileSync(path, 'utf8')) as { plan: Plan; acts: Act[] }
  const result = await play(databases, plan, acts)
  console.log(textOf(plan, result))
  return result.violation === undefined
}

const simulate = async (databases: Databases): Promise<boolean> => {
  const begun = Date.now()
  const until = values.minutes === undefined ? Number.POSITIVE_INFINITY : begun + Number(values.minutes) * 60_000
  const tally = createActCounts()
  let steps = 0
  let isFine = true
  let count = 0
  do {
    count += 1
    const next = values.prefix === undefined ? String(randomInt(1_000_000_000)) : `${values.prefix}${count}`
    const seed = values.seed ?? next
    const plan = { seed, users: Number(values.users), nodes: Number(values.nodes) }
    const limit = values.steps === undefined ? {} : { steps: Number(values.steps) }
    const from = Date.now()
    const result = await explore({ databases, plan, days: Number(values.days), until, tally, ...limit })
    steps += result.steps
    const seconds = (Date.now() - from) / 1_000
    console.log(`seed ${seed}: ${result.steps} steps in ${seconds.toFixed(0)} s`)
    isFine = (await reportFailure(databases, plan, result)) && isFine
  } while ((isFine || values['keep-going']) && values.seed === undefined && Date.now() < until)
  const seconds = (Date.now() - begun) / 1_000
  console.log(`${steps} steps, ${(steps / seconds).toFixed(1)} a second; acts by kind:`)
  for (const line of tally.lines()) console.log(line)
  const missing = steps < STEPS_OF_ALL ? [] : tally.missing()
  if (missing.length > 0) console.log(`Never done, which is a failure of the simulator itself: ${missing.join(', ')}`)
  return isFine && missing.length === 0
}

// Ending by itself, the process takes its database with it.
for (const signal of ['SIGTERM', 'SIGINT'] as const) process.on(signal, () => process.exit(1))

const databases = await startDatabases()
const isFine = await (values.replay === undefined ? simulate(databases) : replay(databases, values.replay)).finally(
  () => databases.stop(),
)
// Nodes that were killed may still wait for a database that will never answer.
process.exit(isFine ? 0 : 1)
