import { describe, expect, it } from 'vitest'
import { newId } from '#kernel/id.ts'
import { expectRefused, mailedSecret, PASSWORD, signedIn, signIn, signUp } from '#test/sign-up.ts'
import { useWorld } from '#test/world.ts'
import { notify } from './notify.ts'

const world = useWorld({ connections: 24 })

const NEXT = 'nine loud badgers'

const tellLevel = (userId: string, level: number) =>
  world.db.write((tx) => notify(tx, { userId, kind: 'level-up', values: { level }, now: world.clock.now() }))

describe('me and refresh', () => {
  it('tell what the account is, without what does not exist yet', async () => {
    const alice = await world.user('alice')
    const me = await alice.user.me()
    expect(me).toMatchObject({
      ptcCount: 0,
      taskCount: 0,
      linkCount: 0,
      signature: '',
      cpxHash: '',
      hasSetPassword: false,
      currencies: [],
      cooldown: null,
      notification: { unread: 0, notifications: [] },
    })
    expect(me.user.progress).toEqual({
      level: 1,
      exp: 0,
      levelExp: 0,
      nextLevelExp: 100,
      bonusPercent: 1,
      nextBonusPercent: 2,
    })
    const refreshed = await alice.user.refresh()
    expect(refreshed.user).toEqual(me.user)
    expect(refreshed.notification).toEqual(me.notification)
  })

  it('name the coins of open withdrawal methods in the owner’s order, each once', async () => {
    const add = (currency: string, position: number, enabled = true) =>
      world.db.raw(
        `INSERT INTO withdraw_methods (id, currency, name, processor, minimum, maximum, fee, rate, rate_at, decimals,
          enabled, position, created_at) VALUES ($1, $2, $2, 'manual', 10, 100, 0, 1, now(), 8, $3, $4, now())`,
        [newId(), currency, enabled, position],
      )
    await add('LTC', 3)
    await add('BTC', 1)
    await add('BTC', 5)
    await add('DOGE', 0, false)
    const alice = await world.user('alice')
    expect((await alice.user.me()).currencies).toEqual(['BTC', 'LTC'])
  })

  it('tell a cooldown while it lasts', async () => {
    const alice = await world.user('cooled')
    const until = new Date(world.clock.now().getTime() + 60_000)
    await world.db.raw('UPDATE users SET cooldown_until = $1, cooldown_reason = $2 WHERE id = $3', [
      until,
      'Too many wrong answers.',
      alice.id,
    ])
    const expected = { until: until.toISOString(), reason: 'Too many wrong answers.' }
    expect((await alice.user.refresh()).cooldown).toEqual(expected)
    expect((await alice.user.me()).cooldown).toEqual(expected)
    world.clock.turn(60)
    expect((await alice.user.refresh()).cooldown).toBeNull()
  })

  it('belong to the signed-in user alone', async () => {
    const guest = world.guest()
    await expectRefused(guest.user.me(), 401, 'NO_SESSION')
    await expectRefused(guest.user.refresh(), 401, 'NO_SESSION')
    await expectRefused(signedIn(guest, 'nonsense').user.me(), 401, 'SESSION_ENDED')
  })
})

describe('a locked account', () => {
  it('is refused with 418 but for what tells why, and comes back when the lock ends', async () => {
    const { me, id } = await signUp(world, 'locked')
    const until = new Date(world.clock.now().getTime() + 3_600_000)
    await world.db.raw('UPDATE users SET locked_at = $1, locked_until = $2, lock_reason = $3 WHERE id = $4', [
      world.clock.now(),
      until,
      'Five accounts on one device.',
      id,
    ])
    const calls = [
      () => me.user.profile({ body: { notifyByMail: false } }),
      () => me.user.password({ body: { currentPassword: PASSWORD, password: NEXT } }),
      () => me.user.readNotifications({ body: {} }),
      () => me.user.resend(),
      () => me.user.sessions(),
      () => me.user.endSession({ params: { id: newId() } }),
      () => me.user.stats(),
      () => me.user.statement({ query: {} }),
      () => me.user.accessible({ body: { withoutPictures: true } }),
      () => me.faucet.info(),
    ]
    for (const call of calls) {
      const failure = await expectRefused(call(), 418, 'ACCOUNT_LOCKED')
      expect(failure['msg']).toBe('Your account is locked: Five accounts on one device.')
    }
    const { user } = await me.user.me()
    expect(user).toMatchObject({
      lockedAt: world.clock.now().toISOString(),
      lockedUntil: until.toISOString(),
      lockReason: 'Five accounts on one device.',
    })
    await me.user.refresh()
    // Who signs in while locked gets as far as the page that says why.
    const { me: again } = await signIn(world.guest(), 'locked')
    await again.user.me()
    await again.auth.logout()
    world.clock.turn(3_600)
    await me.user.stats()
    expect((await me.user.me()).user).toMatchObject({ lockedAt: null, lockedUntil: null, lockReason: null })
  })
})

