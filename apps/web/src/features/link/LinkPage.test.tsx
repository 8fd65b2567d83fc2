import { LINK_DECOY_SECRET } from '@runnel/contract/check/link-proof'
import type { Shortlink } from '@runnel/contract/earn/link'
import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import { beforeEach, expect, test, vi } from 'vitest'
import { queryClient } from '#api/cache.ts'
import { CallError } from '#api/send.ts'
import { useRoute } from '#base/route.ts'
import { storeToken } from '#base/store.ts'
import { me, idOf } from '#web/test/samples.ts'
import { showPage } from '#web/test/show-page.tsx'
import { keptToken } from './kept-visits.ts'
import type { LinkList } from './link.ts'
import { LinkPage } from './LinkPage.tsx'
import { leaveFor } from './navigate-away.ts'

vi.mock('./navigate-away.ts', () => ({ leaveFor: vi.fn(() => true) }))

const ids = { one: idOf(1), two: idOf(2), shut: idOf(3), spent: idOf(4) }

const link = (name: keyof typeof ids, changes: Partial<Shortlink> = {}): Shortlink => {
  const rest = { reward: 20, maxView: 2, priority: 0, avgDuration: 40, closed: null }
  return { _id: ids[name], name: `⟦link ${name}⟧`, ...rest, ...changes }
}

const list: LinkList = {
  links: [
    link('one', { reward: 30 }),
    link('two', { reward: 60, avgDuration: 600 }),
    link('shut', { closed: '⟦It does not answer⟧' }),
    link('spent'),
  ],
  history: [{ _id: ids.spent, count: 2 }],
  settings: { sort: 'auto', resetsAt: '2026-11-21T00:00:00.000Z', visitMinutes: 60 },
  linkCount: 4,
  today: { count: 3, earned: 1_234 },
  held: { count: 0, amount: 0 },
}

const opened = { result: 'https://short.example/abc', vt: 'dGhlIHZ0', expiresAt: '2999-01-01T00:00:00.000Z' }

const openPage = (told: Partial<LinkList> | Error = {}, opens: unknown = opened) => {
  const view = showPage(<LinkPage />, {
    'GET /api/link': () => (told instanceof Error ? told : { ...list, ...told }),
    'GET /api/link/{id}': ({ path }) => (path.endsWith(ids.one) ? opens : opened),
    'GET /api/user/me': () => me(),
  })
  queryClient.setQueryData(['user', 'me'], me())
  return view
}

const atAddress = (query: Record<string, string> = {}) => {
  const views = { Layout: () => null, PageView: () => null }
  useRoute.setState({ shown: { path: '/app/link', pathname: '/app/link', params: {}, query, ...views } })
}

const cards = () => screen.getAllByRole('listitem').filter((item) => item.querySelector('.card'))

beforeEach(() => {
  vi.mocked(leaveFor).mockClear()
  sessionStorage.clear()
  storeToken('token')
  atAddress()
})

test('each link says what it pays, for how long, and how often today', async () => {
  openPage()
  await screen.findByText('⟦link one⟧', { selector: 'strong' })
  const [first, second] = cards()
  for (const words of ['+30 units', '45 units/min', 'about 40 seconds', '2 of 2 left today']) {
    expect(within(first!).getByText(words)).toBeTruthy()
  }
  expect(within(second!).getByText('about 10 minutes')).toBeTruthy()
  expect(screen.getByText('1,234 units')).toBeTruthy()
  expect(queryClient.getQueryData(['user', 'me'])).toMatchObject({ linkCount: 4 })
})

test('the address that was laid out for programs is there for nobody else', async () => {
  const { container } = openPage()
  await screen.findByText('⟦link one⟧', { selector: 'strong' })
  const decoy = container.querySelector<HTMLAnchorElement>(`a[href="/app/link/${LINK_DECOY_SECRET}"]`)
  expect(decoy).toMatchObject({ hidden: true, tabIndex: -1, textContent: '' })
  expect(decoy?.hasAttribute('inert')).toBe(true)
  const heard = screen.queryAllByRole('link').map((link) => link.getAttribute('href'))
  expect(heard.filter((href) => href?.includes(LINK_DECOY_SECRET))).toEqual([])
})

