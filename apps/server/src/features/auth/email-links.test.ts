import { SESSION_DAYS } from '@runnel/contract/constants'
import { describe, expect, it } from 'vitest'
import { later } from '#kernel/clock.ts'
import { newId } from '#kernel/id.ts'
import { sha256 } from '#kernel/secrets.ts'
import { expectRefused, mailedSecret, PASSWORD, signIn, signUp } from '#test/sign-up.ts'
import { useWorld, type Visitor } from '#test/world.ts'
import { authWorkers } from './auth.job.ts'

const world = useWorld({ connections: 24 })

const NEXT = 'nine loud badgers'

const forget = async (guest: Visitor, email: string) =>
  guest.auth.forgotPassword({ body: { email, captcha: await guest.solve.captcha('forgot') } })

const resetLink = async (email: string): Promise<string> => {
  await forget(world.guest(), email)
  await world.runJobs()
  return mailedSecret(world, 'reset-password', email)
}

/** Carries out the sweep, which the clock of the queue would otherwise start. */
const sweepNow = async (): Promise<void> => {
  const deps = {
    db: world.db,
    clock: world.clock.now,
    secrets: world.secrets,
    mailer: { send: async () => undefined, close: async () => undefined },
    settings: { current: () => world.defaults },
    publicUrl: 'http://runnel.test',
  }
  await authWorkers(deps)
    .find(({ job }) => job.name === 'accounts.sweep')
    ?.run({}, newId())
}

describe('a forgotten password', () => {
  it('is replaced by a mailed link; all sessions end, and the user is told', async () => {
    const { visitor, me, email, id } = await signUp(world, 'ann')
    const secret = await resetLink(email)
    await world.guest().auth.resetPassword({ body: { secret, password: NEXT } })
    await expectRefused(me.user.me(), 401, 'SESSION_ENDED')
    await expectRefused(signIn(visitor, 'ann', PASSWORD), 422, 'WRONG_LOGIN')
    const again = await signIn(visitor, 'ann', NEXT)
    const kinds = (await again.me.user.me()).notification.notifications.map(({ kind }) => kind)
    expect(kinds[0]).toBe('password-changed')
    await world.runJobs()
    expect(world.mails.filter(({ to }) => to === email).at(-1)?.subject).toContain('was changed')
    const [row] = await world.db.raw('SELECT password_changed_at FROM users WHERE id = $1', [id])
    expect(row?.['password_changed_at']).toEqual(world.clock.now())
  })

  it('answers the same for an address that nobody has, and mails nothing to it', async () => {
    const { email } = await signUp(world, 'known')
    const answers = [await forget(world.guest(), email), await forget(world.guest(), 'unknown@example.com')]
    expect(answers[0]).toEqual(answers[1])
    await world.runJobs()
    expect(world.mails.filter(({ to }) => to === 'unknown@example.com')).toEqual([])
    expect(world.mails.filter(({ to, subject }) => to === email && subject.startsWith('Reset your'))).toHaveLength(1)
  })

  it('goes to the stored address, however the visitor spells it', async () => {
    await signUp(world, 'speller', { email: 'Sp.Eller+runnel@gmail.com' })
    await forget(world.guest(), 'speller@googlemail.com')
    await world.runJobs()
    mailedSecret(world, 'reset-password', 'Sp.Eller+runnel@gmail.com')
  })

  it('mails one address three links an hour, and says nothing of it', async () => {
    const { email } = await signUp(world, 'flooded')
    const first = await forget(world.guest(), email)
    for (let n = 0; n < 4; n++) expect(await forget(world.guest(), email)).toEqual(first)
    await world.runJobs()
    expect(world.mails.filter(({ to, subject }) => to === email && subject.startsWith('Reset your'))).toHaveLength(3)
  })
})

