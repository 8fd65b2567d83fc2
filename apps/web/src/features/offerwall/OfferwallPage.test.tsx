import type { ListedWall, Offer } from '@runnel/contract/earn/offerwall'
import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import { beforeEach, expect, test } from 'vitest'
import { CallError } from '#api/send.ts'
import { useRoute } from '#base/route.ts'
import { storeToken } from '#base/store.ts'
import { me, idOf } from '#web/test/samples.ts'
import { showPage } from '#web/test/show-page.tsx'
import type { Walls } from './offerwall.ts'
import { OfferwallPage } from './OfferwallPage.tsx'

const wall: ListedWall = {
  _id: '01900000-0000-7000-8000-00000000000a',
  name: '⟦Otter Offers⟧',
  preset: 'family',
  conditions: '⟦Surveys pay at once.⟧',
  holdAbove: 50_000,
  holdDays: 14,
  page: 'frame',
  reliability: { credits: 1_240, chargeBacks: 31, medianSeconds: 5_400 },
}
const surveys: ListedWall = {
  ...wall,
  _id: '01900000-0000-7000-8000-00000000000b',
  name: '⟦Surveys⟧',
  page: 'pollfish',
  reliability: null,
}

const at = '2026-01-01T00:00:00.000Z'
const names = ['one', 'two', 'three', 'four'] as const
const offer = (name: (typeof names)[number], changes: Partial<Offer>): Offer => {
  const rest = { wall: wall.name, amount: 4_200, heldUntil: null, reason: null, createdAt: at }
  const kept = { chargedBack: 0, chargedBackAt: null }
  return {
    _id: idOf(names.indexOf(name)),
    offer: `⟦offer ${name}⟧`,
    status: 'credited',
    ...rest,
    ...kept,
    ...changes,
  }
}
const offers = [
  offer('one', {}),
  offer('two', { status: 'held', amount: 180_000, heldUntil: '2999-01-01T00:00:00.000Z' }),
  offer('three', { status: 'charged-back', reason: '⟦They took it back.⟧', chargedBack: 4_200, chargedBackAt: at }),
]

const openPage = (told: Partial<Walls> | Error = {}, items: readonly Offer[] = offers, totalItems = items.length) =>
  showPage(<OfferwallPage />, {
    'GET /api/offerwall': () =>
      told instanceof Error ? told : { walls: [wall, surveys], heldBalance: 180_000, debt: 0, ...told },
    'GET /api/offerwall/feed': () => ({ device: 'desktop', offers: [], failed: [] }),
    'GET /api/offerwall/click': () => ({ items: [], totalItems: 0 }),
    'GET /api/offerwall/offer': () => ({ items, totalItems }),
    'GET /api/user/me': () => me(),
  })

const atAddress = (query: Record<string, string> = {}) => {
  const views = { Layout: () => null, PageView: () => null }
  useRoute.setState({ shown: { path: '/app/offerwall', pathname: '/app/offerwall', params: {}, query, ...views } })
}

beforeEach(() => {
  storeToken('token')
  atAddress()
})

test('each wall says its conditions and when it holds, and leads to its page', async () => {
  openPage()
  const card = await screen.findByRole('link', { name: /Otter Offers/ })
  expect(card.getAttribute('href')).toBe(`/app/offerwall/${wall._id}`)
  expect(within(card).getByText('⟦Surveys pay at once.⟧')).toBeTruthy()
  expect(
    within(card).getByText('Rewards up to 50,000 units are paid instantly. Larger rewards are on hold for 14 days.'),
  ).toBeTruthy()
  expect(screen.getByRole('link', { name: /⟦Surveys⟧/ }).getAttribute('href')).toBe(
    `/app/offerwall/pollfish?id=${surveys._id}`,
  )
})

test('offers are asked for once it is known that offerwalls pay', async () => {
  const pays = Promise.withResolvers<{ closed: never[] }>()
  const { sent } = showPage(<OfferwallPage />, {
    'GET /api/outflow': () => pays.promise,
    'GET /api/offerwall': () => ({ walls: [wall], heldBalance: 0, debt: 0 }),
    'GET /api/offerwall/feed': () => ({ device: 'desktop', offers: [], failed: [] }),
    'GET /api/user/me': () => me(),
  })
  await screen.findByRole('link', { name: /Otter Offers/ })
  expect(sent('GET /api/offerwall/feed')).toEqual([])
  pays.resolve({ closed: [] })
  await waitFor(() => expect(sent('GET /api/offerwall/feed')).toHaveLength(1))
})