describe('the profile', () => {
  it('changes the time zone and the wish for mails, each alone', async () => {
    const { me } = await signUp(world, 'changer')
    const first = await me.user.profile({ body: { tz: 'america/lima' } })
    expect(first.user).toMatchObject({ tz: 'America/Lima', notifyByMail: true })
    const second = await me.user.profile({ body: { notifyByMail: false } })
    expect(second.user).toMatchObject({ tz: 'America/Lima', notifyByMail: false })
    await me.user.profile({ body: {} })
    const failure = await expectRefused(me.user.profile({ body: { tz: 'Mars/Olympus' } }), 422, 'TZ_UNKNOWN')
    expect(failure['errors']).toHaveProperty('tz')
  })

  it('moves to another mailbox by password: verified anew, and the former one is told', async () => {
    const { me, id } = await signUp(world, 'mover')
    await world.db.raw('UPDATE users SET email_verified_at = joined_at WHERE id = $1', [id])
    const { user } = await me.user.profile({ body: { email: 'moved@example.com', currentPassword: PASSWORD } })
    expect(user).toMatchObject({ email: 'moved@example.com', emailVerified: false })
    await world.runJobs()
    expect(world.mails.findLast(({ to }) => to === 'mover@example.com')?.subject).toContain('email address was changed')
    await world.guest().auth.active({ body: { secret: mailedSecret(world, 'active', 'moved@example.com') } })
    expect((await me.user.me()).user.emailVerified).toBe(true)
  })

  it('stays when the address is the same', async () => {
    const { me, id, email } = await signUp(world, 'stayer')
    await world.db.raw('UPDATE users SET email_verified_at = joined_at WHERE id = $1', [id])
    const { user } = await me.user.profile({ body: { email, currentPassword: PASSWORD } })
    expect(user.emailVerified).toBe(true)
  })

  it('refuses another mailbox without the password, with a wrong one, one that is taken or thrown away', async () => {
    await signUp(world, 'holder', { email: 'held@gmail.com' })
    const { me } = await signUp(world, 'wisher')
    const move = (email: string, currentPassword?: string) =>
      me.user.profile({ body: { email, ...(currentPassword === undefined ? {} : { currentPassword }) } })
    await expectRefused(move('new@example.com'), 422, 'INVALID_FIELDS')
    const wrong = await expectRefused(move('new@example.com', NEXT), 422, 'WRONG_PASSWORD')
    expect(wrong['errors']).toHaveProperty('currentPassword')
    await expectRefused(move('h.e.l.d@googlemail.com', PASSWORD), 422, 'EMAIL_TAKEN')
    await expectRefused(move('a@mailinator.com', PASSWORD), 422, 'EMAIL_DISPOSABLE')
    expect((await me.user.me()).user.email).toBe('wisher@example.com')
  })

  it('moves five times a day, so that nobody floods foreign mailboxes', async () => {
    const { me } = await signUp(world, 'nomad')
    const move = (email: string) => me.user.profile({ body: { email, currentPassword: PASSWORD } })
    for (let times = 1; times <= 5; times++) await move(`nomad${times}@example.com`)
    await expectRefused(move('nomad6@example.com'), 429, 'TOO_MANY')
    // The same address again sends nothing and costs nothing.
    await move('nomad5@example.com')
  })

  it('asks an account of Google’s for a password first', async () => {
    const { me, id } = await signUp(world, 'unlocked')
    await world.db.raw('UPDATE users SET password_hash = NULL WHERE id = $1', [id])
    const moved = me.user.profile({ body: { email: 'x@example.com', currentPassword: PASSWORD } })
    await expectRefused(moved, 409, 'PASSWORD_FIRST')
  })
})

