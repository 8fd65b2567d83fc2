import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { storeToken, useStore } from '#base/store.ts'
import { useToasts } from '#ui/overlay/toast.ts'
import { followLive } from './live.ts'

const fetching = vi.fn<typeof fetch>()
let lines: ReadableStreamDefaultController<Uint8Array>[]
let stop: () => void
const heard = vi.fn()

/** Each connection gets a stream that the test writes into. */
const stream = () =>
  new Response(
    new ReadableStream<Uint8Array>({
      start(controller) {
        lines.push(controller)
      },
    }),
  )
const write = (text: string, line = lines.length - 1) => lines[line]?.enqueue(new TextEncoder().encode(text))
const seconds = (count: number) => vi.advanceTimersByTimeAsync(count * 1_000)

beforeEach(() => {
  vi.useFakeTimers()
  vi.stubGlobal('fetch', fetching)
  fetching.mockReset()
  fetching.mockImplementation(async () => stream())
  heard.mockReset()
  lines = []
  storeToken('secret')
  stop = followLive(heard)
})
afterEach(async () => {
  stop()
  await seconds(0)
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

test('hears each refresh with the token in a header, however the bytes are cut', async () => {
  await seconds(0)
  expect(new Headers(fetching.mock.calls[0]?.[1]?.headers).get('authorization')).toBe('Bearer secret')
  write('event: ping\ndata: {}\n\nevent: ref')
  await seconds(0)
  expect(heard).not.toHaveBeenCalled()
  write('resh\ndata: {}\n\nevent: refresh\ndata: {}\n\n')
  await seconds(0)
  expect(heard).toHaveBeenCalledTimes(2)
})

test('asks by itself every half minute while the stream is down, and not while it is up', async () => {
  await seconds(65)
  expect(heard).not.toHaveBeenCalled()
  fetching.mockRejectedValue(new TypeError('Failed to fetch'))
  lines[0]?.close()
  await seconds(61)
  expect(heard.mock.calls.length).toBeGreaterThanOrEqual(2)
})

test('connects again with growing pauses, and then catches up', async () => {
  await seconds(0)
  fetching.mockRejectedValue(new TypeError('Failed to fetch'))
  lines[0]?.close()
  await seconds(20)
  // Each try is two calls, because a reading call is repeated once.
  const tries = (fetching.mock.calls.length - 1) / 2
  expect(tries).toBeGreaterThanOrEqual(3)
  expect(tries).toBeLessThanOrEqual(6)
  heard.mockReset()
  fetching.mockImplementation(async () => stream())
  await seconds(25)
  expect(heard).toHaveBeenCalled()
})

test('takes a long silence for a dead line', async () => {
  await seconds(93)
  expect(fetching.mock.calls.length).toBeGreaterThanOrEqual(2)
})

test('ends with the session and says nothing by a toast', async () => {
  stop()
  await seconds(0)
  window.history.replaceState(null, '', '/app/dashboard')
  useToasts.setState({ toasts: [] })
  fetching.mockReset()
  const refused = { code: 'NO_SESSION', msg: 'Please sign in.' }
  fetching.mockImplementation(async () => Response.json(refused, { status: 401 }))
  stop = followLive(heard)
  await seconds(5)
  expect(useStore.getState().token).toBeNull()
  expect(window.location.pathname).toBe('/login')
  expect(useToasts.getState().toasts).toEqual([])
  const calls = fetching.mock.calls.length
  await seconds(60)
  expect(fetching.mock.calls.length).toBe(calls)
})

test('the next layout takes the open stream over, and a new session gets a stream of its own', async () => {
  await seconds(0)
  stop()
  const next = vi.fn()
  stop = followLive(next)
  await seconds(0)
  expect(fetching).toHaveBeenCalledTimes(1)
  write('event: refresh\ndata: {}\n\n')
  await seconds(0)
  expect(next).toHaveBeenCalledTimes(1)
  expect(heard).not.toHaveBeenCalled()
  stop()
  storeToken('another')
  stop = followLive(next)
  await seconds(0)
  expect(fetching).toHaveBeenCalledTimes(2)
  expect(new Headers(fetching.mock.lastCall?.[1]?.headers).get('authorization')).toBe('Bearer another')
  expect(() => write('event: refresh\ndata: {}\n\n', 0)).toThrow(/closed/)
})

test('stops asking when nobody follows any more', async () => {
  await seconds(0)
  stop()
  const calls = fetching.mock.calls.length
  await seconds(120)
  expect(fetching.mock.calls.length).toBe(calls)
  expect(heard).not.toHaveBeenCalled()
})
