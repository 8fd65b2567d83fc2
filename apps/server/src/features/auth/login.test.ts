import { hash } from '@node-rs/argon2'
import { describe, expect, it, onTestFinished } from 'vitest'
import { setWorkCost } from '#kernel/work-cost.ts'
import { expectRefused, PASSWORD, signedIn, signIn, signUp, whole } from '#test/sign-up.ts'
import { useWorld } from '#test/world.ts'

const world = useWorld({ connections: 24 })

const DAY = 86_400

describe('login', () => {
  it('takes the name in any case, the address in any spelling, and the field `email` too', async () => {
    const { visitor } = await signUp(world, 'ann', { email: 'an.n@gmail.com' })
    for (const login of ['ann', ' ANN ', 'Ann@gmail.com', 'a.n.n+x@googlemail.com']) {
      const { me } = await signIn(visitor, login)
      expect((await me.user.me()).user.username).toBe('ann')
    }
    const captcha = await visitor.solve.captcha('login')
    const { token } = whole(
      await visitor.auth.login({ body: { email: 'ann@gmail.com', password: PASSWORD, captcha }, headers: {} }),
    )
    expect((await signedIn(visitor, token).user.me()).user.username).toBe('ann')
  })

  it('answers the same for an unknown name, an unknown address, a wrong password and what is no name', async () => {
    await signUp(world, 'bob')
    const answers = []
    for (const login of ['bob', 'nobody_here', 'bob@example.com', 'nobody@example.com', 'b\tb', "' OR 1=1", '@']) {
      const failure = await expectRefused(signIn(world.guest(), login, 'not my password'), 422, 'WRONG_LOGIN')
      answers.push({ ...failure, requestId: '' })
    }
    expect(new Set(answers.map((answer) => JSON.stringify(answer))).size).toBe(1)
  })

  it('refuses an account that has no password', async () => {
    await world.user('googler')
    await expectRefused(signIn(world.guest(), 'googler', 'nobody has this password'), 422, 'WRONG_LOGIN')
  })

  it('asks for a name or an address', async () => {
    const guest = world.guest()
    const captcha = await guest.solve.captcha('login')
    const failure = await expectRefused(
      guest.auth.login({ body: { password: 'x', captcha }, headers: {} }),
      422,
      'INVALID_FIELDS',
    )
    expect(failure['errors']).toHaveProperty('login')
  })

  it('renews the hash of a password that was made at former costs', async () => {
    setWorkCost('full')
    onTestFinished(() => setWorkCost('cheap'))
    const { id, visitor } = await signUp(world, 'veteran')
    const old = await hash(PASSWORD, { memoryCost: 8_192, timeCost: 2, parallelism: 1 })
    await world.db.raw('UPDATE users SET password_hash = $1 WHERE id = $2', [old, id])
    await signIn(visitor, 'veteran')
    const [row] = await world.db.raw('SELECT password_hash FROM users WHERE id = $1', [id])
    expect(row?.['password_hash']).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$/)
    await signIn(visitor, 'veteran')
  })

  it('takes the time zone over only where none is known', async () => {
    const { visitor, me } = await signUp(world, 'traveller')
    const captcha = async () => ({
      login: 'traveller',
      password: PASSWORD,
      captcha: await visitor.solve.captcha('login'),
    })
    await visitor.auth.login({ body: await captcha(), headers: { tz: 'Asia/Tokyo' } })
    expect((await me.user.me()).user.tz).toBe('Asia/Tokyo')
    await visitor.auth.login({ body: await captcha(), headers: { tz: 'Europe/Rome' } })
    expect((await me.user.me()).user.tz).toBe('Asia/Tokyo')
  })

  it('tells of a device that was never seen with this account, once', async () => {
    const { me } = await signUp(world, 'roamer')
    const other = world.guest()
    await signIn(other, 'roamer')
    await signIn(other, 'roamer')
    const kinds = (await me.user.refresh()).notification.notifications.map(({ kind }) => kind)
    expect(kinds).toEqual(['new-device', 'welcome'])
  })

  it('lets only the staff in while the site is closed', async () => {
    const { id } = await signUp(world, 'chief')
    const { id: moderatorId } = await signUp(world, 'deputy')
    await signUp(world, 'worker')
    await world.db.raw(`UPDATE users SET role = 'admin' WHERE id = $1`, [id])
    await world.db.raw(`UPDATE users SET role = 'moderator' WHERE id = $1`, [moderatorId])
    await world.settings({ maintenance: true, maintenance_message: 'Back at noon.' })
    const failure = await expectRefused(signIn(world.guest(), 'worker'), 503, 'MAINTENANCE')
    expect(failure).toMatchObject({ msg: 'Back at noon.', isMaintaining: true })
    await expectRefused(signIn(world.guest(), 'worker', 'not my password'), 422, 'WRONG_LOGIN')
    const { me } = await signIn(world.guest(), 'chief')
    expect((await me.user.me()).user.role).toBe('admin')
    const deputy = await signIn(world.guest(), 'deputy')
    expect((await deputy.me.user.me()).user.role).toBe('moderator')
    await world.settings({ maintenance: false })
  })
})

