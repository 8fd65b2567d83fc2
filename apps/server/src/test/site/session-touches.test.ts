import { expect, test } from 'vitest'
import { useWorld } from '#test/world.ts'

const world = useWorld({ connections: 12 })

const lastSeen = async (userId: string): Promise<unknown> => {
  const [row] = await world.db.raw(
    `SELECT u.last_seen_at AS seen, max(s.last_seen_at) AS used FROM users u JOIN sessions s ON s.user_id = u.id
     WHERE u.id = $1 GROUP BY u.id`,
    [userId],
  )
  return row
}
const now = () => ({ seen: world.clock.now(), used: world.clock.now() })

test('the ends of sessions used at once move together, and wait for no row that somebody holds', async () => {
  const people = await Promise.all(Array.from({ length: 10 }, (_, index) => world.user(`seen${index}`)))
  const [held, ...others] = people
  const before = await lastSeen(held?.id ?? '')
  world.clock.turn(61)
  await world.db.write(async (tx) => {
    await tx
      .selectFrom('users')
      .select('id')
      .where('id', '=', held?.id ?? '')
      .forUpdate()
      .execute()
    await tx
      .selectFrom('sessions')
      .select('id')
      .where('user_id', '=', held?.id ?? '')
      .forUpdate()
      .execute()
    await Promise.all(people.map((person) => person.user.me()))
    for (const { id } of others) await expect.poll(() => lastSeen(id)).toEqual(now())
    expect(await lastSeen(held?.id ?? '')).toEqual(before)
  })
  // Nothing was lost: the next call moves it.
  await held?.user.me()
  await expect.poll(() => lastSeen(held?.id ?? '')).toEqual(now())
})
