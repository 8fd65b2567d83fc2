import type { FaucetInfo } from '@runnel/contract/earn/faucet'
import { act, screen, waitFor } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { queryClient } from '#api/cache.ts'
import { CallError, NoAnswerError } from '#api/send.ts'
import { storeToken } from '#base/store.ts'
import { clickOrder, faucetInfo, me, overviewOf, progress } from '#web/test/samples.ts'
import { showPage } from '#web/test/show-page.tsx'
import { userEvent } from '#web/test/user.ts'
import { FaucetPage } from './FaucetPage.tsx'

const parted = { parts: { base: 30, level: 1, happyHour: 15, total: 46 }, isReduced: false }
const paid = { reward: 46, ...parted, balance: 1_286, exp: 10, progress: progress({ exp: 710 }), wait: 300 }

interface Server {
  info?: Partial<FaucetInfo>
  /** Whether the budget has no room right now. */
  usedUp?: () => FaucetInfo['usedUp']
  /** What each claim is answered with, the last one again and again. */
  claims?: unknown[]
}

/** A server with one faucet: what it was told by a claim it tells afterwards. */
const openFaucet = ({ info = {}, usedUp = () => null, claims = [paid] }: Server = {}) => {
  let wait = info.wait ?? 0
  let challenges = 0
  let made = 0
  const view = showPage(<FaucetPage />, {
    'GET /api/faucet/info': () => faucetInfo({ usedUp: usedUp(), ...info, wait }),
    'GET /api/user/me': () => me(),
    'GET /api/dashboard': () => overviewOf(),
    'GET /api/antibot': () => {
      challenges += 1
      return clickOrder({ id: `challenge-${challenges}` })
    },
    'POST /api/faucet': () => {
      const answer = claims[Math.min(made, claims.length - 1)]
      made += 1
      if (!(answer instanceof Error)) wait = 300
      return answer
    },
  })
  return { ...view, claims: () => view.sent('POST /api/faucet'), challenges: () => view.sent('GET /api/antibot') }
}

const solve = async (user: ReturnType<typeof userEvent.setup>, numbers: readonly number[] = [3, 1, 5]) => {
  for (const number of numbers) {
    await user.click(await screen.findByRole('button', { name: `Image ${number} of 5` }))
    // Faster than this is taken for a finger that bounced.
    await act(async () => void vi.advanceTimersByTime(120))
  }
  await user.click(screen.getByRole('button', { name: 'Claim 31 units' }))
}

