import { afterEach, expect, test, vi } from 'vitest'
import { openSharedCache } from './shared-cache.ts'

afterEach(() => vi.useRealTimers())

/** A table of one number, whose reading and whose word to other nodes can fail. */
const stage = async () => {
  const state = { stored: 1, failures: 0, notified: 0, heard: () => {} }
  const failing = <T>(work: () => T) => {
    if (state.failures === 0) return work()
    state.failures -= 1
    throw new Error('no connection was free')
  }
  const errors: string[] = []
  const cache = await openSharedCache({
    db: {
      listen: async (_channel, heard) => {
        state.heard = () => heard('')
        return async () => undefined
      },
      raw: async () =>
        failing(() => {
          state.notified += 1
          return []
        }),
    },
    log: { error: (_about: object, text: string) => errors.push(text) } as never,
    channel: 'some_channel',
    name: 'the number',
    read: async () => failing(() => state.stored),
  })
  return { state, cache, errors }
}

test('what another node changed is read again after a failure, and so is an own change told after one', async () => {
  vi.useFakeTimers()
  const { state, cache, errors } = await stage()
  state.stored = 2
  state.failures = 3
  state.heard()
  await vi.advanceTimersByTimeAsync(1_000)
  expect(cache.current()).toBe(1)
  await vi.advanceTimersByTimeAsync(10_000)
  expect([cache.current(), errors.length]).toEqual([2, 3])
  state.stored = 3
  state.failures = 2
  await cache.announce()
  expect([cache.current(), state.notified], 'both failed once').toEqual([2, 0])
  await vi.advanceTimersByTimeAsync(10_000)
  expect([cache.current(), state.notified]).toEqual([3, 1])
})

test('nothing is read any more once it is closed', async () => {
  vi.useFakeTimers()
  const { state, cache, errors } = await stage()
  await cache.close()
  state.failures = 1
  state.heard()
  await vi.advanceTimersByTimeAsync(10_000)
  expect([errors, vi.getTimerCount()]).toEqual([[], 0])
})

test('an older reading never takes the place of a newer one', async () => {
  const waiting: ((value: number) => void)[] = []
  let heard = (): void => undefined
  const reading = openSharedCache({
    db: {
      listen: async (_channel, notified) => {
        heard = () => notified('')
        return async () => undefined
      },
      raw: async () => [],
    },
    log: { error: () => undefined } as never,
    channel: 'some_channel',
    name: 'the number',
    read: () => new Promise<number>((resolve) => waiting.push(resolve)),
  })
  waiting[0]?.(1)
  const cache = await reading
  heard()
  heard()
  await expect.poll(() => waiting).toHaveLength(2)
  waiting[1]?.(2)
  await expect.poll(() => waiting).toHaveLength(3)
  waiting[2]?.(3)
  await expect.poll(() => cache.current()).toBe(3)
})
