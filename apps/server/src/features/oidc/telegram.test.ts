import { describe, expect, it } from 'vitest'
import { inEnglish } from '#kernel/words/render.ts'
import { say } from '#kernel/words/say.ts'
import { personOf, settingsOf, useTelegram } from '#test/fakes/oidc/by-telegram.ts'
import type { TelegramPerson } from '#test/fakes/oidc/telegram-login.ts'
import { byGoogle, personaOf, useGoogle } from '#test/google.ts'
import { expectRefused, mailedSecret, PASSWORD, signedIn, signIn, signUp } from '#test/sign-up.ts'
import { useWorld, type Visitor } from '#test/world.ts'

const world = useWorld({ connections: 24, limits: false })
const google = useGoogle(world)
const { server, goTo, comeBack, byTelegram, linked } = useTelegram(world)
const provider = 'telegram'

const unlink = (me: Pick<Visitor, 'oidc'>) => me.oidc.unlink({ params: { provider } })
const withoutPassword = (id: string) => world.db.raw('UPDATE users SET password_hash = NULL WHERE id = $1', [id])
const rowsOf = (where: string) => world.db.raw(`SELECT * FROM telegram_accounts WHERE ${where}`, [])

describe('the account page', () => {
  it('links Telegram and tells the user by mail, and takes it off again', async () => {
    const { me, email, person } = await linked('linker')
    expect((await me.twoStep.status()).telegram).toEqual({
      name: '@linker_there',
      linkedAt: world.clock.now().toISOString(),
    })
    await world.runJobs()
    const letter = () => world.mails.findLast(({ to }) => to === email)
    expect(letter()).toMatchObject({
      subject: expect.stringContaining('Telegram account linked'),
      text: expect.stringContaining('The Telegram account @linker_there was linked to your account.'),
    })
    expect(await unlink(me)).toEqual({ msg: inEnglish(say('oidc.unlinked', { provider: 'Telegram' })) })
    await world.runJobs()
    expect(letter()?.subject).toContain('Telegram account unlinked')
    const { notification } = await me.user.me()
    expect(notification.notifications.map(({ kind, values }) => [kind, values])).toEqual(
      expect.arrayContaining([
        ['telegram-linked', { name: '@linker_there' }],
        ['telegram-unlinked', { name: '@linker_there' }],
      ]),
    )
    await expectRefused(unlink(me), 409, 'PROVIDER_NOT_LINKED')
    await expectRefused(byTelegram(world.guest(), person), 409, 'PROVIDER_UNKNOWN')
  })

  it('asks for a fresh proof before either', async () => {
    const { me } = await linked('proofless')
    world.clock.turn(601)
    await expectRefused(me.oidc.start({ params: { provider }, body: { purpose: 'link' } }), 403, 'STEP_UP_REQUIRED')
    await expectRefused(unlink(me), 403, 'STEP_UP_REQUIRED')
    await me.twoStep.stepUp({ body: { password: PASSWORD } })
    await unlink(me)
  })

  it('links one person there to one account here, though two ask at once', async () => {
    const [one, two] = [await signUp(world, 'first_asker'), await signUp(world, 'second_asker')]
    const person = personOf('wanted')
    const [a, b] = [await goTo(one.me, person, { purpose: 'link' }), await goTo(two.me, person, { purpose: 'link' })]
    const results = await Promise.allSettled([comeBack(one.me, a), comeBack(two.me, b)])
    const [lost, ...more] = results.filter((result) => result.status === 'rejected')
    expect(more).toEqual([])
    expect(lost?.reason).toMatchObject({ status: 409, failure: { code: 'PROVIDER_TAKEN' } })
    expect(await rowsOf("subject = 'wanted'")).toHaveLength(1)
  })

  it('links one person there at a time', async () => {
    const { me } = await linked('only_one')
    await expectRefused(byTelegram(me, personOf('another'), { purpose: 'link' }), 409, 'PROVIDER_LINKED')
  })

  it('links only in the session that asked for it', async () => {
    const { me } = await signUp(world, 'asker')
    const { me: other } = await signUp(world, 'bystander')
    const body = await goTo(me, personOf('asked'), { purpose: 'link' })
    await expectRefused(comeBack(other, body), 409, 'PROVIDER_STALE')
    const guest = world.guest().oidc.start({ params: { provider }, body: { purpose: 'link' } })
    await expectRefused(guest, 401, 'NO_SESSION')
  })

  it('shows a name of any kind in one short line, and Telegram where there is none', async () => {
    const { me } = await signUp(world, 'renamed')
    const nameNow = async (person: Omit<TelegramPerson, 'sub'>) => {
      await byTelegram(me, { sub: 'renamed', ...person }, { purpose: 'link' })
      const { telegram: shown } = await me.twoStep.status()
      await unlink(me)
      return shown?.name
    }
    expect(await nameNow({ name: ' Ada\u202e\n Lovelace\u0000 ' })).toBe('Ada Lovelace')
    expect(await nameNow({ name: '😀'.repeat(200) })).toBe('😀'.repeat(64))
    expect(await nameNow({ name: ' \n' })).toBe('Telegram')
    expect(await nameNow({})).toBe('Telegram')
  })
})

