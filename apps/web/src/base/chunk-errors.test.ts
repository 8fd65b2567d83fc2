import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { asChunkError, ChunkLoadError, loadChunk } from './chunk-errors.ts'

const missing = new TypeError('Failed to fetch dynamically imported module: https://example.com/assets/a-1.js')
const reload = vi.fn()

beforeEach(() => {
  sessionStorage.clear()
  reload.mockReset()
  vi.spyOn(console, 'warn').mockImplementation(() => undefined)
  vi.spyOn(window.location, 'reload').mockImplementation(reload)
})
afterEach(() => {
  vi.restoreAllMocks()
  vi.useRealTimers()
})

test('names a script that is missing by type and address', () => {
  expect(asChunkError(missing)).toMatchObject({
    code: 'CHUNK_LOAD_FAILED',
    type: 'missing',
    address: 'https://example.com/assets/a-1.js',
  })
})

test('gives a failed stylesheet its own code', () => {
  const error = asChunkError(new Error('Unable to preload CSS for /assets/b.css'))
  expect(error).toMatchObject({ code: 'CSS_CHUNK_LOAD_FAILED', address: '/assets/b.css' })
})

test('takes no other error for one of loading', () => {
  expect(asChunkError(new TypeError('x is not a function'))).toBeNull()
})

test('reports, reloads once by itself, and hands the error on the second time', async () => {
  const told: unknown[] = []
  const hear = (event: Event) => told.push(event instanceof CustomEvent && event.detail)
  window.addEventListener('runnel:analytics', hear)
  const first = vi.fn()
  void loadChunk(() => Promise.reject(missing)).then(first, first)
  await vi.waitFor(() => expect(reload).toHaveBeenCalledTimes(1), { timeout: 20_000 })
  expect(first).not.toHaveBeenCalled()
  await expect(loadChunk(() => Promise.reject(missing))).rejects.toBeInstanceOf(ChunkLoadError)
  expect(reload).toHaveBeenCalledTimes(1)
  expect(told).toHaveLength(2)
  expect(told[0]).toMatchObject({ type: 'CHUNK_LOAD_FAILED', address: 'https://example.com/assets/a-1.js' })
  window.removeEventListener('runnel:analytics', hear)
})

test.each(['beforeunload', 'pagehide'])(
  'neither reports nor reloads what ends by leaving (%s), and begins again',
  async (name) => {
    vi.useFakeTimers()
    const told = vi.fn()
    window.addEventListener('runnel:analytics', told)
    const load = vi.fn<() => Promise<string>>()
    load.mockImplementationOnce(() => {
      window.dispatchEvent(new Event(name))
      return Promise.reject(missing)
    })
    load.mockResolvedValueOnce('arrived')
    const loaded = loadChunk(load)
    await vi.advanceTimersToNextTimerAsync()
    await expect(loaded).resolves.toBe('arrived')
    expect(reload).not.toHaveBeenCalled()
    expect(told).not.toHaveBeenCalled()
    window.removeEventListener('runnel:analytics', told)
    // A departure that is over excuses nothing that fails later.
    void loadChunk(() => Promise.reject(missing))
    await vi.waitFor(() => expect(reload).toHaveBeenCalledTimes(1))
  },
)

test('may reload again after something arrived in between', async () => {
  void loadChunk(() => Promise.reject(missing))
  await vi.waitFor(() => expect(reload).toHaveBeenCalledTimes(1), { timeout: 20_000 })
  await expect(loadChunk(async () => 'arrived')).resolves.toBe('arrived')
  void loadChunk(() => Promise.reject(missing))
  await vi.waitFor(() => expect(reload).toHaveBeenCalledTimes(2), { timeout: 20_000 })
})

test('gives up on a script after two minutes', async () => {
  vi.useFakeTimers()
  sessionStorage.setItem('reloadedForChunk', 'before')
  const late = loadChunk(() => new Promise(() => undefined))
  const seen = expect(late).rejects.toMatchObject({ type: 'timeout' })
  await vi.advanceTimersByTimeAsync(119_999)
  await vi.advanceTimersByTimeAsync(1)
  await seen
})

test('leaves errors of the page itself alone', async () => {
  const own = new Error('own')
  await expect(loadChunk(() => Promise.reject(own))).rejects.toBe(own)
  expect(reload).not.toHaveBeenCalled()
})