test('each wall shows its own record before anybody starts, or that there is none yet', async () => {
  openPage()
  const card = await screen.findByRole('link', { name: /Otter Offers/ })
  expect(within(card).getByText('1,240 credited')).toBeTruthy()
  expect(within(card).getByText('2.5% charged back')).toBeTruthy()
  expect(within(card).getByText('Typically paid after 90 minutes')).toBeTruthy()
  const unknown = screen.getByRole('link', { name: /⟦Surveys⟧/ })
  expect(within(unknown).getByText('Not enough data on reliability yet')).toBeTruthy()
  expect(within(unknown).queryByText(/charged back/)).toBeNull()
})

test('a wall whose postbacks name no click shows no time', async () => {
  openPage({ walls: [{ ...wall, reliability: { credits: 7, chargeBacks: 0, medianSeconds: null } }] })
  const card = await screen.findByRole('link', { name: /Otter Offers/ })
  expect(within(card).getByText('No chargebacks')).toBeTruthy()
  expect(within(card).queryByText(/paid after/)).toBeNull()
})

test.each([
  [{ holdDays: 0 }, 'All rewards are paid instantly.'],
  [{ holdAbove: 0, holdDays: 1 }, 'Rewards are on hold for 1 day.'],
])('the rule of holding is told in words: %o', async (rule, words) => {
  openPage({ walls: [{ ...wall, ...rule }] })
  await screen.findByText(words)
})

test('each offer says what became of it and why', async () => {
  openPage()
  await screen.findByText('⟦offer one⟧')
  const [, paid, held, back] = screen.getAllByRole('row')
  expect(within(paid!).getByText('Paid')).toBeTruthy()
  expect(within(held!).getByText('On hold')).toBeTruthy()
  expect(within(held!).getByText(/^Released/).textContent).toMatch(/^Released in \d+ years$/)
  expect(within(back!).getByText('Charged back')).toBeTruthy()
  expect(within(back!).getByText('⟦They took it back.⟧')).toBeTruthy()
})

test('status and page of the offers stand in the address', async () => {
  atAddress({ status: 'held', page: '2' })
  const { sent } = openPage({}, offers, 40)
  await screen.findByText('⟦offer one⟧')
  expect(sent('GET /api/offerwall/offer')[0]?.path).toBe('/api/offerwall/offer?page=2&limit=10&status=held')
  fireEvent.click(screen.getByRole('button', { name: 'Page 3' }))
  expect(window.location.search).toBe('?page=3&status=held')
  fireEvent.change(screen.getByLabelText('Status'), { target: { value: 'charged-back' } })
  expect(window.location.search).toBe('?status=charged-back')
})

test('what was taken back of an offer is told where it was only a part', async () => {
  const [, , whole] = offers
  openPage({}, [whole!, offer('four', { status: 'charged-back', chargedBack: 1_100, chargedBackAt: at })])
  expect(await screen.findAllByText(/units charged back/)).toHaveLength(1)
  expect(screen.getByText('1,100 units charged back')).toBeTruthy()
})

test('what is owed is told', async () => {
  openPage({ debt: 10_000 })
  await screen.findByText(/You owe 10,000 units/)
})

test('without walls and offers it says what to do', async () => {
  openPage({ walls: [], heldBalance: 0 }, [])
  await screen.findByText('No offers available')
  expect(screen.getByText('No completed offers yet')).toBeTruthy()
  expect(screen.getByRole('link', { name: 'Go to faucet' })).toBeTruthy()
})

test('a failure is told and can be tried again', async () => {
  const { sent } = openPage(new CallError(500, { code: 'BROKEN', msg: 'It broke' }))
  fireEvent.click(await screen.findByRole('button', { name: 'Try again' }))
  await waitFor(() => expect(sent('GET /api/offerwall')).toHaveLength(2))
})
