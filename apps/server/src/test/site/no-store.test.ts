import { contract } from '@runnel/contract'
import { fillPath } from '@runnel/contract/client'
import type { Route } from '@runnel/contract/route'
import { describe, expect, test } from 'vitest'
import { newId } from '#kernel/id.ts'
import { useWorld } from '#test/world.ts'

const world = useWorld({ limits: false })

const routes: [string, Route][] = Object.entries(contract).flatMap(([feature, endpoints]) =>
  Object.entries(endpoints).map(([endpoint, route]): [string, Route] => [`${feature}.${endpoint}`, route]),
)

const stored = (headers: object): unknown => new Map(Object.entries(headers)).get('cache-control')

const pathOf = (route: Route): string => {
  const names = { name: 'faq', processor: 'sandbox', wall: 'none' }
  return fillPath(route.path, { id: newId(), imageId: newId(), methodId: newId(), ...names })
}

describe('no answer of the API may be stored by a browser or a proxy', () => {
  test.each(['guest', 'user', 'admin'] as const)('for %s', async (who) => {
    const statuses = new Map<string, number>()
    for (const [name, route] of routes.filter(([, { kind }]) => kind !== 'events')) {
      // Some calls end the session that they were made with.
      const visitor = await { guest: async () => world.guest(), user: () => world.user('una'), admin: world.owner }[
        who
      ]()
      const answer = await visitor.raw({ method: route.method, path: pathOf(route), body: route.body && {} })
      expect(stored(answer.headers), `${name} ${answer.status}`).toBe('no-store')
      statuses.set(route.kind ?? 'json', Math.min(answer.status, statuses.get(route.kind ?? 'json') ?? 999))
    }
    // The checked answers are not refusals alone.
    expect(statuses.get('json')).toBe(200)
    if (who === 'admin') expect(statuses.get('csv')).toBe(200)
    if (who === 'user') expect(statuses.get('download')).toBe(200)
  })

  test('as a stream', async () => {
    const { token } = await world.user('streamer')
    for (const [name, route] of routes.filter(([, { kind }]) => kind === 'events')) {
      const headers = { authorization: `Bearer ${token}` }
      const answer = await world.app.inject({ url: pathOf(route), headers, payloadAsStream: true })
      expect([answer.statusCode, stored(answer.headers)], name).toEqual([200, 'no-store'])
      answer.stream().destroy()
    }
  })

  test('nor what is refused before a route is found or a body is read', async () => {
    const guest = world.guest()
    const missing = await guest.raw({ method: 'GET', path: '/api/nothing' })
    expect([missing.status, stored(missing.headers)]).toEqual([404, 'no-store'])
    const headers = { 'content-type': 'application/json' }
    const broken = await world.app.inject({ method: 'POST', url: '/api/auth/login', headers, payload: '{' })
    expect([broken.statusCode, stored(broken.headers)]).toEqual([400, 'no-store'])
  })
})
