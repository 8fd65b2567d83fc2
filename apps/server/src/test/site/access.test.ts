import { contract } from '@runnel/contract'
import { fillPath } from '@runnel/contract/client'
import type { Route } from '@runnel/contract/route'
import { describe, expect, test } from 'vitest'
import { newId } from '#kernel/id.ts'
import { useWorld, type Visitor } from '#test/world.ts'

const world = useWorld()

type Who = 'guest' | 'user' | 'locked' | 'moderator' | 'admin'

/** What stands at the door of a route for each kind of visitor; undefined: let in. */
const refusedWith = (route: Route, who: Who): number | undefined => {
  if (route.access === 'anyone') return undefined
  if (who === 'guest') return 401
  if (who === 'locked' && route.whileLocked !== true) return 418
  const rank = { user: 0, locked: 0, moderator: 1, admin: 2 }
  return rank[who] < rank[route.access] ? 403 : undefined
}

describe('who may call what', () => {
  const routes: [string, Route][] = Object.entries(contract).flatMap(([feature, endpoints]) =>
    Object.entries(endpoints).map(([endpoint, route]): [string, Route] => [`${feature}.${endpoint}`, route]),
  )

  const spoken = routes.filter(([, { kind }]) => kind !== 'events')

  const call = (visitor: Visitor, route: Route) => {
    const names = { name: 'faq', processor: 'sandbox', wall: 'none', day: '1', sessionId: newId() }
    const path = fillPath(route.path, { id: newId(), imageId: newId(), methodId: newId(), ...names })
    return visitor.raw({ method: route.method, path, body: route.body && {} })
  }

  const codeOf = (body: unknown): unknown =>
    typeof body === 'object' && body !== null && 'code' in body ? body.code : undefined

  test.each(['guest', 'user', 'locked', 'moderator', 'admin'] as const)('%s', async (who) => {
    for (const [name, route] of spoken) {
      // A new person for each call: some calls end the session that they were made with.
      const visitor = await visitorOf(who, name)
      const { status, body } = await call(visitor, route)
      const expected = refusedWith(route, who)
      if (expected === undefined) expect([401, 403, 418], `${name} ${JSON.stringify(body)}`).not.toContain(status)
      else expect(status, `${name} ${JSON.stringify(body)}`).toBe(expected)
    }
  })

  test('somebody who has to choose a username first', async () => {
    const newcomer = await world.user('newcomer')
    await world.db.raw('UPDATE users SET needs_init = true WHERE id = $1', [newcomer.id])
    for (const [name, route] of spoken.filter(([, { path }]) => path !== '/api/auth/logout')) {
      const { body } = await call(newcomer, route)
      const isOpen = route.access === 'anyone' || route.beforeInit === true
      expect(codeOf(body) === 'NEEDS_INIT', name).toBe(!isOpen)
    }
  })

  test('an owner whose last proof is long ago', async () => {
    for (const [name, route] of spoken) {
      const { status, body } = await call(await world.owner({ proved: false }), route)
      expect(codeOf(body) === 'STEP_UP_REQUIRED', name).toBe(route.stepUp === true)
      if (route.stepUp === true) expect(status, name).toBe(403)
    }
  })

  test('people of the site without the second step that the owner asks for', async () => {
    await world.settings({ two_step_staff: true })
    for (const who of ['moderator', 'admin'] as const) {
      for (const [name, route] of spoken) {
        const { status, body } = await call(await visitorOf(who, name), route)
        const isTheirs = route.access === 'moderator' || (route.access === 'admin' && who === 'admin')
        if (isTheirs) expect([status, codeOf(body)], name).toEqual([403, 'TWO_STEP_REQUIRED'])
        else expect(codeOf(body), name).not.toBe('TWO_STEP_REQUIRED')
      }
    }
    await world.settings({ two_step_staff: false })
  })

  const visitorOf = async (who: Who, name: string): Promise<Visitor> => {
    if (who === 'guest') return world.guest()
    if (who === 'admin') return world.owner()
    if (who === 'moderator') return world.moderator()
    const person = await world.user(`${who}_${name.replace('.', '_').toLowerCase()}`.slice(0, 20))
    if (who === 'locked') {
      const lock = { locked_at: world.clock.now(), lock_reason: 'test' }
      await world.db.write((tx) => tx.updateTable('users').set(lock).where('id', '=', person.id).execute())
    }
    return person
  }

  test('a lock that has ended is no lock, and a locked user still reads the profile', async () => {
    const lena = await world.user('lena')
    const lock = {
      locked_at: world.clock.now(),
      locked_until: new Date(world.clock.now().getTime() + 60_000),
      lock_reason: 'Too many accounts on one device.',
    }
    await world.db.write((tx) => tx.updateTable('users').set(lock).where('id', '=', lena.id).execute())
    expect((await lena.user.me()).user.lockReason).toBe('Too many accounts on one device.')
    expect((await lena.raw({ method: 'GET', path: '/api/faucet/info' })).status).toBe(418)
    world.clock.turn(61)
    expect((await lena.raw({ method: 'GET', path: '/api/faucet/info' })).status).toBe(200)
    expect((await lena.user.me()).user.lockedAt).toBeNull()
  })

  test('maintenance stops everybody but the staff, and says so', async () => {
    const mona = await world.user('mona')
    const owner = await world.owner()
    const moderator = await world.moderator()
    await world.settings({ maintenance: true, maintenance_message: 'Back at noon.' })
    const stopped = await mona.raw({ method: 'GET', path: '/api/faucet/info' })
    expect(stopped).toMatchObject({ status: 503, body: { isMaintaining: true, msg: 'Back at noon.' } })
    expect((await owner.raw({ method: 'GET', path: '/api/faucet/info' })).status).toBe(200)
    expect((await moderator.raw({ method: 'GET', path: '/api/faucet/info' })).status).toBe(200)
    expect((await moderator.raw({ method: 'GET', path: '/api/task/submission/disputed' })).status).toBe(200)
    expect((await mona.raw({ method: 'GET', path: '/api/site' })).body).toMatchObject({ name: 'Runnel' })
    await world.settings({ maintenance: false })
  })
})
