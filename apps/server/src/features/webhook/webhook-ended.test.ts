import { expect, test } from 'vitest'
import { renewAdminPassword } from '#features/auth/admin-password.ts'
import { useReceiver } from '#test/features/webhooks.ts'
import { mailedSecret, PASSWORD, signUpVerified } from '#test/sign-up.ts'
import { type Person, useWorld } from '#test/world.ts'

const world = useWorld({ connections: 10, limits: false })
const { register } = useReceiver(world)

const disabledOf = async (person: Pick<Person, 'webhook'>, audience: 'account' | 'site' = 'account') =>
  (await person.webhook.list({ query: { audience } })).webhooks.map(({ disabled }) => disabled)

test('endpoints are turned off with the sessions that an admin ends, and are not deleted', async () => {
  const owner = await world.owner()
  const member = await world.user('hook_ended')
  const bystander = await world.user('hook_bystander')
  await register(member)
  await register(bystander)
  expect(await owner.admin.endUserSessions({ params: { id: member.id } })).toMatchObject({ ended: 1 })
  const again = await world.user('hook_ended')
  expect(await disabledOf(again)).toEqual(['off'])
  expect(await disabledOf(bystander)).toEqual([null])
  // Their owner turns them on again.
  const [{ _id: id } = { _id: '' }] = (await again.webhook.list({ query: { audience: 'account' } })).webhooks
  await again.webhook.change({ params: { id }, body: { enabled: true } })
  expect(await disabledOf(again)).toEqual([null])
})

test('a password that was reset by mail turns them off; one that was changed with the old one does not', async () => {
  const { me, email } = await signUpVerified(world, 'hook_reset')
  const { webhook } = await me.webhook.create({
    body: { audience: 'account', url: 'https://hooks.example.com/in', description: '', events: ['withdrawal.paid'] },
  })
  await me.user.password({ body: { currentPassword: PASSWORD, password: 'six wild cranes' } })
  expect(await disabledOf(me)).toEqual([null])
  const guest = world.guest()
  await guest.auth.forgotPassword({ body: { email, captcha: await guest.solve.captcha('forgot') } })
  await world.runJobs()
  const secret = mailedSecret(world, 'reset-password', email)
  await world.guest().auth.resetPassword({ body: { secret, password: 'nine loud herons' } })
  const rows = await world.db.raw('SELECT disabled_why FROM webhook_endpoints WHERE id = $1', [webhook._id])
  expect(rows).toEqual([{ disabled_why: 'off' }])
})

test('those of the site are turned off with the sessions of the admin who made them', async () => {
  const owner = await world.owner()
  await register(owner, ['user.registered'], 'site')
  expect(await disabledOf(owner, 'site')).toEqual([null])
  await renewAdminPassword(world.db, 'admin', world.clock.now())
  expect(await disabledOf(await world.owner(), 'site')).toEqual(['off'])
})
