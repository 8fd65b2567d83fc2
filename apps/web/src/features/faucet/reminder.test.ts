import { act, renderHook } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { switchNotice, switchSound, useReminder, useRingWhenReady } from './reminder.ts'

const shown: string[] = []
const tones: number[] = []

class FakeNotification extends EventTarget {
  static permission = 'granted'
  static requestPermission = () => Promise.resolve('granted')
  constructor(_title: string, { body }: { body: string }) {
    super()
    shown.push(body)
  }
  close(): void {}
}

class FakeAudio {
  currentTime = 0
  destination = {}
  resume = () => Promise.resolve()
  createGain = () => ({
    gain: { setValueAtTime() {}, linearRampToValueAtTime() {}, exponentialRampToValueAtTime() {} },
    connect: (to: unknown) => to,
  })
  createOscillator = () => ({
    frequency: { setValueAtTime: (hertz: number) => tones.push(hertz) },
    connect: (to: unknown) => to,
    start() {},
    stop() {},
  })
}

beforeEach(() => {
  shown.length = 0
  tones.length = 0
  localStorage.clear()
  useReminder.setState({ sound: false, notice: false })
  vi.stubGlobal('Notification', FakeNotification)
  vi.stubGlobal('AudioContext', FakeAudio)
  // Without threads the page's own timer rings.
  vi.stubGlobal('Worker', undefined)
})
afterEach(() => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

const ringAfter = async (seconds: number) => {
  vi.useFakeTimers()
  const { unmount } = renderHook(() => useRingWhenReady({ seconds, receivedAt: performance.now() }))
  await act(() => vi.advanceTimersByTimeAsync(seconds * 1_000 - 100))
  const before = { shown: shown.length, tones: tones.length }
  await act(() => vi.advanceTimersByTimeAsync(200))
  unmount()
  return before
}

test('stays silent until it is asked for', async () => {
  await ringAfter(5)
  expect([...shown, ...tones]).toEqual([])
})

test('the sound plays when it is switched on and when the wait is over, and is remembered', async () => {
  switchSound(true)
  await vi.waitFor(() => expect(tones).toHaveLength(2), { timeout: 20_000 })
  expect(localStorage.getItem('faucetSound')).toBe('on')
  expect(await ringAfter(5)).toEqual({ shown: 0, tones: 2 })
  expect(tones).toHaveLength(4)
})

test('a notification is shown only where nobody looks', async () => {
  expect(await switchNotice(true)).toBe('on')
  expect(shown).toHaveLength(1)
  await ringAfter(5)
  expect(shown).toHaveLength(1)
  vi.spyOn(document, 'visibilityState', 'get').mockReturnValue('hidden')
  await ringAfter(5)
  expect(shown.at(-1)).toBe('Your next claim is ready.')
  vi.restoreAllMocks()
})

test('says when the browser leaves notifications to others', async () => {
  vi.stubGlobal(
    'Notification',
    Object.assign(
      function refuse() {
        throw new TypeError('Illegal constructor')
      },
      { permission: 'granted' },
    ),
  )
  expect(await switchNotice(true)).toBe('impossible')
  expect(useReminder.getState().notice).toBe(false)
})
