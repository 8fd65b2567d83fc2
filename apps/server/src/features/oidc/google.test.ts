import { describe, expect, it } from 'vitest'
import { byGoogle, goToGoogle, personaOf, settingsOf, ticketOf, tokenOf, useGoogle } from '#test/google.ts'
import { altered } from '#test/inputs/altered.ts'
import { expectRefused, PASSWORD, signedIn, signUp } from '#test/sign-up.ts'
import { useWorld } from '#test/world.ts'

const world = useWorld({ connections: 24 })
const google = useGoogle(world)
const count = (table: string, where = 'true') =>
  world.db.raw(`SELECT count(*)::int AS n FROM ${table} WHERE ${where}`, []).then(([row]) => Number(row?.['n']))

/** Signs in as somebody new, who then chooses a name. */
const newcomer = async (username: string) => {
  const visitor = world.guest()
  const persona = personaOf(username)
  const token = tokenOf(await byGoogle(google.server, visitor, { persona }))
  const me = signedIn(visitor, token)
  await me.oidc.init({ body: { username } })
  return { visitor, persona, me }
}

describe('somebody new', () => {
  it('gets an account, verified, that chooses its name before anything else', async () => {
    const ref = await world.user('inviter')
    const visitor = world.guest()
    const going = { persona: personaOf('g-new', 'new.one@gmail.com'), redirect: '/app/faucet?x=1', ref: 'inviter' }
    const outcome = await byGoogle(google.server, visitor, going)
    expect(outcome).toMatchObject({ purpose: 'login', isNew: true, redirect: '/app/faucet?x=1' })
    const me = signedIn(visitor, tokenOf(outcome))
    expect(await me.user.me()).toMatchObject({ needsInit: true, hasSetPassword: false })
    const action = { type: 'redirect', path: '/app/account/init' }
    expect(await expectRefused(me.faucet.info(), 409, 'NEEDS_INIT')).toMatchObject({ action })
    await expectRefused(me.user.sessions(), 409, 'NEEDS_INIT')
    await me.oidc.init({ body: { username: 'chosen', tz: 'Europe/Berlin' } })
    const { user, needsInit } = await me.user.me()
    expect({ needsInit, ...user }).toMatchObject({
      needsInit: false,
      username: 'chosen',
      email: 'new.one@gmail.com',
      emailVerified: true,
      tz: 'Europe/Berlin',
    })
    await me.faucet.info()
    await expectRefused(me.oidc.init({ body: { username: 'again' } }), 409, 'INIT_DONE')
    const { notification } = await ref.user.me()
    expect(notification.notifications.map(({ kind }) => kind)).toContain('referral-joined')
    await me.auth.logout()
  })

  it('chooses no name that is taken, kept for the site, or made up like a makeshift', async () => {
    await world.user('first_here')
    const visitor = world.guest()
    const outcome = await byGoogle(google.server, visitor, { persona: personaOf('g-names') })
    const me = signedIn(visitor, tokenOf(outcome))
    const choose = (username: string) => me.oidc.init({ body: { username } })
    await expectRefused(choose('first_here'), 422, 'USERNAME_TAKEN')
    await expectRefused(choose('admin'), 422, 'USERNAME_RESERVED')
    await expectRefused(choose('deleted_0123456789ab'), 422, 'USERNAME_RESERVED')
    await expectRefused(choose('new_0123456789abcdef'), 422, 'USERNAME_RESERVED')
    await choose('second_here')
  })

  it('is found again by the subject, though the address at Google is another now', async () => {
    const { visitor, persona, me } = await newcomer('mover')
    persona.email = 'moved@example.com'
    const again = await byGoogle(google.server, visitor, { persona })
    expect(again).toMatchObject({ isNew: false })
    const { user } = await signedIn(visitor, tokenOf(again)).user.me()
    expect(user).toMatchObject({ username: 'mover', email: 'mover@example.com' })
    expect((await me.twoStep.status()).google?.email).toBe('moved@example.com')
    // Nor does who now has the old address get in.
    const other = await byGoogle(google.server, world.guest(), { persona: personaOf('other', 'mover@example.com') })
    expect(other).toMatchObject({ linkNeeded: true })
    await expectRefused(
      world.guest().oidc.link({ body: { ticket: ticketOf(other), password: PASSWORD }, headers: {} }),
      409,
      'TICKET_DEAD',
    )
  })

  it('is refused without a verified address, with a throw-away one, and when no accounts are taken', async () => {
    const before = await count('users')
    const enter = (persona: ReturnType<typeof personaOf>) => byGoogle(google.server, world.guest(), { persona })
    await expectRefused(enter(personaOf('u1', 'u1@example.com', false)), 409, 'GOOGLE_UNVERIFIED')
    await expectRefused(enter(personaOf('u2', 'u2@mailinator.com')), 422, 'EMAIL_DISPOSABLE')
    await world.settings({ registration_open: false })
    await expectRefused(enter(personaOf('u3')), 403, 'REGISTRATION_CLOSED')
    await world.settings({ registration_open: true, maintenance: true })
    await expectRefused(enter(personaOf('u4')), 503, 'MAINTENANCE')
    await world.settings({ maintenance: false })
    expect(await count('users')).toBe(before)
  })

  it('makes as many accounts on a device as by registering', async () => {
    const visitor = world.guest()
    for (const sub of ['d1', 'd2']) await byGoogle(google.server, visitor, { persona: personaOf(sub) })
    await expectRefused(byGoogle(google.server, visitor, { persona: personaOf('d3') }), 429, 'TOO_MANY')
  })

  it('makes one account, though two visits come back at once', async () => {
    const persona = personaOf('twice')
    const [one, two] = [world.guest(), world.guest()]
    const first = await goToGoogle(google.server, one, { persona })
    const second = await goToGoogle(google.server, two, { persona })
    const outcomes = await Promise.all([
      one.oidc.callback({ params: { provider: 'google' }, body: first, headers: {} }),
      two.oidc.callback({ params: { provider: 'google' }, body: second, headers: {} }),
    ])
    const isNew = outcomes.map((outcome) => 'isNew' in outcome && outcome.isNew)
    expect(isNew.filter(Boolean)).toHaveLength(1)
    expect(await count('google_accounts', "subject = 'twice'")).toBe(1)
  })
})

