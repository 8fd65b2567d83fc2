import type { ListedOffer } from '@runnel/contract/earn/offer'
import type { ListedWall } from '@runnel/contract/earn/offerwall'
import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import { beforeEach, expect, test, vi } from 'vitest'
import { CallError } from '#api/send.ts'
import { storeToken } from '#base/store.ts'
import { me, idOf } from '#web/test/samples.ts'
import { showPage } from '#web/test/show-page.tsx'
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
    { name: '⟦Install⟧', reward: 500, minutes: null },
    { name: '⟦Level 20⟧', reward: null, minutes: 2_880 },
  ],
  notes: ['⟦New users only.⟧'],
  disclaimer: '⟦The vendor decides.⟧',
  confirmation: '⟦Confirms instantly⟧',
  pending: '⟦2 days⟧',
  limitMinutes: 43_200,
  supportUrl: 'https://wall.example/help',
}
const nothing = { notes: [], disclaimer: '', confirmation: '', pending: '', limitMinutes: null, supportUrl: null }
const otter: ListedWall = {
  _id: idOf(1),
  name: '⟦Otter⟧',
  preset: 'ayet',
  conditions: '',
  holdAbove: 50_000,
  holdDays: 14,
  page: 'frame',
  reliability: { credits: 200, chargeBacks: 3, medianSeconds: 7_200 },
}
const survey: ListedOffer = {
  ...farm,
  ...nothing,
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
  showPage(<OfferList walls={[otter]} />, {
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

test('each offer shows what it pays, how fast, for which device and in which steps', async () => {
  openList()
  const [first, second] = await screen.findAllByRole('listitem')
  const row = within(first!)
  expect(row.getByText('⟦Harbour <b>Town</b>⟧'), 'a stranger’s markup is text').toBeTruthy()
  expect(row.getByText('42 units per minute')).toBeTruthy()
  expect(row.getByText('60 minutes')).toBeTruthy()
  expect(row.getByText('Android')).toBeTruthy()
  expect(row.getByText('2 steps')).toBeTruthy()
  expect(row.getByText('200 credited')).toBeTruthy()
  expect(row.getByText('1.5% charged back')).toBeTruthy()
  expect(row.getByText('Typically paid after 2 hours')).toBeTruthy()
  expect(screen.getByText('Survey')).toBeTruthy()
  expect(second).toBeTruthy()
})

const view = async () => {
  fireEvent.click(await screen.findByRole('button', { name: /^View ⟦Harbour/ }))
  return within(screen.getByRole('dialog'))
}
const start = async () => {
  const dialog = await view()
  fireEvent.click(dialog.getByRole('button', { name: 'Start offer' }))
}

test('all that the vendor wants known is shown before one starts', async () => {
  const { sent } = openList()
  const dialog = await view()
  for (const words of [
    '⟦Build a town.⟧',
    '⟦Reach level 20.⟧',
    'Complete everything within 30 days. Later steps aren’t paid.',
    '500 units',
    '2 days',
    '⟦New users only.⟧',
    '⟦Confirms instantly⟧',
    'Pending time: ⟦2 days⟧',
    '⟦The vendor decides.⟧',
    '200 credited',
  ])
    expect(dialog.getByText(words)).toBeTruthy()
  const help = dialog.getByRole('link', { name: 'Vendor support' })
  expect(help.getAttribute('href')).toBe('https://wall.example/help')
  expect(help.getAttribute('rel')).toContain('noopener')
  expect(sent(clicking), 'looking is no click').toEqual([])
})

test('an offer opens in a tab that cannot reach this one', async () => {
  const { sent } = openList()
  await start()
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
    await start()
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
  expect(await screen.findAllByRole('button', { name: 'View Survey' })).toHaveLength(20)
  fireEvent.click(screen.getByRole('button', { name: 'Show more offers' }))
  expect(screen.getAllByRole('button', { name: 'View Survey' })).toHaveLength(40)
})

test('where no wall has an API there is nothing', async () => {
  const { container, sent } = openList({ offers: [] })
  await waitFor(() => expect(sent('GET /api/offerwall/feed')).toHaveLength(1))
  expect(container.textContent).toBe('')
})
