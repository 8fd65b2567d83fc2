import { expect, test } from 'vitest'
import { refusal } from '#test/refusal.ts'
import { type Person, useWorld } from '#test/world.ts'

const world = useWorld({ settings: { happy_hours: [] } })

const ask = (person: Person) => person.captcha.challenge({ query: { action: 'bonus' } })
const renew = async (person: Person, times: number): Promise<void> => {
  for (let time = 0; time < times; time += 1) await ask(person)
}
const paused = { status: 429, failure: { code: 'COOLDOWN', action: { type: 'redirect', path: '/app/wait' } } }

test('twenty renewed captchas in an hour are free, the next one pauses for five minutes', async () => {
  const person = await world.user('renewer')
  await renew(person, 21)
  expect(await refusal(ask(person))).toMatchObject({ ...paused, failure: { ...paused.failure, retryAfter: 300 } })
  expect(await refusal(person.antibot.challenge({ query: { action: 'faucet' } }))).toMatchObject(paused)
  expect(await person.user.me()).toMatchObject({ cooldown: { reason: 'Too many new captchas within an hour.' } })
  world.clock.turn(301)
  await renew(person, 20)
  expect(await refusal(ask(person)), 'then it counts anew').toMatchObject(paused)
})

test('a captcha that was answered is renewed by nobody, and practice counts for nothing', async () => {
  const person = await world.user('worker')
  for (let claim = 0; claim < 25; claim += 1) {
    await world.db.raw('UPDATE users SET faucet_claim = 1 WHERE id = $1', [person.id])
    await person.faucet.claim({ body: await person.solve.claim() })
    await person.captcha.challenge({ query: { action: 'practice' } })
    world.clock.turn(301)
  }
  await renew(person, 21)
})

test('of two pages that renew at the same time each counts', async () => {
  const person = await world.user('two_pages')
  const all = await Promise.allSettled(Array.from({ length: 30 }, () => ask(person)))
  const refused = all.filter(({ status }) => status === 'rejected').length
  expect(refused).toBeGreaterThanOrEqual(1)
  expect(await refusal(ask(person))).toMatchObject(paused)
})