describe('the last way in', () => {
  it('stays, whichever is left', async () => {
    const { me, id } = await linked('alone')
    await withoutPassword(id)
    await expectRefused(unlink(me), 409, 'LAST_SIGN_IN_METHOD')
    expect(await rowsOf(`user_id = '${id}'`)).toHaveLength(1)
  })

  it('is one of Google and Telegram, though both are taken off at once', async () => {
    const { me, id } = await linked('both_ways')
    await byGoogle(google.server, me, { persona: personaOf('both-ways-g'), purpose: 'link' })
    await withoutPassword(id)
    const results = await Promise.allSettled([unlink(me), me.oidc.unlink({ params: { provider: 'google' } })])
    const [lost, ...more] = results.filter((result) => result.status === 'rejected')
    expect(more).toEqual([])
    expect(lost?.reason).toMatchObject({ status: 409, failure: { code: 'LAST_SIGN_IN_METHOD' } })
    const { google: byG, telegram: byT } = await me.twoStep.status()
    expect([byG, byT].filter((way) => way !== null)).toHaveLength(1)
  })

  it('is no provider that the owner has switched off since', async () => {
    const { me, id } = await linked('switched_off')
    await byGoogle(google.server, me, { persona: personaOf('switched-g'), purpose: 'link' })
    await withoutPassword(id)
    await world.settings({ telegram_client_secret: '' })
    await expectRefused(me.oidc.unlink({ params: { provider: 'google' } }), 409, 'LAST_SIGN_IN_METHOD')
    await world.settings(settingsOf(server()))
    await me.oidc.unlink({ params: { provider: 'google' } })
  })
})

