import type { Page } from 'playwright-core'
import { confirmIfAsked } from '#e2e/setup/accounts.ts'
import { type VisualCase, press } from '#e2e/visual-cases.ts'
import { password } from '#e2e/world.ts'

const account = { path: '/app/account', title: 'Account' } as const
const callback = { path: '/login/callback/google', as: 'guest', title: 'Signing in with Google' } as const
const solvency = { path: '/solvency', as: 'guest', title: 'Solvency' } as const

/** The answer of the server to a return from Google, in a state that takes a visit there to reach. */
const returning =
  (body: object) =>
  async (page: Page): Promise<void> => {
    await page.route('**/api/auth/google/callback', (route) => route.fulfill({ json: body }))
  }

const firstHalf = async (page: Page): Promise<void> => {
  await page.getByLabel('Username or email').fill('twofold')
  await page.getByLabel('Password', { exact: true }).fill(password)
  await page.getByRole('button', { name: 'Sign in', exact: true }).click()
  await page.getByLabel('Authentication code').waitFor()
}

const setUp = async (page: Page): Promise<void> => {
  await press('Set up two-factor authentication')(page)
  await confirmIfAsked(page, page.getByRole('img', { name: 'QR code with the setup key' }))
}

/** An hour whose budget is used up, in a state that takes hundreds of claims to reach. */
const usedUp = async (page: Page): Promise<void> => {
  await page.route('**/api/faucet/info', async (route) => {
    const answer = await route.fetch()
    const opensAt = new Date(Date.now() + 1_500_000).toISOString()
    await route.fulfill({
      json: { ...(await answer.json()), wait: 0, usedUp: { of: 'hour', opensAt, opensIn: 1_500 } },
    })
  })
}

const unproved = async (page: Page): Promise<void> => {
  await page.route('**/api/user/two-step/start', (route) =>
    route.fulfill({ status: 403, json: { code: 'STEP_UP_REQUIRED', msg: 'Please confirm that it is you.' } }),
  )
}

const toBalances = async (page: Page): Promise<void> => {
  await press('Delete my account')(page)
  await page.getByRole('dialog').getByRole('button', { name: 'Continue' }).click()
  await page.getByText('You still have a balance').waitFor()
}

const toProof = async (page: Page): Promise<void> => {
  await toBalances(page)
  await page.getByLabel('I give up this balance permanently').check()
  await page.getByRole('dialog').getByRole('button', { name: 'Continue' }).click()
  await press('Permanently delete my account')(page)
}

/** The account of somebody whose Telegram is linked. */
const withTelegram = async (page: Page): Promise<void> => {
  await page.route('**/api/user/two-step', async (route) => {
    const answer = await route.fetch()
    const telegram = { name: '@grey_heron', linkedAt: new Date().toISOString() }
    await route.fulfill({ json: { ...(await answer.json()), telegram } })
  })
}

/** Where nothing is set up yet. */
export const looksAtPlainAccounts: readonly VisualCase[] = [
  { name: 'solvency-new', ...solvency },
  { name: 'google-off', ...callback, address: '/login/callback/google?code=a&state=b', refusals: [409] },
]

/** Ways in beside a password, people whose account is not as others are, and what is owed in public. */
export const looksAtAccounts: readonly VisualCase[] = [
  { name: 'solvency', ...solvency },
  { name: 'login-google', path: '/login', as: 'guest', title: 'Sign in' },
  { name: 'register-google', path: '/register', as: 'guest', title: 'Create account' },
  { name: 'login-code', path: '/login', as: 'guest', title: 'Sign in', act: firstHalf },
  { name: 'google-given-up', ...callback, address: '/login/callback/google?error=access_denied&state=b' },
  {
    name: 'google-link',
    ...callback,
    address: '/login/callback/google?code=a&state=b',
    before: returning({ linkNeeded: true, ticket: 'a'.repeat(32), email: 'willow@example.com', redirect: null }),
  },
  {
    name: 'telegram-failed',
    path: '/login/callback/telegram',
    as: 'guest',
    title: 'Signing in with Telegram',
    address: '/login/callback/telegram?code=a&state=b',
    refusals: [409],
  },
  { name: 'account-telegram', ...account, as: 'newcomer', before: withTelegram },
  { name: 'init', path: '/app/account/init', as: 'nameless', title: 'Choose a username' },
  { name: 'account-two-step', ...account, as: 'twofold' },
  { name: 'account-new-codes', ...account, as: 'twofold', act: press('Generate new recovery codes') },
  { name: 'account-set-up', ...account, as: 'newcomer', act: setUp },
  {
    name: 'step-up',
    ...account,
    as: 'newcomer',
    before: unproved,
    act: press('Set up two-factor authentication'),
    refusals: [403],
  },
  { name: 'faucet-used-up', path: '/app/faucet', as: 'newcomer', title: 'Faucet', before: usedUp },
  { name: 'delete', ...account, as: 'earner', act: press('Delete my account') },
  { name: 'delete-balances', ...account, as: 'earner', act: toBalances },
  { name: 'delete-proof', ...account, as: 'earner', act: toProof },
  { name: 'locked-waiting', path: '/app/locked', as: 'appealing', title: 'Account locked' },
  { name: 'locked-answered', path: '/app/locked', as: 'answered', title: 'Account locked' },
  { name: 'limited', path: '/app/dashboard', as: 'limited', title: 'Dashboard' },
  { name: 'limited-faucet', path: '/app/faucet', as: 'limited', title: 'Ready · Faucet' },
  { name: 'limited-withdraw', path: '/app/withdraw', as: 'limited', title: 'Withdraw' },
  { name: 'limited-account', ...account, as: 'limited' },
]

/** Once the day's budgets are used up and the rest is stopped. */
export const looksAtSpentSite: readonly VisualCase[] = [
  // The document asks for a challenge before anything is known.
  { name: 'faucet-spent', path: '/app/faucet', as: 'newcomer', title: 'Faucet', refusals: [409] },
  { name: 'links-paused', path: '/app/link', as: 'newcomer', title: 'Shortlinks' },
  { name: 'bonus-paused', path: '/app/bonus', as: 'newcomer', title: 'Daily Bonus' },
  { name: 'challenges-paused', path: '/app/challenge', as: 'newcomer', title: 'Challenges' },
  { name: 'coupon-paused', path: '/app/coupon', as: 'newcomer', title: 'Coupon' },
  { name: 'offers-paused', path: '/app/offerwall', as: 'newcomer', title: 'Offerwalls' },
  { name: 'ads-paused', path: '/app/ptc', as: 'newcomer', title: 'View ads' },
  { name: 'tasks-paused', path: '/app/task/earn', as: 'newcomer', title: 'Tasks' },
  { name: 'payouts-paused', path: '/app/withdraw', as: 'earner', title: 'Withdraw' },
]

/** Once the owner shows no figures any more. */
export const looksAtHiddenFigures: readonly VisualCase[] = [{ name: 'solvency-off', ...solvency, refusals: [404] }]
