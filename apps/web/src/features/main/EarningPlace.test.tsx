import type { Site } from '@runnel/contract/home'
import { act, fireEvent, screen, waitFor } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { setAdblock, useStore } from '#base/store.ts'
import { siteInfo } from '#web/test/samples.ts'
import { showPage } from '#web/test/show-page.tsx'
import { EarningPlace } from './EarningPlace.tsx'

let room = 1_000
let resized: () => void
const bannerCalls = vi.fn(async () => new Response('ad'))

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'], shouldAdvanceTime: true })
  room = 1_000
  bannerCalls.mockClear()
  bannerCalls.mockImplementation(async () => new Response('ad'))
  vi.stubGlobal('fetch', bannerCalls)
  vi.spyOn(HTMLElement.prototype, 'clientWidth', 'get').mockImplementation(() => room)
  vi.stubGlobal(
    'ResizeObserver',
    class {
      constructor(measure: () => void) {
        resized = measure
      }
      observe = () => undefined
      disconnect = () => undefined
    },
  )
  localStorage.clear()
})
afterEach(() => {
  vi.restoreAllMocks()
  vi.unstubAllGlobals()
  setAdblock(false)
})

/** Once the site has answered, and a blocker would have taken the bait. */
const later = () => act(() => vi.advanceTimersByTimeAsync(1_000))

const openPlace = (changes: Partial<Site> = {}) =>
  showPage(
    <EarningPlace>
      <p>42</p>
    </EarningPlace>,
    { 'GET /api/site': () => siteInfo({ name: '⟦site⟧', ...changes }) },
  )

test('the widest banner that fits stands below the page, and follows its width', async () => {
  openPlace({ banners: ['728x90', '300x250'] })
  await waitFor(() => expect(screen.getByTitle('Advertisement').getAttribute('src')).toBe('/banner/728x90'))
  room = 328
  act(() => resized())
  expect(screen.getByTitle('Advertisement').getAttribute('src')).toBe('/banner/300x250')
})

test('a page that was hidden when it came shows its banner once it can be seen', async () => {
  room = 0
  openPlace({ banners: ['728x90'] })
  await later()
  expect(screen.queryByTitle('Advertisement')).toBeNull()
  room = 1_000
  act(() => resized())
  expect(screen.getByTitle('Advertisement').getAttribute('src')).toBe('/banner/728x90')
})

test('a site without banners asks for nothing and looks for no blocker', async () => {
  openPlace()
  await later()
  expect(screen.queryByTitle('Advertisement')).toBeNull()
  expect(bannerCalls).not.toHaveBeenCalled()
  expect(useStore.getState().adblock).toBe(false)
})

test('a banner that was stopped sets the flag, and a polite note goes away for good', async () => {
  bannerCalls.mockImplementation(async () => {
    throw new TypeError('blocked')
  })
  const first = openPlace({ banners: ['300x250'] })
  await screen.findByText('Ad blocker detected')
  expect(useStore.getState().adblock).toBe(true)
  expect(screen.getByText('42')).toBeTruthy()
  fireEvent.click(screen.getByRole('button', { name: 'Got it' }))
  expect(screen.queryByText('Ad blocker detected')).toBeNull()
  first.unmount()
  openPlace({ banners: ['300x250'] })
  await later()
  expect(screen.queryByText('Ad blocker detected')).toBeNull()
})

test('a hidden bait is a blocker too, and only where the owner wants it there is a wall', async () => {
  const style = document.createElement('style')
  style.textContent = '.adsbox { display: none !important }'
  document.head.append(style)
  openPlace({ adblockWall: true })
  await screen.findByText('Turn off your ad blocker to earn')
  expect(screen.queryByText('42')).toBeNull()
  expect(screen.getByRole('button', { name: 'I’ve turned it off' })).toBeTruthy()
  style.remove()
})
