import { PASSKEY_ALGORITHMS, PASSKEYS_MAX } from '@runnel/contract/account/passkey'
import { describe, expect, test } from 'vitest'
import { renewAdminPassword } from '#features/auth/admin-password.ts'
import { createPasskey, type PasskeyLies } from '#test/fakes/passkey.ts'
import { refusal } from '#test/refusal.ts'
import { mailedSecret, signedIn, signUpVerified } from '#test/sign-up.ts'
import { type Person, useWorld } from '#test/world.ts'

const origin = 'http://runnel.test'
const world = useWorld({ limits: false })

const add = async (person: Pick<Person, 'passkey'>, name = 'My phone', device = createPasskey(origin)) => {
  const { options } = await person.passkey.start()
  await person.passkey.add({ body: { name, created: device.create(options) } })
  return device
}

const signIn = async (device: ReturnType<typeof createPasskey>, visitor = world.guest()) => {
  const { options } = await visitor.passkey.loginStart()
  const { token } = await visitor.passkey.login({ body: { signed: device.sign(options) }, headers: {} })
  return signedIn(visitor, token)
}

const withoutPassword = (person: Person) =>
  world.db.write((tx) => tx.updateTable('users').set({ password_hash: null }).where('id', '=', person.id).execute())

test('a passkey is added, named, used to sign in, and removed', async () => {
  const person = await world.user('key_holder')
  const device = await add(person)
  expect(await person.passkey.list()).toMatchObject({
    passkeys: [{ id: device.id, name: 'My phone', synced: false, lastUsedAt: null }],
  })
  const me = await signIn(device)
  expect((await me.user.me()).user.username).toBe('key_holder')
  expect((await me.passkey.list()).passkeys[0]?.lastUsedAt).toBe(world.clock.now().toISOString())
  await person.passkey.rename({ params: { id: device.id }, body: { name: 'Work phone' } })
  expect((await person.passkey.list()).passkeys[0]?.name).toBe('Work phone')
  const other = await add(person, 'Other phone')
  await person.passkey.remove({ params: { id: device.id } })
  expect((await person.passkey.list()).passkeys.map(({ id }) => id)).toEqual([other.id])
  expect(await refusal(signIn(device))).toMatchObject({ failure: { code: 'PASSKEY_REFUSED' } })
  const told = (await person.user.me()).notification.notifications.map(({ kind }) => kind)
  expect(told).toEqual(expect.arrayContaining(['passkey-added', 'passkey-removed', 'new-device']))
})

describe('a key of each algorithm that is offered', () => {
  test.each(PASSKEY_ALGORITHMS)('$cose is added, signs in and proves', async ({ cose: algorithm }) => {
    const person = await world.user(`algorithm_${-algorithm}`)
    const { options } = await person.passkey.start()
    expect(options['pubKeyCredParams']).toContainEqual({ alg: algorithm, type: 'public-key' })
    // The longest id that WebAuthn allows.
    const device = await add(person, 'Key', createPasskey(origin, { algorithm, idBytes: 1_023 }))
    const me = await signIn(device)
    const proof = await me.passkey.proveStart()
    await me.passkey.prove({ body: { signed: device.sign(proof.options) } })
    const wrong = await me.passkey.proveStart()
    const forged = me.passkey.prove({ body: { signed: device.sign(wrong.options, { otherKey: true }) } })
    expect(await refusal(forged)).toMatchObject({ failure: { code: 'PASSKEY_REFUSED' } })
    await me.passkey.rename({ params: { id: device.id }, body: { name: 'Named' } })
  })

  test('and of no other', async () => {
    const { options } = await (await world.user('offered')).passkey.start()
    const offered = (options['pubKeyCredParams'] as { alg: number }[]).map(({ alg }) => alg)
    expect(offered).toEqual(PASSKEY_ALGORITHMS.map(({ cose }) => cose))
  })
})

test('an attestation with a chain of certificates is judged, and not refused for its length', async () => {
  const person = await world.user('attested')
  const { options } = await person.passkey.start()
  const created = createPasskey(origin).create(options)
  const attestationObject = Buffer.alloc(9_000, 1).toString('base64url')
  const body = { name: 'Key', created: { ...created, response: { ...created.response, attestationObject } } }
  expect(await refusal(person.passkey.add({ body }))).toMatchObject({ failure: { code: 'PASSKEY_REFUSED' } })
})

test('it counts as both steps where a code is asked for otherwise', async () => {
  const person = await world.user('two_steps_by_key')
  const device = await add(person)
  const now = world.clock.now()
  await world.db.write((tx) => tx.updateTable('users').set({ two_step_at: now }).where('id', '=', person.id).execute())
  const me = await signIn(device)
  expect((await me.user.me()).user.username).toBe('two_steps_by_key')
})

