import { describe, expect, it } from 'vitest'
import { sha256 } from '#kernel/secrets.ts'
import { altered } from '#test/inputs/altered.ts'
import { expectRefused, registration, signedIn, signIn, signUp } from '#test/sign-up.ts'
import { useWorld } from '#test/world.ts'

const world = useWorld({ connections: 24 })

const userRow = (username: string) =>
  world.db.read.selectFrom('users').selectAll().where('username', '=', username).executeTakeFirst()

describe('register', () => {
  it('opens an account with empty balances, a session, a welcome and a mail', async () => {
    const { me, id, token } = await signUp(world, 'ann', { tz: 'europe/berlin' })
    const { user, notification, hasSetPassword } = await me.user.me()
    expect(user).toMatchObject({
      username: 'ann',
      email: 'ann@example.com',
      role: 'user',
      balance: 0,
      depositBalance: 0,
      heldBalance: 0,
      totalEarned: 0,
      level: 1,
      emailVerified: false,
      tz: 'Europe/Berlin',
      lockedAt: null,
    })
    expect(user.joinedAt).toBe(world.clock.now().toISOString())
    expect(hasSetPassword).toBe(true)
    expect(notification.unread).toBe(1)
    expect(notification.notifications.map(({ kind }) => kind)).toEqual(['welcome'])
    await world.runJobs()
    expect(world.mails.filter(({ to }) => to === 'ann@example.com')).toHaveLength(1)
    const stored = await world.db.read.selectFrom('sessions').select('token_hash').where('user_id', '=', id).execute()
    expect(stored.map(({ token_hash }) => token_hash.equals(sha256(token)))).toEqual([true])
    expect((await userRow('ann'))?.password_hash).toMatch(/^\$argon2id\$/)
  })

  it('takes an address at an internationalized domain in both spellings for one account', async () => {
    const ascii = 'vera@xn--80a1acny.xn--p1ai'
    const { me } = await signUp(world, 'vera', { email: 'vera@почта.рф' })
    expect((await me.user.me()).user.email).toBe(ascii)
    const again = world.guest()
    await expectRefused(again.auth.register(await registration(again, 'vera2', { email: ascii })), 422, 'EMAIL_TAKEN')
    await signIn(world.guest(), 'vera@почта.рф')
    await signIn(world.guest(), ascii)
    await signUp(world, 'amal', { email: 'amal@xn--4gbrim.xn--ygb9a' })
    for (const email of ['вера@почта.рф', 'vera@почта.рф/x', 'vera@xn--80a1acny.xn--', 'vera@１２７.0.0.1']) {
      const guest = world.guest()
      await expectRefused(guest.auth.register(await registration(guest, 'vera3', { email })), 422, 'INVALID_FIELDS')
    }
  })

  it('folds the name to lower case and keeps names and mailboxes unique', async () => {
    await signUp(world, 'bob')
    const guest = world.guest()
    const upper = await registration(guest, 'BOB', { email: 'bob2@example.com' })
    const taken = await expectRefused(guest.auth.register(upper), 422, 'USERNAME_TAKEN')
    expect(taken['errors']).toHaveProperty('username')
    await signUp(world, 'dots', { email: 'some.body+a@gmail.com' })
    const same = await registration(guest, 'dots2', { email: 'SomeBody+b@googlemail.com' })
    const known = await expectRefused(guest.auth.register(same), 422, 'EMAIL_TAKEN')
    expect(known['errors']).toHaveProperty('email')
  })

  it.each([
    ['a reserved name', { username: 'support1' }, 'USERNAME_RESERVED', 'username'],
    ['the name of the admin', { username: 'admin' }, 'USERNAME_RESERVED', 'username'],
    ['a disposable mailbox', { email: 'x@mailinator.com' }, 'EMAIL_DISPOSABLE', 'email'],
    ['a common password', { password: 'password1' }, 'PASSWORD_WEAK', 'password'],
    ['a password like the name', { password: 'newcomer12' }, 'PASSWORD_WEAK', 'password'],
    ['a short password', { password: 'seven7!' }, 'INVALID_FIELDS', 'password'],
    ['a short name', { username: 'ab' }, 'INVALID_FIELDS', 'username'],
    ['a name with spaces', { username: 'a b c' }, 'INVALID_FIELDS', 'username'],
    ['no address', { email: 'nobody' }, 'INVALID_FIELDS', 'email'],
  ])('refuses %s beside its field', async (_what, wrong, code, field) => {
    const guest = world.guest()
    const form = await registration(guest, 'newcomer')
    const failure = await expectRefused(guest.auth.register({ ...form, body: { ...form.body, ...wrong } }), 422, code)
    expect(failure['errors']).toHaveProperty(field)
    expect(await userRow('newcomer')).toBeUndefined()
  })

  it('refuses a captcha of another action and one that was used', async () => {
    const guest = world.guest()
    const form = await registration(guest, 'captchaless')
    const captcha = await guest.solve.captcha('login')
    const other = guest.auth.register({ ...form, body: { ...form.body, captcha } })
    await expect(other).rejects.toMatchObject({ status: 400, failure: { reload: 'captcha' } })
    await guest.auth.register(form)
    const again = guest.auth.register({
      ...form,
      body: { ...form.body, username: 'captchaless2', email: 'c2@example.com' },
    })
    await expect(again).rejects.toMatchObject({ failure: { reload: 'captcha' } })
    expect(await userRow('captchaless2')).toBeUndefined()
  })

  it('remembers who invited the newcomer, and takes an unknown name for nobody', async () => {
    const { id } = await signUp(world, 'inviter')
    await signUp(world, 'invited', { ref: 'INVITER' })
    await signUp(world, 'uninvited', { ref: 'nobody_at_all' })
    await signUp(world, 'mistyped', { ref: "x' OR '1" })
    expect((await userRow('invited'))?.referrer_id).toBe(id)
    expect((await userRow('uninvited'))?.referrer_id).toBeNull()
    expect((await userRow('mistyped'))?.referrer_id).toBeNull()
  })

  it('stores UTC for a zone that does not exist', async () => {
    await signUp(world, 'martian', { tz: 'Mars/Olympus' })
    expect((await userRow('martian'))?.tz).toBe('UTC')
  })

  it('makes one account of twenty forms with one name sent at once', async () => {
    const forms = await Promise.all(
      Array.from({ length: 20 }, async (_, n) => {
        const guest = world.guest()
        return { guest, form: await registration(guest, 'racer', { email: `racer${n}@example.com` }) }
      }),
    )
    const results = await Promise.allSettled(forms.map(({ guest, form }) => guest.auth.register(form)))
    expect(results.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
    for (const result of results) {
      if (result.status === 'rejected') {
        expect(result.reason).toMatchObject({ status: 422, failure: { code: 'USERNAME_TAKEN' } })
      }
    }
    const accounts = await world.db.raw(`SELECT count(*)::int AS n FROM users WHERE username = 'racer'`)
    expect(accounts).toEqual([{ n: 1 }])
  })

  it('makes one account of one mailbox, however it is spelled at once', async () => {
    const forms = await Promise.all(
      Array.from({ length: 8 }, async (_, n) => {
        const guest = world.guest()
        return { guest, form: await registration(guest, `mailrace${n}`, { email: `mail.race+${n}@gmail.com` }) }
      }),
    )
    const results = await Promise.allSettled(forms.map(({ guest, form }) => guest.auth.register(form)))
    expect(results.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
    for (const result of results) {
      if (result.status === 'rejected') expect(result.reason).toMatchObject({ failure: { code: 'EMAIL_TAKEN' } })
    }
  })

  it('lets one device make two accounts a day', async () => {
    const guest = world.guest()
    await guest.auth.register(await registration(guest, 'first_one'))
    // A form that is refused for another reason does not count.
    await expectRefused(guest.auth.register(await registration(guest, 'first_one')), 422, 'USERNAME_TAKEN')
    await guest.auth.register(await registration(guest, 'second_one'))
    const third = guest.auth.register(await registration(guest, 'third_one'))
    const failure = await expectRefused(third, 429, 'TOO_MANY')
    expect(failure['retryAfter']).toBeGreaterThan(0)
  })

  it('is closed when the owner says so', async () => {
    await world.settings({ registration_open: false })
    const guest = world.guest()
    await expectRefused(guest.auth.register(await registration(guest, 'latecomer')), 403, 'REGISTRATION_CLOSED')
    await world.settings({ registration_open: true })
  })

  it('is closed to countries that the owner names, and to no other', async () => {
    await world.settings({ closed_countries_register: ['DE'] })
    const guest = world.guest()
    const tryFrom = async (username: string, address: string) => {
      const { body } = await registration(guest, username)
      const headers = { 'x-forwarded-for': address }
      return guest.raw({ method: 'POST', path: '/api/auth/register', body, headers })
    }
    const refused = await tryFrom('from_germany', '193.99.144.80')
    expect({ status: refused.status, ...refused.body }).toMatchObject({ status: 403, code: 'COUNTRY_CLOSED_REGISTER' })
    expect((await tryFrom('from_america', '8.8.8.8')).status).toBe(200)
    expect((await tryFrom('from_nowhere', '192.0.2.1')).status).toBe(200)
    await world.settings({ closed_countries_register: [] })
  })
})

it('goes on as if nothing had been seen when the hidden field is filled, and notes it', async () => {
  const guest = world.guest()
  const form = await registration(guest, 'formfiller', { website: 'https://spam.example/' })
  await guest.auth.register(form)
  expect(await userRow('formfiller')).toBeDefined()
  const hits = await world.db.read.selectFrom('trap_hits').select(['trap', 'user_id']).execute()
  expect(hits).toContainEqual({ trap: 'hidden-field', user_id: null })
})

it('gives a token that opens the account at once and nobody else’s', async () => {
  const one = await signUp(world, 'token_one')
  const two = await signUp(world, 'token_two')
  expect((await signedIn(two.visitor, one.token).user.me()).user.username).toBe('token_one')
  const wrong = signedIn(one.visitor, altered(one.token))
  await expectRefused(wrong.user.me(), 401, 'SESSION_ENDED')
})
