import type { CaptchaAnswer, CaptchaChallenge } from '@runnel/contract/check/captcha'
import { act, screen, waitFor } from '@testing-library/react'
import { beforeEach, expect, test, vi } from 'vitest'
import { reloadChallenge } from '#api/reload.ts'
import { NoAnswerError } from '#api/send.ts'
import { showPage } from '#web/test/show-page.tsx'
import { userEvent } from '#web/test/user.ts'
import { HumanCheck, useHumanCheck } from './captcha.tsx'

const solve = vi.hoisted(() => vi.fn())
vi.mock('./pow.ts', () => ({ solvePow: solve }))

const pow = { parameters: {}, signature: 's', level: 1 }
const solution = { counter: 7, derivedKey: 'cd' }
const bare = { width: 0, height: 0, reference: null, images: [], pow, alternatives: ['pow' as const], external: null }
const pixel = 'data:image/gif;base64,R0lGODlhAQABAAAAACwAAAAAAQABAAA='
const images = Array.from({ length: 8 }, (_, index) => ({
  id: `picture-${index + 1}`,
  src: pixel,
  width: 88,
  height: 66,
}))
const reference = { src: pixel, width: 240, height: 80 }

let answers: (CaptchaAnswer | null)[]
const Form = () => {
  const check = useHumanCheck('withdraw')
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault()
        void check.take().then((answer) => answers.push(answer))
      }}
    >
      <HumanCheck check={check} />
      <button>Send</button>
    </form>
  )
}

const show = (next: (number: number) => Partial<CaptchaChallenge> | Error) => {
  let made = 0
  const view = showPage(<Form />, {
    'GET /api/ct': () => {
      made += 1
      const given = next(made)
      return given instanceof Error ? given : { id: `c${made}`, expiresIn: 120, ...bare, ...given }
    },
  })
  return { ...view, asked: () => view.sent('GET /api/ct').length }
}

const send = () => userEvent.click(screen.getByRole('button', { name: 'Send' }))

beforeEach(() => {
  answers = []
  solve.mockReset()
  solve.mockResolvedValue(solution)
})

test('asks for a challenge of its action and says when the work is done', async () => {
  const { sent } = show(() => ({}))
  expect(await screen.findByText('Verified')).toBeTruthy()
  expect(sent('GET /api/ct')[0]?.path).toBe('/api/ct?action=withdraw')
  await send()
  await waitFor(() => expect(answers).toEqual([{ id: 'c1', pow: solution }]))
})

test('waits for work that is still under way when the form is sent', async () => {
  let finish: (given: typeof solution) => void = () => undefined
  solve.mockReturnValue(new Promise((resolve) => (finish = resolve)))
  show(() => ({}))
  await waitFor(() => expect(solve).toHaveBeenCalled())
  await send()
  expect(answers).toEqual([])
  finish(solution)
  await waitFor(() => expect(answers).toEqual([{ id: 'c1', pow: solution }]))
})

test('shows eight pictures to press, asks for an answer before sending, and gives the chosen ones', async () => {
  show(() => ({ images, reference, pow: null, alternatives: [] }))
  const second = await screen.findByRole('button', { name: 'Image 2 of 8' })
  await send()
  expect(await screen.findByText('Complete the captcha first.')).toBeTruthy()
  expect(answers).toEqual([null])
  await userEvent.click(second)
  await userEvent.click(screen.getByRole('button', { name: 'Image 5 of 8' }))
  await userEvent.click(screen.getByRole('button', { name: 'Image 7 of 8' }))
  await userEvent.click(screen.getByRole('button', { name: 'Image 7 of 8' }))
  expect(second.getAttribute('aria-pressed')).toBe('true')
  expect(screen.getByText('2 images selected')).toBeTruthy()
  await send()
  await waitFor(() => expect(answers[1]).toEqual({ id: 'c1', picks: ['picture-2', 'picture-5'] }))
})

test('is made anew when a refused call says so, and not for the click order', async () => {
  const { asked } = show(() => ({}))
  await screen.findByText('Verified')
  act(() => reloadChallenge('antibot'))
  expect(asked()).toBe(1)
  act(() => reloadChallenge('captcha'))
  await waitFor(() => expect(asked()).toBe(2))
  await screen.findByText('Verified')
  await send()
  await waitFor(() => expect(answers).toEqual([{ id: 'c2', pow: solution }]))
})

test('solves a new one instead of sending one that is about to run out', async () => {
  show((number) => ({ expiresIn: number === 1 ? 10 : 120 }))
  await screen.findByText('Verified')
  await send()
  await waitFor(() => expect(answers).toEqual([{ id: 'c2', pow: solution }]))
})

test('offers to load again when it did not come, and tries by itself when the form is sent', async () => {
  const { asked } = show((number) => (number < 3 ? new NoAnswerError('network', 'Failed to fetch') : {}))
  await userEvent.click(await screen.findByRole('button', { name: 'Load a new captcha' }))
  await waitFor(() => expect(asked()).toBe(2))
  await screen.findByText('The captcha didn’t load.')
  await send()
  await waitFor(() => expect(answers).toEqual([{ id: 'c3', pow: solution }]))
})

test('stops working when its form goes away', async () => {
  let signal: AbortSignal | undefined
  solve.mockImplementation((_challenge, _progress, given: AbortSignal) => {
    signal = given
    return new Promise(() => undefined)
  })
  const { unmount } = show(() => ({}))
  await waitFor(() => expect(signal).toBeDefined())
  unmount()
  expect(signal?.aborted).toBe(true)
})

test('shows nothing to solve where no captcha was drawn', async () => {
  show(() => ({ pow: null, alternatives: [] }))
  await screen.findByText('No captcha this time')
  await send()
  await waitFor(() => expect(answers).toEqual([{ id: 'c1' }]))
  expect(solve).not.toHaveBeenCalled()
})
