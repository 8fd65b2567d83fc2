import { describe, expect, it } from 'vitest'
import { codeOf } from '#test/authenticator.ts'
import { expectRefused, mailedSecret, PASSWORD, signIn, signUp, signUpVerified } from '#test/sign-up.ts'
import { useWorld } from '#test/world.ts'

const world = useWorld()

const NEXT = 'nine loud badgers'

/** Takes an account by its mailbox, as whoever reads the mail can. */
const takeByMail = async (email: string) => {
  const reader = world.guest()
  await reader.auth.forgotPassword({ body: { email, captcha: await reader.solve.captcha('forgot') } })
  await world.runJobs()
  const secret = mailedSecret(world, 'reset-password', email)
  await reader.auth.resetPassword({ body: { secret, password: NEXT } })
  return reader
}

describe("an account in a stranger's name", () => {
  it('cannot be shut by a second step before its mailbox is proved, and falls to whoever reads the mail', async () => {
    const { me, email } = await signUp(world, 'squatter')
    expect(await me.twoStep.status()).toMatchObject({ enabled: false, needsVerified: true })
    await expectRefused(me.twoStep.start(), 409, 'VERIFY_FIRST')
    const reader = await takeByMail(email)
    await expectRefused(me.user.me(), 401, 'SESSION_ENDED')
    const { me: theirs } = await signIn(reader, 'squatter', NEXT)
    // The link they opened has proved the mailbox.
    expect((await theirs.user.me()).user.emailVerified).toBe(true)
    expect(await theirs.twoStep.status()).toMatchObject({ needsVerified: false })
    await theirs.twoStep.start()
  })

  it('cannot be moved there while a second step is on, nor shut while it moves', async () => {
    const { me } = await signUpVerified(world, 'mover')
    const { secret } = await me.twoStep.start()
    const move = (email: string) => me.user.profile({ body: { email, currentPassword: PASSWORD } })
    await move('first@example.org')
    const code = () => codeOf(secret, world.clock.now())
    await expectRefused(me.twoStep.confirm({ body: { code: code() } }), 409, 'VERIFY_FIRST')
    await world.runJobs()
    await me.auth.active({ body: { secret: mailedSecret(world, 'active', 'first@example.org') } })
    await me.twoStep.confirm({ body: { code: code() } })
    await expectRefused(move('stranger@example.org'), 409, 'TWO_STEP_FIRST')
    expect((await me.user.me()).user).toMatchObject({ email: 'first@example.org', emailVerified: true })
    world.clock.turn(30)
    await me.twoStep.disable({ body: { password: PASSWORD, code: code() } })
    await move('stranger@example.org')
    await expectRefused(me.twoStep.start(), 409, 'VERIFY_FIRST')
  })
})

it('asks no mailbox of the people of the site: the first admin has none', async () => {
  const owner = await world.owner()
  await world.db.raw('UPDATE users SET email_verified_at = NULL WHERE id = $1', [owner.id])
  expect(await owner.twoStep.status()).toMatchObject({ needsVerified: false })
  await owner.twoStep.start()
})
