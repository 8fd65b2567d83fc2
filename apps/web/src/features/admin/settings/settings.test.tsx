import { defaults } from '@runnel/contract/settings/settings'
import { screen, waitFor, within } from '@testing-library/react'
import { beforeEach, expect, test } from 'vitest'
import { useRoute } from '#base/route.ts'
import { savedSettings, settings } from '#features/admin/shared/example.ts'
import { ConfirmHost } from '#ui/overlay/ConfirmHost.tsx'
import { fakeServer, refuse, show, type FakeServer } from '#web/test/fake-server.tsx'
import { userEvent } from '#web/test/user.ts'
import { SettingsPage } from './SettingsPage.tsx'
import type { SettingsTab } from './table/table.ts'

const saving = 'PATCH /api/admin/setting'
let server: FakeServer

beforeEach(() => {
  server = fakeServer({
    'GET /api/admin/setting': () => settings,
    [saving]: ({ body }) => savedSettings(body),
    'GET /api/admin/setting/audit': () => ({ items: [], totalItems: 0 }),
    'GET /api/admin/withdraw-method': () => ({ methods: [], needsSecond: false }),
    'GET /api/admin/wallet': () => ({ wallets: [], differences: [], dryRun: false, stopped: null }),
    'POST /api/admin/content/preview': () => ({ title: 'Privacy', html: '<p>Ours</p>', markdown: '# Privacy' }),
  })
})

/** As the router does it, because the address decides which part is shown. */
const goTo = (tab: SettingsTab) => {
  const pathname = '/app/admin/settings'
  useRoute.setState({
    shown: { path: pathname, pathname, params: {}, query: { tab }, Layout: () => null, PageView: () => null },
  })
}

const open = async (tab: SettingsTab) => {
  goTo(tab)
  const shown = show(
    <>
      <SettingsPage />
      <ConfirmHost />
    </>,
  )
  await screen.findByRole('tab', { selected: true })
  return { user: userEvent.setup(), ...shown }
}

const retype = async (user: ReturnType<typeof userEvent.setup>, label: string, text: string) => {
  const field = screen.getByLabelText(label)
  await user.clear(field)
  await user.type(field, text)
}

test('only what was changed is sent, from whatever part of the settings', async () => {
  const { user } = await open('site')
  expect(screen.queryByRole('button', { name: 'Save' })).toBeNull()
  await retype(user, 'Site name', 'Creek')
  goTo('faucet')
  await screen.findByLabelText('Faucet reward (units)')
  await retype(user, 'Faucet reward (units)', '25')
  expect(screen.getByText('2 unsaved changes')).toBeDefined()
  expect(screen.getByText('Site name, Faucet reward (units)')).toBeDefined()
  await user.click(screen.getByRole('button', { name: 'Save' }))
  await waitFor(() => expect(server.sentTo(saving)).toHaveLength(1))
  expect(server.sentTo(saving)[0]?.body).toEqual({ site_name: 'Creek', faucet_reward: 25 })
  await waitFor(() => expect(screen.queryByRole('button', { name: 'Save' })).toBeNull())
})

test('what is typed back to what it was is no change, and all can be discarded', async () => {
  const { user } = await open('faucet')
  await retype(user, 'Faucet reward (units)', '31')
  await retype(user, 'Faucet reward (units)', '30')
  expect(screen.queryByRole('button', { name: 'Save' })).toBeNull()
  await retype(user, 'Faucet reward (units)', '99')
  await user.click(screen.getByRole('button', { name: 'Reset to default: 30' }))
  expect(screen.queryByRole('button', { name: 'Save' })).toBeNull()
  await retype(user, 'XP per claim', '1')
  await user.click(screen.getByRole('button', { name: 'Discard' }))
  expect((screen.getByLabelText('XP per claim') as HTMLInputElement).value).toBe('10')
})

test('a value outside of its bounds is told in its own part, and nothing is sent', async () => {
  const { user } = await open('faucet')
  await retype(user, 'Faucet timer (seconds)', '2')
  await user.click(screen.getByRole('button', { name: 'Save' }))
  expect(await screen.findByText('This must be at least 5.')).toBeDefined()
  await retype(user, 'Faucet timer (seconds)', '2.5')
  await user.click(screen.getByRole('button', { name: 'Save' }))
  expect(await screen.findByText('This must be a whole number.')).toBeDefined()
  expect(server.sentTo(saving)).toHaveLength(0)
})

test('what the server refuses brings its part into view', async () => {
  server.answers[saving] = () =>
    refuse(422, { code: 'BAD_LOGO', msg: 'No.', errors: { site_name: 'This name is too much.' } })
  const { user } = await open('site')
  await retype(user, 'Site name', 'Creek')
  goTo('payouts')
  await screen.findByLabelText('Max. automatic withdrawal')
  await user.click(screen.getByRole('button', { name: 'Save' }))
  await waitFor(() => expect(window.location.search).toBe('?tab=site'))
  goTo('site')
  expect(await screen.findByText('This name is too much.')).toBeDefined()
})