describe('repeated failures', () => {
  it('are one count for an account, whichever name and letter case is typed', async () => {
    await signUp(world, 'twonames', { email: 'two.names@gmail.com' })
    const stranger = world.guest()
    for (const login of [
      'twonames',
      'TwoNames',
      'two.names@gmail.com',
      'twonames+x@gmail.com',
      'TWONAMES@googlemail.com',
    ])
      await expectRefused(signIn(stranger, login, 'not my password'), 422, 'WRONG_LOGIN')
    for (const login of ['twonames', 'two.names@gmail.com'])
      await expectRefused(signIn(stranger, login, 'not my password'), 429, 'TOO_MANY')
  })

  it('make a stranger wait, even with the right password, but not the owner on their own device', async () => {
    const { visitor } = await signUp(world, 'victim')
    const stranger = world.guest()
    for (let n = 0; n < 5; n++) await expectRefused(signIn(stranger, 'victim', `guess number ${n}`), 422, 'WRONG_LOGIN')
    const wait = await expectRefused(signIn(stranger, 'victim'), 429, 'TOO_MANY')
    expect(wait['retryAfter']).toBeGreaterThan(0)
    expect(wait['retryAfter']).toBeLessThanOrEqual(60)
    await expectRefused(signIn(world.guest(), 'victim'), 429, 'TOO_MANY')
    await signIn(visitor, 'victim')
  })

  it('count for a name that nobody has just as well', async () => {
    const stranger = world.guest()
    for (let n = 0; n < 5; n++) await expectRefused(signIn(stranger, 'ghost', 'boo, I guess'), 422, 'WRONG_LOGIN')
    await expectRefused(signIn(stranger, 'ghost', 'boo, I guess'), 429, 'TOO_MANY')
  })

  it('let no more than five guesses through when twenty come at once', async () => {
    await signUp(world, 'target')
    const guests = Array.from({ length: 20 }, () => world.guest())
    const captchas = await Promise.all(guests.map((guest) => guest.solve.captcha('login')))
    const results = await Promise.allSettled(
      guests.map((guest, n) => {
        const captcha = captchas[n] ?? { id: '' }
        return guest.auth.login({ body: { login: 'target', password: `guess ${n} of many`, captcha }, headers: {} })
      }),
    )
    const codes = results.map((result) => (result.status === 'rejected' ? result.reason.failure.code : 'in'))
    expect(codes.filter((code) => code === 'WRONG_LOGIN')).toHaveLength(5)
    expect(codes.filter((code) => code === 'TOO_MANY')).toHaveLength(15)
  })

  it('are forgotten once the owner is in', async () => {
    const { visitor } = await signUp(world, 'clumsy')
    for (let round = 0; round < 3; round++) {
      for (let n = 0; n < 3; n++) await expectRefused(signIn(visitor, 'clumsy', 'a typo again'), 422, 'WRONG_LOGIN')
      await signIn(visitor, 'clumsy')
    }
  })
})

