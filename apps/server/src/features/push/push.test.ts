import { createECDH } from 'node:crypto'
import { PUSH_DEVICES } from '@runnel/contract/account/push'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { createHttp } from '#adapters/deposit/http.ts'
import { createPush } from '#adapters/push/push.ts'
import { notify, notifyAndMail } from '#features/user/user.ts'
import { decrypt, startPushService } from '#test/fakes/messages/push-service.ts'
import { refusal } from '#test/refusal.ts'
import { type Person, useWorld } from '#test/world.ts'

const world = useWorld({ settings: { happy_hours: [], site_name: 'Coin Creek', contact_email: 'us@creek.example' } })

let service: Awaited<ReturnType<typeof startPushService>>
beforeAll(async () => {
  service = await startPushService()
})
afterAll(() => service.close())
beforeEach(() => {
  service.delivered.length = 0
  service.refused.length = 0
})

const subscribe = async (person: Pick<Person, 'push'>) => {
  const device = service.subscribe()
  await person.push.subscribe({ body: device })
  return device
}

const credit = (userId: string, amount = 500) =>
  world.db.write((tx) =>
    notify(tx, {
      userId,
      kind: 'offer-credited',
      values: { wall: 'Otter', offer: 'A game', amount },
      now: world.clock.now(),
    }),
  )

const changePassword = (userId: string) =>
  world.db.write((tx) =>
    notifyAndMail(
      { tx, enqueue: async () => undefined },
      { userId, kind: 'password-changed', values: {}, now: world.clock.now() },
    ),
  )

const send = () => world.runJob('push.send')
const waiting = () => world.db.read.selectFrom('push_outbox').selectAll().execute()

test('the service of the tests reads the message of RFC 8291 §5', () => {
  const ecdh = createECDH('prime256v1')
  ecdh.setPrivateKey('q1dXpw3UpT5VOmu_cf_v6ih07Aems3njxI-JWgLcM94', 'base64url')
  const auth = Buffer.from('BTBZMqHH6r4Tts7J_aSIgg', 'base64url')
  const body =
    'DGv6ra1nlYgDCS1FRnbzlwAAEABBBP4z9KsN6nGRTbVYI_c7VJSPQTBtkgcy27mlmlMoZIIgDll6e3vCYLocInmYWAmS6TlzAC8wEqKK6PBru3' +
    'jl7A_yl95bQpu6cVPTpK4Mqgkf1CXztLVBSt2Ks3oZwbuwXPXLWyouBWLVWGNWQexSgSxsj_Qulcy4a-fN'
  const text = decrypt(Buffer.from(body, 'base64url'), { ecdh, auth }).toString('utf8')
  expect(text).toBe('When I grow up, I want to be a watermelon')
})

describe('a notification', () => {
  test('reaches each device of its user, encrypted, signed, and with nothing else of them', async () => {
    const person = await world.user('ada_pushed')
    await person.user.profile({ body: { locale: 'es' } })
    await subscribe(person)
    await subscribe(person)
    const other = await world.user('other_pushed')
    await subscribe(other)
    await credit(person.id)
    expect(await send()).toBe('Sent: 2, postponed: 0, dropped: 0, expired devices: 0.')
    expect(service.refused).toEqual([])
    const [first] = service.delivered
    expect(first?.payload).toEqual({
      title: 'Coin Creek',
      body: expect.stringMatching(/acreditados: A game\.$/),
      path: '/app/dashboard',
      tag: expect.stringMatching(/^[\w-]{32}$/),
      lang: 'es',
      dir: 'ltr',
    })
    for (const secret of [person.id, person.username]) expect(JSON.stringify(first?.payload)).not.toContain(secret)
    expect(first?.signer).toBe((await person.push.settings()).publicKey)
    expect(first?.claims.sub).toBe('mailto:us@creek.example')
    expect(first?.headers).toMatchObject({ ttl: '86400', urgency: 'normal', topic: first?.payload['tag'] })
    expect(await waiting()).toEqual([])
  })

  test('is sent once, however many nodes send at once', async () => {
    const person = await world.user('once_pushed')
    await subscribe(person)
    for (let count = 1; count <= 20; count += 1) await credit(person.id, count)
    await Promise.all([send(), send(), send()])
    expect(service.delivered).toHaveLength(20)
    expect(new Set(service.delivered.map(({ payload }) => payload['tag'])).size).toBe(20)
    await send()
    expect(service.delivered).toHaveLength(20)
  })

  test('of a transaction that fails is not sent', async () => {
    const person = await world.user('undone_pushed')
    await subscribe(person)
    const failing = world.db.write(async (tx) => {
      await notify(tx, {
        userId: person.id,
        kind: 'task-approved',
        values: { title: 'T', taskId: 'x' },
        now: world.clock.now(),
      })
      throw new Error('undone')
    })
    await expect(failing).rejects.toThrow('undone')
    await send()
    expect(service.delivered).toEqual([])
  })

  test('that nobody pushes and one of a kind that is off are not sent', async () => {
    const person = await world.user('quiet_kinds')
    await subscribe(person)
    await person.push.change({ body: { kindsOff: ['credited'] } })
    await credit(person.id)
    await world.db.write((tx) => notify(tx, { userId: person.id, kind: 'welcome', values: {}, now: world.clock.now() }))
    await changePassword(person.id)
    await send()
    expect(service.delivered.map(({ payload }) => payload['path'])).toEqual(['/app/account'])
    expect(service.delivered[0]?.headers['urgency']).toBe('high')
    expect((await person.push.settings()).kindsOff).toEqual(['credited'])
  })
})

