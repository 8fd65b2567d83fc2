import { expect, test } from 'vitest'
import { newId } from '#kernel/id.ts'
import { refusal } from '#test/refusal.ts'
import { useWorld } from '#test/world.ts'

const world = useWorld({ limits: false })

const saves = async () =>
  (await world.db.read.selectFrom('audit').select('target').where('action', '=', 'setting.save').execute()).length

test('what another changed meanwhile is not overwritten unseen, and told by whom and to what', async () => {
  const owner = await world.owner()
  const { version } = await owner.admin.settings()
  const first = await owner.admin.saveSettings({ body: { faucet_timer: 600 }, query: { version } })
  expect(first.version).not.toBe(version)
  const late = owner.admin.saveSettings({ body: { faucet_timer: 900, site_name: 'Creek' }, query: { version } })
  expect(await refusal(late)).toMatchObject({
    status: 409,
    failure: {
      code: 'SETTINGS_CHANGED',
      errors: { faucet_timer: expect.stringContaining('admin changed this to 600') },
    },
  })
  const seen = await owner.admin.settings()
  expect(seen.settings).toMatchObject({ faucet_timer: 600, site_name: 'Runnel' })
  // Nobody else touched the name, so that an old look at it does no harm.
  await owner.admin.saveSettings({ body: { site_name: 'Creek' }, query: { version } })
  await owner.admin
    .saveSettings({ body: { faucet_timer: 900, site_name: 'Runnel' }, query: { version: first.version } })
    .catch(() => undefined)
  const again = await owner.admin.settings()
  expect(again.settings).toMatchObject({ faucet_timer: 600, site_name: 'Creek' })
  await owner.admin.saveSettings({
    body: { faucet_timer: 300, site_name: 'Runnel' },
    query: { version: again.version },
  })
})

test('of two that are sent at once one is saved, and a taking back that comes twice acts once', async () => {
  const owner = await world.owner()
  const { version, settings } = await owner.admin.settings()
  const before = await saves()
  const both = await Promise.allSettled(
    [610, 620].map((faucet_timer) => owner.admin.saveSettings({ body: { faucet_timer }, query: { version } })),
  )
  expect(both.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected'])
  expect(await saves()).toBe(before + 1)
  const { version: now } = await owner.admin.settings()
  const undo = { body: { faucet_timer: settings.faucet_timer }, query: { version: now } }
  const undone = await Promise.allSettled([owner.admin.saveSettings(undo), owner.admin.saveSettings(undo)])
  expect(undone.filter(({ status }) => status === 'fulfilled').length).toBeGreaterThan(0)
  expect((await owner.admin.settings()).settings.faucet_timer).toBe(settings.faucet_timer)
  expect(await saves()).toBe(before + 2)
})

test('who names no version saves as before, and a version that is none is refused', async () => {
  const owner = await world.owner()
  await owner.admin.saveSettings({ body: { site_hue: 11 } })
  await owner.admin.saveSettings({ body: { site_hue: 12 }, query: {} })
  const far = await owner.raw({ method: 'PATCH', path: '/api/admin/setting?version=x', body: { site_hue: 13 } })
  expect(far.status).toBe(422)
  await owner.admin.saveSettings({ body: { site_hue: 200 }, query: { version: newId() } })
  const secret = { captcha_secret: 'hush-hush' }
  const { version } = await owner.admin.settings()
  await owner.admin.saveSettings({ body: secret, query: { version } })
  const refused = await refusal(owner.admin.saveSettings({ body: secret, query: { version } }))
  expect(refused).toMatchObject({ failure: { errors: { captcha_secret: expect.not.stringContaining('hush') } } })
  await owner.admin.saveSettings({ body: { captcha_secret: '' } })
})
