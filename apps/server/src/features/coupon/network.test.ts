import { expect, test } from 'vitest'
import { couponFields } from '#test/features/gifts.ts'
import { type Person, useWorld } from '#test/world.ts'

const world = useWorld({ connections: 24 })

const add = async (code: string): Promise<string> => {
  await (await world.owner()).admin.addCoupons({ body: { ...couponFields, code } })
  return code
}

let people = 0
/** As many members, each with a device of their own, behind one address. */
const crowd = (size: number): Promise<Person[]> =>
  Promise.all(Array.from({ length: size }, () => world.user(`crowd${(people += 1)}`)))

const redeem = async (person: Person, from: string, code: string): Promise<unknown> => {
  const headers = { 'x-forwarded-for': from }
  const { status, body } = await person.raw({ method: 'POST', path: '/api/coupon/check', body: { code }, headers })
  return status === 200 ? 'paid' : body['code']
}

test('wrong codes of several accounts behind one address are one count', async () => {
  const code = await add('BEHIND-ONE')
  const [late, elsewhere, ...guessers] = await crowd(12)
  if (late === undefined || elsewhere === undefined) throw new Error('nobody came')
  const answers: unknown[] = []
  for (const [n, guesser] of guessers.entries()) {
    for (let guess = 0; guess < 4; guess++) {
      answers.push(await redeem(guesser, `198.51.100.${n + 1}`, `GUESS-${n}-${guess}`))
    }
  }
  expect(answers.filter((answer) => answer === 'COUPON_UNKNOWN')).toHaveLength(30)
  expect(answers.slice(30)).toEqual(Array.from({ length: 10 }, () => 'COUPON_GUESSES'))
  const { status, body } = await late.raw({
    method: 'POST',
    path: '/api/coupon/check',
    body: { code },
    headers: { 'x-forwarded-for': '198.51.100.77' },
  })
  expect({ status, code: body['code'] }).toEqual({ status: 429, code: 'COUPON_GUESSES' })
  expect(body['retryAfter']).toBeGreaterThan(0)
  expect(body['retryAfter']).toBeLessThanOrEqual(600)
  expect(await redeem(elsewhere, '203.0.113.5', code)).toBe('paid')
})

test('right codes count nothing: forty people behind one address redeem theirs', async () => {
  const code = await add('FOR-ALL')
  for (const person of await crowd(40)) expect(await redeem(person, '192.0.2.9', code)).toBe('paid')
})
