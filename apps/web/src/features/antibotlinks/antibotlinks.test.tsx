import type { AntibotChallenge } from '@runnel/contract/check/captcha'
import { act, screen, waitFor } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { reloadChallenge } from '#api/reload.ts'
import { CallError } from '#api/send.ts'
import { useStore } from '#base/store.ts'
import { clickOrder } from '#web/test/samples.ts'
import { showPage } from '#web/test/show-page.tsx'
import { userEvent } from '#web/test/user.ts'
import { ClickOrder, useClickOrder, type Solved } from './antibotlinks.tsx'

vi.mock('#features/captcha/pow.ts', () => ({ solvePow: async () => ({ counter: 9, derivedKey: 'ef' }) }))

const pow = { parameters: {}, signature: 's', level: 2 }
let solved: (Solved | null)[]

const Claim = () => {
  const order = useClickOrder('faucet')
  return (
    <>
      <ClickOrder order={order} />
      <button onClick={() => void order.take().then((answer) => solved.push(answer))}>Claim</button>
      <output>{order.complete ? 'complete' : 'open'}</output>
    </>
  )
}

const show = (
  next: (number: number) => Partial<AntibotChallenge> = () => ({}),
  more: Record<string, () => unknown> = {},
) => {
  let made = 0
  const view = showPage(<Claim />, {
    'GET /api/antibot': () => {
      made += 1
      return clickOrder({ id: `challenge-${made}`, ...next(made) })
    },
    ...more,
  })
  return { ...view, asked: () => view.sent('GET /api/antibot').length }
}

const user = userEvent.setup()
/** A moment in which a hand moves on; the clock of the clicks stands still otherwise, however slow the machine is. */
const settle = () => act(async () => void vi.advanceTimersByTime(110))
const tile = (number: number) => screen.findByRole('button', { name: `Image ${number} of 5` })
const choose = async (number: number) => {
  await user.click(await tile(number))
  await settle()
}
const claim = () => user.click(screen.getByRole('button', { name: 'Claim' }))

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['Date', 'performance'] })
  solved = []
})
afterEach(() => void vi.useRealTimers())

test('gives the chosen pictures in their order, signed headers, and keeps both in the store', async () => {
  const { sent } = show()
  for (const number of [3, 1, 5]) await choose(number)
  expect(sent('GET /api/antibot')[0]?.path).toBe('/api/antibot?action=faucet')
  expect(screen.getByText('Selected: 3, 1, 5. All images selected.')).toBeTruthy()
  const order = ['option-three', 'option-one', 'option-five']
  expect(useStore.getState().antibot).toEqual({ id: 'challenge-1', order })
  const { startClick, finishClick } = useStore.getState()
  expect(startClick).toBeGreaterThan(0)
  expect(finishClick).toBeGreaterThan(startClick + 200)
  await claim()
  await waitFor(() => expect(solved[0]?.antibot).toEqual({ id: 'challenge-1', order }))
  expect(Object.keys(solved[0]?.headers ?? {})).toEqual(['x-key', 'x-duration', 'x-bd', 'x-bd2'])
  expect(solved[0]).not.toHaveProperty('captcha')
})

test('works by keys 1 to 5 and Backspace, and tells what was chosen', async () => {
  show()
  await tile(1)
  await user.keyboard('2')
  await settle()
  await user.keyboard('4')
  await settle()
  expect(screen.getByText('Selected: 2, 4. 1 to go.')).toBeTruthy()
  await user.keyboard('{Backspace}')
  expect(screen.getByText('Selected: 2. 2 to go.')).toBeTruthy()
  expect((await tile(4)).getAttribute('aria-pressed')).toBe('false')
  await user.keyboard('9')
  expect(screen.getByText('Selected: 2. 2 to go.')).toBeTruthy()
})

test('takes a finger that bounced for one choice', async () => {
  show()
  await user.click(await tile(1))
  await user.click(await tile(2))
  expect(screen.getByText('Selected: 1. 2 to go.')).toBeTruthy()
})

test('says what is missing and gives nothing before all are chosen', async () => {
  show()
  await choose(1)
  await claim()
  expect(await screen.findByText('Select the images in the order shown.')).toBeTruthy()
  expect(solved).toEqual([null])
  expect(screen.getByText('open')).toBeTruthy()
})

test('shows the same pictures larger, asks for nothing, and remembers it', async () => {
  const { sent, unmount } = show()
  const source = () => document.querySelector('.picture-tile img')?.getAttribute('src')
  await tile(1)
  const before = source()
  await user.click(screen.getByRole('button', { name: 'Enlarge' }))
  const isLarge = () => document.querySelector('.picture-grid-large') !== null
  expect([isLarge(), source()]).toEqual([true, before])
  expect(sent('GET /api/antibot')).toHaveLength(1)
  unmount()
  show()
  await tile(1)
  expect(isLarge()).toBe(true)
  await user.click(screen.getByRole('button', { name: 'Enlarge' }))
  expect(isLarge()).toBe(false)
})

test('is made anew by the button and by a refused call', async () => {
  const { asked } = show()
  await choose(1)
  await user.click(screen.getByRole('button', { name: 'New images' }))
  await waitFor(() => expect(asked()).toBe(2))
  await tile(1)
  expect(screen.getByText(/^0 selected, 3 to go/)).toBeTruthy()
  expect(useStore.getState()).toMatchObject({ antibot: {}, startClick: 0, finishClick: 0 })
  act(() => reloadChallenge('antibot'))
  await waitFor(() => expect(asked()).toBe(3))
})

