import { contract } from '@runnel/contract'
import type { ApiKeyScope } from '@runnel/contract/account/api-key'
import { fillPath } from '@runnel/contract/client'
import type { Route } from '@runnel/contract/route'
import { describe, expect, test } from 'vitest'
import { newId } from '#kernel/id.ts'
import { openTask } from '#test/features/working.ts'
import { refusal } from '#test/refusal.ts'
import { type Person, useWorld } from '#test/world.ts'

const world = useWorld({ connections: 30 })

const routes = Object.entries(contract).flatMap(([feature, calls]) =>
  Object.entries<Route>(calls).map(([name, route]) => ({ name: `${feature}.${name}`, route })),
)

interface Asked {
  readonly scopes?: ApiKeyScope[]
  readonly days?: number | null
  readonly perMinute?: number
  readonly name?: string
}

const keyOf = (person: Person, { scopes = ['read'], days = null, perMinute = 60, name = 'Bot' }: Asked = {}) =>
  person.apiKey.create({ body: { name, scopes, days, perMinute } })

/** A program with a key, on a machine without a device of its own. */
const withKey = (token: string, route: Route) => {
  const names = { name: 'faq', processor: 'sandbox', wall: 'none', day: '1', sessionId: newId(), k1: 'a'.repeat(64) }
  const path = fillPath(route.path, { id: newId(), imageId: newId(), methodId: newId(), ...names })
  const payload = route.body && {}
  return world.app.inject({
    method: route.method,
    url: path,
    headers: { authorization: `Bearer ${token}`, 'x-forwarded-for': '10.240.0.9' },
    ...(payload === undefined ? {} : { payload }),
  })
}

const me = contract.user.me