test('a secret is never shown, and sent only when it was typed', async () => {
  const { user } = await open('captcha')
  await user.click(screen.getByRole('radio', { name: 'hCaptcha' }))
  const secret = screen.getByLabelText('Captcha secret key') as HTMLInputElement
  expect(secret.value).toBe('')
  expect(screen.getByText('Enter the key again: it is removed when the address changes.')).toBeDefined()
  await user.type(screen.getByLabelText('Captcha site key'), 'key')
  await user.click(screen.getByRole('button', { name: 'Save' }))
  await waitFor(() => expect(server.sentTo(saving)).toHaveLength(1))
  expect(server.sentTo(saving)[0]?.body).toEqual({ captcha_provider: 'hcaptcha', captcha_site_key: 'key' })
  await user.type(screen.getByLabelText('Captcha secret key'), 'hush')
  await user.click(screen.getByRole('button', { name: 'Save' }))
  await waitFor(() => expect(server.sentTo(saving)).toHaveLength(2))
  expect(server.sentTo(saving)[1]?.body).toEqual({ captcha_secret: 'hush' })
})

test('a secret that is set can be removed after a question, and nothing else is saved with it', async () => {
  const { user } = await open('captcha')
  await user.click(screen.getByRole('radio', { name: 'hCaptcha' }))
  await user.type(screen.getByLabelText('Captcha secret key'), 'half')
  await user.click(screen.getByRole('button', { name: 'Remove Captcha secret key' }))
  const question = within(await screen.findByRole('dialog', { name: 'Remove this secret?' }))
  await user.click(question.getByRole('button', { name: 'Cancel' }))
  expect(server.sentTo(saving)).toHaveLength(0)
  await user.click(screen.getByRole('button', { name: 'Remove Captcha secret key' }))
  await user.click(await screen.findByRole('button', { name: 'Remove secret' }))
  await waitFor(() => expect(server.sentTo(saving)).toHaveLength(1))
  expect(server.sentTo(saving)[0]?.body).toEqual({ captcha_secret: '' })
  await waitFor(() => expect(screen.queryByRole('button', { name: 'Remove Captcha secret key' })).toBeNull())
  expect(screen.queryByText(/^Saved\. Enter a new one/)).toBeNull()
  expect((screen.getByLabelText('Captcha secret key') as HTMLInputElement).value).toBe('')
  expect(screen.getByText('1 unsaved change')).toBeDefined()
})

test('signing in by Google and Telegram is set up beside the name of the site', async () => {
  const { user } = await open('site')
  for (const of of ['google', 'telegram']) screen.getByText(`http://localhost:3000/login/callback/${of}`)
  await user.type(screen.getByLabelText(/^Google client ID/), 'client')
  await user.type(screen.getByLabelText('Google client secret'), 'hush')
  await user.click(screen.getByRole('switch', { name: /^Require two-factor authentication for staff/ }))
  await user.click(screen.getByRole('button', { name: 'Save' }))
  await waitFor(() => expect(server.sentTo(saving)).toHaveLength(1))
  const body = { google_client_id: 'client', google_client_secret: 'hush', two_step_staff: true }
  expect(server.sentTo(saving)[0]?.body).toEqual(body)
})

test('happy hours are a list of times', async () => {
  const { user } = await open('faucet')
  await user.click(screen.getByRole('button', { name: 'Remove time slot 1' }))
  await user.click(screen.getByRole('button', { name: 'Add time slot' }))
  await user.click(screen.getByRole('button', { name: 'Save' }))
  await waitFor(() => expect(server.sentTo(saving)).toHaveLength(1))
  expect(server.sentTo(saving)[0]?.body).toEqual({
    happy_hours: [
      { from: '20:00', to: '21:00' },
      { from: '12:00', to: '13:00' },
    ],
  })
})

test('a way to pay in that nobody can use says why, until it is set up', async () => {
  const { user } = await open('deposits')
  const row = within(screen.getByRole('group', { name: 'FaucetPay' }))
  row.getByText('FaucetPay needs the merchant’s username.')
  expect(screen.getAllByText(/needs the merchant/)).toHaveLength(1)
  await user.type(screen.getByLabelText('FaucetPay username'), 'river')
  await user.click(screen.getByRole('button', { name: 'Save' }))
  await waitFor(() => expect(row.queryByText(/needs the merchant/)).toBeNull())
})

test('ways to pay in are rows that can be changed, moved and taken away', async () => {
  const { user } = await open('deposits')
  const row = within(screen.getByRole('group', { name: 'BTCPay Server' }))
  await user.clear(row.getByLabelText('Fee (%)'))
  await user.type(row.getByLabelText('Fee (%)'), '1.5')
  await user.type(row.getByLabelText('Coin'), 'btc-ln')
  await user.click(screen.getByRole('button', { name: 'Move BTCPay Server BTC-LN up' }))
  await user.click(screen.getByRole('button', { name: 'Remove NOWPayments' }))
  await user.click(screen.getByRole('switch', { name: /^FaucetPay/ }))
  await user.click(screen.getByRole('button', { name: 'Save' }))
  await waitFor(() => expect(server.sentTo(saving)).toHaveLength(1))
  const [sandbox, btcpay, , faucetpay] = defaults.deposit_methods
  expect(server.sentTo(saving)[0]?.body).toEqual({
    deposit_methods: [{ ...btcpay, coin: 'BTC-LN', feeBasisPoints: 150 }, sandbox, { ...faucetpay, enabled: false }],
  })
})

