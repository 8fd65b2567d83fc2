import { createHmac } from 'node:crypto'
import { act, fireEvent, screen } from '@testing-library/react'
import { beforeEach, expect, test, vi } from 'vitest'
import { queryClient } from '#api/cache.ts'
import { CallError, NoAnswerError } from '#api/send.ts'
import { useRoute } from '#base/route.ts'
import { storeToken } from '#base/store.ts'
import { me, idOf } from '#web/test/samples.ts'
import { showPage } from '#web/test/show-page.tsx'
import { storeVisit } from './kept-visits.ts'
import { LinkVerifyPage } from './LinkVerifyPage.tsx'

const secret = 'a-secret_0123456789'
const vt = 'q83vASNFZ4mrze8BI0VniQ'
const rest = { reward: 60, maxView: 2, priority: 0, avgDuration: 40, closed: null }
const next = { _id: idOf(2), name: '⟦link two⟧', ...rest }
const paid = {
  reward: 35,
  status: 'paid',
  balance: 1_275,
  history: { _id: idOf(1), count: 1 },
  linkCount: 3,
  next,
}
const list = {
  links: [next],
  history: [],
  settings: { sort: 'auto', resetsAt: '2026-11-21T00:00:00.000Z', visitMinutes: 60 },
  linkCount: 2,
  today: { count: 0, earned: 0 },
  held: { count: 0, amount: 0 },
}

const comeBack = (...verdicts: unknown[]) => {
  let asked = 0
  const view = showPage(<LinkVerifyPage />, {
    'POST /api/link/verify': () => {
      asked += 1
      return verdicts[Math.min(asked, verdicts.length) - 1]
    },
    'GET /api/link': () => list,
    'GET /api/user/me': () => me(),
  })
  queryClient.setQueryData(['user', 'me'], me())
  return view
}

/** Longer than the page waits before it sends anything by itself. */
const calm = () => act(() => vi.advanceTimersByTimeAsync(10_000))
const opened = () => storeVisit(idOf(1), { vt, at: Date.now(), until: Date.now() + 60_000 })
const refused = (code: string, msg: string) => new CallError(409, { code, msg })

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'], shouldAdvanceTime: true })
  Element.prototype.scrollIntoView = () => undefined
  sessionStorage.clear()
  storeToken('token')
  const views = { Layout: () => null, PageView: () => null }
  const pathname = `/app/link/${secret}`
  useRoute.setState({ shown: { path: '/app/link/{secret}', pathname, params: { secret }, query: {}, ...views } })
})

test('a visit that this tab opened is sent by itself, signed, and shows what it paid', async () => {
  opened()
  const { sent } = comeBack(paid)
  expect(screen.getByText('Welcome back')).toBeTruthy()
  await calm()
  const reward = await screen.findByText('+35 units')
  expect(reward.closest('[role=status]')).toBe(document.activeElement)
  expect(screen.getByText('1,275 units')).toBeTruthy()
  const [request, ...more] = sent('POST /api/link/verify')
  expect(more).toEqual([])
  expect(request?.body).toEqual({ secret })
  const token = createHmac('sha256', Buffer.from(vt, 'base64url'))
    .update(`${secret}|${me().user._id}`)
    .digest('base64url')
    .slice(0, 12)
  expect(request?.headers).toEqual({ 'x-link-token': token, 'idempotency-key': secret })
  expect(queryClient.getQueryData(['user', 'me'])).toMatchObject({ linkCount: 3, user: { balance: 1_275 } })
  expect(screen.getByRole('button', { name: 'Next shortlink' })).toBeTruthy()
})

test('a held visit says that a person looks at it', async () => {
  opened()
  comeBack({ ...paid, reward: 0, status: 'held', balance: 1_240, next: null })
  await calm()
  await screen.findByText('Your visit is in review')
  expect(screen.getByText('No more shortlinks for now.')).toBeTruthy()
})

test('a tab that did not open the visit sends nothing before it is told to', async () => {
  const { sent } = comeBack({ ...paid, reward: 0, status: 'held' })
  await screen.findByText('Visit started in another tab')
  await calm()
  expect(sent('POST /api/link/verify')).toHaveLength(0)
  fireEvent.click(screen.getByRole('button', { name: 'Submit from this tab' }))
  await screen.findByText('Your visit is in review')
  expect(sent('POST /api/link/verify')[0]?.headers).toEqual({ 'idempotency-key': secret })
})

test.each([
  ['LINK_USED', 'This visit has already ended'],
  ['LINK_TOO_FAST', 'Completed too quickly'],
  ['LINK_EXPIRED', 'Visit expired'],
  ['LINK_OTHER_DEVICE', 'Started in another browser'],
  ['LINK_NOT_YOURS', 'This visit belongs to another account'],
  ['LINK_DAILY_LIMIT', 'Daily limit reached'],
  ['LINK_DEAD', 'Visit not found'],
])('%s is told in words, with another link to go on', async (code, title) => {
  opened()
  comeBack(refused(code, '⟦why⟧'))
  await calm()
  await screen.findByText(title)
  expect(screen.getByText('⟦why⟧')).toBeTruthy()
  await screen.findByRole('button', { name: 'Next shortlink' })
  expect(screen.queryByRole('button', { name: 'Try again' })).toBeNull()
})

test('what the network lost goes out again under the same key', async () => {
  opened()
  const { sent } = comeBack(new NoAnswerError('network', 'Failed to fetch'), paid)
  await calm()
  fireEvent.click(await screen.findByRole('button', { name: 'Try again' }))
  await screen.findByText('+35 units')
  const [first, second] = sent('POST /api/link/verify')
  expect(second?.headers).toEqual(first?.headers)
})
