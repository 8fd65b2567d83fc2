import type { User } from '@runnel/contract/account/user'
import { screen, waitFor, within } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { CallError } from '#api/send.ts'
import { storeToken } from '#base/store.ts'
import type { WithdrawMethods } from '#features/withdraw/withdraw.ts'
import { faucetInfo, me, overviewOf, progress } from '#web/test/samples.ts'
import { showPage } from '#web/test/show-page.tsx'
import { userEvent } from '#web/test/user.ts'
import { bySource } from './by-source.ts'
import type { Overview } from './dashboard.ts'
import { DashboardPage } from './DashboardPage.tsx'

const line = {
  _id: '01900000-0000-7000-8000-0000000000aa',
  kind: 'faucet',
  account: 'main',
  amount: 31,
  balanceAfter: 1_240,
  ref: null,
  createdAt: '2026-05-05T09:55:00.000Z',
}
const method = {
  _id: '01900000-0000-7000-8000-0000000000bb',
  currency: 'DOGE',
  name: 'Dogecoin',
  processor: 'manual',
  minimum: 2_000,
  maximum: 100_000,
  fee: 0,
  rate: '15000',
  rateAt: '2026-05-05T09:55:00.000Z',
  decimals: 8,
  eta: null,
  closed: null,
  addressHint: '',
  scan: false,
}
const owing = { code: 'IN_DEBT', msg: 'Your balance is negative. New earnings repay it first.' }

interface Server {
  user?: Partial<User>
  wait?: number
  requirements?: { code: string; msg: string }[]
  first?: WithdrawMethods['first']
  stats?: () => unknown
  overview?: Partial<Overview>
}

const known = overviewOf()
const [{ id: adId } = {}, { id: taskId } = {}] = known.best

const openDashboard = ({
  user = {},
  wait = 94,
  requirements = [],
  first = null,
  stats,
  overview = {},
}: Server = {}) => {
  const days = [
    { day: '2026-05-05', source: 'faucet', count: 4, earned: 124 },
    { day: '2026-05-05', source: 'ptc', count: 1, earned: 35 },
  ]
  const ways = { methods: [method], balance: 1_240, requirements, first, payouts: [], medianPaySeconds: null }
  const total = { today: { earned: 124, claims: 4 }, totalEarned: 1_240, progress: progress(), days }
  const referral = { stats: [], earning: 0, refCount: 0, referralCommission: 1_000 }
  return showPage(<DashboardPage />, {
    'GET /api/user/me': () => me(user),
    'GET /api/user/stats': stats ?? (() => ({ ...total, ...referral })),
    'GET /api/user/statement': () => ({ items: [line], totalItems: 1 }),
    'GET /api/faucet/info': () => faucetInfo({ wait }),
    'GET /api/dashboard': () => ({ ...known, ...overview }),
    'GET /api/withdraw': () => ways,
    'POST /api/user/resend': () => ({}),
  })
}

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['Date'], now: new Date('2026-05-05T10:00:00Z') })
  storeToken('token')
})
afterEach(() => {
  vi.useRealTimers()
})

test('shows what one owns, earned and did, and when the next claim is due', async () => {
  openDashboard()
  expect(await screen.findByText('$0.0124')).toBeTruthy()
  expect(await screen.findByText('Next claim in 01:34')).toBeTruthy()
  const chart = await screen.findByRole('table', { name: 'Earned per day, in units' })
  expect(within(chart).getAllByRole('row')).toHaveLength(31)
  expect(within(chart).getByRole('row', { name: 'May 5 124 units 35 units 159 units' })).toBeTruthy()
  expect(await screen.findByText('Faucet claim', { selector: 'li > span > span' })).toBeTruthy()
  expect(screen.getByText('+4% on faucet claims, on average.')).toBeTruthy()
  expect(screen.queryByText('Verify your email address')).toBeNull()
})

test('names what still stands before a withdrawal, and sends the mail again', async () => {
  const user = userEvent.setup()
  const unverified = { code: 'EMAIL_UNVERIFIED', msg: 'Verify your email address first.' }
  const { sent } = openDashboard({ user: { emailVerified: false }, requirements: [unverified, owing] })
  expect(await screen.findByText(owing.msg)).toBeTruthy()
  // The address has a step of its own, with a button.
  expect(screen.queryByText(unverified.msg)).toBeNull()
  expect(screen.getByRole('progressbar', { name: 'Minimum' }).getAttribute('aria-valuemax')).toBe('2000')
  await user.click(await screen.findByRole('button', { name: 'Resend email' }))
  await waitFor(() => expect(sent('POST /api/user/resend')).toHaveLength(1))
})

test('says that the address refused the mail, beside the ways to send it again and to change it', async () => {
  openDashboard({ user: { emailVerified: false, emailRefused: true } })
  expect(await screen.findByText(/refused our email/)).toBeTruthy()
  expect(screen.getByRole('button', { name: 'Resend email' })).toBeTruthy()
  expect(screen.getByRole('link', { name: 'Change address' })).toBeTruthy()
})

test('a claim that is ready leads to the faucet', async () => {
  openDashboard({ wait: 0 })
  expect((await screen.findByText('Claim now')).closest('a')?.getAttribute('href')).toBe('/app/faucet')
})