test('which way to pay in is wrong, and with what, is told', async () => {
  const { user } = await open('deposits')
  const row = within(screen.getByRole('group', { name: 'FaucetPay' }))
  await user.clear(row.getByLabelText('Minimum (units)'))
  await user.click(screen.getByRole('button', { name: 'Save' }))
  expect(await screen.findByText('Row 4: This must be a whole number.')).toBeDefined()
  // The list with the row takes the focus; whoever types goes on after that.
  await waitFor(() => expect(document.activeElement?.id).toBe('setting-deposit_methods'))
  await user.type(row.getByLabelText('Minimum (units)'), '900000000')
  await user.click(screen.getByRole('button', { name: 'Save' }))
  expect(await screen.findByText('Row 4: The maximum can’t be below the minimum.')).toBeDefined()
  const fee = within(screen.getByRole('group', { name: 'Sandbox' })).getByLabelText('Fee (%)')
  await waitFor(() => expect(document.activeElement?.id).toBe('setting-deposit_methods'))
  await user.type(fee, '.')
  await user.click(screen.getByRole('button', { name: 'Save' }))
  expect(await screen.findByText('Row 1: Enter a percentage from 0 to 50, such as 1.5.')).toBeDefined()
  await waitFor(() => expect(document.activeElement?.id).toBe('setting-deposit_methods'))
  await user.type(fee, '5')
  await user.click(screen.getByRole('button', { name: 'Remove FaucetPay' }))
  await user.click(screen.getByRole('button', { name: 'Add deposit method' }))
  await user.click(screen.getByRole('button', { name: 'Save' }))
  expect(await screen.findByText('This processor and currency are listed twice.')).toBeDefined()
  // What takes the focus a moment later must not take it from the next test's field of the same name.
  await waitFor(() => expect(document.activeElement?.id).toBe('setting-deposit_methods'))
  expect(server.sentTo(saving)).toHaveLength(0)
})

test("a processor's secret is sent once it was typed, and its notifications have an address to copy", async () => {
  const { user } = await open('deposits')
  expect(screen.getByText(`${window.location.origin}/api/deposit/webhook/btcpay`)).toBeDefined()
  await user.type(screen.getByLabelText('BTCPay Server webhook secret'), 'hush')
  await user.click(screen.getByRole('button', { name: 'Save' }))
  await waitFor(() => expect(server.sentTo(saving)[0]?.body).toEqual({ deposit_btcpay_webhook_secret: 'hush' }))
})

test('prices are a table in which an empty field is not sold', async () => {
  const { user } = await open('ptc')
  const kind = within(screen.getByRole('group', { name: 'YouTube video' }))
  await user.clear(kind.getByLabelText('30 s'))
  await user.type(kind.getByLabelText('15 s'), '1')
  await user.click(screen.getByRole('button', { name: 'Save' }))
  expect(await screen.findByText('YouTube video, 15 s: This must be at least 2.')).toBeDefined()
  await waitFor(() => expect(document.activeElement?.id).toBe('setting-ptc_prices'))
  await user.type(kind.getByLabelText('15 s'), '0')
  await user.click(screen.getByRole('button', { name: 'Save' }))
  await waitFor(() => expect(server.sentTo(saving)).toHaveLength(1))
  const { ptc_prices: prices } = Object(server.sentTo(saving)[0]?.body)
  expect(prices).toContainEqual({ kind: 'youtube', timer: 15, price: 10 })
  expect(prices).not.toContainEqual(expect.objectContaining({ kind: 'youtube', timer: 30 }))
  expect(prices).toHaveLength(defaults.ptc_prices.length)
})

test("an unsaved banner's code stands in a frame that runs nothing", async () => {
  const { user } = await open('banners')
  await user.type(screen.getByLabelText(/^Medium rectangle, 300/), '<b>Ad</b>')
  const frame = await screen.findByTitle('Medium rectangle, 300 × 250')
  expect(frame.getAttribute('sandbox')).toBe('')
  expect(frame.getAttribute('srcdoc')).toBe('<b>Ad</b>')
})

test('closing the site asks first', async () => {
  const { user } = await open('site')
  await user.click(screen.getByRole('switch', { name: /^Maintenance mode/ }))
  await user.click(screen.getByRole('button', { name: 'Save' }))
  const question = within(await screen.findByRole('dialog'))
  expect(server.sentTo(saving)).toHaveLength(0)
  await user.click(question.getByRole('button', { name: 'Turn on' }))
  await waitFor(() => expect(server.sentTo(saving)[0]?.body).toEqual({ maintenance: true }))
})
