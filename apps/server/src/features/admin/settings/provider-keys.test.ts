import { secretsOfAddress } from '@runnel/contract/settings/secrets-of-address'
import { secretSettings, type Settings } from '@runnel/contract/settings/settings'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { findPreset } from '#features/offerwall/preset/presets.ts'
import { startShortlinks } from '#test/fakes/shortlinks.ts'
import { linking } from '#test/features/linking.ts'
import { twoAdmins } from '#test/features/two-admins.ts'
import { wallFields } from '#test/features/walls.ts'
import { expectRefused } from '#test/sign-up.ts'
import { useWorld } from '#test/world.ts'

const world = useWorld()
let fake: Awaited<ReturnType<typeof startShortlinks>>
beforeAll(async () => {
  fake = await startShortlinks()
})
afterAll(() => fake.close())
const { addLink } = linking(world, () => fake)

const family = findPreset('family')
if (family === undefined) throw new Error('there is no family')
const wallOf = (slug: string) => ({ ...wallFields(family), slug, secret: 'a secret of the wall' })

/** Where a thief listens. */
const elsewhere = 'https://thief.example/api'

describe('the key of a shortlink provider', () => {
  test('is removed when its address changes', async () => {
    const { _id: id } = await addLink({ name: 'moved' })
    const { admin } = await world.owner()
    const { link } = await admin.editLink({ params: { id }, body: { apiUrl: elsewhere } })
    expect(link).toMatchObject({ apiUrl: elsewhere, keySet: false })
    const [row] = await world.db.raw('SELECT api_key_sealed FROM link_providers WHERE id = $1', [id])
    expect(row?.['api_key_sealed']).toBe('')
    const [deed] = await world.db.raw('SELECT after FROM audit WHERE target = $1 ORDER BY id DESC LIMIT 1', [id])
    expect(deed?.['after']).toMatchObject({ apiUrl: elsewhere, apiKey: 'removed' })
  })

  test('is removed when another service is named, whose address is another one', async () => {
    const { _id: id } = await addLink({ name: 'other service' })
    const { admin } = await world.owner()
    expect((await admin.editLink({ params: { id }, body: { api: 'ouo', apiUrl: '' } })).link.keySet).toBe(false)
  })

  test('counts when it is typed again with the new address', async () => {
    const { _id: id } = await addLink({ name: 'moved with key' })
    const { admin } = await world.owner()
    const { link } = await admin.editLink({ params: { id }, body: { apiUrl: elsewhere, apiKey: 'typed again' } })
    expect(link).toMatchObject({ apiUrl: elsewhere, keySet: true })
  })

  test('stays with every other change', async () => {
    const { _id: id, apiUrl } = await addLink({ name: 'stays' })
    const { admin } = await world.owner({ proved: false })
    const { link } = await admin.editLink({ params: { id }, body: { apiUrl, reward: 7, api: 'adlinkfly' } })
    expect(link).toMatchObject({ reward: 7, keySet: true })
  })

  test('goes nowhere without a fresh proof, typed again or not', async () => {
    const { _id: id, apiUrl } = await addLink({ name: 'unproved' })
    const { admin } = await world.owner({ proved: false })
    for (const body of [{ apiUrl: elsewhere }, { apiUrl: elsewhere, apiKey: 'typed' }, { api: 'ouo' as const }]) {
      await expectRefused(admin.editLink({ params: { id }, body }), 403, 'STEP_UP_REQUIRED')
    }
    const { links } = await admin.links()
    expect(links.find(({ _id }) => _id === id)).toMatchObject({ apiUrl, keySet: true })
  })

  test('that was never stored asks for nothing', async () => {
    const { _id: id } = await addLink({ name: 'keyless', apiKey: '' })
    const { admin } = await world.owner({ proved: false })
    expect((await admin.editLink({ params: { id }, body: { apiUrl: elsewhere } })).link.apiUrl).toBe(elsewhere)
  })
})

describe('the secret of a wall', () => {
  test('is removed when its frame moves to another host or another preset is chosen', async () => {
    const { admin } = await world.owner()
    const { wall } = await admin.addWall({ body: wallOf('moves') })
    const params = { id: wall._id }
    const frameUrl = 'https://thief.example/{userId}?s={hash}'
    // A wall that is on needs its secret, so that it does not go on without one unseen.
    await expectRefused(admin.editWall({ params, body: { frameUrl } }), 422, 'SECRET_MISSING')
    expect((await admin.editWall({ params, body: { frameUrl, enabled: false } })).wall.secretSet).toBe(false)
    const again = await admin.editWall({ params, body: { secret: 'typed again', enabled: true } })
    expect(again.wall.secretSet).toBe(true)
    await expectRefused(admin.editWall({ params, body: { preset: 'cpx-research' } }), 422, 'SECRET_MISSING')
  })

  test('stays when only what the frame is asked with changes', async () => {
    const { admin } = await world.owner()
    const { wall } = await admin.addWall({ body: wallOf('stays') })
    const frameUrl = `${wall.frameUrl}${wall.frameUrl.includes('?') ? '&' : '?'}color=blue`
    expect((await admin.editWall({ params: { id: wall._id }, body: { frameUrl } })).wall.secretSet).toBe(true)
  })
})

