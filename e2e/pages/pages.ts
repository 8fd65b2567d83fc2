import type { Page } from 'playwright-core'
import { answerForAds, shownAds } from '#e2e/setup/ad-fixtures.ts'
import { shownCampaign } from '#e2e/setup/advertising.ts'
import { type VisualCase, press } from '#e2e/visual-cases.ts'
import { looksAtAccounts, looksAtHiddenFigures, looksAtPlainAccounts } from './account.ts'
import { looksAtGifts, looksAtNoGifts } from './bonus.ts'
import { looksAtEarning, looksAtNoEarning } from './earning.ts'
import { looksAtMoney, looksAtNoMoney } from './money.ts'
import { looksAtFewPeople, looksAtPeople } from './people.ts'
import { looksAtNoSuspects, looksAtSuspects } from './suspect.ts'
import { looksAtNoTasks, looksAtTasks } from './task.ts'
import { looksAtWithdrawing } from './withdraw.ts'

const settingsTabs = [
  'site',
  'faucet',
  'ptc',
  'banners',
  'deposits',
  'payouts',
  'methods',
  'outflow',
  'captcha',
  'texts',
  'log',
]

const secret = 'abcdefghijklmnopqrstuvwxyz012345'

const more = async (page: Page, entry: string): Promise<void> => {
  await press(/^More actions for/)(page)
  await page.getByRole('menuitem', { name: entry }).click()
}

const newCampaign = async (page: Page): Promise<void> => {
  await press('Create campaign')(page)
  await page.getByRole('radio', { name: 'YouTube video' }).click()
  await page.getByLabel('Video URL').fill('https://youtu.be/aqz-KE-bpKQ')
  await page.getByLabel('Title', { exact: true }).fill('A film of a very large rabbit')
  await page.getByLabel('Description').fill('Ten minutes of calm revenge, drawn by hand.')
  await page.getByLabel('Views', { exact: true }).fill('50000')
  await page.getByText('Targeting').click()
  await page.getByText('URL OK').waitFor()
}

const payIn = async (page: Page): Promise<void> => {
  await page.getByRole('radio', { name: 'Sandbox' }).click()
  await page.getByLabel('Amount in units').fill('250000')
}

const exchange = async (page: Page): Promise<void> => {
  await page.getByLabel('Amount in units').fill('150000')
  await press('Exchange')(page)
  await page.getByRole('dialog').waitFor()
}

const find = async (page: Page): Promise<void> => {
  await press('Search (Ctrl+K)')(page)
  await page.getByRole('combobox', { name: 'Search pages, users, settings and withdrawals' }).fill('wi')
  await page.getByRole('option', { name: 'Withdrawals Page' }).waitFor()
}

const ad = {
  as: 'earner',
  isWatching: true,
  title: 'View Ad',
  before: answerForAds,
  keeps: /'allow-top-navigation'|surf\.webm/,
} as const
const report = press('Report this ad')
const broken = (page: Page): Promise<void> => page.getByText('The video didn’t load').waitFor()

const campaign = { path: '/app/campaign/{id}', as: 'advertiser', title: 'Campaign report' } as const

