import { act, fireEvent, screen } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { useRoute } from '#base/route.ts'
import { storeToken } from '#base/store.ts'
import { me } from '#web/test/samples.ts'
import { showPage } from '#web/test/show-page.tsx'
import { PollfishPage } from './PollfishPage.tsx'
import { parametersOf } from './use-pollfish.ts'

const id = '01900000-0000-7000-8000-00000000000a'
const wall = {
  _id: id,
  name: '⟦Pollfish⟧',
  preset: 'pollfish',
  conditions: '⟦Ten minutes at most.⟧',
  holdAbove: 0,
  holdDays: 0,
  page: 'pollfish',
}
const config = {
  apiKey: 'key-1',
  userId: 'u1',
  clickId: 'u1',
  rewardConversion: '100',
  rewardName: 'units',
  signature: 'c2ln',
  debug: false,
}

/** The frame within ours, as far as it can be seen from outside. */
const inner = { postMessage: vi.fn() }

const openPage = ({
  walls = [{ ...wall, reliability: null }],
  pollfish = config,
}: { walls?: unknown[]; pollfish?: typeof config } = {}) =>
  showPage(<PollfishPage />, {
    'GET /api/offerwall': () => ({ walls, heldBalance: 0, debt: 0 }),
    'GET /api/offerwall/{id}': () => ({ wall, url: '', pollfish }),
    'GET /api/user/me': () => me(),
  })

const say = async (word: string, source: unknown = inner) => {
  const frame = await screen.findByTitle('Pollfish surveys')
  Object.defineProperty(frame, 'contentWindow', { value: { 0: inner }, configurable: true })
  const event = new MessageEvent('message', { data: { pollfish: word } })
  Object.defineProperty(event, 'source', { value: source })
  act(() => void window.dispatchEvent(event))
}

beforeEach(() => {
  inner.postMessage.mockClear()
  storeToken('token')
  const views = { Layout: () => null, PageView: () => null }
  const path = '/app/offerwall/pollfish'
  useRoute.setState({ shown: { path, pathname: path, params: {}, query: {}, ...views } })
})
afterEach(() => {
  vi.useRealTimers()
})

test('gives the document of Pollfish what it needs once it is there, and nobody else', async () => {
  const { sent } = openPage()
  await say('hello', window)
  expect(sent('GET /api/offerwall/{id}').map(({ path }) => path)).toEqual([`/api/offerwall/${id}`])
  expect(inner.postMessage).not.toHaveBeenCalled()
  await say('hello')
  expect(inner.postMessage).toHaveBeenCalledWith({ pollfish: 'start', config: parametersOf(config) }, '*')
})

test('what is signed is given as it was signed', () => {
  expect(parametersOf(config)).toMatchObject({ rewardConversion: 100, rewardName: 'units', sig: 'c2ln', clickId: 'u1' })
  expect(parametersOf({ ...config, rewardConversion: '1.50' })).toMatchObject({ rewardConversion: '1.50' })
  const bare = parametersOf({ ...config, rewardConversion: '', rewardName: '', signature: '' })
  expect(Object.keys(bare)).toEqual(['api_key', 'user_id', 'click_id', 'clickId', 'debug'])
})

test.each([
  ['none', 'No surveys available'],
  ['ineligible', 'You didn’t qualify for this survey'],
  ['done', 'Survey completed'],
  ['blocked', 'Surveys didn’t load'],
])('"%s" is told in words', async (word, words) => {
  openPage()
  await say(word)
  await screen.findByText(words)
})

test('closed surveys can be shown again', async () => {
  openPage()
  await say('closed')
  fireEvent.click(await screen.findByRole('button', { name: 'Show surveys' }))
  expect(inner.postMessage).toHaveBeenCalledWith({ pollfish: 'show' }, '*')
  expect(screen.queryByText('You closed the surveys')).toBeNull()
})

test('silence means that the script was kept away', async () => {
  vi.useFakeTimers({ shouldAdvanceTime: true })
  openPage()
  await screen.findByText(/^Loading surveys/)
  await act(() => vi.advanceTimersByTimeAsync(20_000))
  await screen.findByText('Surveys didn’t load')
})

test('without such a wall, or without its key, it says so', async () => {
  const { unmount } = openPage({ walls: [] })
  await screen.findByText('Surveys aren’t available here')
  unmount()
  openPage({ pollfish: { ...config, apiKey: '' } })
  await screen.findByText('Surveys aren’t set up yet')
})
