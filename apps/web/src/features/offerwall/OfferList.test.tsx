import type { ListedOffer } from '@runnel/contract/earn/offer'
import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { CallError } from '#api/send.ts'
import { storeToken } from '#base/store.ts'
import { activateLocale } from '#locales/locale.ts'
import { me, idOf } from '#web/test/samples.ts'
import { showPage } from '#web/test/show-page.tsx'
import { strayText } from '#web/test/stray-text.ts'
import { OfferList } from './OfferList.tsx'

const clicking = 'POST /api/offerwall/{id}/click'
const farm: ListedOffer = {
  wallId: idOf(1),
  wall: '⟦Otter⟧',
  offerId: '118',
  title: '⟦Harbour <b>Town</b>⟧',
  description: '⟦Build a town.⟧',
  requirements: '⟦Reach level 20.⟧',
  devices: ['android'],
  minutes: 60,
  reward: 2_500,
  perMinute: 41.67,
  steps: [
    { name: '⟦Install⟧', reward: 500 },
    { name: '⟦Level 20⟧', reward: null },
  ],
}
const survey: ListedOffer = {
  ...farm,
  offerId: '7',
  title: '',
  description: '',
  requirements: '',
  devices: [],
  minutes: null,
  perMinute: null,
  steps: [],
}
const tab = { opener: {}, location: { replace: vi.fn() }, close: vi.fn() }

const openList = (
  answer: Partial<{ offers: ListedOffer[]; failed: string[] }> = {},
  url = 'https://wall.example/118',
) =>
  showPage(<OfferList />, {
    'GET /api/offerwall/feed': () => ({ device: 'android', offers: [farm, survey], failed: [], ...answer }),
    [clicking]: () =>
      url === '' ? new CallError(404, { code: 'OFFER_GONE', msg: '⟦gone⟧' }) : { clickId: idOf(9), url },
    'GET /api/user/me': () => me(),
  })

beforeEach(() => {
  storeToken('token')
  vi.clearAllMocks()
  tab.opener = {}
  vi.spyOn(window, 'open').mockReturnValue(tab as unknown as Window)
})
afterEach(() => activateLocale('en'))

test('each offer shows what it pays, how fast, for which device and in which steps', async () => {
  openList()
  const [first, second] = await screen.findAllByRole('listitem')
  const row = within(first!)
  expect(row.getByText('⟦Harbour <b>Town</b>⟧'), 'a stranger’s markup is text').toBeTruthy()
  expect(row.getByText('42 units per minute')).toBeTruthy()
  expect(row.getByText('60 minutes')).toBeTruthy()
  expect(row.getByText('Android')).toBeTruthy()
  expect(row.getByText('2 steps')).toBeTruthy()
  expect(row.getByText('500 units')).toBeTruthy()
  expect(screen.getByText('Survey')).toBeTruthy()
  expect(second).toBeTruthy()
})

test('an offer opens in a tab that cannot reach this one', async () => {
  const { sent } = openList()
  fireEvent.click(await screen.findByRole('button', { name: /^Start ⟦Harbour/ }))
  await waitFor(() => expect(tab.location.replace).toHaveBeenCalledWith('https://wall.example/118'))
  expect(tab.opener).toBeNull()
  expect(sent(clicking)[0]).toMatchObject({
    path: `/api/offerwall/${farm.wallId}/click`,
    body: { offerId: '118', device: 'android' },
  })
})

test.each(['', 'javascript:alert(1)', 'http://wall.example/'])(
  'the tab closes again where the answer is %s',
  async (url) => {
    openList({}, url)
    fireEvent.click(await screen.findByRole('button', { name: /^Start ⟦Harbour/ }))
    await waitFor(() => expect(tab.close).toHaveBeenCalled())
    expect(tab.location.replace).not.toHaveBeenCalled()
  },
)

test('another device is asked for, and walls that did not answer are named', async () => {
  const { sent } = openList({ failed: ['⟦BitLabs⟧'] })
  await screen.findByText('No response from: ⟦BitLabs⟧. Their offers are missing.')
  fireEvent.change(screen.getByLabelText('Device'), { target: { value: 'ios' } })
  await waitFor(() => expect(sent('GET /api/offerwall/feed')).toHaveLength(2))
  expect(sent('GET /api/offerwall/feed')[1]?.path).toBe('/api/offerwall/feed?device=ios')
})

test('only so many are shown at once', async () => {
  openList({ offers: Array.from({ length: 45 }, (_, index) => ({ ...survey, offerId: String(index) })) })
  expect(await screen.findAllByRole('button', { name: 'Start Survey' })).toHaveLength(20)
  fireEvent.click(screen.getByRole('button', { name: 'Show more offers' }))
  expect(screen.getAllByRole('button', { name: 'Start Survey' })).toHaveLength(40)
})

test('where no wall has an API there is nothing', async () => {
  const { container, sent } = openList({ offers: [] })
  await waitFor(() => expect(sent('GET /api/offerwall/feed')).toHaveLength(1))
  expect(container.textContent).toBe('')
})

test('has no words outside the catalogue', async () => {
  await activateLocale('pseudo')
  const { baseElement } = openList({ failed: ['⟦BitLabs⟧'] })
  await screen.findByText('⟦Harbour <b>Town</b>⟧')
  expect(strayText(baseElement, ['60 minutes'])).toEqual([])
})
