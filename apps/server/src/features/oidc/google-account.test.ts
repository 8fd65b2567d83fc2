import { describe, expect, it } from 'vitest'
import { byGoogle, goToGoogle, personaOf, tokenOf, useGoogle } from '#test/google.ts'
import { expectRefused, mailedSecret, PASSWORD, signedIn, signIn, signUp } from '#test/sign-up.ts'
import { useWorld } from '#test/world.ts'

const world = useWorld({ connections: 24 })
const google = useGoogle(world)
const provider = 'google'

/** Signs in as somebody new, who then chooses a name. */
const newcomer = async (username: string) => {
  const visitor = world.guest()
  const persona = personaOf(username)
  const me = signedIn(visitor, tokenOf(await byGoogle(google.server, visitor, { persona })))
  await me.oidc.init({ body: { username } })
  return { visitor, persona, me }
}

describe('the account page', () => {
  it('links and takes off, only after a fresh proof, and never the last way in', async () => {
    const { visitor, me } = await signUp(world, 'pager')
    const goer = { oidc: me.oidc }
    const persona = personaOf('pager-g', 'another@example.com')
    expect(await byGoogle(google.server, goer, { persona, purpose: 'link' })).toMatchObject({ purpose: 'link' })
    expect((await me.twoStep.status()).google?.email).toBe('another@example.com')
    const second = byGoogle(google.server, goer, { persona: personaOf('pager-2'), purpose: 'link' })
    await expectRefused(second, 409, 'PROVIDER_LINKED')
    const { me: thief } = await signUp(world, 'taker')
    await expectRefused(
      byGoogle(google.server, { oidc: thief.oidc }, { persona, purpose: 'link' }),
      409,
      'PROVIDER_TAKEN',
    )
    world.clock.turn(601)
    await expectRefused(me.oidc.start({ params: { provider }, body: { purpose: 'link' } }), 403, 'STEP_UP_REQUIRED')
    await expectRefused(me.oidc.unlink({ params: { provider } }), 403, 'STEP_UP_REQUIRED')
    await me.twoStep.stepUp({ body: { password: PASSWORD } })
    await me.oidc.unlink({ params: { provider } })
    await expectRefused(me.oidc.unlink({ params: { provider } }), 409, 'PROVIDER_NOT_LINKED')
    expect((await signIn(visitor, 'pager')).token).toBeTruthy()
    const { me: only } = await newcomer('only_google')
    await expectRefused(only.oidc.unlink({ params: { provider } }), 409, 'LAST_SIGN_IN_METHOD')
  })

  it('does not stay linked by somebody who only claimed the address, once its reader resets the password', async () => {
    const { me, email, visitor } = await signUp(world, 'claimed')
    const persona = personaOf('claimer', 'claimer@example.com')
    await byGoogle(google.server, { oidc: me.oidc }, { persona, purpose: 'link' })
    const captcha = await visitor.solve.captcha('forgot')
    await visitor.auth.forgotPassword({ body: { email, captcha } })
    await world.runJobs()
    const secret = mailedSecret(world, 'reset-password', email)
    await visitor.auth.resetPassword({ body: { secret, password: 'four brave new words' } })
    expect(await byGoogle(google.server, world.guest(), { persona })).toMatchObject({ isNew: true })
  })

  it('links only in the session that asked for it', async () => {
    const { me } = await signUp(world, 'asker')
    const { me: other } = await signUp(world, 'bystander')
    const body = await goToGoogle(google.server, { oidc: me.oidc }, { persona: personaOf('asked'), purpose: 'link' })
    await expectRefused(other.oidc.callback({ params: { provider }, body, headers: {} }), 409, 'PROVIDER_STALE')
    await expectRefused(
      world.guest().oidc.start({ params: { provider }, body: { purpose: 'link' } }),
      401,
      'NO_SESSION',
    )
  })

  it('sets a first password by a fresh login, or by going to Google again', async () => {
    const { visitor, me, persona } = await newcomer('passwordless')
    world.clock.turn(601)
    const set = () => me.user.password({ body: { password: PASSWORD } })
    await expectRefused(set(), 403, 'STEP_UP_REQUIRED')
    await expectRefused(me.twoStep.stepUp({ body: {} }), 409, 'PROVE_BY_PROVIDER')
    const goer = { oidc: me.oidc }
    const wrong = byGoogle(google.server, goer, { persona: personaOf('stranger'), purpose: 'prove' })
    await expectRefused(wrong, 409, 'PROVIDER_OTHER')
    expect(await byGoogle(google.server, goer, { persona, purpose: 'prove' })).toMatchObject({ purpose: 'prove' })
    await set()
    await expectRefused(set(), 422, 'PASSWORD_NEEDED')
    expect((await me.user.me()).hasSetPassword).toBe(true)
    await signIn(visitor, 'passwordless')
    // From now on the password proves it, and Google no longer does.
    await expectRefused(byGoogle(google.server, goer, { persona, purpose: 'prove' }), 409, 'PROVE_OTHERWISE')
  })
})

describe('a newcomer who has not chosen a name', () => {
  const unnamed = async (sub: string) => {
    const visitor = world.guest()
    const me = signedIn(visitor, tokenOf(await byGoogle(google.server, visitor, { persona: personaOf(sub) })))
    return { me, username: (await me.user.me()).user.username }
  }
  const referrerOfName = async (username: string) =>
    world.db.read
      .selectFrom('users')
      .leftJoin('users as r', 'r.id', 'users.referrer_id')
      .select('r.username')
      .where('users.username', '=', username)
      .executeTakeFirstOrThrow()

  it('is not their own referrer', async () => {
    const { me, username } = await unnamed('own-ref')
    await me.oidc.init({ body: { username: 'own_ref', ref: username } })
    expect(await referrerOfName('own_ref')).toEqual({ username: null })
    expect((await me.user.me()).notification.notifications.map(({ kind }) => kind)).not.toContain('referral-joined')
  })

  it('refers nobody yet, so that two cannot refer each other', async () => {
    const [one, other] = [await unnamed('circle-one'), await unnamed('circle-two')]
    await Promise.all([
      one.me.oidc.init({ body: { username: 'circle_one', ref: other.username } }),
      other.me.oidc.init({ body: { username: 'circle_two', ref: one.username } }),
    ])
    expect(await referrerOfName('circle_one')).toEqual({ username: null })
    expect(await referrerOfName('circle_two')).toEqual({ username: null })
  })

  it('takes no referrer once somebody was referred, however long the circle would be', async () => {
    const { me } = await unnamed('top')
    const [below, bottom] = [await world.user('below_top'), await world.user('bottom')]
    const refer = (id: string, referrer_id: string) =>
      world.db.write((tx) => tx.updateTable('users').set({ referrer_id }).where('id', '=', id).execute())
    // As it could come about while unnamed accounts still referred others.
    await refer(below.id, (await me.user.me()).user._id)
    await refer(bottom.id, below.id)
    await me.oidc.init({ body: { username: 'top_name', ref: 'bottom' } })
    expect(await referrerOfName('top_name')).toEqual({ username: null })
  })

  it('may name who invited them', async () => {
    await world.user('real_inviter')
    const { me } = await unnamed('invited')
    await me.oidc.init({ body: { username: 'invited_one', ref: 'real_inviter' } })
    expect(await referrerOfName('invited_one')).toEqual({ username: 'real_inviter' })
  })
})
