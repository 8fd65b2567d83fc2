import { defaults } from '@runnel/contract/settings/settings'
import { screen, waitFor, within } from '@testing-library/react'
import { beforeEach, expect, test } from 'vitest'
import { useRoute } from '#base/route.ts'
import { savedSettings, settings } from '#features/admin/shared/example.ts'
import { fakeServer, show, type FakeServer } from '#web/test/fake-server.tsx'
import { userEvent } from '#web/test/user.ts'
import { fieldId } from './SettingInput.tsx'
import { SettingsPage } from './SettingsPage.tsx'
import type { SettingsTab } from './table/table.ts'

const saving = 'PATCH /api/admin/setting'
let server: FakeServer

beforeEach(() => {
  server = fakeServer({
    'GET /api/admin/setting': () => settings,
    [saving]: ({ body }) => savedSettings(body),
  })
})

const open = async (tab: SettingsTab) => {
  const pathname = '/app/admin/settings'
  useRoute.setState({
    shown: { path: pathname, pathname, params: {}, query: { tab }, Layout: () => null, PageView: () => null },
  })
  show(<SettingsPage />)
  await screen.findByRole('tab', { selected: true })
  return { user: userEvent.setup() }
}

test('budgets and limits of a source are numbers, and only their settings are sent', async () => {
  const { user } = await open('outflow')
  const faucet = within(groupOf('Faucet'))
  expect(groupOf('Faucet').textContent).toContain('10 × the usual rate')
  await user.clear(faucet.getByLabelText('Daily budget (units, UTC)'))
  await user.type(faucet.getByLabelText('Daily budget (units, UTC)'), '500000')
  expect(groupOf('Faucet').textContent).toContain('$5.00 daily budget')
  await user.clear(faucet.getByLabelText('Payments in 24 hours'))
  await user.click(screen.getByRole('button', { name: 'Save' }))
  expect(await screen.findByText('Faucet: This must be a whole number.')).toBeDefined()
  expect(server.sentTo(saving)).toHaveLength(0)
  // A moment later the focus is led to what is wrong; typing before that would lose it.
  await waitFor(() => expect(document.activeElement?.id).toBe(fieldId('outflow_limits')))
  await user.type(faucet.getByLabelText('Payments in 24 hours'), '900')
  await user.click(screen.getByRole('button', { name: 'Save' }))
  await waitFor(() => expect(server.sentTo(saving)).toHaveLength(1))
  expect(server.sentTo(saving)[0]?.body).toEqual({
    daily_budgets: { ...defaults.daily_budgets, faucet: 500_000 },
    outflow_limits: { ...defaults.outflow_limits, faucet: { ...defaults.outflow_limits.faucet, dayCount: 900 } },
  })
})

/** What opens under the name of a source. */
const groupOf = (name: string): HTMLElement => {
  const group = screen.getByText(name, { selector: 'summary span' }).closest('details')
  if (!group) throw new Error(`${name} has no fields`)
  return group
}

test('keys of payouts are typed once, and a wrong one is told beside its field', async () => {
  const { user } = await open('payouts')
  await user.type(screen.getByLabelText('Polygon private key'), 'my key')
  await user.type(screen.getByLabelText('FaucetPay API key'), 'fp-1')
  await user.click(screen.getByRole('button', { name: 'Save' }))
  expect(await screen.findByText('Enter 64 hexadecimal characters.')).toBeDefined()
  await user.clear(screen.getByLabelText('Polygon private key'))
  await user.click(screen.getByRole('button', { name: 'Save' }))
  await waitFor(() => expect(server.sentTo(saving)[0]?.body).toEqual({ payout_faucetpay_key: 'fp-1' }))
})

test('a source of prices of the owner is added, and one that comes with the site is left out', async () => {
  const { user } = await open('payouts')
  await user.click(screen.getByRole('switch', { name: 'Kraken' }))
  await user.click(screen.getByRole('button', { name: 'Add source' }))
  await user.type(screen.getByLabelText('URL'), 'https://prices.example.com/{{coin}')
  await user.type(screen.getByLabelText('JSON path'), 'data.amount')
  await user.click(screen.getByRole('button', { name: 'Save' }))
  await waitFor(() => expect(server.sentTo(saving)).toHaveLength(1))
  const [first, second, third] = defaults.rate_sources
  const own = { kind: 'json', enabled: true, url: 'https://prices.example.com/{coin}', path: 'data.amount' }
  expect(server.sentTo(saving)[0]?.body).toEqual({ rate_sources: [first, second, { ...third, enabled: false }, own] })
})

test('what a farm would gain follows the numbers as they are typed', async () => {
  const { user } = await open('faucet')
  const table = () => within(screen.getByRole('table', { name: 'Profit of a bot farm per day (at most)' }))
  const free = () => within(table().getByRole('row', { name: /Own software \(free\) 30 / })).getAllByRole('cell')
  expect(free().at(-1)?.textContent).toContain('$0.2')
  expect(screen.getByText(/The faucet never pays more than \$5\.00 a day\./)).toBeDefined()
  const budget = screen.getByLabelText('Daily faucet budget')
  await user.clear(budget)
  await user.type(budget, '0')
  expect(screen.getByText(/Without a budget, losses grow with the number of accounts\./)).toBeDefined()
  await user.clear(budget)
  await user.type(budget, '100000')
  expect(screen.getByText(/The faucet never pays more than \$1\.00 a day\./)).toBeDefined()
  expect(screen.queryByText(/can exceed a network’s daily share/)).toBeNull()
  await user.clear(budget)
  await user.type(budget, '500')
  expect(screen.getByText(/can exceed a network’s daily share \(25 units\)/)).toBeDefined()
  await user.clear(budget)
  await user.type(budget, '100000')
  await user.click(screen.getByRole('radio', { name: /^Balanced/ }))
  expect(free().at(-1)?.textContent).toContain('-$0.0')
  const minimum = screen.getByLabelText('Min. withdrawal before revenue covers rewards')
  await user.clear(minimum)
  await user.type(minimum, '2000')
  expect(screen.getByText(/Bots could withdraw reduced rewards within 90 days\..*5,101 units/)).toBeDefined()
  await user.clear(screen.getByLabelText('Faucet timer (seconds)'))
  expect(screen.queryByRole('table', { name: 'Profit of a bot farm per day (at most)' })).toBeNull()
})