test('whoever is new sees one thing to do', async () => {
  const fresh = { balance: 0, totalEarned: 0, faucetClaim: 0, progress: progress({ level: 1, exp: 0 }) }
  openDashboard({ user: fresh, wait: 0 })
  expect(await screen.findByText('Your first claim is ready')).toBeTruthy()
  expect(screen.getByText(`Welcome, ${me().user.username}.`)).toBeTruthy()
  expect(screen.getByText('Make your first claim').closest('a')?.getAttribute('href')).toBe('/app/faucet')
  expect(screen.queryByText('Recent activity')).toBeNull()
})

test('who owes something reads it with the way to the statement, and nobody else does', async () => {
  const { unmount } = openDashboard({ user: { debt: 350 } })
  expect(await screen.findByText(/You owe 350 units/)).toBeTruthy()
  const link = within(screen.getByText(/You owe 350 units/)).getByRole('link', { name: 'View statement' })
  expect(link.getAttribute('href')).toBe('/app/account#statement')
  unmount()
  openDashboard()
  expect(await screen.findByText('$0.0124')).toBeTruthy()
  expect(screen.queryByText(/You owe/)).toBeNull()
})

test('one part that failed leaves the others alone', async () => {
  openDashboard({ stats: () => new CallError(500, null) })
  expect(await screen.findByText('Faucet claim')).toBeTruthy()
  expect(await screen.findByRole('button', { name: 'Try again' })).toBeTruthy()
})

test('what pays best is one press away, with what a minute brings', async () => {
  openDashboard()
  const ad = (await screen.findByText('A very good page')).closest('a')
  expect(ad?.getAttribute('href')).toBe(`/app/ptc/iframe/${adId}`)
  expect(ad?.textContent).toContain('140 units/min')
  expect(ad?.textContent).not.toContain('ready')
  expect(screen.getByText('Take a picture').closest('a')?.getAttribute('href')).toBe(`/app/task/${taskId}`)
  const claim = screen
    .getAllByText('Faucet claim')
    .find((one) => one.closest('a') !== null)
    ?.closest('a')
  expect(claim?.getAttribute('href')).toBe('/app/faucet')
  expect(claim?.textContent).toContain('ready in 01:34')
})

test('things to do, the streak, the place and the news lead to their pages', async () => {
  openDashboard()
  await screen.findByText('Daily bonus available')
  expect(screen.getByText('Reward: 100 units.')).toBeTruthy()
  const places = ['Claim bonus', 'View ads', 'Daily bonus', 'Leaderboard', 'Read 2 updates']
  const links = places.map((name) => screen.getByRole('link', { name }).getAttribute('href'))
  expect(links).toEqual(['/app/bonus', '/app/ptc', '/app/bonus', '/app/leaderboard', '/app/news'])
  expect(screen.getByText('3-day streak')).toBeTruthy()
  expect(screen.getByText('Rank 1,234 today')).toBeTruthy()
  expect(screen.getByText('A new way to be paid')).toBeTruthy()
})

test('when nothing pays it says so', async () => {
  const nothing = { best: [], todo: [], streak: 0, rank: null, news: { unread: 0, title: null } }
  openDashboard({ overview: nothing })
  await screen.findByText('Nothing available right now')
  expect(screen.getByText('No streak yet')).toBeTruthy()
  expect(screen.getByText('All news')).toBeTruthy()
})

test('every day has its bar, each way its part, and the parts add up', () => {
  const days = [
    { day: '2026-05-04', source: 'faucet', earned: 30 },
    { day: '2026-05-05', source: 'faucet', earned: 31 },
    { day: '2026-05-05', source: 'ptc', earned: 500 },
    { day: '2026-04-01', source: 'link', earned: 9 },
  ]
  expect(bySource({ days, count: 3, now: Date.parse('2026-05-05T00:30:00Z') })).toEqual({
    sources: [
      { source: 'ptc', sum: 500 },
      { source: 'faucet', sum: 61 },
    ],
    sum: 561,
    days: [
      { day: '2026-05-03', parts: [0, 0], sum: 0 },
      { day: '2026-05-04', parts: [0, 30], sum: 30 },
      { day: '2026-05-05', parts: [500, 31], sum: 531 },
    ],
  })
})

test('the way to the first withdrawal begins with the address, which is told once', async () => {
  const unverified = { code: 'EMAIL_UNVERIFIED', msg: 'Verify your email address first.' }
  const first = { emailVerified: false, review: null }
  openDashboard({ user: { emailVerified: false }, requirements: [unverified], first })
  await screen.findByRole('heading', { name: 'Your first withdrawal' })
  expect(screen.getAllByText('Verify your email address')).toHaveLength(1)
  expect(screen.queryByText('Progress to withdrawal')).toBeNull()
  expect(screen.queryByRole('link', { name: 'Withdraw now' })).toBeNull()
})

test('of many ways the smallest share one colour, and no unit is lost', () => {
  const names = ['faucet', 'ptc', 'link', 'task', 'bonus', 'coupon', 'challenge']
  const days = names.map((source, index) => ({ day: '2026-05-05', source, earned: 100 - index }))
  const shown = bySource({ days, count: 1, now: Date.parse('2026-05-05T12:00:00Z') })
  expect(shown.sources.map(({ source }) => source)).toEqual(['faucet', 'ptc', 'link', 'task', 'other'])
  expect(shown.days).toEqual([{ day: '2026-05-05', parts: [100, 99, 98, 97, 285], sum: 679 }])
  expect(shown.sum).toBe(679)
  expect(shown.sources.at(-1)?.sum).toBe(285)
})
