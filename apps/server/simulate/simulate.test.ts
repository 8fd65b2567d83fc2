import { randomInt } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { isLong } from '#test/waiting.ts'
import { explore, shortest } from './explore.ts'
import { type Databases, startDatabases } from './postgres.ts'
import { textOf } from './report.ts'

const SECONDS = isLong ? 60 : 15
const SHRINK_SECONDS = 60
const DAYS = 60

let databases: Databases
beforeAll(async () => {
  databases = await startDatabases()
})
afterAll(() => databases.stop())

/** Plays a seed; where it breaks something, the failure is the shortest history that does. */
const holds = async (seed: string, limit: { readonly steps?: number; readonly until: number }): Promise<void> => {
  const plan = { seed, users: 10, nodes: 2 }
  const ending = await explore({ databases, plan, days: DAYS, ...limit })
  if (ending.violation === undefined) return
  const short = await shortest(databases, { plan, ending, seconds: SHRINK_SECONDS })
  expect.fail(textOf(plan, short))
}

test.each(['one', 'two', 'three'])('everything holds in the history of the seed %s', (seed) =>
  holds(seed, { steps: 200, until: Number.POSITIVE_INFINITY }),
)

test(`everything holds for ${SECONDS} seconds under a new seed`, async () => {
  const until = Date.now() + SECONDS * 1_000
  while (Date.now() < until) {
    const seed = String(randomInt(1_000_000_000))
    console.log(`simulating seed ${seed}: npm run simulate -- --seed ${seed}`)
    await holds(seed, { until })
  }
})
