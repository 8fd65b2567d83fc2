import { act, screen, waitFor, within } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { queryClient } from '#api/cache.ts'
import { NoAnswerError } from '#api/send.ts'
import { fakeServer, refuse, show, type FakeServer } from '#web/test/fake-server.tsx'
import { progress } from '#web/test/samples.ts'
import { userEvent } from '#web/test/user.ts'
import type { BonusInfo } from './bonus.ts'
import { BonusPage } from './BonusPage.tsx'

const claiming = 'POST /api/bonus/{day}'
const rewards = [50, 75, 100, 150, 200, 300, 500]
const paid = { reward: 100, balance: 1_340, exp: 5, progress: progress(), streak: 3, graceUsed: false }
let server: FakeServer

const pixel = 'data:image/gif;base64,R0lGODlhAQABAAAAACwAAAAAAQABAAA='
const challenge = {
  id: 'challenge-1',
  width: 90,
  height: 90,
  reference: { src: pixel, width: 90, height: 90 },
  images: [{ id: 'picture-1', src: pixel, width: 90, height: 90 }],
  pow: null,
  alternatives: [],
  expiresIn: 150,
  external: null,
}

const info = (changes: Partial<BonusInfo> = {}): BonusInfo => ({
  bonuses: rewards.map((reward, index) => ({
    day: index + 1,
    reward,
    state: index < 2 ? 'claimed' : index === 2 ? 'today' : 'ahead',
  })),
  history: [{ date: '2026-05-04', day: 2, reward: 75, grace: false }],
  today: { day: 3, reward: 100, claimed: false, claimsNeeded: 3, claimsMade: 3, closed: null },
  streak: 2,
  grace: { available: true, nextAt: null, willBeUsed: false },
  resetsAt: '2026-05-06T00:00:00.000Z',
  ...changes,
})

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['Date'], now: new Date('2026-05-05T10:00:00Z') })
  server = fakeServer({ 'GET /api/bonus': () => info(), [claiming]: () => paid, 'GET /api/ct': () => challenge })
})
afterEach(() => {
  vi.useRealTimers()
})

const claim = async () => {
  show(<BonusPage />)
  const user = userEvent.setup()
  const pictures = await screen.findAllByRole('button', { name: /^Image/ })
  await user.click(pictures[0]!)
  await user.click(screen.getByRole('button', { name: 'Claim 100 units' }))
  return user
}

test('shows the seven days, the streak, and that a grace day is there', async () => {
  show(<BonusPage />)
  const path = within(await screen.findByRole('list', { name: '7-day streak' }))
  expect(path.getAllByRole('listitem')).toHaveLength(7)
  expect(path.getByText('Day 3: 100 units, today').closest('li')?.getAttribute('aria-current')).toBe('step')
  expect(screen.getByText('2 days')).toBeTruthy()
  expect(screen.getByText('You have 1 grace day')).toBeTruthy()
  expect(screen.getByText('May 4')).toBeTruthy()
})

test('leads to the faucet while claims are missing', async () => {
  server.answers['GET /api/bonus'] = () => info({ today: { ...info().today, claimsMade: 1 } })
  show(<BonusPage />)
  await screen.findByText('Make 2 more faucet claims to unlock it.')
  expect(screen.getByRole('link', { name: 'Go to faucet' }).getAttribute('href')).toBe('/app/faucet')
  expect(screen.getByRole('progressbar', { name: 'Faucet claims today' }).getAttribute('aria-valuenow')).toBe('1')
  expect(screen.queryByRole('button', { name: /^Claim/ })).toBeNull()
})

test('lets nobody solve a check for a bonus that is closed to them', async () => {
  const closed = 'Another account has claimed it on this device.'
  server.answers['GET /api/bonus'] = () => info({ today: { ...info().today, closed } })
  show(<BonusPage />)
  await screen.findByText(closed)
  expect(screen.queryByRole('button', { name: /^Claim/ })).toBeNull()
  expect(server.sentTo('GET /api/ct')).toEqual([])
})

test('tells before the claim that the grace day will be used', async () => {
  server.answers['GET /api/bonus'] = () => info({ grace: { available: true, nextAt: null, willBeUsed: true } })
  show(<BonusPage />)
  await screen.findByText('Your grace day saved your streak')
})

test('claims today with the check and a key, and then says when the next one opens', async () => {
  await claim()
  await screen.findByText('You received 100 units today')
  expect(screen.getByText('in 14:00:00')).toBeTruthy()
  const [request] = server.sentTo(claiming)
  expect(request?.path).toBe('/api/bonus/3')
  expect(request?.body).toEqual({ captcha: { id: 'challenge-1', picks: ['picture-1'] } })
  expect(request?.headers['idempotency-key']).toMatch(/^[0-9a-f]{32}$/)
})

test('what was received counts only for its day: the next one can be claimed on the same page', async () => {
  await claim()
  await screen.findByText('You received 100 units today')
  const next = { day: 4, reward: 150, claimed: false, claimsNeeded: 3, claimsMade: 3, closed: null }
  const resetsAt = '2026-05-07T00:00:00.000Z'
  const refetched = async (today: BonusInfo['today']) => {
    server.answers['GET /api/bonus'] = () => info({ today, resetsAt })
    await act(() => queryClient.invalidateQueries({ queryKey: ['bonus', 'info'] }))
  }
  await refetched(next)
  expect(await screen.findByRole('button', { name: 'Claim 150 units' })).toBeTruthy()
  expect(screen.queryByText(/^You received/)).toBeNull()
  // Claimed in another tab.
  await refetched({ ...next, claimed: true })
  expect(await screen.findByText('You received 150 units today')).toBeTruthy()
})

test('a claim without an answer is sent again under the same key', async () => {
  let lost = true
  server.answers[claiming] = () => {
    if (!lost) return paid
    lost = false
    throw new NoAnswerError('network', 'Failed to fetch')
  }
  const user = await claim()
  await user.click(await screen.findByRole('button', { name: 'Try again' }))
  await screen.findByText('You received 100 units today')
  const [first, again] = server.sentTo(claiming)
  expect(again?.headers['idempotency-key']).toBe(first?.headers['idempotency-key'])
  expect(again?.body).toEqual(first?.body)
})

test('a refusal stays to be read, and a new check begins', async () => {
  server.answers[claiming] = () => refuse(409, { code: 'DEVICE_USED', msg: 'This device had it today.' })
  await claim()
  await screen.findByText('This device had it today.')
  await waitFor(() => expect(server.sentTo('GET /api/ct').length).toBeGreaterThan(1))
})

test('a page that failed can be tried again', async () => {
  server.answers['GET /api/bonus'] = () => refuse(500, { code: 'OOPS', msg: 'Broken.' })
  show(<BonusPage />)
  await screen.findByText('Broken.')
  expect(screen.getByRole('button', { name: 'Try again' })).toBeTruthy()
})
