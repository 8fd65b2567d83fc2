import type { Settings } from '@runnel/contract/settings/settings'
import { expect, test } from 'vitest'
import { expectRefused } from '#test/sign-up.ts'
import { useWorld } from '#test/world.ts'

const world = useWorld()
const keys = { captcha_provider: 'turnstile', captcha_site_key: 'key', captcha_secret: 'right' } as const

test('keys that the provider does not know are not saved, since they would let nobody in', async () => {
  const owner = await world.owner()
  const save = (body: Partial<Settings>) => owner.admin.saveSettings({ body })
  const wrong = await expectRefused(save({ ...keys, captcha_secret: 'unknown' }), 422, 'CAPTCHA_SECRET_WRONG')
  expect(wrong['errors']).toEqual({ captcha_secret: expect.stringContaining('rejected this secret key') })
  await expectRefused(save({ ...keys, captcha_secret: 'slow' }), 422, 'CAPTCHA_UNREACHABLE')
  expect((await owner.admin.settings()).settings.captcha_provider).toBe('own')
  await save(keys)
  await expectRefused(save({ captcha_secret: 'unknown' }), 422, 'CAPTCHA_SECRET_WRONG')
  expect((await owner.admin.settings()).settings).toMatchObject({ captcha_provider: 'turnstile' })
})

test('nothing else waits for a provider: not its keys for later, not other settings, not the way back', async () => {
  const owner = await world.owner()
  const slow = { ...keys, captcha_secret: 'slow' }
  await world.settings(slow)
  await owner.admin.saveSettings({ body: { site_name: 'Another name' } })
  await owner.admin.saveSettings({ body: { captcha_provider: 'own' } })
  await owner.admin.saveSettings({ body: { captcha_secret: 'unknown' } })
  expect((await owner.admin.settings()).settings.captcha_provider).toBe('own')
})

test('only who may save settings makes the site ask a provider', async () => {
  const person = await world.user('curious')
  await expectRefused(person.admin.saveSettings({ body: { ...keys, captcha_secret: 'unknown' } }), 403, 'FORBIDDEN')
})