test('asks for the short check where the server wants it, follows its clicks, and gives both', async () => {
  const image = {
    id: 'c1',
    width: 145,
    height: 105,
    reference: { src: 'data:,strip', width: 196, height: 84 },
    images: ['one', 'two'].map((name) => ({ id: `picture-${name}`, src: 'data:,x', width: 145, height: 105 })),
    pow: null,
    alternatives: [],
    expiresIn: 120,
    external: null,
  }
  const { sent } = show(() => ({ captcha: true, antibotlinks: [], pick: 0 }), { 'GET /api/ct': () => image })
  await user.click(await screen.findByRole('button', { name: 'Image 2 of 2' }))
  expect(sent('GET /api/ct').map(({ path }) => path)).toEqual(['/api/ct?action=faucet'])
  expect(screen.getByText('complete')).toBeTruthy()
  await claim()
  await waitFor(() => expect(solved[0]?.captcha).toEqual({ id: 'c1', picks: ['picture-two'] }))
  expect(solved[0]?.antibot).toEqual({ id: 'challenge-1' })
  expect(Object.keys(solved[0]?.headers ?? {})).toHaveLength(4)
})

test('a refused short check brings new pictures, asked for once', async () => {
  let made = 0
  const glance = () => {
    made += 1
    const images = [{ id: `picture-${made}`, src: 'data:,x', width: 145, height: 105 }]
    const bare = { width: 145, height: 105, reference: null, pow: null, alternatives: [], external: null }
    return { ...bare, id: `c${made}`, images, expiresIn: 120 }
  }
  const { asked } = show(() => ({ captcha: true, antibotlinks: [], pick: 0 }), { 'GET /api/ct': glance })
  await screen.findByRole('button', { name: 'Image 1 of 1' })
  act(() => reloadChallenge('captcha'))
  await waitFor(() => expect([asked(), made]).toEqual([2, 2]))
  await screen.findByRole('button', { name: 'Image 1 of 1' })
  expect([asked(), made]).toEqual([2, 2])
})

test('asks for nothing by itself when a challenge ran out: an idle page costs one challenge', async () => {
  vi.useFakeTimers({ toFake: ['Date', 'performance', 'setTimeout', 'clearTimeout'], shouldAdvanceTime: true })
  const { asked } = show(() => ({ expiresIn: 1 }))
  await tile(1)
  await act(async () => void vi.advanceTimersByTime(1_001))
  expect(await screen.findByText('The captcha expired.')).toBeTruthy()
  await act(async () => void vi.advanceTimersByTime(600_000))
  expect(asked()).toBe(1)
})

test('needs no pictures on the way without them', async () => {
  show(() => ({ antibotlinks: [], pick: 0, pow, alternatives: ['pow'] }))
  expect(await screen.findByText('complete')).toBeTruthy()
  expect(screen.queryByRole('button', { name: /^Image/ })).toBeNull()
  await claim()
  await waitFor(() => expect(solved[0]?.antibot).toEqual({ id: 'challenge-1', pow: { counter: 9, derivedKey: 'ef' } }))
})

test('opens the way without pictures, or tells what it still needs', async () => {
  let open = false
  const { sent, asked } = show(undefined, {
    'POST /api/user/accessible': () =>
      open
        ? { withoutPictures: true, simpleImages: false }
        : new CallError(409, { code: 'WAY_NOT_OPEN', msg: 'Your account must be a day old.' }),
  })
  await tile(1)
  const button = screen.getByRole('button', { name: 'I can’t use images' })
  await user.click(button)
  expect(await screen.findByText('Your account must be a day old.')).toBeTruthy()
  expect(sent('POST /api/user/accessible')[0]?.body).toEqual({ withoutPictures: true })
  expect(asked()).toBe(1)
  open = true
  await user.click(button)
  await waitFor(() => expect(asked()).toBe(2))
})

const none = { antibotlinks: [], pick: 0 }

test('a claim without a captcha shows none, and is complete at once', async () => {
  const { asked } = show(() => none)
  await screen.findByText('No captcha this time')
  await screen.findByText('complete')
  expect(screen.queryByRole('button', { name: 'I can’t use images' })).toBeNull()
  await claim()
  await waitFor(() => expect(solved[0]?.antibot).toEqual({ id: 'challenge-1' }))
  expect(asked()).toBe(1)
})

test('its envelope is fetched again when the page stood open, and nobody is told that it ran out', async () => {
  const { asked } = show(() => none)
  await screen.findByText('complete')
  await act(async () => void vi.advanceTimersByTime(400_000))
  expect(screen.queryByText('The captcha expired.')).toBeNull()
  await claim()
  await waitFor(() => expect(solved[0]?.antibot).toEqual({ id: 'challenge-2' }))
  expect(asked()).toBe(2)
})

test('a captcha that was drawn meanwhile is shown before anything is sent', async () => {
  show((number) => (number === 1 ? none : {}))
  await screen.findByText('complete')
  await act(async () => void vi.advanceTimersByTime(400_000))
  await claim()
  await screen.findByText('Select the images in the order shown.')
  expect(solved).toEqual([null])
})