describe('what comes back', () => {
  it('counts once, though it comes twice at once', async () => {
    const visitor = world.guest()
    const body = await goToGoogle(google.server, visitor, { persona: personaOf('replayed') })
    const results = await Promise.allSettled(
      [1, 2, 3].map(() => visitor.oidc.callback({ params: { provider: 'google' }, body, headers: {} })),
    )
    expect(results.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
    await expectRefused(
      visitor.oidc.callback({ params: { provider: 'google' }, body, headers: {} }),
      409,
      'PROVIDER_STALE',
    )
  })

  it('counts only on the device that it began on, with its own state, in time', async () => {
    const visitor = world.guest()
    const body = await goToGoogle(google.server, visitor, { persona: personaOf('elsewhere') })
    await expectRefused(
      world.guest().oidc.callback({ params: { provider: 'google' }, body, headers: {} }),
      409,
      'PROVIDER_STALE',
    )
    const state = altered(body.state)
    await expectRefused(
      visitor.oidc.callback({ params: { provider: 'google' }, body: { ...body, state }, headers: {} }),
      409,
      'PROVIDER_STALE',
    )
    world.clock.turn(901)
    await expectRefused(
      visitor.oidc.callback({ params: { provider: 'google' }, body, headers: {} }),
      409,
      'PROVIDER_STALE',
    )
  })

  it('must belong to this very start: a code of another start has another nonce and verifier', async () => {
    const visitor = world.guest()
    const one = await goToGoogle(google.server, visitor, { persona: personaOf('mixed') })
    const two = await goToGoogle(google.server, visitor, { persona: personaOf('mixed') })
    const body = { ...one, code: two.code }
    await expectRefused(
      visitor.oidc.callback({ params: { provider: 'google' }, body, headers: {} }),
      409,
      'PROVIDER_REFUSED',
    )
  })

  it('must carry the nonce that was asked for', async () => {
    const visitor = world.guest()
    const { url } = await visitor.oidc.start({ params: { provider: 'google' }, body: {} })
    const forged = new URL(url)
    forged.searchParams.set('nonce', 'of somebody else')
    const body = await google.server.visit(forged.href, personaOf('nonce'))
    await expectRefused(
      visitor.oidc.callback({ params: { provider: 'google' }, body, headers: {} }),
      409,
      'PROVIDER_REFUSED',
    )
  })

  it('must come from the provider that was asked', async () => {
    const visitor = world.guest()
    const body = await goToGoogle(google.server, visitor, { persona: personaOf('iss') })
    const wrong = { ...body, iss: 'https://evil.example' }
    await expectRefused(
      visitor.oidc.callback({ params: { provider: 'google' }, body: wrong, headers: {} }),
      409,
      'PROVIDER_REFUSED',
    )
  })

  it('is refused in words while the provider is down, and nothing is offered while none is set up', async () => {
    const visitor = world.guest()
    const body = await goToGoogle(google.server, visitor, { persona: personaOf('down') })
    await google.server.stop()
    await expectRefused(
      visitor.oidc.callback({ params: { provider: 'google' }, body, headers: {} }),
      503,
      'PROVIDER_DOWN',
    )
    await google.server.start()
    expect((await visitor.home.site()).googleLogin).toBe(true)
    await world.settings({ google_client_id: '' })
    expect((await visitor.home.site()).googleLogin).toBe(false)
    await expectRefused(visitor.oidc.start({ params: { provider: 'google' }, body: {} }), 409, 'PROVIDER_OFF')
    await expectRefused(
      visitor.oidc.callback({ params: { provider: 'google' }, body, headers: {} }),
      409,
      'PROVIDER_OFF',
    )
    await world.settings(settingsOf(google.server))
  })

  it('leads nowhere but to pages of ours', async () => {
    for (const redirect of ['//evil.example', 'https://evil.example', '/\\evil.example', 'app']) {
      await expectRefused(
        world.guest().oidc.start({ params: { provider: 'google' }, body: { redirect } }),
        422,
        'INVALID_FIELDS',
      )
    }
  })

  it('keeps neither nonce nor verifier nor state where a copy of the database would show them', async () => {
    const visitor = world.guest()
    const { url } = await visitor.oidc.start({ params: { provider: 'google' }, body: {} })
    const asked = new URL(url).searchParams
    const rows = JSON.stringify(await world.db.raw('SELECT * FROM google_starts', []))
    for (const name of ['state', 'nonce', 'code_challenge']) expect(rows).not.toContain(asked.get(name))
  })
})

describe('an address that has an account', () => {
  it('asks its password once, verifies the address, and signs in by Google from then on', async () => {
    const { visitor, me, id } = await signUp(world, 'linker')
    const outcome = await byGoogle(google.server, visitor, { persona: personaOf('linker') })
    expect(outcome).toMatchObject({ linkNeeded: true, email: 'linker@example.com' })
    const ticket = ticketOf(outcome)
    const link = (password: string) => visitor.oidc.link({ body: { ticket, password }, headers: {} })
    await expectRefused(link('not the password'), 422, 'WRONG_PASSWORD')
    expect(await count('google_accounts', `user_id = '${id}'`)).toBe(0)
    const results = await Promise.allSettled([link(PASSWORD), link(PASSWORD)])
    expect(results.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
    expect((await me.user.me()).user.emailVerified).toBe(true)
    const again = await byGoogle(google.server, world.guest(), { persona: personaOf('linker') })
    expect(again).toMatchObject({ isNew: false })
    await world.runJobs()
    expect(world.mails.findLast(({ to }) => to === 'linker@example.com')?.subject).toContain('Google account linked')
  })

  it('is asked as slowly as by a login', async () => {
    const { visitor } = await signUp(world, 'guessed')
    const ticket = ticketOf(await byGoogle(google.server, world.guest(), { persona: personaOf('guessed') }))
    await expectRefused(visitor.oidc.link({ body: { ticket, password: PASSWORD }, headers: {} }), 409, 'TICKET_DEAD')
    const guesser = world.guest()
    const own = ticketOf(await byGoogle(google.server, guesser, { persona: personaOf('guessed') }))
    const guess = () => guesser.oidc.link({ body: { ticket: own, password: 'a wrong guess' }, headers: {} })
    for (let times = 0; times < 5; times++) await expectRefused(guess(), 422, 'WRONG_PASSWORD')
    await expectRefused(guess(), 429, 'TOO_MANY')
  })

  it('waits five minutes for it', async () => {
    const { visitor } = await signUp(world, 'slowly')
    const ticket = ticketOf(await byGoogle(google.server, visitor, { persona: personaOf('slowly') }))
    world.clock.turn(301)
    await expectRefused(visitor.oidc.link({ body: { ticket, password: PASSWORD }, headers: {} }), 409, 'TICKET_DEAD')
  })
})