describe('a session', () => {
  it('slides for thirty days of rest, and ends after them', async () => {
    const { me } = await signUp(world, 'slider')
    world.clock.turn(29 * DAY)
    await me.user.me()
    await expect
      .poll(async () => {
        const [row] = await world.db.raw(`SELECT max(last_seen_at) AS at FROM sessions`)
        return row?.['at']
      })
      .toEqual(world.clock.now())
    world.clock.turn(29 * DAY)
    await me.user.me()
    world.clock.turn(30 * DAY + 1)
    await expectRefused(me.user.me(), 401, 'SESSION_ENDED')
  })

  it('of staff ends after twelve hours of rest', async () => {
    const { id, visitor } = await signUp(world, 'guard')
    await world.db.raw(`UPDATE users SET role = 'moderator' WHERE id = $1`, [id])
    const { me } = await signIn(visitor, 'guard')
    world.clock.turn(12 * 3_600 - 1)
    // Another session's call, so that this one is not moved on.
    const [row] = await world.db.raw(
      'SELECT count(*)::int AS n FROM sessions WHERE user_id = $1 AND expires_at > $2 AND expires_at <= $3',
      [id, world.clock.now(), new Date(world.clock.now().getTime() + 1_000)],
    )
    expect(row).toEqual({ n: 1 })
    world.clock.turn(1)
    await expectRefused(me.user.me(), 401, 'SESSION_ENDED')
  })

  /** Uses a session, and waits until that has moved its end on. */
  const use = async (me: ReturnType<typeof signedIn>): Promise<void> => {
    await me.user.me()
    await expect
      .poll(async () => (await world.db.raw(`SELECT max(last_seen_at) AS at FROM sessions`))[0]?.['at'])
      .toEqual(world.clock.now())
  }

  it('of a member ends ninety days after the sign-in, however often it is used', async () => {
    const { me } = await signUp(world, 'regular')
    const [session] = (await me.user.sessions()).sessions
    const signedInAt = Date.parse(session?.createdAt ?? '')
    expect(Date.parse(session?.endsAt ?? '') - signedInAt).toBe(90 * DAY * 1_000)
    expect(Date.parse(session?.expiresAt ?? '') - signedInAt).toBe(30 * DAY * 1_000)
    for (let day = 1; day < 90; day++) {
      world.clock.turn(DAY)
      await use(me)
    }
    world.clock.turn(DAY)
    await expectRefused(me.user.me(), 401, 'SESSION_ENDED')
  })

  it('of staff ends seven days after the sign-in, and the last use moves it no further', async () => {
    const { id, visitor } = await signUp(world, 'steward')
    await world.db.raw(`UPDATE users SET role = 'moderator' WHERE id = $1`, [id])
    const { me } = await signIn(visitor, 'steward')
    for (let third = 0; third < 20; third++) {
      world.clock.turn(DAY / 3)
      await use(me)
    }
    const [session] = (await me.user.sessions()).sessions
    expect(session?.expiresAt).toBe(session?.endsAt)
    world.clock.turn(DAY / 3)
    await expectRefused(me.user.me(), 401, 'SESSION_ENDED')
  })

  it('of a member who becomes staff ends by the shorter time', async () => {
    const { id, me } = await signUp(world, 'riser')
    world.clock.turn(8 * DAY)
    await me.user.me()
    await world.db.raw(`UPDATE users SET role = 'moderator' WHERE id = $1`, [id])
    await expectRefused(me.user.me(), 401, 'SESSION_ENDED')
  })

  it('ends by logout, alone', async () => {
    const { visitor, me } = await signUp(world, 'leaver')
    const second = await signIn(visitor, 'leaver')
    await second.me.auth.logout()
    await expectRefused(second.me.user.me(), 401, 'SESSION_ENDED')
    await me.user.me()
    await expectRefused(visitor.auth.logout(), 401, 'NO_SESSION')
  })

  it('is one of fifty at most: the one that rested longest ends', async () => {
    const { id, visitor } = await signUp(world, 'hoarder')
    const add = `INSERT INTO sessions SELECT gen_random_uuid(), sha256(n::text::bytea), $1::uuid, NULL, '', '', NULL,
      $2::timestamptz, $2::timestamptz + n * interval '1 second', $2::timestamptz + interval '30 days'
      FROM generate_series(1, 60) n`
    await world.db.raw(add, [id, world.clock.now()])
    world.clock.turn(120)
    await signIn(visitor, 'hoarder')
    const rows = await world.db.raw('SELECT count(*)::int AS n FROM sessions WHERE user_id = $1', [id])
    expect(rows).toEqual([{ n: 50 }])
  })
})
