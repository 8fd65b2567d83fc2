import { expect, it } from 'vitest'
import { byGoogle, personaOf, ticketOf, useGoogle } from '#test/google.ts'
import { expectRefused, mailedSecret, PASSWORD, signedIn, signUp } from '#test/sign-up.ts'
import { useWorld } from '#test/world.ts'

const world = useWorld()
const google = useGoogle(world)

it('does not prove an address that the account took on while the visit to Google waited', async () => {
  const { visitor, me } = await signUp(world, 'mover')
  const ticket = ticketOf(await byGoogle(google.server, visitor, { persona: personaOf('mover') }))
  await me.user.profile({ body: { email: 'not.mine@example.org', currentPassword: PASSWORD } })
  const linked = await visitor.oidc.link({ body: { ticket, password: PASSWORD }, headers: {} })
  const { user } = await signedIn(visitor, 'token' in linked ? linked.token : '').user.me()
  expect(user).toMatchObject({ email: 'not.mine@example.org', emailVerified: false })
})

it('waits no longer for a password that its owner has changed meanwhile', async () => {
  const { visitor, email } = await signUp(world, 'changer')
  const thief = world.guest()
  const ticket = ticketOf(await byGoogle(google.server, thief, { persona: personaOf('changer') }))
  const captcha = await visitor.solve.captcha('forgot')
  await visitor.auth.forgotPassword({ body: { email, captcha } })
  await world.runJobs()
  const secret = mailedSecret(world, 'reset-password', email)
  await visitor.auth.resetPassword({ body: { secret, password: PASSWORD } })
  await expectRefused(thief.oidc.link({ body: { ticket, password: PASSWORD }, headers: {} }), 409, 'TICKET_DEAD')
})

it('does not outlive a password reset by mail, unless it is the very mailbox', async () => {
  const { visitor, me, email } = await signUp(world, 'recoverer')
  const persona = personaOf('backdoor', 'backdoor@example.com')
  await byGoogle(google.server, { oidc: me.oidc }, { persona, purpose: 'link' })
  await world.runJobs()
  await me.auth.active({ body: { secret: mailedSecret(world, 'active', email) } })
  const reset = async (password: string) => {
    await visitor.auth.forgotPassword({ body: { email, captcha: await visitor.solve.captcha('forgot') } })
    await world.runJobs()
    await visitor.auth.resetPassword({ body: { secret: mailedSecret(world, 'reset-password', email), password } })
  }
  await reset('four brave new words')
  expect(await byGoogle(google.server, world.guest(), { persona })).toMatchObject({ isNew: true })
  const own = personaOf('recoverer', email)
  const ticket = ticketOf(await byGoogle(google.server, visitor, { persona: own }))
  await visitor.oidc.link({ body: { ticket, password: 'four brave new words' }, headers: {} })
  await reset('five brave newer words here')
  expect(await byGoogle(google.server, world.guest(), { persona: own })).toMatchObject({ isNew: false })
})

it('writes a wrong password of the staff into the audit log, as a login does', async () => {
  const { visitor, id } = await signUp(world, 'keeper')
  await world.db.raw("UPDATE users SET role = 'moderator' WHERE id = $1", [id])
  const ticket = ticketOf(await byGoogle(google.server, visitor, { persona: personaOf('keeper') }))
  const link = visitor.oidc.link({ body: { ticket, password: 'a wrong guess' }, headers: {} })
  await expectRefused(link, 422, 'WRONG_PASSWORD')
  const rows = await world.db.read.selectFrom('audit').select(['action', 'after']).where('actor', '=', id).execute()
  expect(rows).toEqual([{ action: 'staff.sign-in-refused', after: { step: 'password' } }])
})
