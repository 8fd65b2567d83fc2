import { contract } from '@runnel/contract'
import { expect, test } from 'vitest'
import { connect } from '#api/query.ts'
import { CallError, NoAnswerError } from '#api/send.ts'
import { fakeServer, refuse } from './fake-server.tsx'
import { faults } from './faults.ts'
import { me, signInMethods } from './samples.ts'

const { calls } = connect('user', contract.user)
const asking = 'GET /api/user/me'
const ask = () => calls.me()

/** What the fake found, so that this test does not fail by it. */
const found = () => faults.splice(0).map(String)

test('an answer of the contract arrives as it is', async () => {
  const server = fakeServer({ [asking]: () => me() })
  await expect(ask()).resolves.toEqual(me())
  expect(server.sentTo(asking)).toHaveLength(1)
  expect(server.sentTo('GET /api/user/refresh')).toEqual([])
  expect(found()).toEqual([])
})

test('a route that the contract does not have is refused at once, by the compiler too', () => {
  const unknown = 'GET /api/user/nobody'
  // @ts-expect-error: it is no route.
  expect(() => fakeServer({ [unknown]: () => ({}) })).toThrow(unknown)
  // @ts-expect-error: a path is named with its parameters, not with their values.
  expect(() => fakeServer({ 'GET /api/ptc/one': () => ({}) })).toThrow('/api/ptc/one')
  const server = fakeServer({})
  // @ts-expect-error: the method counts too.
  expect(() => (server.answers['DELETE /api/user/me'] = () => ({}))).toThrow('DELETE /api/user/me')
})

test.each([
  ['misses a field', { ...me(), user: undefined }, 'user'],
  ['has a field of another type', { ...me(), ptcCount: '3' }, 'ptcCount'],
  ['has a field that the server cuts off', { ...me(), asks: signInMethods().asks }, asking],
])('an answer that %s fails the test', async (_, answer, word) => {
  fakeServer({ [asking]: () => answer })
  await expect(ask()).rejects.toThrow(asking)
  expect(found()).toEqual([expect.stringContaining(word)])
})

test('a refusal has the shape of the contract', async () => {
  const server = fakeServer({ [asking]: () => refuse(409, { code: 'BUSY', msg: 'Not now.' }) })
  await expect(ask()).rejects.toThrow('Not now.')
  expect(found()).toEqual([])
  server.answers[asking] = () => refuse(409, { code: 'not a code', msg: 'Not now.' })
  await expect(ask()).rejects.toThrow(asking)
  expect(found()).toEqual([expect.stringContaining('code')])
})

test('what no server said is let through: something before it, and no network', async () => {
  const server = fakeServer({ [asking]: () => new CallError(502, null) })
  await expect(ask()).rejects.toThrow('HTTP 502')
  server.answers[asking] = () => new NoAnswerError('network', 'Failed to fetch')
  await expect(ask()).rejects.toThrow('Failed to fetch')
  expect(found()).toEqual([])
})

test.fails('a page that does not mind a wrong answer does not save its test', async () => {
  fakeServer({ [asking]: () => ({}) })
  await ask().catch(() => undefined)
})