describe('signing in', () => {
  it('lets in whose Telegram is linked, tells a new device, and goes where the visitor wanted to', async () => {
    const { person, id } = await linked('visitor')
    const guest = world.guest()
    const outcome = await byTelegram(guest, person, { redirect: '/app/faucet' })
    expect(outcome).toMatchObject({ purpose: 'login', isNew: false, redirect: '/app/faucet' })
    const me = signedIn(guest, 'token' in outcome ? outcome.token : '')
    const { user, notification } = await me.user.me()
    expect(user._id).toBe(id)
    expect(notification.notifications.map(({ kind }) => kind)).toContain('new-device')
    expect((await me.user.sessions()).sessions.length).toBeGreaterThan(1)
  })

  it('opens nothing for anybody else, and makes no account', async () => {
    const before = await world.db.raw('SELECT count(*)::int AS n FROM users', [])
    const refused = await expectRefused(byTelegram(world.guest(), personOf('nobody')), 409, 'PROVIDER_UNKNOWN')
    expect(refused['msg']).toBe(
      'This Telegram account isn’t linked to an account here. ' +
        'Sign in or create an account, then link it on your account page.',
    )
    expect(await world.db.raw('SELECT count(*)::int AS n FROM users', [])).toEqual(before)
  })

  it('asks for the second step', async () => {
    const { person, id } = await linked('two_steps')
    await world.db.raw('UPDATE users SET two_step_at = now() WHERE id = $1', [id])
    expect(await byTelegram(world.guest(), person)).toMatchObject({ twoStep: true })
  })

  it('shows a name that changed there, and finds the account by the subject', async () => {
    const { me, person } = await linked('newly_named')
    await byTelegram(world.guest(), { ...person, preferred_username: 'another_name' })
    expect((await me.twoStep.status()).telegram?.name).toBe('@another_name')
  })

  it('stands in the audit log for the staff, and keeps users out during maintenance', async () => {
    const [mod, ann] = [await linked('tg_mod'), await linked('tg_ann')]
    await world.db.raw("UPDATE users SET role = 'moderator' WHERE id = $1", [mod.id])
    await world.settings({ maintenance: true })
    await byTelegram(world.guest(), mod.person)
    await expectRefused(byTelegram(world.guest(), ann.person), 503, 'MAINTENANCE')
    await world.settings({ maintenance: false })
    const rows = await world.db.read
      .selectFrom('audit')
      .select(['actor', 'action'])
      .where('target', '=', mod.id)
      .execute()
    expect(rows).toEqual([{ actor: mod.id, action: 'staff.sign-in' }])
  })

  it('lets a locked account in as far as any sign-in does', async () => {
    const { person, id } = await linked('locked_one')
    await world.db.raw("UPDATE users SET locked_at = now(), lock_reason = 'x' WHERE id = $1", [id])
    const guest = world.guest()
    const outcome = await byTelegram(guest, person)
    const me = signedIn(guest, 'token' in outcome ? outcome.token : '')
    await expectRefused(me.faucet.info(), 418, 'ACCOUNT_LOCKED')
    await expectRefused(me.oidc.start({ params: { provider }, body: { purpose: 'link' } }), 418, 'ACCOUNT_LOCKED')
  })

  it('lets nobody into an account that was deleted', async () => {
    const { me, person, id } = await linked('leaver')
    await me.ownData.remove({ body: { username: 'leaver', password: PASSWORD, waive: true } })
    expect(await rowsOf(`user_id = '${id}'`)).toEqual([])
    await expectRefused(byTelegram(world.guest(), person), 409, 'PROVIDER_UNKNOWN')
  })

  it('does not outlive a password reset by mail: nothing ties Telegram to the mailbox', async () => {
    const { visitor, email, person } = await linked('recoverer')
    await visitor.auth.forgotPassword({ body: { email, captcha: await visitor.solve.captcha('forgot') } })
    await world.runJobs()
    const secret = mailedSecret(world, 'reset-password', email)
    await visitor.auth.resetPassword({ body: { secret, password: 'four brave new words' } })
    await expectRefused(byTelegram(world.guest(), person), 409, 'PROVIDER_UNKNOWN')
    const { me } = await signIn(visitor, 'recoverer', 'four brave new words')
    const { notification } = await me.user.me()
    expect(notification.notifications.map(({ kind }) => kind)).toContain('telegram-unlinked')
  })

  it('proves who is at the screen where there is neither password nor code', async () => {
    const { me, person, id } = await linked('prover')
    await expectRefused(byTelegram(me, person, { purpose: 'prove' }), 409, 'PROVE_OTHERWISE')
    await withoutPassword(id)
    world.clock.turn(601)
    // One at Google, which this site does not ask, proves nothing.
    const google = { issuer: 'https://accounts.google.com', subject: 'prover', email: 'prover@example.com' }
    await world.db.write((tx) =>
      tx
        .insertInto('google_accounts')
        .values({ ...google, user_id: id, linked_at: world.clock.now() })
        .execute(),
    )
    expect(await me.twoStep.status()).toMatchObject({ google: {}, provesBy: 'telegram' })
    const refused = await expectRefused(me.twoStep.stepUp({ body: {} }), 409, 'PROVE_BY_PROVIDER')
    expect(refused['msg']).toBe(inEnglish(say('twoStep.signInByProviderAgain', { provider: 'Telegram' })))
    await expectRefused(byTelegram(me, personOf('stranger'), { purpose: 'prove' }), 409, 'PROVIDER_OTHER')
    await expectRefused(me.user.password({ body: { password: PASSWORD } }), 403, 'STEP_UP_REQUIRED')
    await byTelegram(me, person, { purpose: 'prove' })
    await me.user.password({ body: { password: PASSWORD } })
  })

  it('is in the export of one’s own data', async () => {
    const { visitor, token } = await linked('exporter')
    const headers = { authorization: `Bearer ${token}` }
    const { body } = await visitor.raw({ method: 'GET', path: '/api/user/export', headers })
    expect(body['telegram']).toEqual([
      expect.objectContaining({ issuer: server().issuer, subject: 'exporter', name: '@exporter_there' }),
    ])
  })
})
