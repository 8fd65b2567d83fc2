import type { PtcAd } from '@runnel/contract/earn/ptc'
import { act, fireEvent, screen, waitFor } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { queryClient } from '#api/cache.ts'
import { CallError, NoAnswerError } from '#api/send.ts'
import { useRoute } from '#base/route.ts'
import { storeToken } from '#base/store.ts'
import { me, idOf } from '#web/test/samples.ts'
import { showPage } from '#web/test/show-page.tsx'
import { ViewPage } from './ViewPage.tsx'

const pixel = 'data:image/gif;base64,R0lGODlhAQABAAAAACwAAAAAAQABAAA='
const [one, two, ticket] = [idOf(1), idOf(2), idOf(3)]
const ad: PtcAd = {
  _id: one,
  kind: 'iframe',
  title: '⟦ad one⟧',
  description: '⟦about one⟧',
  reward: 12,
  timer: 5,
  remaining: 1_000,
}
const next = { ...ad, _id: two, title: '⟦ad two⟧' }
const paid = {
  reward: 12,
  balance: 1_252,
  history: { adId: one, claimTime: '2026-05-01T12:00:00.000Z' },
  ptcCount: 3,
  next,
}
const check = {
  id: 'check-1',
  width: 90,
  height: 90,
  reference: { src: pixel, width: 90, height: 40 },
  images: ['one', 'two'].map((name) => ({ id: `option-${name}`, src: pixel, width: 90, height: 90 })),
  pow: null,
  alternatives: [],
  expiresIn: 150,
  external: null,
}

interface Server {
  shown?: Partial<PtcAd>
  url?: string
  counted?: number
  verdicts?: unknown[]
  opens?: unknown
}

const openAd = ({ shown = {}, url = 'https://ad.example/', counted = 5, verdicts = [paid], opens }: Server = {}) => {
  let asked = 0
  const opened = { ad: { ...ad, ...shown }, url, videoId: null, ticket, beat: 2, expiresIn: 300, balance: 1_240 }
  const view = showPage(<ViewPage />, {
    'GET /api/ptc/{id}': () => opens ?? opened,
    'POST /api/ptc/{id}/beat': () => ({ counted }),
    'POST /api/ptc/{id}/verify': () => {
      asked += 1
      return verdicts[Math.min(asked, verdicts.length) - 1]
    },
    'POST /api/ptc/{id}/report': () => ({ msg: 'Thank you.' }),
    'GET /api/ptc': () => ({ ads: [ad, next], history: [], ptcCount: 2, today: { count: 0, earned: 0 } }),
    'GET /api/ct': () => check,
    'GET /api/user/me': () => me(),
  })
  queryClient.setQueryData(['user', 'me'], me())
  return view
}

const refused = (code: string, msg: string, retryAfter?: number) =>
  new CallError(409, { code, msg, ...(retryAfter !== undefined && { retryAfter }) })

const collect = async () => {
  fireEvent.click(await screen.findByRole('button', { name: 'Image 1 of 2' }))
  fireEvent.click(await screen.findByRole('button', { name: 'Claim 12 units' }))
}

beforeEach(() => {
  vi.spyOn(document, 'hasFocus').mockReturnValue(true)
  Element.prototype.scrollIntoView = () => undefined
  window.history.replaceState(null, '', `/app/ptc/iframe/${one}`)
  useRoute.setState({
    shown: {
      path: '/app/ptc/iframe/{ad_id}',
      pathname: `/app/ptc/iframe/${one}`,
      params: { ad_id: one },
      query: {},
      Layout: () => null,
      PageView: () => null,
    },
  })
  storeToken('token')
})
afterEach(() => {
  vi.restoreAllMocks()
})

test('shows the ad in a frame that cannot take the page along, and asks for one ticket', async () => {
  const { sent } = openAd({ counted: 0 })
  const frame = await screen.findByTitle('⟦ad one⟧')
  expect(frame.getAttribute('src')).toBe('https://ad.example/')
  expect(frame.getAttribute('sandbox')).not.toMatch(/top-navigation/)
  expect(frame.getAttribute('allow')).toBe('')
  expect(screen.getByText('Counting…')).toBeTruthy()
  expect(sent('GET /api/ptc/{id}').map(({ path }) => path)).toEqual([`/api/ptc/${one}`])
  await waitFor(() => expect(sent('POST /api/ptc/{id}/beat')).toHaveLength(1))
  expect(sent('POST /api/ptc/{id}/beat')[0]?.body).toEqual({ ticket, watching: true })
})

test.each(['http://ad.example/', 'javascript:alert(1)', `${window.location.origin}/app`])(
  'never frames %s',
  async (url) => {
    openAd({ url })
    await screen.findByText('This ad can’t be displayed')
    expect(document.querySelector('iframe')).toBeNull()
  },
)

