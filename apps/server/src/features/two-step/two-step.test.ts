import { TOTP } from 'otpauth'
import { describe, expect, it } from 'vitest'
import { renewAdminPassword } from '#features/auth/admin-password.ts'
import { disableTwoStep } from '#features/two-step/two-step.ts'
import { newId } from '#kernel/id.ts'
import { byGoogle, personaOf, ticketOf, useGoogle } from '#test/google.ts'
import { expectRefused, PASSWORD, signedIn, signIn, signUpVerified } from '#test/sign-up.ts'
import { useWorld, type Visitor } from '#test/world.ts'

const world = useWorld({ connections: 24 })
const google = useGoogle(world)

/** The code that the app shows now, or `steps` half minutes from now. */
const codeOf = (secret: string, steps = 0): string =>
  new TOTP({ secret }).generate({ timestamp: world.clock.now().getTime() + steps * 30_000 })

/** Somebody new who has switched the second step on, with codes that count from the next half minute on. */
const guarded = async (username: string) => {
  const person = await signUpVerified(world, username)
  const { secret, uri } = await person.me.twoStep.start()
  const { recoveryCodes } = await person.me.twoStep.confirm({ body: { code: codeOf(secret) } })
  world.clock.turn(30)
  return { ...person, secret, uri, recoveryCodes }
}

/** The first half of a login, by password. */
const half = async (visitor: Visitor, login: string): Promise<string> => {
  const captcha = await visitor.solve.captcha('login')
  return ticketOf(await visitor.auth.login({ body: { login, password: PASSWORD, captcha }, headers: {} }))
}

const finish = (visitor: Visitor, ticket: string, code: string) =>
  visitor.auth.twoStep({ body: { ticket, code }, headers: {} })

describe('switching it on', () => {
  it('counts once a code has confirmed it, and shows what the app reads', async () => {
    const { me, visitor } = await signUpVerified(world, 'starter')
    const { secret, uri } = await me.twoStep.start()
    expect(uri).toMatch(/^otpauth:\/\/totp\/Runnel:starter\?/)
    expect(new URL(uri).searchParams.get('secret')).toBe(secret)
    await expectRefused(me.twoStep.confirm({ body: { code: codeOf(secret, 5) } }), 422, 'WRONG_CODE')
    await signIn(visitor, 'starter')
    const { recoveryCodes } = await me.twoStep.confirm({ body: { code: codeOf(secret) } })
    expect(new Set(recoveryCodes).size).toBe(10)
    expect(await me.twoStep.status()).toMatchObject({ enabled: true, recoveryCodesLeft: 10, asks: { code: true } })
    await expectRefused(me.twoStep.start(), 409, 'TWO_STEP_ON')
    await expectRefused(me.twoStep.confirm({ body: { code: codeOf(secret, 1) } }), 409, 'TWO_STEP_NOT_STARTED')
    await world.runJobs()
    expect(world.mails.findLast(({ to }) => to === 'starter@example.com')?.subject).toContain('turned on')
  })

  it('asks for a fresh proof, and does not wait for ever', async () => {
    const { me } = await signUpVerified(world, 'waiter')
    const { secret } = await me.twoStep.start()
    world.clock.turn(601)
    await expectRefused(me.twoStep.start(), 403, 'STEP_UP_REQUIRED')
    await expectRefused(me.twoStep.confirm({ body: { code: codeOf(secret) } }), 403, 'STEP_UP_REQUIRED')
    world.clock.turn(1_200)
    await me.twoStep.stepUp({ body: { password: PASSWORD } })
    await expectRefused(me.twoStep.confirm({ body: { code: codeOf(secret) } }), 409, 'TWO_STEP_NOT_STARTED')
  })

  it('keeps no secret and no recovery code that a copy of the database would show', async () => {
    const { secret, recoveryCodes } = await guarded('sealed')
    const rows = JSON.stringify([
      await world.db.raw('SELECT * FROM two_steps', []),
      await world.db.raw('SELECT * FROM recovery_codes', []),
      await world.db.raw('SELECT * FROM login_tickets', []),
    ])
    for (const hidden of [secret, ...recoveryCodes]) expect(rows).not.toContain(hidden)
  })

  it('opens nothing for another account that the row is moved to', async () => {
    const { secret } = await guarded('owner_of_row')
    const thief = await guarded('row_thief')
    await world.db.raw(
      `UPDATE two_steps SET secret = (SELECT secret FROM two_steps t JOIN users u ON u.id = t.user_id
         WHERE username = 'owner_of_row') WHERE user_id = $1`,
      [thief.id],
    )
    const ticket = await half(thief.visitor, 'row_thief')
    await expectRefused(finish(thief.visitor, ticket, codeOf(secret)), 422, 'WRONG_CODE')
  })
})