describe('a link to choose a password', () => {
  it('is the same in all tries of one letter, which may arrive twice, and works until it is used', async () => {
    const { email, id } = await signUp(world, 'doubled')
    const job = newId()
    const mail = async (): Promise<string> => {
      await world.runJob('mail.reset', { userId: id }, job)
      return mailedSecret(world, 'reset-password', email)
    }
    const first = await mail()
    world.clock.turn(29 * 60)
    expect(await mail()).toBe(first)
    expect(world.mails.filter(({ to }) => to === email).map((one) => one.id)).toEqual([job, job])
    // The second try may be the one that arrives: the link lives as long from then on.
    world.clock.turn(29 * 60)
    await world.guest().auth.resetPassword({ body: { secret: first, password: NEXT } })
    expect(await world.runJob('mail.reset', { userId: id }, job)).toBe('No longer needed.')
  })

  it('is not mailed by a letter that waited while a newer one was made', async () => {
    const { email, id } = await signUp(world, 'overtaken')
    const [older, newer] = [newId(), newId()]
    await world.runJob('mail.reset', { userId: id }, older)
    await world.runJob('mail.reset', { userId: id }, newer)
    const secret = mailedSecret(world, 'reset-password', email)
    expect(await world.runJob('mail.reset', { userId: id }, older)).toBe('No longer needed.')
    expect(mailedSecret(world, 'reset-password', email)).toBe(secret)
    await world.guest().auth.resetPassword({ body: { secret, password: NEXT } })
  })

  it('works once, also when used ten times at once', async () => {
    const { email, visitor } = await signUp(world, 'once')
    const secret = await resetLink(email)
    const results = await Promise.allSettled(
      Array.from({ length: 10 }, (_, n) =>
        world.guest().auth.resetPassword({ body: { secret, password: `nine loud badgers ${n}` } }),
      ),
    )
    expect(results.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
    for (const result of results) {
      if (result.status === 'rejected')
        expect(result.reason).toMatchObject({ status: 409, failure: { code: 'LINK_DEAD' } })
    }
    const winner = results.findIndex(({ status }) => status === 'fulfilled')
    await signIn(visitor, 'once', `nine loud badgers ${winner}`)
  })

  it('dies after thirty minutes', async () => {
    const { email } = await signUp(world, 'slow')
    const late = await resetLink(email)
    world.clock.turn(30 * 60)
    await expectRefused(world.guest().auth.resetPassword({ body: { secret: late, password: NEXT } }), 409, 'LINK_DEAD')
    const timely = await resetLink(email)
    world.clock.turn(30 * 60 - 1)
    await world.guest().auth.resetPassword({ body: { secret: timely, password: NEXT } })
  })

  it('is void once a newer one was made, and once the password was changed otherwise', async () => {
    const { email, me } = await signUp(world, 'twice')
    const first = await resetLink(email)
    const second = await resetLink(email)
    expect(second).not.toBe(first)
    await expectRefused(world.guest().auth.resetPassword({ body: { secret: first, password: NEXT } }), 409, 'LINK_DEAD')
    await me.user.password({ body: { currentPassword: PASSWORD, password: NEXT } })
    await expectRefused(
      world.guest().auth.resetPassword({ body: { secret: second, password: NEXT } }),
      409,
      'LINK_DEAD',
    )
  })

  it('survives a password that is refused', async () => {
    const { email, visitor } = await signUp(world, 'second_try')
    const secret = await resetLink(email)
    await expectRefused(
      world.guest().auth.resetPassword({ body: { secret, password: 'password1' } }),
      422,
      'PASSWORD_WEAK',
    )
    await world.guest().auth.resetPassword({ body: { secret, password: NEXT } })
    await signIn(visitor, 'second_try', NEXT)
  })

  it('is refused when it is made up, or was mailed for another purpose', async () => {
    const { email } = await signUp(world, 'mixed')
    await world.runJobs()
    const verify = mailedSecret(world, 'active', email)
    for (const secret of [verify, 'x'.repeat(43), 'abc', verify.slice(0, -30), `${verify}).`]) {
      await expectRefused(world.guest().auth.resetPassword({ body: { secret, password: NEXT } }), 409, 'LINK_DEAD')
    }
    const reset = await resetLink(email)
    for (const secret of [reset, 'abc', '']) {
      await expectRefused(world.guest().auth.active({ body: { secret } }), 409, 'LINK_DEAD')
    }
  })

  it('is stored as a hash only, nowhere in plain', async () => {
    const { email, id } = await signUp(world, 'hashed')
    const secret = await resetLink(email)
    const rows = await world.db.read.selectFrom('mail_tokens').select('secret_hash').where('user_id', '=', id).execute()
    expect(rows.some(({ secret_hash }) => secret_hash.equals(sha256(secret)))).toBe(true)
    const found = await world.db.raw(`SELECT 1 FROM pgboss.job WHERE data::text LIKE $1 OR output::text LIKE $1`, [
      `%${secret}%`,
    ])
    expect(found).toEqual([])
  })
})

describe('a link to verify an address', () => {
  const fresh = async (username: string) => {
    const person = await signUp(world, username)
    await world.runJobs()
    return { ...person, secret: mailedSecret(world, 'active', person.email) }
  }

  it('verifies it, tells the user, and may be opened twice', async () => {
    const { me, secret } = await fresh('prover')
    await world.guest().auth.active({ body: { secret } })
    expect((await me.user.me()).user.emailVerified).toBe(true)
    await world.guest().auth.active({ body: { secret } })
    const kinds = (await me.user.me()).notification.notifications.map(({ kind }) => kind)
    expect(kinds).toEqual(['email-verified', 'welcome'])
  })

  it('works for three days', async () => {
    const { me, secret } = await fresh('sleeper')
    world.clock.turn(3 * 86_400)
    await expectRefused(world.guest().auth.active({ body: { secret } }), 409, 'LINK_DEAD')
    expect((await me.user.me()).user.emailVerified).toBe(false)
  })

  it('is void after another was asked for', async () => {
    const { me, secret, email } = await fresh('impatient')
    await me.user.resend()
    await world.runJobs()
    await expectRefused(world.guest().auth.active({ body: { secret } }), 409, 'LINK_DEAD')
    await world.guest().auth.active({ body: { secret: mailedSecret(world, 'active', email) } })
    expect((await me.user.me()).user.emailVerified).toBe(true)
  })

  it('does not verify an address that the account has left', async () => {
    const { me, secret, id } = await fresh('mover')
    await me.user.profile({ body: { email: 'mover2@example.com', currentPassword: PASSWORD } })
    await expectRefused(world.guest().auth.active({ body: { secret } }), 409, 'LINK_DEAD')
    // Even if the link had been mailed at the very moment of the change.
    await world.db.raw(
      `INSERT INTO mail_tokens (secret_hash, user_id, purpose, email, created_at, expires_at)
       VALUES ($1, $2, 'verify', 'mover@example.com', $3, $3::timestamptz + interval '1 day')
       ON CONFLICT (secret_hash) DO UPDATE SET expires_at = excluded.expires_at`,
      [sha256(secret), id, world.clock.now()],
    )
    await expectRefused(world.guest().auth.active({ body: { secret } }), 409, 'LINK_DEAD')
    expect((await me.user.me()).user.emailVerified).toBe(false)
  })

  it('is as dead as any other when it is damaged, and one that no link is long as is no link', async () => {
    await expectRefused(world.guest().auth.active({ body: { secret: 'no secret' } }), 409, 'LINK_DEAD')
    await expectRefused(world.guest().auth.active({ body: { secret: 'y'.repeat(513) } }), 422, 'INVALID_FIELDS')
    await expectRefused(world.guest().auth.active({ body: { secret: 'y'.repeat(43) } }), 409, 'LINK_DEAD')
  })
})

const SESSION_END_SQL = 'SELECT max(expires_at) AS ends FROM sessions WHERE user_id = $1'

it('sweeps ended sessions and long dead links away, and nothing that lives', async () => {
  const { id, me, email } = await signUp(world, 'swept')
  await resetLink(email)
  await world.db.raw(`UPDATE sessions SET expires_at = $2 WHERE user_id = $1`, [id, world.clock.now()])
  const { me: alive } = await signIn(world.guest(), 'swept')
  world.clock.turn(29 * 86_400)
  await alive.user.me()
  // The answer does not wait for the session's new end, which is written beside it.
  const ends = async () => (await world.db.raw(SESSION_END_SQL, [id]))[0]?.['ends']
  await expect.poll(ends).toEqual(later(world.clock.now(), SESSION_DAYS * 86_400))
  world.clock.turn(2 * 86_400)
  await sweepNow()
  const [left] = await world.db.raw(
    `SELECT (SELECT count(*)::int FROM sessions WHERE user_id = $1) AS sessions,
      (SELECT count(*)::int FROM mail_tokens WHERE user_id = $1) AS links`,
    [id],
  )
  expect(left).toEqual({ sessions: 1, links: 1 })
  await expectRefused(me.user.me(), 401, 'SESSION_ENDED')
})

it('is not mailed to an account that was deleted before the letter was written', async () => {
  const { me } = await signUp(world, 'gone_early')
  await me.ownData.remove({ body: { username: 'gone_early', password: PASSWORD, waive: false } })
  await world.runJobs()
  expect(world.mails.filter(({ to }) => to.endsWith('deleted.invalid'))).toEqual([])
  const [row] = await world.db.raw(
    `SELECT count(*)::int AS n FROM mail_tokens t JOIN users u ON u.id = t.user_id WHERE u.deleted_at IS NOT NULL`,
    [],
  )
  expect(row).toEqual({ n: 0 })
})