test('looking away pauses and says so', async () => {
  const { sent } = openAd({ counted: 1 })
  await screen.findByText('Counting…')
  vi.mocked(document.hasFocus).mockReturnValue(false)
  act(() => void window.dispatchEvent(new Event('blur')))
  await screen.findByText('Paused. Return to this tab')
  await waitFor(() => expect(sent('POST /api/ptc/{id}/beat').at(-1)?.body).toMatchObject({ watching: false }))
})

test('the solved check and the watched time bring the reward, and the next ad is one press away', async () => {
  const { sent } = openAd()
  await collect()
  const reward = await screen.findByText('+12 units', { selector: '[role=status] *' })
  expect(reward.closest('[role=status]')).toBe(document.activeElement)
  expect(screen.getByText('1,252 units')).toBeTruthy()
  const [request] = sent('POST /api/ptc/{id}/verify')
  expect(request?.body).toEqual({ ticket, captcha: { id: 'check-1', picks: ['option-one'] } })
  expect(request?.headers['idempotency-key']).toMatch(/^[0-9a-f]{32}$/)
  expect(queryClient.getQueryData<ReturnType<typeof me>>(['user', 'me'])).toMatchObject({
    ptcCount: 3,
    user: { balance: 1_252 },
  })
  fireEvent.click(screen.getByRole('button', { name: 'Next ad' }))
  expect(window.location.pathname).toBe(`/app/ptc/iframe/${two}`)
})

test('before the time is over nothing can be collected, though the check can be solved', async () => {
  const { sent } = openAd({ counted: 1 })
  fireEvent.click(await screen.findByRole('button', { name: 'Image 1 of 2' }))
  const button = screen.getByRole('button', { name: /^Claim in \d seconds?$/ })
  expect(button.getAttribute('aria-disabled')).toBe('true')
  fireEvent.click(button)
  expect(sent('POST /api/ptc/{id}/verify')).toHaveLength(0)
})

test('a view that the network lost goes out again, the same under the same key', async () => {
  const { sent } = openAd({ verdicts: [new NoAnswerError('network', 'Failed to fetch'), paid] })
  await collect()
  fireEvent.click(await screen.findByRole('button', { name: 'Try again' }))
  await screen.findByText('1,252 units')
  const [first, second] = sent('POST /api/ptc/{id}/verify')
  expect(second?.body).toEqual(first?.body)
  expect(second?.headers).toEqual(first?.headers)
})

test('too early goes on counting', async () => {
  openAd({ verdicts: [refused('TOO_EARLY', 'Keep watching.', 3)] })
  await collect()
  await screen.findByRole('button', { name: /^Claim in [23] seconds$/ })
})

test('a ticket that is dead offers a new view', async () => {
  const { sent } = openAd({ verdicts: [refused('TICKET_EXPIRED', 'This view took too long.')] })
  await collect()
  await screen.findByText('This view took too long.')
  fireEvent.click(screen.getByRole('button', { name: 'Start over' }))
  await waitFor(() => expect(sent('GET /api/ptc/{id}')).toHaveLength(2))
})

test('an ad that is over says so and offers another one', async () => {
  openAd({ opens: refused('AD_GONE', 'This ad is over.') })
  await screen.findByText('This ad is over.')
  expect(screen.queryByRole('button', { name: 'Start over' })).toBeNull()
  fireEvent.click(await screen.findByRole('button', { name: 'Next ad' }))
  expect(window.location.pathname).toBe(`/app/ptc/iframe/${two}`)
})

test('an ad of its own tab waits for the press, and pauses on return', async () => {
  openAd({ shown: { kind: 'window' }, counted: 0 })
  const link = await screen.findByRole('link', { name: 'Open ad' })
  expect(link.getAttribute('rel')).toBe('noopener')
  expect(screen.getByText('Open the ad to start')).toBeTruthy()
  vi.mocked(document.hasFocus).mockReturnValue(false)
  // Nothing is at the other end here.
  link.addEventListener('click', (event) => event.preventDefault())
  fireEvent.click(link)
  await screen.findByText('Counting…')
  vi.mocked(document.hasFocus).mockReturnValue(true)
  act(() => void window.dispatchEvent(new Event('focus')))
  await screen.findByText('Paused. Go back to the ad')
})

test('a report goes out with its reason', async () => {
  const { sent } = openAd({ counted: 0 })
  fireEvent.click(await screen.findByRole('button', { name: 'Report this ad' }))
  fireEvent.click(await screen.findByLabelText('Adult content'))
  fireEvent.click(screen.getByRole('button', { name: 'Report' }))
  await waitFor(() => expect(sent('POST /api/ptc/{id}/report')[0]?.body).toEqual({ reason: 'adult' }))
})

test('without an ad the visitor is sent to the list of ads, and nothing is asked of the server', async () => {
  useRoute.setState({ shown: null })
  const { requests } = openAd()
  await waitFor(() => expect(window.location.pathname).toBe('/app/ptc'))
  expect(requests).toEqual([])
})
