import type { PtcAd } from '@runnel/contract/earn/ptc'
import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { queryClient } from '#api/cache.ts'
import { CallError } from '#api/send.ts'
import { storeToken } from '#base/store.ts'
import { me, idOf } from '#web/test/samples.ts'
import { showPage } from '#web/test/show-page.tsx'
import type { PtcList } from './history.ts'
import { PtcPage } from './PtcPage.tsx'

const ids = { one: idOf(1), two: idOf(2), three: idOf(3) }

const ad = (name: keyof typeof ids, changes: Partial<PtcAd> = {}): PtcAd => {
  const words = { title: `⟦ad ${name}⟧`, description: `⟦about ${name}⟧` }
  return { _id: ids[name], kind: 'iframe', ...words, reward: 12, timer: 15, remaining: 1_000, ...changes }
}

const now = Date.parse('2026-05-05T10:00:00Z')
const list: PtcList = {
  ads: [ad('one'), ad('two', { kind: 'window', reward: 9 }), ad('three', { kind: 'video' })],
  history: [
    {
      adId: ids.three,
      claimTime: new Date(now - 3_600_000).toISOString(),
      availableOn: new Date(now + 3_600_000).toISOString(),
    },
  ],
  ptcCount: 2,
  today: { count: 4, earned: 1_234 },
}

const openPage = (told: Partial<PtcList> | Error = {}) => {
  queryClient.clear()
  return showPage(<PtcPage />, {
    'GET /api/ptc': () => (told instanceof Error ? told : { ...list, ...told }),
    'GET /api/user/me': () => me(),
  })
}

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['Date'], now })
  storeToken('token')
})
afterEach(() => {
  vi.useRealTimers()
})

test('each ad says what it pays and takes, and leads to where it is viewed', async () => {
  openPage()
  const first = await screen.findByRole('link', { name: /ad one/ })
  expect(first.getAttribute('href')).toBe(`/app/ptc/iframe/${ids.one}`)
  for (const words of ['+12 units', 'Website', '15 seconds', '36 units/min', '1,000 views left']) {
    expect(within(first).getByText(words)).toBeTruthy()
  }
  expect(screen.getByRole('link', { name: /ad two/ }).getAttribute('href')).toBe(`/app/ptc/redirect?id=${ids.two}`)
  expect(screen.getByText('1,234 units')).toBeTruthy()
})

test('a viewed ad leads nowhere and says when it comes back', async () => {
  openPage()
  await screen.findByText('Already viewed')
  expect(screen.queryByRole('link', { name: /ad three/ })).toBeNull()
  expect(screen.getByRole('timer').textContent).toMatch(/Available again in 1:00:00/)
})

test('shows one kind alone', async () => {
  openPage()
  fireEvent.click(await screen.findByRole('button', { name: 'New tab' }))
  expect(screen.queryByRole('link', { name: /ad one/ })).toBeNull()
  expect(screen.getByRole('link', { name: /ad two/ })).toBeTruthy()
  fireEvent.click(screen.getByRole('button', { name: 'All' }))
  expect(screen.getByRole('link', { name: /ad one/ })).toBeTruthy()
})

test('without ads it says what to do meanwhile', async () => {
  openPage({ ads: [], history: [], ptcCount: 0 })
  await screen.findByText('No ads available')
  expect(screen.getByRole('link', { name: 'Go to faucet' }).getAttribute('href')).toBe('/app/faucet')
})

test('a failure is told and can be tried again', async () => {
  const { sent } = openPage(new CallError(500, { code: 'BROKEN', msg: 'It broke' }))
  fireEvent.click(await screen.findByRole('button', { name: 'Try again' }))
  await waitFor(() => expect(sent('GET /api/ptc')).toHaveLength(2))
})
