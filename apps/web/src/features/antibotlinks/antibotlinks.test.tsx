import type { AntibotChallenge } from '@runnel/contract/check/captcha'
import { act, screen, waitFor } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { reloadChallenge } from '#api/reload.ts'
import { CallError } from '#api/send.ts'
import { useStore } from '#base/store.ts'
import { clickOrder } from '#web/test/samples.ts'
import { showPage } from '#web/test/show-page.tsx'
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

test('shows the same pictures larger', async () => {
  const large = { instruction: 'data:,large', tiles: [{ id: 'option-one', src: 'data:,tile' }] }
  const { sent } = show(undefined, { 'GET /api/antibot/zoom': () => large })
  await tile(1)
  await user.click(screen.getByRole('button', { name: 'Enlarge' }))
  await waitFor(() => expect(screen.getByAltText('Order to follow (image)').getAttribute('src')).toBe('data:,large'))
  expect(sent('GET /api/antibot/zoom')[0]?.path).toBe('/api/antibot/zoom?id=challenge-1')
  expect((await tile(1)).querySelector('img')?.getAttribute('src')).toBe('data:,tile')
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

test('asks for the image captcha too where the server wants it, and gives both', async () => {
  const image = {
    id: 'c1',
    width: 0,
    height: 0,
    reference: null,
    images: [],
    pow,
    alternatives: [],
    expiresIn: 120,
    external: null,
  }
  const { sent } = show(() => ({ captcha: true }), { 'GET /api/ct': () => image })
  await screen.findByText('Verified')
  expect(sent('GET /api/ct')[0]?.path).toBe('/api/ct?action=faucet')
  for (const number of [1, 2, 3]) await choose(number)
  expect(screen.getByText('complete')).toBeTruthy()
  await claim()
  await waitFor(() => expect(solved[0]?.captcha).toEqual({ id: 'c1', pow: { counter: 9, derivedKey: 'ef' } }))
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
        ? { withoutPictures: true }
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