describe('a login', () => {
  it('stops half way and goes on with the code, typed as people type it', async () => {
    const { visitor, secret } = await guarded('halver')
    const ticket = await half(visitor, 'halver')
    const code = codeOf(secret)
    await expectRefused(finish(visitor, ticket, '000000'), 422, 'WRONG_CODE')
    const { token } = await finish(visitor, ticket, `${code.slice(0, 3)} ${code.slice(3)}`)
    expect((await signedIn(visitor, token).user.me()).user.username).toBe('halver')
  })

  it('takes a code of the half minute before and after, and none further away', async () => {
    const { visitor, secret } = await guarded('drifter')
    for (const [steps, isTaken] of [
      [-2, false],
      [2, false],
      [-1, true],
      [1, true],
    ] as const) {
      world.clock.turn(300)
      const tried = finish(visitor, await half(visitor, 'drifter'), codeOf(secret, steps))
      if (isTaken) await tried
      else await expectRefused(tried, 422, 'WRONG_CODE')
    }
  })

  it('takes a code once, and none that is older', async () => {
    const { visitor, secret } = await guarded('replayer')
    const code = codeOf(secret)
    const tickets = [await half(visitor, 'replayer'), await half(visitor, 'replayer'), await half(visitor, 'replayer')]
    const tries = await Promise.allSettled(tickets.map((ticket) => finish(visitor, ticket, code)))
    expect(tries.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
    const ticket = await half(visitor, 'replayer')
    await expectRefused(finish(visitor, ticket, code), 422, 'WRONG_CODE')
    await expectRefused(finish(visitor, ticket, codeOf(secret, -1)), 422, 'WRONG_CODE')
    await finish(visitor, ticket, codeOf(secret, 1))
  })

  it('takes a ticket once, on its device, for five minutes', async () => {
    const { visitor, secret } = await guarded('ticketed')
    const ticket = await half(visitor, 'ticketed')
    await expectRefused(finish(world.guest(), ticket, codeOf(secret)), 409, 'TICKET_DEAD')
    const both = await Promise.allSettled([
      finish(visitor, ticket, codeOf(secret)),
      finish(visitor, ticket, codeOf(secret, 1)),
    ])
    expect(both.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
    world.clock.turn(60)
    const late = await half(visitor, 'ticketed')
    world.clock.turn(301)
    await expectRefused(finish(visitor, late, codeOf(secret)), 409, 'TICKET_DEAD')
    await expectRefused(
      visitor.oidc.link({ body: { ticket: late, password: PASSWORD }, headers: {} }),
      409,
      'TICKET_DEAD',
    )
  })

  it('takes each recovery code once, even of two at once, and tells it', async () => {
    const { visitor, recoveryCodes, email } = await guarded('phoneless')
    const [code = ''] = recoveryCodes
    const tickets = [await half(visitor, 'phoneless'), await half(visitor, 'phoneless')]
    const typed = code.toUpperCase().replace('-', ' ')
    const tries = await Promise.allSettled(tickets.map((ticket) => finish(visitor, ticket, typed)))
    expect(tries.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
    await expectRefused(finish(visitor, await half(visitor, 'phoneless'), code), 422, 'WRONG_CODE')
    await world.runJobs()
    expect(
      world.mails
        .filter(({ to }) => to === email)
        .map(({ text }) => text)
        .join(),
    ).toContain('9 left')
  })

  it('is guessed five times in a minute and no more, and strangers do not lock the owner out', async () => {
    const { visitor, secret } = await guarded('target')
    const stranger = world.guest()
    const ticket = await half(stranger, 'target')
    for (let times = 0; times < 5; times++) await expectRefused(finish(stranger, ticket, '111111'), 422, 'WRONG_CODE')
    await expectRefused(finish(stranger, ticket, codeOf(secret)), 429, 'TOO_MANY')
    await finish(visitor, await half(visitor, 'target'), codeOf(secret))
  })

  it('asks the code after Google too, and after a new password by mail', async () => {
    const { me, visitor, secret } = await guarded('both')
    await me.twoStep.stepUp({ body: { password: PASSWORD, code: codeOf(secret) } })
    const persona = personaOf('both-g')
    await byGoogle(google.server, { oidc: me.oidc }, { persona, purpose: 'link' })
    world.clock.turn(30)
    const outcome = await byGoogle(google.server, visitor, { persona })
    expect(outcome).toMatchObject({ twoStep: true })
    await finish(visitor, ticketOf(outcome), codeOf(secret))
  })
})

describe('switching it off', () => {
  it('asks password and code, and signing in then asks nothing more', async () => {
    const { me, visitor, secret } = await guarded('stopper')
    const code = codeOf(secret)
    await expectRefused(me.twoStep.disable({ body: { code } }), 422, 'PASSWORD_NEEDED')
    await expectRefused(me.twoStep.disable({ body: { password: PASSWORD } }), 422, 'CODE_NEEDED')
    await expectRefused(me.twoStep.disable({ body: { password: 'wrong', code } }), 422, 'WRONG_PASSWORD')
    await expectRefused(me.twoStep.disable({ body: { password: PASSWORD, code: '000000' } }), 422, 'WRONG_CODE')
    await me.twoStep.disable({ body: { password: PASSWORD, code } })
    await expectRefused(me.twoStep.disable({ body: { password: PASSWORD, code } }), 409, 'TWO_STEP_OFF')
    await signIn(visitor, 'stopper')
  })

  it('gives new recovery codes that make the old ones void', async () => {
    const { me, visitor, secret, recoveryCodes } = await guarded('renewing')
    const proof = { password: PASSWORD, code: codeOf(secret) }
    const fresh = await me.twoStep.newCodes({ body: proof })
    const ticket = await half(visitor, 'renewing')
    await expectRefused(finish(visitor, ticket, recoveryCodes[0] ?? ''), 422, 'WRONG_CODE')
    await finish(visitor, ticket, fresh.recoveryCodes[0] ?? '')
    const { me: other } = await signUpVerified(world, 'without')
    await expectRefused(other.twoStep.newCodes({ body: { password: PASSWORD } }), 409, 'TWO_STEP_OFF')
  })

  it('is done by a person of the site, or at the console, for who lost everything', async () => {
    const { visitor, id } = await guarded('loser')
    const waiting = await half(visitor, 'loser')
    await world.db.write((tx) => disableTwoStep(tx, id))
    await expectRefused(finish(visitor, waiting, '000000'), 409, 'TICKET_DEAD')
    await signIn(visitor, 'loser')
    const other = await guarded('console')
    const password = await renewAdminPassword(world.db, 'console', world.clock.now())
    await signIn(other.visitor, 'console', password)
  })
})

describe('a fresh proof', () => {
  it('counts for ten minutes from a login or a step up, for this session only', async () => {
    const { me, visitor } = await signUpVerified(world, 'prover')
    const { me: elsewhere } = await signIn(visitor, 'prover')
    await me.twoStep.start()
    world.clock.turn(601)
    await expectRefused(me.twoStep.start(), 403, 'STEP_UP_REQUIRED')
    expect((await me.twoStep.status()).provedUntil).toBeNull()
    await expectRefused(me.twoStep.stepUp({ body: {} }), 422, 'PASSWORD_NEEDED')
    await expectRefused(me.twoStep.stepUp({ body: { password: 'wrong' } }), 422, 'WRONG_PASSWORD')
    const { provedUntil } = await me.twoStep.stepUp({ body: { password: PASSWORD } })
    expect(provedUntil).toBe(new Date(world.clock.now().getTime() + 600_000).toISOString())
    await me.twoStep.start()
    await expectRefused(elsewhere.twoStep.start(), 403, 'STEP_UP_REQUIRED')
  })

  it('is guessed five times in a minute and no more, without stopping other sessions', async () => {
    const { me, visitor } = await signUpVerified(world, 'patient')
    const { me: other } = await signIn(visitor, 'patient')
    const guess = () => me.twoStep.stepUp({ body: { password: 'a guess' } })
    for (let times = 0; times < 5; times++) await expectRefused(guess(), 422, 'WRONG_PASSWORD')
    await expectRefused(guess(), 429, 'TOO_MANY')
    await other.twoStep.stepUp({ body: { password: PASSWORD } })
  })

  it('gives who knows the password no more guesses at the code for it', async () => {
    const { me, secret } = await guarded('overheard')
    const guess = () => me.twoStep.stepUp({ body: { password: PASSWORD, code: codeOf(secret, 5) } })
    const between = () => me.user.password({ body: { currentPassword: PASSWORD, password: PASSWORD } })
    // Switching it on took one of the five.
    for (let times = 0; times < 2; times++) {
      await expectRefused(guess(), 422, 'WRONG_CODE')
      await expectRefused(between(), 422, 'PASSWORD_SAME')
    }
    await expectRefused(guess(), 429, 'TOO_MANY')
  })

  it('is asked before dangerous acts of the owner, and before settings about money and entry', async () => {
    const owner = await world.owner({ proved: false })
    await expectRefused(owner.admin.approveWithdrawals({ body: { ids: [] } }), 403, 'STEP_UP_REQUIRED')
    const save = (settings: object) => owner.admin.saveSettings({ body: settings })
    await expectRefused(save({ payout_auto_max: 5 }), 403, 'STEP_UP_REQUIRED')
    await expectRefused(save({ site_currency: 'BTC' }), 403, 'STEP_UP_REQUIRED')
    await expectRefused(save({ exchange_bonus_percent: 100 }), 403, 'STEP_UP_REQUIRED')
    await expectRefused(save({ captcha_secret: 'x' }), 403, 'STEP_UP_REQUIRED')
    await expectRefused(save({ google_issuer: 'https://evil.example' }), 403, 'STEP_UP_REQUIRED')
    await expectRefused(save({ two_step_staff: true }), 403, 'STEP_UP_REQUIRED')
    await save({ faucet_reward: 31 })
  })
})

describe('the people of the site', () => {
  it('do nothing as such without it when the owner asks for it', async () => {
    const owner = await world.owner()
    const moderator = await world.moderator()
    await world.settings({ two_step_staff: true })
    const refusal = await expectRefused(owner.admin.settings(), 403, 'TWO_STEP_REQUIRED')
    expect(refusal).toMatchObject({ action: { type: 'redirect', path: '/app/account' } })
    await expectRefused(moderator.task.disputedStatistic(), 403, 'TWO_STEP_REQUIRED')
    // Nor by calls that are for everybody, and there too they are told what it takes.
    const body = { status: 'paused', reason: 'A look at it.', isByAdmin: true } as const
    await expectRefused(moderator.task.setStatus({ params: { id: newId() }, body }), 403, 'TWO_STEP_REQUIRED')
    await (await world.user('a_user')).faucet.info()
    await owner.faucet.info()
    expect(await owner.twoStep.status()).toMatchObject({ required: true, enabled: false })
    const { secret } = await owner.twoStep.start()
    await owner.twoStep.confirm({ body: { code: codeOf(secret) } })
    await owner.admin.settings()
    await world.settings({ two_step_staff: false })
    await moderator.task.disputedStatistic()
  })
})