describe('an API key', () => {
  test('reads what its scope opens, is shown once, and only its hash is kept', async () => {
    const alice = await world.user('alice')
    const { token, key } = await keyOf(alice, { days: 30 })
    expect(token).toMatch(/^rk_[\w-]{43}$/)
    expect(key).toMatchObject({ name: 'Bot', tail: token.slice(-4), scopes: ['read'], lastUsedAt: null })
    const answer = await withKey(token, me)
    expect(answer.json()).toMatchObject({ user: { username: 'alice' } })
    const { keys } = await alice.apiKey.list()
    expect(JSON.stringify(keys)).not.toContain(token)
    const stored = await world.db.raw('SELECT row_to_json(k)::text AS row FROM api_keys k')
    expect(JSON.stringify(stored)).not.toContain(token)
    const used = world.clock.now().toISOString()
    await expect.poll(async () => (await alice.apiKey.list()).keys[0]?.lastUsedAt).toBe(used)
  })

  test('is told to its owner by bell and by mail, under its name and without it', async () => {
    const amy = await world.user('amy')
    const { token } = await keyOf(amy, { name: 'Trading bot' })
    expect(await refusal(keyOf(amy, { name: 'Trading bot' }))).toMatchObject({ failure: { code: 'API_KEY_NAME' } })
    const told = (await amy.user.me()).notification.notifications.filter(({ kind }) => kind === 'api-key-added')
    expect(told).toMatchObject([{ values: { name: 'Trading bot' } }])
    await world.runJobs()
    const letters = world.mails.filter(({ to }) => to === 'amy@example.com')
    expect(letters).toMatchObject([{ subject: 'An API key was created for your account at Runnel' }])
    expect(letters[0]?.text).toContain('Trading bot can now access your account.')
    expect(letters[0]?.text).toContain('/forgot-password')
    expect(letters[0]?.text).not.toContain(token)
  })

  test('opens exactly the calls that the route table opens to its scopes', async () => {
    const owner = await world.owner()
    const tokens = await Promise.all(
      (['read', 'advertise', 'admin-read'] as const).map(async (scope) => ({
        scope,
        token: (await keyOf(owner, { scopes: [scope], name: scope, perMinute: 600 })).token,
      })),
    )
    for (const { scope, token } of tokens) {
      for (const { name, route } of routes.filter(({ route: { kind } }) => kind !== 'events')) {
        const answer = await withKey(token, route)
        const { code } = answer.headers['content-type']?.toString().includes('json')
          ? answer.json<{ code?: string }>()
          : { code: undefined }
        const refused = code === 'API_KEY_REFUSED' || code === 'API_KEY_SCOPE'
        if (code === 'TOO_MANY') throw new Error('the test calls too often')
        expect(refused, `${scope} ${name} ${answer.statusCode} ${code}`).toBe(!route.apiKey?.includes(scope))
      }
    }
  })

  test('never opens what earns, proves, pays out or changes the account', () => {
    const opened = routes.filter(({ route }) => route.apiKey !== undefined)
    expect(opened.filter(({ route }) => route.stepUp || route.access === 'anyone')).toEqual([])
    expect(opened.filter(({ route }) => route.checks?.some((check) => check !== 'page'))).toEqual([])
    const acts = opened.filter(({ route }) => route.method !== 'GET').map(({ name }) => name.split('.')[0])
    expect(new Set(acts)).toEqual(new Set(['advertise', 'task']))
    const closed = ['faucet.claim', 'ptc.view', 'withdraw.request', 'user.password', 'apiKey.create', 'twoStep.stepUp']
    expect(opened.map(({ name }) => name).filter((name) => closed.includes(name))).toEqual([])
  })

  test('is made only with a fresh proof, and a user gets no key for the admin area', async () => {
    const bob = await world.user('bob')
    expect(await refusal(keyOf(bob, { scopes: ['admin-read'] }))).toMatchObject({ failure: { code: 'API_KEY_ROLE' } })
    const unproved = await world.user('bob', { proved: false })
    expect(await refusal(keyOf(unproved))).toMatchObject({ status: 403, failure: { code: 'STEP_UP_REQUIRED' } })
  })

  test('obeys the role of its account at each call', async () => {
    const owner = await world.owner()
    const { token } = await keyOf(owner, { scopes: ['admin-read'], name: 'Figures' })
    expect((await withKey(token, contract.admin.users)).statusCode).toBe(200)
    await world.db.raw(`UPDATE users SET role = 'user' WHERE id = $1`, [owner.id])
    expect((await withKey(token, contract.admin.users)).json()).toMatchObject({ code: 'FORBIDDEN' })
    await world.db.raw(`UPDATE users SET role = 'admin' WHERE id = $1`, [owner.id])
    await world.settings({ two_step_staff: true })
    expect((await withKey(token, contract.admin.users)).json()).toMatchObject({ code: 'TWO_STEP_REQUIRED' })
    await world.settings({ two_step_staff: false })
  })

  test('is neither listed for nor revoked by another user', async () => {
    const [carol, mallory] = [await world.user('carol'), await world.user('mallory')]
    const { key, token } = await keyOf(carol)
    expect((await mallory.apiKey.list()).keys).toEqual([])
    expect(await refusal(mallory.apiKey.revoke({ params: { id: key._id } }))).toMatchObject({ status: 404 })
    expect((await withKey(token, me)).statusCode).toBe(200)
  })

  test('ends at its expiry, and under maintenance it waits like its user', async () => {
    const dave = await world.user('dave')
    const { token } = await keyOf(dave, { days: 1 })
    await world.settings({ maintenance: true })
    expect((await withKey(token, me)).statusCode).toBe(503)
    await world.settings({ maintenance: false })
    world.clock.turn(86_399)
    expect((await withKey(token, me)).statusCode).toBe(200)
    world.clock.turn(1)
    expect((await withKey(token, me)).json()).toMatchObject({ code: 'SESSION_ENDED' })
  })

  test('is slowed by its own limit, not by that of another key', async () => {
    const erin = await world.user('erin')
    const slow = await keyOf(erin, { perMinute: 2, name: 'Slow' })
    const other = await keyOf(erin, { perMinute: 2, name: 'Other' })
    const statuses = []
    for (let call = 0; call < 3; call++) statuses.push((await withKey(slow.token, me)).statusCode)
    expect(statuses).toEqual([200, 200, 429])
    expect((await withKey(other.token, me)).statusCode).toBe(200)
  })

  test('two of one name at once make one, and there are twenty at most', async () => {
    const frank = await world.user('frank')
    const twice = await Promise.allSettled([1, 2].map(() => keyOf(frank)))
    expect(twice.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
    const many = await Promise.allSettled(Array.from({ length: 22 }, (_, index) => keyOf(frank, { name: `K${index}` })))
    expect(many.filter(({ status }) => status === 'fulfilled')).toHaveLength(19)
    expect((await frank.apiKey.list()).keys).toHaveLength(20)
  })

  test('two revocations at once are one, and nothing passes after it', async () => {
    const grace = await world.user('grace')
    const { token, key } = await keyOf(grace, { perMinute: 600 })
    const revoking = Promise.allSettled([1, 2].map(() => grace.apiKey.revoke({ params: { id: key._id } })))
    const during = await Promise.all(Array.from({ length: 12 }, () => withKey(token, me)))
    expect((await revoking).filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
    expect(during.map(({ statusCode }) => statusCode).filter((status) => ![200, 401].includes(status))).toEqual([])
    const after = await Promise.all(Array.from({ length: 6 }, () => withKey(token, me)))
    expect(after.map(({ statusCode }) => statusCode)).toEqual([401, 401, 401, 401, 401, 401])
  })

  test('is gone with a lock, also after the lock is lifted, and with a reset password', async () => {
    const owner = await world.owner()
    const heidi = await world.user('heidi')
    const first = await keyOf(heidi)
    await owner.admin.banUser({ params: { id: heidi.id }, body: { reason: 'Spam', days: null } as never })
    expect((await withKey(first.token, me)).statusCode).toBe(401)
    await owner.admin.unban({ params: { id: heidi.id } } as never)
    expect((await withKey(first.token, me)).statusCode).toBe(401)
    const second = await keyOf(heidi)
    await owner.admin.endUserSessions({ params: { id: heidi.id } })
    expect((await withKey(second.token, me)).statusCode).toBe(401)
  })

  test('of a deleted account is no key', async () => {
    const ivan = await world.user('ivan')
    const { token } = await keyOf(ivan)
    await ivan.ownData.remove({ body: { username: 'ivan', waive: true } })
    expect((await withKey(token, me)).statusCode).toBe(401)
    expect(await world.db.raw('SELECT 1 FROM api_keys WHERE user_id = $1', [ivan.id])).toEqual([])
  })

  test('creates a campaign only with the scope to advertise', async () => {
    const judy = await world.user('judy')
    const reader = await keyOf(judy, { name: 'Reader' })
    const refused = await withKey(reader.token, contract.advertise.create)
    expect(refused.json()).toMatchObject({ code: 'API_KEY_SCOPE' })
    const maker = await keyOf(judy, { name: 'Maker', scopes: ['advertise'] })
    // Let in: what is wrong now is the empty body.
    expect((await withKey(maker.token, contract.advertise.create)).json()).toMatchObject({ code: 'INVALID_FIELDS' })
  })
  test('of a moderator acts for their own account alone', async () => {
    const moderator = await world.moderator()
    const { token } = await keyOf(moderator, { name: 'Ads', scopes: ['advertise', 'read'] })
    const call = (route: Route, body?: object, query = '') =>
      world.app.inject({
        method: route.method,
        url: `${fillPath(route.path, { id: taskId })}${query}`,
        headers: { authorization: `Bearer ${token}` },
        ...(body && { payload: body }),
      })
    const { _id: taskId } = await openTask(world, await world.user('giver'))
    const staff = { isByAdmin: true, reason: 'Good work.' }
    const { setStatus, accept, deny, ownTasks, ownTask, review } = contract.task
    for (const answer of [
      await call(setStatus, { ...staff, status: 'active' }),
      await call(accept, { ...staff, submissionIds: [newId()] }),
      await call(deny, { ...staff, submissionIds: [newId()] }),
      await call(ownTasks, undefined, '?isByAdmin=true'),
    ]) {
      expect(answer.json()).toMatchObject({ code: 'FORBIDDEN' })
    }
    for (const route of [ownTask, review]) expect((await call(route)).json()).toMatchObject({ code: 'NOT_FOUND' })
  })
})