describe('the password', () => {
  it('is changed by the current one; other sessions end, this one stays', async () => {
    const { me, visitor } = await signUp(world, 'renewer')
    const { me: other } = await signIn(visitor, 'renewer')
    await me.user.password({ body: { currentPassword: PASSWORD, password: NEXT } })
    await me.user.me()
    await expectRefused(other.user.me(), 401, 'SESSION_ENDED')
    await signIn(visitor, 'renewer', NEXT)
    await world.runJobs()
    expect(world.mails.findLast(({ to }) => to === 'renewer@example.com')?.subject).toContain('was changed')
  })

  it('stays when the current one is wrong, or the new one weak or the same', async () => {
    const { me, visitor } = await signUp(world, 'keeper')
    const change = (currentPassword: string, password: string) =>
      me.user.password({ body: { currentPassword, password } })
    await expectRefused(change(NEXT, NEXT), 422, 'WRONG_PASSWORD')
    await expectRefused(change(PASSWORD, 'password1'), 422, 'PASSWORD_WEAK')
    await expectRefused(change(PASSWORD, PASSWORD), 422, 'PASSWORD_SAME')
    await expectRefused(change(PASSWORD, 'short'), 422, 'INVALID_FIELDS')
    await signIn(visitor, 'keeper')
  })
})

describe('notifications', () => {
  it('are counted, and read by name or all at once, only the own ones', async () => {
    const one = await world.user('reader')
    const two = await world.user('stranger')
    for (const level of [2, 3, 4]) await tellLevel(one.id, level)
    await tellLevel(two.id, 9)
    const { notification } = await one.user.me()
    expect(notification.unread).toBe(3)
    expect(notification.notifications.map(({ values }) => values['level'])).toEqual([4, 3, 2])
    const foreign = (await two.user.me()).notification.notifications[0]?._id ?? ''
    const newest = notification.notifications[0]?._id ?? ''
    const after = await one.user.readNotifications({ body: { ids: [newest, foreign] } })
    expect(after.unread).toBe(2)
    expect(after.notifications.map(({ read }) => read)).toEqual([true, false, false])
    expect((await two.user.me()).notification.unread).toBe(1)
    expect((await one.user.readNotifications({ body: { ids: [] } })).unread).toBe(2)
    expect((await one.user.readNotifications({ body: {} })).unread).toBe(0)
  })

  it('are shown twenty at a time, and all counted', async () => {
    const many = await world.user('many')
    for (let level = 1; level <= 25; level++) await tellLevel(many.id, level)
    const { notification } = await many.user.refresh()
    expect(notification.unread).toBe(25)
    expect(notification.notifications).toHaveLength(20)
  })
})

describe('the verification mail', () => {
  it('is sent again once a minute', async () => {
    const { me, email } = await signUp(world, 'again')
    await world.runJobs()
    await me.user.resend()
    await world.runJobs()
    expect(world.mails.filter(({ to }) => to === email)).toHaveLength(2)
    const failure = await expectRefused(me.user.resend(), 429, 'TOO_MANY')
    expect(failure['retryAfter']).toBeGreaterThan(0)
    expect(failure['retryAfter']).toBeLessThanOrEqual(60)
  })

  it('is sent again five times a day', async () => {
    const { me, id } = await signUp(world, 'fifth')
    const day = 'POST /api/user/resend user 5/86400'
    await world.db.raw('INSERT INTO rate_limits (key, points, expire) VALUES ($1, 5, $2)', [
      `${day}:${id}`,
      Date.now() + 7_200_000,
    ])
    const failure = await expectRefused(me.user.resend(), 429, 'TOO_MANY')
    expect(failure['retryAfter']).toBeGreaterThan(7_000)
  })

  it('is not sent to who has verified already', async () => {
    const alice = await world.user('alice')
    await expectRefused(alice.user.resend(), 409, 'ALREADY_VERIFIED')
  })
})
