import { screen } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { queryClient } from '#api/cache.ts'
import { CallError } from '#api/send.ts'
import { storeToken } from '#base/store.ts'
import { clickOrder, faucetInfo, me, overviewOf } from '#web/test/samples.ts'
import { showPage } from '#web/test/show-page.tsx'
import { FaucetPage } from './FaucetPage.tsx'

const hourUsedUp = { of: 'hour', opensAt: '2026-05-05T11:00:00.000Z', opensIn: 1_800 } as const

beforeEach(() => {
  localStorage.clear()
  // The clocks stand still, however long a busy machine takes.
  vi.useFakeTimers({ toFake: ['Date', 'performance'] })
  vi.setSystemTime('2026-05-05T10:30:00Z')
  window.history.replaceState(null, '', '/app/faucet')
  storeToken('token')
})
afterEach(() => vi.useRealTimers())

test('a budget that is used up before the captcha is there is told instead of it', async () => {
  const refused = new CallError(409, { code: 'FAUCET_BUDGET_HOUR', msg: 'Used up.', retryAfter: 1_800 })
  let asked = 0
  showPage(<FaucetPage />, {
    'GET /api/faucet/info': () => faucetInfo({ wait: 0, usedUp: asked > 0 ? hourUsedUp : null }),
    'GET /api/user/me': () => me(),
    'GET /api/dashboard': () => overviewOf(),
    'GET /api/antibot': () => {
      asked += 1
      return refused
    },
  })
  expect(await screen.findByText('This hour’s rewards are used up')).toBeTruthy()
  expect(asked).toBe(1)
})

test('where the last claim asked for nothing, the next one reserves no room for pictures', async () => {
  const free = { antibotlinks: [], pick: 0, captcha: false }
  const open = (challenge: () => unknown) => {
    queryClient.clear()
    return showPage(<FaucetPage />, {
      'GET /api/faucet/info': () => faucetInfo({ wait: 0 }),
      'GET /api/user/me': () => me(),
      'GET /api/dashboard': () => overviewOf(),
      'GET /api/antibot': challenge,
    })
  }
  const roomWhileAsking = async (): Promise<boolean> => {
    const { unmount } = open(() => new Promise(() => undefined))
    const heading = await screen.findByRole('heading', { name: 'Your claim is ready' })
    const isLarge = heading.nextElementSibling?.className.includes('min-h-80') === true
    unmount()
    return isLarge
  }
  expect(await roomWhileAsking()).toBe(true)
  const { unmount } = open(() => clickOrder(free))
  await screen.findByText('No captcha this time')
  unmount()
  expect(await roomWhileAsking()).toBe(false)
})
