import fastify from 'fastify'
import { expect, test } from 'vitest'
import { readForwarded } from '#server/app-forwarded.ts'
import { registration, signedIn } from '#test/sign-up.ts'
import { useWorld } from '#test/world.ts'

const world = useWorld()

test.each([
  ['203.0.113.9:5678', '203.0.113.9'],
  ['203.0.113.9', '203.0.113.9'],
  ['[2001:db8::1]:443', '2001:db8::1'],
  ['[2001:db8::1]', '2001:db8::1'],
  ['"[2001:db8::1]:443"', '2001:db8::1'],
  ['"203.0.113.9:80"', '203.0.113.9'],
  ['2001:db8::1', '2001:db8::1'],
  ['::ffff:203.0.113.9', '::ffff:203.0.113.9'],
  ['198.51.100.1:9, 203.0.113.9:5678 , 10.0.0.7:443', '203.0.113.9'],
  ['203.0.113.9:5678,10.0.0.8,[fd00::7]:443', '203.0.113.9'],
])('behind trusted proxies %s is %s', async (header, address) => {
  const app = fastify({ trustProxy: '127.0.0.1, 10.0.0.0/8, fd00::/8' })
  readForwarded(app)
  app.get('/', ({ ip }) => ip)
  expect((await app.inject({ url: '/', headers: { 'x-forwarded-for': header } })).body).toBe(address)
  await app.close()
})

test('a visitor whose proxy names the port is counted in their network', async () => {
  const visitor = world.guest()
  const { body } = await registration(visitor, 'ported')
  const headers = { 'x-forwarded-for': '203.0.113.9:5678' }
  const { body: answer } = await visitor.raw({ method: 'POST', path: '/api/auth/register', body, headers })
  const { sessions } = await signedIn(visitor, String(answer['token'])).user.sessions()
  expect(sessions[0]?.place).toContain('203.0.113.0/24')
})
