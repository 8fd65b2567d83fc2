import type { Page } from 'playwright-core'
import { type VisualCase, press } from '#e2e/visual-cases.ts'

const outflow = { path: '/app/admin/outflow', as: 'owner', title: 'Spending limits' } as const
const statistic = { path: '/app/admin/withdrawal-statistic', as: 'owner', title: 'Withdrawal statistics' } as const
const days = { path: '/app/admin/log/day', as: 'owner', title: 'Daily report' } as const
const settings = { path: '/app/admin/settings', as: 'owner', title: 'Settings' } as const
const withdrawals = { path: '/app/admin/withdrawals', as: 'owner', title: 'Withdrawals' } as const

/** The server is there, but not for this. */
const fails = (call: string) => async (page: Page) => {
  const json = { code: 'BUSY', msg: 'The site is busy. Please try again in a moment.' }
  await page.route(`**/api/admin/${call}*`, (route) => route.fulfill({ status: 503, json }))
}

const chooseProcessor = (name: RegExp) => async (page: Page) => {
  await press('Add method')(page)
  await page.getByRole('dialog').getByRole('radio', { name }).check()
  await page.getByText('Setup incomplete').waitFor()
}

/** Where nothing has left yet. */
export const looksAtNoMoney: readonly VisualCase[] = [
  { name: 'outflow-empty', ...outflow },
  { name: 'statistic-empty', ...statistic },
  { name: 'days-empty', ...days },
  {
    name: 'method-evm',
    ...settings,
    address: '/app/admin/settings?tab=methods',
    act: chooseProcessor(/^Own wallet: Ethereum/),
  },
  {
    name: 'method-solana',
    ...settings,
    address: '/app/admin/settings?tab=methods',
    act: chooseProcessor(/^Own wallet: Solana/),
  },
  {
    name: 'method-ton',
    ...settings,
    address: '/app/admin/settings?tab=methods',
    act: chooseProcessor(/^Own wallet: TON/),
  },
  {
    name: 'method-node',
    ...settings,
    address: '/app/admin/settings?tab=methods',
    act: async (page) => {
      await chooseProcessor(/^Own node/)(page)
      await page
        .getByRole('dialog')
        .getByRole('radio', { name: /^Price sources/ })
        .check()
    },
  },
]

/** Where money has left for a month, and some of it was stopped. */
export const looksAtMoney: readonly VisualCase[] = [
  { name: 'outflow', ...outflow },
  { name: 'outflow-stop', ...outflow, act: press('Stop Faucet') },
  { name: 'outflow-resume', ...outflow, act: press(/^Resume/) },
  { name: 'outflow-none', ...outflow, address: '/app/admin/outflow?source=coupon&state=dry' },
  { name: 'outflow-failed', ...outflow, before: fails('outflow'), refusals: [503] },
  { name: 'statistic', ...statistic },
  { name: 'statistic-failed', ...statistic, before: fails('withdrawal/statistic'), refusals: [503] },
  {
    name: 'statistic-processor',
    ...statistic,
    act: (page) => page.getByText('Processor', { exact: true }).click(),
  },
  { name: 'days', ...days },
  { name: 'days-failed', ...days, before: fails('stats/log'), refusals: [503] },
  {
    name: 'method-second',
    ...settings,
    address: '/app/admin/settings?tab=methods',
    act: async (page) => {
      await press('Edit Dogecoin')(page)
      await page.getByLabel('Units per DOGE').fill('8000')
      await page.getByText('Waiting for a second admin', { exact: true }).scrollIntoViewIfNeeded()
    },
  },
  {
    name: 'withdrawal-unknown',
    ...withdrawals,
    address: '/app/admin/withdrawals?status=unknown',
    act: press(/^Details of/),
  },
  {
    name: 'settings-limits',
    ...settings,
    address: '/app/admin/settings?tab=outflow',
    act: (page) => page.locator('summary').filter({ hasText: 'Faucet' }).click(),
  },
]