describe('quiet hours', () => {
  test('keep a notification until they end, in the user’s own time, and security is told at once', async () => {
    const person = await world.user('sleeper')
    await person.user.profile({ body: { tz: 'Asia/Tokyo' } })
    await subscribe(person)
    // 23:00 to 07:00; the clock of the tests says 18:00 in Tokyo.
    await person.push.change({ body: { quiet: { from: 1_380, until: 420 } } })
    world.clock.set('2026-03-10T15:30:00.000Z')
    await credit(person.id)
    await changePassword(person.id)
    await send()
    expect(service.delivered.map(({ payload }) => payload['path'])).toEqual(['/app/account'])
    world.clock.set('2026-03-10T21:59:00.000Z')
    await send()
    expect(service.delivered).toHaveLength(1)
    world.clock.set('2026-03-10T22:00:00.000Z')
    await send()
    expect(service.delivered).toHaveLength(2)
    await person.push.change({ body: { quiet: null } })
    expect((await person.push.settings()).quiet).toBeNull()
  })
})

describe('a push service', () => {
  test.each([404, 410])('that answers %d is asked no more', async (status) => {
    const person = await world.user(`gone_${status}`)
    await subscribe(person)
    await credit(person.id)
    service.answerNext({ status })
    expect(await send()).toMatch('expired devices: 1')
    expect((await person.push.settings()).devices).toEqual([])
    expect(await waiting()).toEqual([])
  })

  test('that is busy is asked again when it says, and at last no more', async () => {
    const person = await world.user('busy_pushed')
    await subscribe(person)
    await credit(person.id)
    service.answerNext({ status: 429, retryAfter: '120' })
    expect(await send()).toMatch('postponed: 1')
    world.clock.turn(119)
    await send()
    expect(service.delivered).toEqual([])
    world.clock.turn(1)
    await send()
    expect(service.delivered).toHaveLength(1)
    await credit(person.id)
    for (let count = 0; count < 7; count += 1) {
      service.answerNext({ status: 503 })
      await send()
      world.clock.turn(3_600 * 5)
    }
    service.answerNext()
    expect(await waiting()).toEqual([])
  })

  test('that refuses a message is not asked again', async () => {
    const person = await world.user('refused_pushed')
    await subscribe(person)
    await credit(person.id)
    service.answerNext({ status: 413 })
    expect(await send()).toMatch('dropped: 1')
    expect((await person.push.settings()).devices).toHaveLength(1)
  })
})

