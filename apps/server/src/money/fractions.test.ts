import fc from 'fast-check'
import { expect, test } from 'vitest'
import { newId } from '#kernel/id.ts'
import { callIn } from '#kernel/postgres/statements.ts'
import { PARTS_PER_UNIT } from '#money/amount.ts'
import { faucetReward } from '#money/reward.ts'
import { useWorld } from '#test/world.ts'

const world = useWorld()
const WAIT_SECONDS = 300
const budget = { dayMax: 0, reserves: [0, 0], networkPercent: 100, net: 'unknown', commission: 0 } as const

const claim = (userId: string, worths: readonly number[], percent: number) => {
  const once = { claimId: newId(), exp: 40, waitSeconds: WAIT_SECONDS, dayLimit: 0, budget, rules: null }
  return world.db.write((tx) =>
    faucetReward((call) => callIn(tx, call), { userId, worths, percent, ...once }, world.clock.now()),
  )
}

const worthsOf = fc.array(fc.integer({ min: PARTS_PER_UNIT, max: 60_000 }), { minLength: 1, maxLength: 4 })

test('over any claims at changing levels and hours, what was paid is the exact sum rounded down', async () => {
  let users = 0
  await fc.assert(
    fc.asyncProperty(fc.array(worthsOf, { minLength: 1, maxLength: 12 }), async (claims) => {
      const { id } = await world.user(`fraction${++users}`)
      let exact = 0
      let paid = 0
      for (const worths of claims) {
        // Two at once: one gets the turn, and its fraction is counted once.
        const turns = await Promise.all([claim(id, worths, 100), claim(id, worths, 100)])
        const given = turns.flatMap((turn) => turn ?? [])
        expect(given).toHaveLength(1)
        for (const { worth, paidLevel } of given) {
          paid += worth
          exact += worths[Math.min(paidLevel, worths.length) - 1] ?? 0
        }
        expect(paid).toBe(Math.floor(exact / PARTS_PER_UNIT))
        world.clock.turn(WAIT_SECONDS)
      }
      const [row] = await world.db.raw(`SELECT balance FROM accounts WHERE name = 'main:' || $1`, [id])
      expect(Number(row?.['balance'])).toBe(paid)
    }),
    { numRuns: 12 },
  )
})

test('of a claim that is paid by half the rest is left over, never a unit more or less', async () => {
  await fc.assert(
    fc.asyncProperty(worthsOf, async (worths) => {
      const { id } = await world.user(`half${newId().slice(-12).replaceAll('-', '')}`)
      const before = await claim(id, worths, 50)
      const worth = Math.floor((worths[0] ?? 0) / PARTS_PER_UNIT)
      expect(before).toMatchObject({ worth, balance: worth - Math.floor(worth / 2) })
      world.clock.turn(WAIT_SECONDS)
    }),
    { numRuns: 5 },
  )
})