/** All pages for somebody new, on a site where nothing has happened yet. */
export const looksAtEmptySite: readonly VisualCase[] = [
  { name: 'home-empty', path: '/', as: 'guest', title: 'Home' },
  { name: 'privacy', path: '/privacy-policy', as: 'guest', title: 'Privacy policy' },
  { name: 'terms', path: '/terms-of-service', as: 'guest', title: 'Terms of service' },
  { name: 'contact', path: '/contact', as: 'guest', title: 'Contact us' },
  { name: 'login', path: '/login', as: 'guest', title: 'Sign in' },
  { name: 'login-wrong', path: '/login', as: 'guest', title: 'Sign in', act: press('Sign in') },
  { name: 'register', path: '/register', as: 'guest', title: 'Create account' },
  { name: 'register-wrong', path: '/register', as: 'guest', title: 'Create account', act: press('Create account') },
  { name: 'forgot', path: '/forgot-password', as: 'guest', title: 'Forgot password' },
  {
    name: 'reset',
    path: '/reset-password/{secret}',
    address: `/reset-password/${secret}`,
    as: 'guest',
    title: 'Reset password',
    act: (page) => page.getByLabel('New password').fill('otters'),
  },
  {
    name: 'active-refused',
    path: '/active/{secret}',
    address: `/active/${secret}`,
    as: 'guest',
    title: 'Verify your email',
    refusals: [400, 404, 409],
  },
  { name: 'dashboard-new', path: '/app/dashboard', as: 'unverified', title: 'Dashboard' },
  { name: 'faucet-ready', path: '/app/faucet', as: 'newcomer', title: 'Ready · Faucet' },
  { name: 'ads-empty', path: '/app/ptc', as: 'newcomer', title: 'View ads' },
  { name: 'withdraw-empty', path: '/app/withdraw', as: 'newcomer', title: 'Withdraw' },
  { name: 'wait-over', path: '/app/wait', as: 'newcomer', title: 'Cooldown' },
  { name: 'advertise-new', path: '/app/advertise', as: 'newcomer', title: 'Advertise' },
  {
    name: 'advertise-wrong',
    path: '/app/advertise',
    as: 'newcomer',
    title: 'Advertise',
    act: async (page) => {
      await page.getByLabel('Views', { exact: true }).fill('3')
      await page.getByLabel('Description').press('Enter')
      await page.getByLabel('Title', { exact: true }).press('Enter')
    },
  },
  { name: 'campaign-unknown', ...campaign, address: `/app/campaign/${shownCampaign}`, as: 'newcomer', refusals: [404] },
  { name: 'account-new', path: '/app/account', as: 'unverified', title: 'Account' },
  { name: 'faq', path: '/app/faq', as: 'newcomer', title: 'FAQ' },
  { name: 'deposit-new', path: '/app/deposit', as: 'newcomer', title: 'Deposit', act: payIn },
  { name: 'exchange-short', path: '/app/exchange', as: 'newcomer', title: 'Exchange' },
  { name: 'instruction', path: '/app/captcha-instruction', as: 'newcomer', title: 'How the captcha works' },
  { name: 'trust', path: '/app/trust', as: 'newcomer', title: 'Account trust' },
  { name: 'overview-empty', path: '/app/admin/overview', as: 'owner', title: 'Overview' },
  { name: 'withdrawals-empty', path: '/app/admin/withdrawals', as: 'owner', title: 'Withdrawals' },
  { name: 'campaigns-empty', path: '/app/admin/ptc', as: 'owner', title: 'Campaigns' },
  ...looksAtPlainAccounts,
  ...looksAtNoEarning,
  ...looksAtNoTasks,
  ...looksAtNoGifts,
  ...looksAtNoMoney,
  ...looksAtNoSuspects,
  ...looksAtFewPeople,
  { name: 'not-found', path: '/404', address: '/nowhere', as: 'guest', title: 'Page not found', refusals: [404] },
  { name: 'kit', path: '/dev/ui', as: 'guest', title: 'UI kit' },
]

