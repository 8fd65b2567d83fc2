import { expect, test } from 'vitest'
import { newId } from '#kernel/id.ts'
import { expectRefused } from '#test/sign-up.ts'
import { useWorld } from '#test/world.ts'

const world = useWorld()

test('a session that has not proved who is at the screen takes no account over', async () => {
  const owner = await world.owner({ proved: false })
  const ann = await world.user('unproved_ann')
  const edit = (data: object) => owner.admin.editUser({ params: { id: ann.id }, body: { data } })
  await expectRefused(edit({ email: 'thief@example.org' }), 403, 'STEP_UP_REQUIRED')
  await expectRefused(edit({ emailVerified: false }), 403, 'STEP_UP_REQUIRED')
  expect((await edit({ note: 'Only a note.' })).user.username).toBe('unproved_ann')
})

test('an address that an admin changes is told its former reader', async () => {
  const owner = await world.owner()
  const bob = await world.user('unproved_bob')
  await owner.admin.editUser({ params: { id: bob.id }, body: { data: { email: 'new.bob@example.org' } } })
  await world.runJobs()
  expect(world.mails.map(({ to }) => to)).toContain('unproved_bob@example.com')
})

test('nor does it let anybody go, make money to give away, or say who may credit users', async () => {
  const { admin } = await world.owner({ proved: false })
  const params = { id: newId() }
  const answer = (verdict: 'release' | 'keep') =>
    admin.answerAppeal({ params, body: { verdict, message: 'All is well.' } })
  await expectRefused(answer('release'), 403, 'STEP_UP_REQUIRED')
  await expectRefused(answer('keep'), 404, 'NOT_FOUND')
  await expectRefused(admin.endMeasure({ params }), 403, 'STEP_UP_REQUIRED')
  const coupon = { code: 'THIEF1', reward: 1_000_000, maxUses: 1, startsAt: null, endsAt: null, enabled: true }
  for (const { method, path } of [
    { method: 'POST', path: '/api/admin/coupon' },
    { method: 'PATCH', path: `/api/admin/coupon/${params.id}` },
    { method: 'POST', path: '/api/admin/offerwall' },
    { method: 'PATCH', path: `/api/admin/offerwall/${params.id}` },
  ] as const) {
    const { body } = await (await world.owner({ proved: false })).raw({ method, path, body: coupon })
    expect(body, path).toMatchObject({ code: 'STEP_UP_REQUIRED' })
  }
})

test.each([
  { deposit_btcpay_url: 'https://evil.example' },
  { outflow_dry_run: true },
  { rate_max_age_minutes: 1_440 },
  { withdraw_min_days: 0 },
])('it does not set %o', async (body) => {
  const owner = await world.owner({ proved: false })
  await expectRefused(owner.admin.saveSettings({ body }), 403, 'STEP_UP_REQUIRED')
})
