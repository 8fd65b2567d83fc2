import { screen, waitFor, within } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { fakeServer, refuse, show, type FakeServer } from '#web/test/fake-server.tsx'
import { userEvent } from '#web/test/user.ts'
import { bannerCode } from './Banners.tsx'
import type { ReferralInfo } from './referral.ts'
import { ReferralPage } from './ReferralPage.tsx'

const link = 'https://example.com/?r=alice'
let server: FakeServer

const info = (changes: Partial<ReferralInfo> = {}): ReferralInfo => ({
  link,
  stats: [
    { day: '2026-05-04', joined: 1, earning: 30, withheld: 0 },
    { day: '2026-05-05', joined: 2, earning: 0, withheld: 0 },
  ],
  earning: 1_230,
  pending: 12,
  withheld: null,
  refCount: 7,
  activeCount: 3,
  referralCommission: 1_000,
  offerwallCommission: 500,
  ...changes,
})

const person = {
  username: 'b*b',
  joinedAt: '2026-05-01T10:00:00.000Z',
  level: 3,
  earning: 120,
  lastActiveDay: '2026-05-05',
  withheld: true,
}

beforeEach(() => {
  server = fakeServer({
    'GET /api/referral': () => info(),
    'GET /api/referral/user': () => ({ items: [person], totalItems: 25 }),
    'GET /api/site': () => new Promise(() => undefined),
  })
})
afterEach(() => {
  vi.unstubAllGlobals()
})

test('shows the link with its code to scan, what it brought, and what it pays', async () => {
  show(<ReferralPage />)
  expect(await screen.findByRole('textbox', { name: 'Referral link' })).toHaveProperty('value', link)
  const code = await screen.findByRole('img', { name: 'Referral link as QR code' })
  expect(code.querySelector('path')?.getAttribute('d')?.length).toBeGreaterThan(500)
  expect(screen.getByText(/You get 10% of your referrals’ earnings \(offers: 5%;/)).toBeTruthy()
  expect(screen.getByText('1,230 units')).toBeTruthy()
  expect(screen.getByText('12 units')).toBeTruthy()
  expect(screen.getByText('3 active in the last 30 days')).toBeTruthy()
})

test('the chart shows units or people', async () => {
  show(<ReferralPage />)
  const user = userEvent.setup()
  const earned = await screen.findByRole('table', { name: 'Commission per day, in units' })
  expect(within(earned).getByRole('row', { name: 'May 4 30 units' })).toBeTruthy()
  await user.click(screen.getByRole('radio', { name: 'Joined' }))
  const joined = screen.getByRole('table', { name: 'New referrals per day' })
  expect(within(joined).getByRole('row', { name: 'May 5 2' })).toBeTruthy()
})

test('what is withheld says why, and the list marks whose it is', async () => {
  server.answers['GET /api/referral'] = () => info({ withheld: { amount: 40, reason: 'The same device.' } })
  show(<ReferralPage />)
  await screen.findByText('40 units withheld')
  expect(screen.getByText('The same device.')).toBeTruthy()
  await screen.findByText('Withheld')
})

test('the list of people is paged', async () => {
  show(<ReferralPage />)
  const user = userEvent.setup()
  await screen.findByText('b*b')
  await user.click(screen.getByRole('button', { name: 'Next page' }))
  await waitFor(() => expect(server.sentTo('GET /api/referral/user')[1]?.path).toMatch(/page=2/))
})

test('the code of a banner leads to the link and names the site', async () => {
  show(<ReferralPage />)
  const code = await screen.findByRole('textbox', { name: 'Code' })
  expect(code).toHaveProperty('value', bannerCode({ link, name: 'Runnel', size: '300x250' }))
  expect(bannerCode({ link, name: 'A "good" <one>', size: '160x600' })).toBe(
    '<a href="https://example.com/?r=alice"><img src="https://example.com/promo/160x600.svg" width="160" ' +
      'height="600" alt="A &quot;good&quot; &lt;one>"></a>',
  )
})

test('the phone’s own sharing is offered where there is one', async () => {
  const share = vi.fn(() => Promise.resolve())
  Object.defineProperty(navigator, 'share', { value: share, configurable: true })
  show(<ReferralPage />)
  await userEvent.setup().click(await screen.findByRole('button', { name: 'Share' }))
  expect(share).toHaveBeenCalledWith({ title: 'Runnel', url: link })
  Reflect.deleteProperty(navigator, 'share')
})

test('whoever has brought nobody sees what to do; a failure can be tried again', async () => {
  const nothing = info().stats.map((day) => ({ ...day, joined: 0, earning: 0 }))
  server.answers['GET /api/referral'] = () => info({ stats: nothing })
  server.answers['GET /api/referral/user'] = () => ({ items: [], totalItems: 0 })
  const { unmount } = show(<ReferralPage />)
  expect(await screen.findByText('Users who sign up with your link appear here.')).toBeDefined()
  expect(await screen.findByText('Share your link with friends or add a banner to your website.')).toBeDefined()
  expect(screen.getAllByText('No referrals yet')).toHaveLength(1)
  expect(screen.getByText('No activity in this period')).toBeDefined()
  unmount()
  server = fakeServer({ 'GET /api/referral': () => refuse(500, { code: 'OOPS', msg: 'Broken.' }) })
  show(<ReferralPage />)
  await screen.findByRole('button', { name: 'Try again' })
})
