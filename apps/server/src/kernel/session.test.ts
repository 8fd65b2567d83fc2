import { expect, it } from 'vitest'
import { later } from '#kernel/clock.ts'
import { findCaller } from '#kernel/session.ts'
import { seededId, seededToken, seedPeople } from '#test/claims.ts'
import { useWorld } from '#test/world.ts'

const world = useWorld()

it('looks sessions that are asked for at once up in one statement, each for its own token and time', async () => {
  const now = world.clock.now()
  await seedPeople(world.db, now, { from: 1, count: 3 })
  const statements: string[] = []
  const db = {
    raw: (text: string, values?: readonly unknown[]) => {
      statements.push(text)
      return world.db.raw(text, values)
    },
  }
  const wrong = 'w'.repeat(43)
  const asked = [seededToken(3), wrong, seededToken(1), seededToken(2), seededToken(1)]
  const together = await Promise.all([
    ...asked.map((token) => findCaller(db, token, now)),
    findCaller(db, seededToken(2), later(now, 2 * 86_400)),
  ])
  expect(together.map((caller) => caller?.id)).toEqual([
    seededId(3),
    undefined,
    seededId(1),
    seededId(2),
    seededId(1),
    undefined,
  ])
  expect(statements).toHaveLength(1)

  await world.db.raw('DELETE FROM sessions WHERE user_id = $1', [seededId(1)])
  expect(await findCaller(db, seededToken(1), now), 'nothing is kept').toBeUndefined()
  expect(statements).toHaveLength(2)
})

it('fails everybody who asked with a statement that failed, and nobody after them', async () => {
  const now = world.clock.now()
  let isAway = true
  const db = {
    raw: (text: string, values?: readonly unknown[]) =>
      isAway ? Promise.reject(new Error('away')) : world.db.raw(text, values),
  }
  const both = await Promise.allSettled([seededToken(2), seededToken(3)].map((token) => findCaller(db, token, now)))
  expect(both.map(({ status }) => status)).toEqual(['rejected', 'rejected'])
  isAway = false
  expect((await findCaller(db, seededToken(2), now))?.id).toBe(seededId(2))
})
