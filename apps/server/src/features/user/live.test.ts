import type { AddressInfo } from 'node:net'
import { afterEach, describe, expect, it, vi } from 'vitest'
import type { ServerEvent } from '#kernel/event-bus.ts'
import { useWorld } from '#test/world.ts'
import { createStreams } from './live.ts'

/** An event bus that notifies on demand. */
const createBus = () => {
  const heard = new Set<(event: ServerEvent) => void>()
  return {
    heard,
    tell: () => {
      for (const listener of heard) listener('refresh')
    },
    subscribe: (_userId: string, listener: (event: ServerEvent) => void) => {
      heard.add(listener)
      return () => void heard.delete(listener)
    },
  }
}

describe('a stream', () => {
  afterEach(() => void vi.useRealTimers())

  it('gives news as they come, and news that nobody has taken as one', async () => {
    const store = createBus()
    const stream = createStreams(store)('alice')[Symbol.asyncIterator]()
    const waiting = stream.next()
    store.tell()
    expect(await waiting).toEqual({ done: false, value: { event: 'refresh' } })
    store.tell()
    store.tell()
    expect((await stream.next()).done).toBe(false)
    const quiet = stream.next()
    await stream.return?.()
    expect(await quiet).toEqual({ done: true, value: undefined })
  })

  it('unsubscribes when the client goes, also while it waits', async () => {
    const store = createBus()
    const stream = createStreams(store)('alice')[Symbol.asyncIterator]()
    const waiting = stream.next()
    expect(store.heard.size).toBe(1)
    await stream.return?.()
    expect(store.heard.size).toBe(0)
    expect((await waiting).done).toBe(true)
    expect((await stream.next()).done).toBe(true)
  })

  it('is one of ten for a user, and a closed one makes room', async () => {
    const open = createStreams(createBus())
    const streams = Array.from({ length: 10 }, () => open('alice')[Symbol.asyncIterator]())
    expect(() => open('alice')).toThrow(/too many tabs or devices/)
    open('bob')
    await streams[0]?.return?.()
    await streams[0]?.return?.()
    open('alice')
    expect(() => open('alice')).toThrow(/too many tabs or devices/)
  })

  it('ends by itself after a quarter of an hour', async () => {
    vi.useFakeTimers()
    const store = createBus()
    const waiting = createStreams(store)('alice')[Symbol.asyncIterator]().next()
    vi.advanceTimersByTime(15 * 60_000)
    expect((await waiting).done).toBe(true)
    expect(store.heard.size).toBe(0)
  })
})

describe('GET /api/user/live', () => {
  const world = useWorld()

  it('tells the pages of a user, and only theirs, that something changed', async () => {
    await world.app.listen({ port: 0, host: '127.0.0.1' })
    // A server that listens on a port has an address of this kind.
    const { port } = world.app.server.address() as AddressInfo
    const alice = await world.user('alice')
    const bob = await world.user('bob')
    const open = async (token: string) => {
      const stop = new AbortController()
      const response = await fetch(`http://127.0.0.1:${port}/api/user/live`, {
        headers: { authorization: `Bearer ${token}` },
        signal: stop.signal,
      })
      expect(response.headers.get('content-type')).toContain('text/event-stream')
      let text = ''
      const reading = (async () => {
        for await (const chunk of response.body ?? []) text += Buffer.from(chunk).toString()
      })().catch(() => undefined)
      return { text: () => text, close: () => (stop.abort(), reading) }
    }
    const [hers, his] = [await open(alice.token), await open(bob.token)]
    await expect.poll(() => hers.text() + his.text()).toBe(': open\n\n: open\n\n')
    await alice.user.readNotifications({ body: {} })
    await expect.poll(hers.text).toContain('event: refresh\ndata: {}\n\n')
    expect(his.text()).toBe(': open\n\n')
    // What came shortly before is told at once: a page asks for its lists before its stream is open.
    const late = await open(alice.token)
    await expect.poll(late.text).toBe(': open\n\nevent: refresh\ndata: {}\n\n')
    await Promise.all([hers.close(), his.close(), late.close()])
  })

  it('is nobody’s without a session', async () => {
    const { status, body } = await world.guest().raw({ method: 'GET', path: '/api/user/live' })
    expect({ status, code: body['code'] }).toEqual({ status: 401, code: 'NO_SESSION' })
  })
})