/** The pages that change with what has happened. */
export const looksAtFullSite: readonly VisualCase[] = [
  { name: 'home-full', path: '/', as: 'guest', title: 'Home' },
  { name: 'home-member', path: '/', as: 'earner', title: 'Home' },
  { name: 'earn', path: '/app/earn', as: 'earner', title: 'Ways to earn' },
  { name: 'dashboard', path: '/app/dashboard', as: 'earner', title: 'Dashboard' },
  { name: 'bell', path: '/app/dashboard', as: 'earner', title: 'Dashboard', act: press(/^Notifications/) },
  { name: 'menu', path: '/app/dashboard', as: 'earner', title: 'Dashboard', width: 360, act: press('More') },
  { name: 'user-menu', path: '/app/dashboard', as: 'earner', title: 'Dashboard', act: press(/^Account menu for/) },
  { name: 'faucet-waiting', path: '/app/faucet', as: 'earner', title: 'xx:xx · Faucet' },
  { name: 'ads', path: '/app/ptc', as: 'earner', title: 'View ads' },
  { name: 'ad-frame', path: '/app/ptc/iframe/{ad_id}', address: `/app/ptc/iframe/${shownAds.iframe}`, ...ad },
  {
    name: 'ad-report',
    path: '/app/ptc/iframe/{ad_id}',
    address: `/app/ptc/iframe/${shownAds.iframe}`,
    ...ad,
    act: report,
  },
  { name: 'ad-player', path: '/app/ptc/youtube/{ad_id}', address: `/app/ptc/youtube/${shownAds.youtube}`, ...ad },
  { name: 'ad-tab', path: '/app/ptc/redirect', address: `/app/ptc/redirect?id=${shownAds.window}`, ...ad },
  { name: 'ad-video', path: '/app/ptc/video/{ad_id}', address: `/app/ptc/video/${shownAds.video}`, ...ad, act: broken },
  {
    name: 'ad-gone',
    path: '/app/ptc/iframe/{ad_id}',
    address: `/app/ptc/iframe/${shownAds.iframe.replace('a1', 'ff')}`,
    as: 'earner',
    title: 'View Ad',
    refusals: [404],
  },
  ...looksAtWithdrawing,
  { name: 'account', path: '/app/account', as: 'earner', title: 'Account' },
  { name: 'api-keys', path: '/app/account/api-keys', as: 'earner', title: 'API keys' },
  { name: 'webhooks', path: '/app/account/webhooks', as: 'earner', title: 'Webhooks' },
  {
    name: 'webhook-create',
    path: '/app/account/webhooks',
    as: 'earner',
    title: 'Webhooks',
    act: press('Add webhook'),
  },
  {
    name: 'api-key-create',
    path: '/app/account/api-keys',
    as: 'earner',
    title: 'API keys',
    act: press('Create API key'),
  },
  {
    name: 'account-mails',
    path: '/app/account',
    as: 'earner',
    title: 'Account',
    act: (page) => page.getByText('Email preferences').click(),
  },
  {
    name: 'account-email',
    path: '/app/account',
    as: 'earner',
    title: 'Account',
    act: press('Change email address'),
  },
  { name: 'advertise', path: '/app/advertise', as: 'advertiser', title: 'Advertise' },
  { name: 'advertise-form', path: '/app/advertise', as: 'advertiser', title: 'Advertise', act: newCampaign },
  { name: 'campaign', ...campaign, address: `/app/campaign/${shownCampaign}` },
  {
    name: 'campaign-views',
    ...campaign,
    address: `/app/campaign/${shownCampaign}`,
    act: (page) => more(page, 'Add views'),
  },
  {
    name: 'campaign-edit',
    ...campaign,
    address: `/app/campaign/${shownCampaign}`,
    act: (page) => more(page, 'Edit title and description'),
  },
  { name: 'deposit', path: '/app/deposit', as: 'advertiser', title: 'Deposit', act: payIn },
  {
    name: 'sandbox',
    path: '/app/deposit/sandbox/{id}',
    address: '/app/deposit',
    as: 'advertiser',
    title: 'Test checkout',
    act: async (page) => {
      await page.getByRole('link', { name: 'Pay now' }).first().click()
      await page.getByRole('button', { name: 'Pay half' }).waitFor()
    },
  },
  { name: 'exchange', path: '/app/exchange', as: 'advertiser', title: 'Exchange', act: exchange },
  { name: 'wait', path: '/app/wait', as: 'paused', title: 'Cooldown' },
  ...looksAtAccounts,
  ...looksAtEarning,
  ...looksAtTasks,
  ...looksAtGifts,
  ...looksAtMoney,
  ...looksAtSuspects,
  ...looksAtPeople,
  { name: 'locked', path: '/app/locked', as: 'locked', title: 'Account locked' },
  { name: 'overview', path: '/app/admin/overview', as: 'owner', title: 'Overview' },
  { name: 'palette', path: '/app/admin/overview', as: 'owner', title: 'Overview', act: find },
  { name: 'withdrawals', path: '/app/admin/withdrawals', as: 'owner', title: 'Withdrawals' },
  {
    name: 'withdrawal',
    path: '/app/admin/withdrawals',
    as: 'owner',
    title: 'Withdrawals',
    act: press(/^Details of/),
  },
  { name: 'reject', path: '/app/admin/withdrawals', as: 'owner', title: 'Withdrawals', act: press(/^Reject/) },
  { name: 'campaigns', path: '/app/admin/ptc', as: 'owner', title: 'Campaigns' },
  { name: 'campaigns-one', path: '/app/admin/ptc', as: 'owner', title: 'Campaigns', act: press(/^Details of/) },
  { name: 'campaigns-reject', path: '/app/admin/ptc', as: 'owner', title: 'Campaigns', act: press(/^Reject/) },
  ...settingsTabs.map((tab): VisualCase => {
    const address = `/app/admin/settings?tab=${tab}`
    return { name: `settings-${tab}`, path: '/app/admin/settings', address, as: 'owner', title: 'Settings' }
  }),
  {
    name: 'settings-secret',
    path: '/app/admin/settings',
    address: '/app/admin/settings?tab=site',
    as: 'owner',
    title: 'Settings',
    act: press('Remove Google client secret'),
  },
  {
    name: 'settings-method',
    path: '/app/admin/settings',
    address: '/app/admin/settings?tab=methods',
    as: 'owner',
    title: 'Settings',
    act: press('Edit Dogecoin'),
  },
]

/** Once the owner has closed the site for a while. */
export const looksAtClosedSite: readonly VisualCase[] = [
  { name: 'maintenance', path: '/maintenance', as: 'guest', title: 'Maintenance' },
  { name: 'home-closed', path: '/', as: 'guest', title: 'Home' },
  ...looksAtHiddenFigures,
]
