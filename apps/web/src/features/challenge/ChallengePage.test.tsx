import type { Challenge } from '@runnel/contract/earn/challenge'
import { screen, waitFor } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { NoAnswerError } from '#api/send.ts'
import { activateLocale } from '#locales/locale.ts'
import { fakeServer, refuse, show, type FakeServer } from '#web/test/fake-server.tsx'
import { idOf } from '#web/test/samples.ts'
import { strayText } from '#web/test/stray-text.ts'
import { userEvent } from '#web/test/user.ts'
import { ChallengePage } from './ChallengePage.tsx'
import { challengeTitle } from './labels.ts'

const claiming = 'POST /api/challenge/{id}/claim'
let server: FakeServer

const one = (digit: number, changes: Partial<Challenge> = {}): Challenge => ({
  _id: idOf(digit),
  kind: 'faucet',
  period: 'daily',
  requirement: 10,
  progress: 10,
  tokenReward: 60,
  claimed: false,
  resetsAt: '2026-05-06T00:00:00.000Z',
  ...changes,
})

const done = one(1)
const under = one(2, { kind: 'ptc', period: 'weekly', progress: 4, resetsAt: '2026-05-11T00:00:00.000Z' })
const list = (challenges: Challenge[]) => ({
  challenges,
  history: [],
  settings: { dayEndsAt: '2026-05-06T00:00:00.000Z', weekEndsAt: '2026-05-11T00:00:00.000Z' },
  stats: { claimed: 3, earned: 240, open: 1 },
})

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['Date'], now: new Date('2026-05-05T10:00:00Z') })
  server = fakeServer({
    'GET /api/challenge': () => list([done, under]),
    [claiming]: () => ({ reward: 60, balance: 1_300, challenge: { ...done, claimed: true } }),
  })
})
afterEach(async () => {
  vi.useRealTimers()
  await activateLocale('en')
})

test('shows how far each is, when it starts anew, and a button only where it is done', async () => {
  show(<ChallengePage />)
  await screen.findByRole('heading', { name: 'Make 10 faucet claims' })
  const bars = screen.getAllByRole('progressbar')
  expect(bars.map((bar) => bar.getAttribute('aria-valuenow'))).toEqual(['10', '4'])
  expect(screen.getByText('resets in 14:00:00')).toBeTruthy()
  expect(screen.getByText('resets in 6 days')).toBeTruthy()
  expect(screen.getAllByRole('button', { name: /^Claim / })).toHaveLength(1)
})

test('a claimed one is marked and put last before the server is asked again', async () => {
  show(<ChallengePage />)
  const user = userEvent.setup()
  const button = await screen.findByRole('button', { name: 'Claim Make 10 faucet claims' })
  // The second answer never comes: what is shown then was written by this page.
  server.answers['GET /api/challenge'] = () => new Promise(() => undefined)
  await user.click(button)
  await screen.findByText('View 10 ads')
  await waitFor(() => expect(screen.queryByRole('button', { name: /^Claim / })).toBeNull())
  const titles = screen.getAllByRole('heading', { level: 2 }).map(({ textContent }) => textContent)
  expect(titles).toEqual(['View 10 ads', 'Make 10 faucet claims'])
  expect(screen.getByText('300 units')).toBeTruthy()
  expect(screen.getByText('In progress').parentElement?.textContent, 'it was done before').toBe('In progress1')
  expect(server.sentTo(claiming)[0]?.headers['idempotency-key']).toMatch(/^[0-9a-f]{32}$/)
})

test('a claim without an answer is sent again under the same key', async () => {
  server.answers[claiming] = () => {
    throw new NoAnswerError('network', 'Failed to fetch')
  }
  show(<ChallengePage />)
  const user = userEvent.setup()
  await user.click(await screen.findByRole('button', { name: /^Claim / }))
  await user.click(await screen.findByRole('button', { name: 'Try again' }))
  await waitFor(() => expect(server.sentTo(claiming)).toHaveLength(2))
  const [first, again] = server.sentTo(claiming)
  expect(again?.headers['idempotency-key']).toBe(first?.headers['idempotency-key'])
})

test('without challenges it says what to do, and a failure can be tried again', async () => {
  server.answers['GET /api/challenge'] = () => list([])
  const { unmount } = show(<ChallengePage />)
  await screen.findByText('No challenges available')
  unmount()
  server = fakeServer({ 'GET /api/challenge': () => refuse(500, { code: 'OOPS', msg: 'Broken.' }) })
  show(<ChallengePage />)
  await screen.findByRole('button', { name: 'Try again' })
})

test('each kind says what is to be done', () => {
  expect(challengeTitle({ kind: 'earn', requirement: 5_000 })).toBe('Earn 5,000 units')
  expect(challengeTitle({ kind: 'level', requirement: 5 })).toBe('Reach level 5')
  expect(challengeTitle({ kind: 'referral', requirement: 1 })).toBe('Refer 1 user')
})

test('every word comes from the catalogue', async () => {
  await activateLocale('pseudo')
  const kinds = ['faucet', 'ptc', 'link', 'task', 'offerwall', 'referral', 'earn', 'level'] as const
  server.answers['GET /api/challenge'] = () => list(kinds.map((kind, at) => one(at, { kind, claimed: at > 3 })))
  const { baseElement } = show(<ChallengePage />)
  await waitFor(() => expect(baseElement.querySelectorAll('li')).toHaveLength(8))
  expect(strayText(baseElement)).toEqual([])
})