describe('an endpoint', () => {
  const keys = { p256dh: 'B'.repeat(87), auth: 'A'.repeat(22) }

  test.each([
    'http://127.0.0.1/push',
    'https://10.0.0.7/push',
    'https://[::1]/push',
    'https://169.254.169.254/x',
    'http://example.com/x',
    'https://a:b@example.com/',
  ])('%s is never called for a member', (endpoint) => expect(createPush(createHttp()).problem(endpoint)).not.toBeNull())

  test('that leads into a private network by its name is refused when it is called', async () => {
    const push = createPush(createHttp({ resolve: async () => ['192.168.1.1'] }))
    const pair = createECDH('prime256v1')
    pair.generateKeys()
    const sender = {
      publicKey: pair.getPublicKey('base64url'),
      privateKey: pair.getPrivateKey('base64url').padStart(43, 'A'),
      subject: 'mailto:a@b.example',
    }
    const { p256dh, auth } = service.subscribe()
    const message = { payload: '{}', ttlSeconds: 1, topic: 'x', urgency: 'normal' } as const
    const outcome = await push.send(sender, { endpoint: 'https://push.example/x', p256dh, auth, ...message })
    expect(outcome).toMatchObject({ kind: 'later', reason: expect.stringMatching(/private/i) })
  })

  test('of the wrong form is refused with its field', async () => {
    const person = await world.user('odd_endpoint')
    const refused = await refusal(person.push.subscribe({ body: { endpoint: 'http://example.com/push', ...keys } }))
    expect(refused).toMatchObject({ status: 422, failure: { code: 'ENDPOINT_REFUSED' } })
    const short = await refusal(
      person.push.subscribe({ body: { endpoint: 'https://example.com/push', p256dh: 'x', auth: 'y' } }),
    )
    expect(short).toMatchObject({ status: 422 })
  })
})

describe('a device', () => {
  test('belongs to whoever signed in there last, and ends with the session', async () => {
    const [first, second] = [await world.user('first_there'), await world.user('second_there')]
    const device = await subscribe(first)
    await second.push.subscribe({ body: device })
    expect((await first.push.settings()).devices).toEqual([])
    await credit(first.id)
    await send()
    expect(service.delivered).toEqual([])
    expect((await second.push.settings()).devices).toMatchObject([{ current: true }])
    await second.auth.logout()
    await credit(second.id)
    await send()
    expect(service.delivered).toEqual([])
  })

  test('is removed by its user alone, and the oldest makes room', async () => {
    const [mine, other] = [await world.user('many_devices'), await world.user('not_mine')]
    for (let count = 0; count < PUSH_DEVICES + 2; count += 1) {
      world.clock.turn(1)
      await subscribe(mine)
    }
    const { devices } = await mine.push.settings()
    expect(devices).toHaveLength(PUSH_DEVICES)
    const params = { id: devices[0]?._id ?? '' }
    expect(await refusal(other.push.remove({ params }))).toMatchObject({ status: 404 })
    await mine.push.remove({ params })
    expect(await refusal(mine.push.remove({ params }))).toMatchObject({ status: 404 })
    expect((await mine.push.settings()).devices).toHaveLength(PUSH_DEVICES - 1)
  })
})

test('the key pair is made once, however many ask at once, and its private half is sealed', async () => {
  await world.db.write((tx) => tx.deleteFrom('push_keys').execute())
  const person = await world.user('asks_at_once')
  const keys = await Promise.all(Array.from({ length: 8 }, () => person.push.settings()))
  expect(new Set(keys.map(({ publicKey }) => publicKey)).size).toBe(1)
  const [row] = await world.db.read.selectFrom('push_keys').selectAll().execute()
  expect(row?.private_key).not.toMatch(/^[\w-]{43}$/)
})

test('the next claim is told to be ready once, after each claim', async () => {
  const person = await world.user('claims_pushed')
  await subscribe(person)
  const after = `last_claim_at = $2, locked_at = $2, locked_until = $2, lock_reason = 'It is over.'`
  const claimed = () => world.db.raw(`UPDATE users SET ${after} WHERE id = $1`, [person.id, world.clock.now()])
  await claimed()
  await send()
  expect(service.delivered).toEqual([])
  world.clock.turn(300)
  await Promise.all([send(), send()])
  expect(service.delivered.map(({ payload }) => payload['body'])).toEqual(['Your next claim is ready.'])
  world.clock.turn(3_600)
  await send()
  expect(service.delivered).toHaveLength(1)
  await claimed()
  world.clock.turn(300)
  await send()
  expect(service.delivered).toHaveLength(2)
  await person.push.change({ body: { kindsOff: ['claim-ready'] } })
  await claimed()
  world.clock.turn(300)
  await send()
  expect(service.delivered).toHaveLength(2)
})