test('one that is closed or spent says so and cannot be pressed', async () => {
  openPage()
  await screen.findByText('⟦It does not answer⟧')
  expect(screen.getByText('Daily limit reached for this shortlink')).toBeTruthy()
  expect(screen.getAllByRole('button', { name: /^Visit/ })).toHaveLength(2)
})

test('the order stands in the address', async () => {
  atAddress({ sort: 'reward' })
  openPage()
  await screen.findByText('⟦link one⟧', { selector: 'strong' })
  expect(within(cards()[0]!).getByText('⟦link two⟧', { selector: 'strong' })).toBeTruthy()
  fireEvent.click(screen.getByLabelText('Shortest'))
  expect(window.location.search).toBe('?sort=duration')
})

test('a visit of the sandbox lasts as long as others, and says so', async () => {
  vi.useFakeTimers({ shouldAdvanceTime: true })
  const result = `${window.location.origin}/app/link/secret`
  const { unmount } = openPage({}, { ...opened, result })
  fireEvent.click(await screen.findByRole('button', { name: /^Visit.*one/ }))
  await screen.findByText('Sandbox shortlink')
  await vi.advanceTimersByTimeAsync(34_000)
  expect(leaveFor, 'most people take longer').not.toHaveBeenCalled()
  await vi.advanceTimersByTimeAsync(30_000)
  expect(leaveFor).toHaveBeenCalledWith(result)
  unmount()
  vi.useRealTimers()
})

test('who leaves the page while a visit of the sandbox lasts is not taken back', async () => {
  vi.useFakeTimers({ shouldAdvanceTime: true })
  const { unmount } = openPage({}, { ...opened, result: `${window.location.origin}/app/link/secret` })
  fireEvent.click(await screen.findByRole('button', { name: /^Visit.*one/ }))
  await screen.findByText('Sandbox shortlink')
  unmount()
  await vi.advanceTimersByTimeAsync(90_000)
  expect(leaveFor).not.toHaveBeenCalled()
  vi.useRealTimers()
})

test('a press keeps what signs the return in this tab, and goes there', async () => {
  openPage()
  fireEvent.click(await screen.findByRole('button', { name: /^Visit.*one/ }))
  await waitFor(() => expect(leaveFor).toHaveBeenCalledWith('https://short.example/abc'))
  expect(keptToken(Date.now())).toBe('dGhlIHZ0')
  // While this tab is on its way nothing else can be opened in it.
  expect(screen.getByRole('button', { name: /^Visit.*one/ }).getAttribute('aria-busy')).toBe('true')
  expect(screen.getByRole('button', { name: /^Visit.*two/ })).toHaveProperty('disabled', true)
})

test('a provider that does not answer is told, with the next link in its place', async () => {
  const msg = '⟦It did not answer. It cost you none of today’s visits⟧'
  const { sent } = openPage({}, new CallError(503, { code: 'LINK_UNREACHABLE', msg }))
  fireEvent.click(await screen.findByRole('button', { name: /^Visit.*one/ }))
  expect(within(await screen.findByRole('alert')).getByText(msg)).toBeTruthy()
  expect(keptToken(Date.now())).toBeNull()
  fireEvent.click(screen.getByRole('button', { name: 'Visit ⟦link two⟧ instead' }))
  await waitFor(() =>
    expect(sent('GET /api/link/{id}').map(({ path }) => path)).toEqual([
      `/api/link/${ids.one}`,
      `/api/link/${ids.two}`,
    ]),
  )
})

test('what waits for a person is told in one sentence', async () => {
  openPage({ held: { count: 2, amount: 70 } })
  await screen.findByText('2 visits are in review: 70 units.')
})

test('without links it says what to do meanwhile', async () => {
  openPage({ links: [], history: [], linkCount: 0 })
  await screen.findByText('No shortlinks available')
  expect(screen.getByRole('link', { name: 'Go to faucet' }).getAttribute('href')).toBe('/app/faucet')
})

test('when all are visited it says when they start anew', async () => {
  openPage({ links: [link('spent')], linkCount: 0 })
  await screen.findByText('You’ve completed all shortlinks for today')
  expect(screen.getByText('Visits reset', { exact: false })).toBeTruthy()
})

test('a failure is told and can be tried again', async () => {
  const { sent } = openPage(new CallError(500, { code: 'BROKEN', msg: 'It broke' }))
  fireEvent.click(await screen.findByRole('button', { name: 'Try again' }))
  await waitFor(() => expect(sent('GET /api/link')).toHaveLength(2))
})
