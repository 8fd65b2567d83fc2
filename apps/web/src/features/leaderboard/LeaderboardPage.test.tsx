import { screen, waitFor, within } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { useRoute } from '#base/route.ts'
import { fakeServer, refuse, show, type FakeServer } from '#web/test/fake-server.tsx'
import { userEvent } from '#web/test/user.ts'
import type { Standings } from './leaderboard.ts'
import { LeaderboardPage } from './LeaderboardPage.tsx'

const asking = 'GET /api/leaderboard'
let server: FakeServer

const standings = (changes: Partial<Standings> = {}): Standings => ({
  board: 'today',
  items: [
    { rank: 1, username: 'bob', level: 7, value: 9_000, prize: 500, isMe: false },
    { rank: 2, username: null, level: 5, value: 8_000, prize: 250, isMe: false },
  ],
  me: { rank: 1_234, value: 40, prize: 0 },
  prizes: [500, 250, 250],
  endsAt: '2026-05-06T00:00:00.000Z',
  countedAt: '2026-05-05T09:58:00.000Z',
  hidden: false,
  last: { from: '2026-05-04', winners: [{ rank: 1, username: 'carol', value: 7_000, prize: 500 }] },
  ...changes,
})

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['Date'], now: new Date('2026-05-05T10:00:00Z') })
  server = fakeServer({
    [asking]: () => standings(),
    'POST /api/leaderboard/hide': () => ({ hidden: true }),
  })
})
afterEach(() => {
  vi.useRealTimers()
  useRoute.setState({ shown: null })
})

test('shows the first ones, the prizes, the last winners, and the own place outside of them', async () => {
  show(<LeaderboardPage />)
  await screen.findByText('bob')
  expect(screen.getByText('Anonymous')).toBeTruthy()
  const own = within(screen.getByRole('region', { name: 'Your rank' }))
  expect(own.getByText('Rank 1,234 (not shown in the list)')).toBeTruthy()
  expect(own.getByText('40 units')).toBeTruthy()
  expect(screen.getByText('Ranks 2–3')).toBeTruthy()
  expect(screen.getByText('ends in 14:00:00')).toBeTruthy()
  expect(screen.getByText('carol')).toBeTruthy()
})

test('a board is a tab of the address, and the server is asked for it', async () => {
  show(<LeaderboardPage />)
  const user = userEvent.setup()
  await screen.findByText('bob')
  await user.click(screen.getByRole('tab', { name: 'Referrals' }))
  expect(window.location.search).toBe('?board=referral')
})

test('one who hides the name says so once', async () => {
  show(<LeaderboardPage />)
  const user = userEvent.setup()
  await user.click(await screen.findByRole('switch', { name: /^Hide my name/ }))
  await waitFor(() => expect(server.sentTo('POST /api/leaderboard/hide')[0]?.body).toEqual({ hidden: true }))
})

test('an empty board says that the first place is free', async () => {
  server.answers[asking] = () => standings({ items: [], me: null, last: null, prizes: [] })
  show(<LeaderboardPage />)
  await screen.findByText('No earnings yet')
  expect(screen.getByText('Not ranked yet. Earn something to appear here.')).toBeTruthy()
})

test('a board that failed can be tried again', async () => {
  server.answers[asking] = () => refuse(500, { code: 'OOPS', msg: 'Broken.' })
  show(<LeaderboardPage />)
  await screen.findByRole('button', { name: 'Try again' })
})