describe('the secrets of the settings', () => {
  const stored = {
    deposit_btcpay_url: 'https://btcpay.example',
    deposit_btcpay_key: 'btcpay key',
    deposit_btcpay_webhook_secret: 'btcpay hook',
    deposit_nowpayments_url: 'https://api.nowpayments.io',
    deposit_nowpayments_key: 'nowpayments key',
    deposit_nowpayments_ipn_secret: 'nowpayments ipn',
    google_issuer: 'https://accounts.google.com',
    google_client_id: 'client',
    google_client_secret: 'google secret',
    telegram_issuer: 'https://oauth.telegram.org',
    telegram_client_id: '7012345678',
    telegram_client_secret: 'telegram secret',
    captcha_provider: 'turnstile',
    captcha_site_key: 'site key',
    captcha_secret: 'captcha secret',
  } as const satisfies Partial<Settings>
  const isSet = async (): Promise<readonly string[]> => (await (await world.owner()).admin.settings()).secretsSet

  test.each([
    [{ deposit_btcpay_url: elsewhere }, ['deposit_btcpay_key', 'deposit_btcpay_webhook_secret']],
    [{ deposit_nowpayments_url: elsewhere }, ['deposit_nowpayments_key', 'deposit_nowpayments_ipn_secret']],
    [{ google_issuer: 'https://thief.example' }, ['google_client_secret']],
    [{ telegram_issuer: 'https://thief.example' }, ['telegram_client_secret']],
    [{ captcha_provider: 'own' as const }, ['captcha_secret']],
  ])('are removed when their address changes: %o', async (body, gone) => {
    await world.settings({ ...world.defaults, ...stored })
    const before = await isSet()
    const { admin } = await world.owner()
    await admin.saveSettings({ body })
    expect(before.filter((name) => !gone.includes(name))).toEqual(await isSet())
    const { items } = await admin.settingAudit({ query: {} })
    for (const name of gone) {
      const deed = items.find(({ target }) => target === name)
      expect(deed, name).toMatchObject({ before: '(a secret)', after: '(none)' })
    }
  })

  test('count when they are typed again, be they the same', async () => {
    await world.settings({ ...world.defaults, ...stored })
    const { admin } = await world.owner()
    const body = { deposit_btcpay_url: elsewhere, deposit_btcpay_key: stored.deposit_btcpay_key }
    await admin.saveSettings({ body })
    const names = await isSet()
    expect(names).toContain('deposit_btcpay_key')
    expect(names, 'what was not typed is gone').not.toContain('deposit_btcpay_webhook_secret')
  })

  test('of one captcha provider are not sent to another', async () => {
    await world.settings({ ...world.defaults, ...stored })
    const { admin } = await world.owner()
    const other = admin.saveSettings({ body: { captcha_provider: 'hcaptcha' } })
    await expectRefused(other, 422, 'CAPTCHA_SECRET_MISSING')
    await admin.saveSettings({ body: { captcha_provider: 'hcaptcha', captcha_secret: 'of hcaptcha' } })
    expect(await isSet()).toContain('captcha_secret')
  })

  test('go when a second admin accepts another address, and not before', async () => {
    const { first, second } = await twoAdmins(world).admins()
    await world.settings(stored)
    await first.admin.saveSettings({ body: { google_issuer: 'https://thief.example' } })
    expect(await isSet()).toContain('google_client_secret')
    const [act] = (await second.admin.approvals({ query: {} })).items
    await second.admin.acceptApproval({ params: { id: act?._id ?? '' } })
    expect((await first.admin.settings()).settings.google_issuer).toBe('https://thief.example')
    expect(await isSet()).not.toContain('google_client_secret')
    await world.settings({ ...world.defaults })
  })

  test('all belong to an address that can be changed, or never leave for one', () => {
    /** Addresses that hold their own password, keys that only sign here, and keys for one fixed address. */
    const without =
      /^(telegram_bot_token|payout_(bitcoind_\w+_url|(evm_\w+|solana)_(url|key)|(tron|ton)_key|faucetpay_key))$/
    const bound = Object.values(secretsOfAddress).flat()
    for (const name of secretSettings) {
      expect(without.test(name) || bound.some((one) => one === name), name).toBe(true)
    }
  })
})
