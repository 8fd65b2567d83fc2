import { expect, test } from 'vitest'
import { scoreOf } from '#guard/suspicion/score.ts'
import { newId } from '#kernel/id.ts'
import { openHanded } from '#test/features/withdrawing.ts'
import { type Person, useWorld } from '#test/world.ts'

const world = useWorld({ settings: { ...openHanded, happy_hours: [] }, limits: false })

/** What the claims of somebody whose page signs nothing have come to: each of them shows the same again. */
const marksOf = async ({ id }: Person) => {
  const rows = await world.db.raw(
    'SELECT family, reason, points, detail, at, since FROM risk_marks WHERE user_id = $1',
    [id],
  )
  return rows as unknown as Parameters<typeof scoreOf>[0]
}
const scoreNow = async (person: Person): Promise<number> => scoreOf(await marksOf(person), world.clock.now())
/** Signs in on another browser, which is known by the time of the first claim. */
const memberOf = async (username: string): Promise<Person> => {
  const person = await world.user(username)
  await world.db.raw('UPDATE sessions SET device_id = $2 WHERE user_id = $1', [person.id, newId()])
  const seen = async () => (await world.db.raw('SELECT FROM device_users WHERE user_id = $1', [person.id])).length
  const before = await seen()
  await person.user.me()
  await expect.poll(seen).toBe(before + 1)
  return person
}
const claim = async (person: Person): Promise<void> => {
  await person.faucet.claim({ body: await person.solve.claim() })
}
const DAY = 86_400

test('what a browser shows at each claim fades for whoever keeps it', async () => {
  const person = await memberOf('keeper')
  await claim(person)
  expect(await scoreNow(person)).toBe(10)
  for (let day = 1; day <= 28; day += 1) {
    world.clock.turn(DAY)
    await claim(person)
  }
  expect(await scoreNow(person)).toBeCloseTo(2.5)
  const [mark] = await marksOf(person)
  expect(mark, 'it is known that it was seen now').toMatchObject({ reason: 'proof-missing', at: world.clock.now() })
  expect(Number(mark?.at) - Number(mark?.since)).toBe(28 * DAY * 1_000)
})

test('another browser shows it for the first time, and its mark is whole again', async () => {
  const person = await memberOf('changer')
  await claim(person)
  world.clock.turn(14 * DAY)
  await claim(person)
  expect(await scoreNow(person)).toBeCloseTo(5)
  world.clock.turn(DAY)
  await claim(await memberOf('changer'))
  expect(await scoreNow(person)).toBe(10)
})