beforeEach(() => {
  // The clocks stand still unless a test turns them, however long a busy machine takes.
  vi.useFakeTimers({ toFake: ['Date', 'performance'] })
  window.history.replaceState(null, '', '/app/faucet')
  window.scrollTo = () => undefined
  Element.prototype.scrollIntoView = () => undefined
  storeToken('token')
})
afterEach(() => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

test('counts the wait of the server down, in the title too, and says what the next claim pays', async () => {
  openFaucet({ info: { wait: 94 } })
  expect((await screen.findByRole('timer')).textContent).toMatch(/01:34/)
  await waitFor(() => expect(document.title).toMatch(/^01:34 · Faucet/))
  expect(screen.getByText('Reward: 31 units.')).toBeTruthy()
  expect(screen.getByText('Level 4 (+4%)')).toBeTruthy()
  expect(screen.getByText(/^Bonuses are exact on average/)).toBeTruthy()
  expect(screen.queryByRole('button', { name: /Claim/ })).toBeNull()
})

test('offers what else pays while it waits, and nothing that lies over the claim itself', async () => {
  const waiting = openFaucet({ info: { wait: 94 } })
  expect(await screen.findByRole('link', { name: /A very good page/ })).toBeTruthy()
  expect(screen.queryByRole('link', { name: /Faucet claim/ })).toBeNull()
  waiting.unmount()
  const { sent } = openFaucet()
  await screen.findByRole('button', { name: 'Image 1 of 5' })
  expect(screen.queryByText('Best earnings right now')).toBeNull()
  expect(sent('GET /api/dashboard')).toHaveLength(0)
})

test('asks for a challenge only when the wait is nearly over', async () => {
  const far = openFaucet({ info: { wait: 200 } })
  await screen.findByRole('timer')
  expect(far.challenges()).toHaveLength(0)
  far.unmount()
  const near = openFaucet({ info: { wait: 20 } })
  await waitFor(() => expect(near.challenges()).toHaveLength(1))
  expect(screen.queryByRole('button', { name: /Image/ })).toBeNull()
})

test('a claim goes out with its proof and a key, and its reward is shown with the new balance', async () => {
  const user = userEvent.setup()
  const faucet = openFaucet()
  await solve(user)
  const reward = await screen.findByText('+46 units')
  expect(screen.getByText('1,286 units')).toBeTruthy()
  expect(reward.closest('[tabindex]:not([role])')).toBe(document.activeElement)
  const [request] = faucet.claims()
  expect(request?.body).toEqual({
    antibot: { id: 'challenge-1', order: ['option-three', 'option-one', 'option-five'] },
  })
  expect(request?.headers['idempotency-key']).toMatch(/^[0-9a-f]{32}$/)
  expect(request?.headers['x-duration']).toMatch(/^\d+\.\d+\.\d+,\d+$/)
  expect(screen.getByRole('timer').textContent).toMatch(/05:00/)
  expect(queryClient.getQueryData<ReturnType<typeof me>>(['user', 'me'])?.user.balance).toBe(1_286)
})

test('a claim that the network lost goes out again, the same under the same key', async () => {
  const user = userEvent.setup()
  const faucet = openFaucet({ claims: [new NoAnswerError('network', 'Failed to fetch'), paid] })
  await solve(user)
  await user.click(await screen.findByRole('button', { name: 'Try again' }))
  await screen.findByText('+46 units')
  const [first, second] = faucet.claims()
  expect(second?.body).toEqual(first?.body)
  expect(second?.headers).toEqual(first?.headers)
  expect(second?.headers['idempotency-key']).toBeTruthy()
  // A new challenge would have made the solved one void.
  expect(faucet.challenges()).toHaveLength(1)
})

test('a lost claim goes out by itself when the network is back', async () => {
  const user = userEvent.setup()
  const faucet = openFaucet({ claims: [new NoAnswerError('network', 'Failed to fetch'), paid] })
  await solve(user)
  await screen.findByText('We couldn’t confirm your claim')
  act(() => void window.dispatchEvent(new Event('online')))
  await screen.findByText('+46 units')
  expect(faucet.claims()).toHaveLength(2)
})

test('a wrong answer brings new pictures under a new key and does not begin the wait', async () => {
  const user = userEvent.setup()
  const msg = 'Wrong answer. Try again with the new images.'
  const wrong = new CallError(400, { code: 'CHALLENGE_WRONG', msg, reload: 'antibot' })
  const faucet = openFaucet({ claims: [wrong, paid] })
  await solve(user)
  expect((await screen.findByRole('alert')).textContent).toContain(msg)
  await waitFor(() => expect(faucet.challenges()).toHaveLength(2))
  expect(screen.queryByRole('timer')).toBeNull()
  await solve(user, [1, 2, 4])
  await screen.findByText('+46 units')
  const [first, second] = faucet.claims()
  expect(second?.body).toEqual({ antibot: { id: 'challenge-2', order: ['option-one', 'option-two', 'option-four'] } })
  expect(second?.headers['idempotency-key']).not.toBe(first?.headers['idempotency-key'])
})

test('too early: the wait that the server names is taken over', async () => {
  const user = userEvent.setup()
  const early = new CallError(409, {
    code: 'FAUCET_WAIT',
    msg: 'Your next claim is ready in 2 minutes.',
    retryAfter: 120,
  })
  openFaucet({ claims: [early] })
  await solve(user)
  expect((await screen.findByRole('timer')).textContent).toMatch(/02:00/)
  expect(screen.queryByText('+46 units')).toBeNull()
})

test('when all claims of the day are made, it says when new ones start and asks for no challenge', async () => {
  const faucet = openFaucet({ info: { dailyClaimLimit: 20, claimsToday: 20 } })
  expect(await screen.findByText('Daily claim limit reached (20)')).toBeTruthy()
  expect(faucet.challenges()).toHaveLength(0)
})

const hourUsedUp = { of: 'hour', opensAt: '2026-05-05T11:00:00.000Z', opensIn: 1_800 } as const

test('a used-up hour is told before anything is solved, and its claim opens with the next', async () => {
  vi.setSystemTime('2026-05-05T10:30:00Z')
  let usedUp: FaucetInfo['usedUp'] = hourUsedUp
  const faucet = openFaucet({ usedUp: () => usedUp })
  expect(await screen.findByRole('heading', { name: 'This hour’s rewards are used up' })).toBeTruthy()
  expect(screen.getByText(/^New rewards are available at .* your time \(in 30 minutes\)\.$/)).toBeTruthy()
  expect(await screen.findByRole('link', { name: /A very good page/ })).toBeTruthy()
  expect(faucet.challenges()).toHaveLength(0)
  usedUp = null
  await act(() => queryClient.refetchQueries({ queryKey: ['faucet', 'info'] }))
  expect(await screen.findByRole('button', { name: 'Image 1 of 5' })).toBeTruthy()
})

test('a network whose share is used up is told when it is renewed', async () => {
  vi.setSystemTime('2026-05-05T10:30:00Z')
  const usedUp = { of: 'network', opensAt: '2026-05-06T00:00:00.000Z', opensIn: 48_600 } as const
  const faucet = openFaucet({ usedUp: () => usedUp })
  expect(await screen.findByText('Your network’s rewards for today are used up')).toBeTruthy()
  expect(screen.getByText(/\(in 14 hours\)\.$/)).toBeTruthy()
  expect(faucet.challenges()).toHaveLength(0)
})

test('a budget that opens before the wait is over changes nothing about the wait', async () => {
  openFaucet({ info: { wait: 200 }, usedUp: () => ({ ...hourUsedUp, opensIn: 100 }) })
  expect((await screen.findByRole('timer')).textContent).toMatch(/03:20/)
  expect(screen.queryByText('This hour’s rewards are used up')).toBeNull()
})

test('a claim that the budget refuses begins no wait, and tells when the next hour begins', async () => {
  vi.setSystemTime('2026-05-05T10:30:00Z')
  const user = userEvent.setup()
  const msg = 'This hour’s rewards are used up. New ones are available in 30 minutes.'
  const refused = new CallError(409, { code: 'FAUCET_BUDGET_HOUR', msg, retryAfter: 1_800 })
  let usedUp: FaucetInfo['usedUp'] = null
  openFaucet({ usedUp: () => usedUp, claims: [refused] })
  await screen.findByRole('button', { name: 'Image 1 of 5' })
  usedUp = hourUsedUp
  await solve(user)
  expect(await screen.findByText('This hour’s rewards are used up')).toBeTruthy()
  expect(screen.queryByRole('timer')).toBeNull()
  expect(screen.queryByRole('button', { name: /Image/ })).toBeNull()
})

test('an answer that rounds up does not set the clock back', async () => {
  openFaucet({ info: { wait: 94 } })
  await screen.findByRole('timer')
  const before = queryClient.getQueryData<{ receivedAt: number }>(['faucet', 'info'])
  await act(async () => {
    vi.advanceTimersByTime(300)
    await queryClient.refetchQueries({ queryKey: ['faucet', 'info'] })
  })
  expect(queryClient.getQueryData<{ receivedAt: number }>(['faucet', 'info'])?.receivedAt).toBe(before?.receivedAt)
})

test('after sleep or a turned clock the server is asked again', async () => {
  const faucet = openFaucet({ info: { wait: 94 } })
  const shown = (await screen.findByRole('timer')).textContent
  expect(faucet.sent('GET /api/faucet/info')).toHaveLength(1)
  vi.setSystemTime(Date.now() + 3_600_000)
  await waitFor(() => expect(faucet.sent('GET /api/faucet/info')).toHaveLength(2))
  expect(screen.getByRole('timer').textContent?.slice(0, 4)).toBe(shown?.slice(0, 4))
})

test('a happy hour shows its part, its end and what comes next', async () => {
  vi.setSystemTime('2026-05-05T12:30:00Z')
  const ends = { happyHourEnds: '2026-05-05T13:00:00.000Z', nextHappyHour: '2026-05-05T20:00:00.000Z' }
  openFaucet({ info: { wait: 60, isHappyHour: true, ...ends, next: parted.parts } })
  expect(await screen.findByText('Happy hour: +50% on every claim')).toBeTruthy()
  expect(screen.getByText(/\(ends in 30 minutes\)/)).toBeTruthy()
  expect(screen.getByText(/in 8 hours/)).toBeTruthy()
  expect(screen.getByText('Happy hour (+50%)')).toBeTruthy()
})

test('asks for permission only on the click that wants notifications, and says when it was refused', async () => {
  const user = userEvent.setup()
  const requestPermission = vi.fn().mockResolvedValue('denied')
  vi.stubGlobal('Notification', Object.assign(vi.fn(), { permission: 'default', requestPermission }))
  openFaucet({ info: { wait: 60 } })
  const notices = await screen.findByRole('switch', { name: /Browser notification/ })
  expect(requestPermission).not.toHaveBeenCalled()
  await user.click(notices)
  expect(requestPermission).toHaveBeenCalledTimes(1)
  expect(await screen.findByText(/Notifications are blocked/)).toBeTruthy()
  expect(localStorage.getItem('faucetNotice')).toBeNull()
})

test('a failed start tells why and can be repeated', async () => {
  let fails = true
  const user = userEvent.setup()
  showPage(<FaucetPage />, {
    'GET /api/faucet/info': () => (fails ? new CallError(500, null) : faucetInfo({ wait: 94 })),
    'GET /api/dashboard': () => overviewOf(),
  })
  const again = await screen.findByRole('button', { name: 'Try again' })
  fails = false
  await user.click(again)
  expect(await screen.findByRole('timer')).toBeTruthy()
})