test('it proves who is at the screen, for this session alone', async () => {
  const person = await world.user('prover', { proved: false })
  expect(await refusal(person.passkey.start())).toMatchObject({ failure: { code: 'STEP_UP_REQUIRED' } })
  expect(await refusal(person.passkey.proveStart())).toMatchObject({ status: 404 })
  const elsewhere = await world.user('prover')
  const device = await add(elsewhere)
  const { options } = await person.passkey.proveStart()
  expect(options['allowCredentials']).toMatchObject([{ id: device.id }])
  const body = { signed: device.sign(options) }
  // The challenge of one session is none of another's.
  expect(await refusal(elsewhere.passkey.prove({ body }))).toMatchObject({ failure: { code: 'PASSKEY_EXPIRED' } })
  await person.passkey.prove({ body })
  await person.passkey.start()
  const other = await world.user('stranger')
  const theirs = await add(other)
  const again = await person.passkey.proveStart()
  const refused = await refusal(person.passkey.prove({ body: { signed: theirs.sign(again.options) } }))
  expect(refused).toMatchObject({ failure: { code: 'PASSKEY_REFUSED' } })
})

describe('a sign-in is refused', () => {
  const lies: Record<string, PasskeyLies> = {
    'of another site': { origin: 'https://runnel.test.evil.example' },
    'by another scheme': { origin: 'https://runnel.test' },
    'for another relying party': { rpID: 'evil.example' },
    'of nobody who was verified': { unverified: true },
    'with another key': { otherKey: true },
    'as another user': { userHandle: Buffer.alloc(32).toString('base64url') },
    'that was a registration': { type: 'webauthn.create' },
  }

  test.each(Object.entries(lies))('%s', async (name, lie) => {
    const person = await world.user(`liar_${Object.keys(lies).indexOf(name)}`)
    const device = await add(person)
    const visitor = world.guest()
    const { options } = await visitor.passkey.loginStart()
    const login = (signed: ReturnType<typeof device.sign>) => visitor.passkey.login({ body: { signed }, headers: {} })
    expect(await refusal(login(device.sign(options, lie)))).toMatchObject({ failure: { code: 'PASSKEY_REFUSED' } })
    await login(device.sign(options))
  })

  test('of a copy, whose counter has fallen behind; its user is told once a day', async () => {
    const person = await world.user('copied')
    const device = await add(person)
    await signIn(device)
    const useCopy = async (lies: PasskeyLies) => {
      const visitor = world.guest()
      const { options } = await visitor.passkey.loginStart()
      return refusal(visitor.passkey.login({ body: { signed: device.sign(options, lies) }, headers: {} }))
    }
    const notices = async () => {
      const { notifications } = (await person.user.me()).notification
      return notifications.filter(({ kind }) => kind === 'passkey-copied')
    }
    const refused = { failure: { code: 'PASSKEY_REFUSED' } }
    // Anybody can name a key; only one that signs is a copy.
    expect(await useCopy({ counter: 1, otherKey: true })).toMatchObject(refused)
    expect(await notices()).toEqual([])
    const answers = await Promise.all(Array.from({ length: 5 }, () => useCopy({ counter: 1 })))
    for (const answer of answers) expect(answer).toMatchObject(refused)
    expect(await notices()).toMatchObject([{ values: { name: 'My phone' } }])
    expect(await useCopy({ counter: 0 })).toMatchObject(refused)
    expect(await notices()).toHaveLength(1)
    world.clock.turn(86_401)
    expect(await useCopy({ counter: 1 })).toMatchObject(refused)
    expect(await notices()).toHaveLength(2)
    // The device itself still works.
    await signIn(device)
  })

  test('with a challenge that is made up, used, old or of another device', async () => {
    const device = await add(await world.user('challenged'))
    const [visitor, other] = [world.guest(), world.guest()]
    const login = (options: Record<string, unknown>, who = visitor, lie: PasskeyLies = {}) =>
      who.passkey.login({ body: { signed: device.sign(options, lie) }, headers: {} })
    const expired = { failure: { code: 'PASSKEY_EXPIRED' } }
    const { options } = await visitor.passkey.loginStart()
    expect(await refusal(login(options, visitor, { challenge: 'AAAA' }))).toMatchObject(expired)
    expect(await refusal(login(options, other))).toMatchObject(expired)
    await login(options)
    expect(await refusal(login(options))).toMatchObject(expired)
    const late = await visitor.passkey.loginStart()
    world.clock.turn(301)
    expect(await refusal(login(late.options))).toMatchObject(expired)
  })

  test('the second of two that are sent at once', async () => {
    const device = await add(await world.user('twice_at_once'))
    const visitor = world.guest()
    const { options } = await visitor.passkey.loginStart()
    const body = { signed: device.sign(options) }
    const answers = await Promise.allSettled(
      Array.from({ length: 5 }, () => visitor.passkey.login({ body, headers: {} })),
    )
    expect(answers.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
  })

  test('during maintenance, except to those who run the site', async () => {
    const [device, staff] = [await add(await world.user('outside')), await add(await world.owner())]
    await world.settings({ maintenance: true })
    const refused = await refusal(signIn(device))
    const me = await signIn(staff).catch(() => undefined)
    await world.settings({ maintenance: false })
    expect(refused).toMatchObject({ status: 503 })
    expect(me).toBeDefined()
  })
})

describe('a registration is refused', () => {
  test.each([
    { origin: 'https://evil.example' },
    { rpID: 'evil.example' },
    { unverified: true },
    { type: 'webauthn.get' },
  ] satisfies PasskeyLies[])('with %o', async (lie) => {
    const person = await world.user('registers')
    const { options } = await person.passkey.start()
    const body = { name: 'Phone', created: createPasskey(origin).create(options, lie) }
    expect(await refusal(person.passkey.add({ body }))).toMatchObject({ failure: { code: 'PASSKEY_REFUSED' } })
  })

  test('with the challenge of another session, and of a passkey that is known', async () => {
    const [mine, other] = [await world.user('registers_here'), await world.user('registers_there')]
    const device = createPasskey(origin)
    const { options } = await mine.passkey.start()
    const body = { name: 'Phone', created: device.create(options) }
    expect(await refusal(other.passkey.add({ body }))).toMatchObject({ failure: { code: 'PASSKEY_EXPIRED' } })
    await mine.passkey.add({ body })
    expect(await refusal(mine.passkey.add({ body }))).toMatchObject({ failure: { code: 'PASSKEY_EXPIRED' } })
    const again = await other.passkey.start()
    const known = { name: 'Phone', created: device.create(again.options) }
    expect(await refusal(other.passkey.add({ body: known }))).toMatchObject({ failure: { code: 'PASSKEY_KNOWN' } })
  })

  test('where there are too many', async () => {
    const person = await world.user('collector')
    for (let count = 0; count < PASSKEYS_MAX; count += 1) await add(person, `Phone ${count}`)
    expect(await refusal(person.passkey.start())).toMatchObject({ failure: { code: 'TOO_MANY_PASSKEYS' } })
  })
})

describe('the last way to sign in', () => {
  test('stays, however many are removed at once', async () => {
    const person = await world.user('only_keys')
    const devices = [await add(person), await add(person)]
    await withoutPassword(person)
    const removing = devices.map(({ id }) => person.passkey.remove({ params: { id } }))
    const answers = await Promise.allSettled(removing)
    expect(answers.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
    const [last] = (await person.passkey.list()).passkeys
    expect(await refusal(person.passkey.remove({ params: { id: last?.id ?? '' } }))).toMatchObject({
      status: 409,
      failure: { code: 'LAST_SIGN_IN_METHOD' },
    })
  })

  test('is nobody else’s to touch', async () => {
    const [mine, other] = [await world.user('owns_key'), await world.user('wants_key')]
    const { id } = await add(mine)
    expect(await refusal(other.passkey.remove({ params: { id } }))).toMatchObject({ status: 404 })
    const rename = other.passkey.rename({ params: { id }, body: { name: 'Mine' } })
    expect(await refusal(rename)).toMatchObject({ status: 404 })
  })

  test('may be a passkey: Google can be unlinked then', async () => {
    const person = await world.user('google_and_key')
    await add(person)
    await withoutPassword(person)
    const row = { issuer: 'https://accounts.google.com', subject: '7', user_id: person.id, email: 'g@example.com' }
    await world.db.write((tx) =>
      tx
        .insertInto('google_accounts')
        .values({ ...row, linked_at: world.clock.now() })
        .execute(),
    )
    await person.oidc.unlink({ params: { provider: 'google' } })
  })
})

test('whoever takes the account back by mail takes the passkeys of before with it', async () => {
  const person = await signUpVerified(world, 'taken_back')
  const device = await add(person.me)
  const guest = world.guest()
  await guest.auth.forgotPassword({ body: { email: person.email, captcha: await guest.solve.captcha('forgot') } })
  await world.runJobs()
  const secret = mailedSecret(world, 'reset-password', person.email)
  await world.guest().auth.resetPassword({ body: { secret, password: 'nine loud herons' } })
  expect(await refusal(signIn(device))).toMatchObject({ failure: { code: 'PASSKEY_REFUSED' } })
})

test('an owner who takes the account back at the console takes the passkeys of before with it', async () => {
  const owner = await world.owner()
  const device = await add(owner)
  expect((await (await signIn(device)).user.me()).user.username).toBe('admin')
  await renewAdminPassword(world.db, 'admin', world.clock.now())
  expect(await refusal(signIn(device))).toMatchObject({ failure: { code: 'PASSKEY_REFUSED' } })
  expect((await (await world.owner()).user.me()).notification.notifications.map(({ kind }) => kind)).toContain(
    'passkey-removed',
  )
})
