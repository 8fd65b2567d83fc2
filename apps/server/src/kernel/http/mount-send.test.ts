import { PassThrough } from 'node:stream'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { openStreams, sendEvents } from './mount-send.ts'

afterEach(() => void vi.useRealTimers())

/** A source of events that never has any, and knows whether somebody still waits for them. */
const createSource = () => {
  let finish: (() => void) | undefined
  const source = {
    isOpen: true,
    result: {
      [Symbol.asyncIterator]: () => ({
        next: async () => {
          if (source.isOpen) await new Promise<void>((resolve) => (finish = resolve))
          return { done: true, value: undefined }
        },
        return: async () => {
          source.isOpen = false
          finish?.()
        },
      }),
    },
  }
  return source
}

const createReply = () => {
  const raw = Object.assign(new PassThrough(), { writeHead: () => undefined })
  raw.resume()
  // The few parts of a reply that a stream of events touches.
  return { raw, reply: { raw, hijack: () => undefined } as unknown as Parameters<typeof sendEvents>[0]['reply'] }
}

const log = { warn: () => undefined } as unknown as Parameters<typeof sendEvents>[0]['log']

describe('a stream of events', () => {
  it('leaves nothing behind when the client had gone before it began', async () => {
    vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] })
    const { raw, reply } = createReply()
    const closed = new Promise((resolve) => raw.once('close', resolve))
    raw.destroy()
    await closed
    const source = createSource()
    await sendEvents({ reply, result: source.result, log, streams: openStreams() })
    expect(source.isOpen).toBe(false)
    expect(vi.getTimerCount(), 'no beat goes on').toBe(0)
  })

  it('ends when the server stops, and one that comes later at once', async () => {
    vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] })
    const streams = openStreams()
    const [early, late] = [createReply(), createReply()]
    const [first, second] = [createSource(), createSource()]
    const sending = sendEvents({ reply: early.reply, result: first.result, log, streams })
    expect(first.isOpen).toBe(true)
    streams.endAll()
    await sending
    await sendEvents({ reply: late.reply, result: second.result, log, streams })
    expect([first.isOpen, second.isOpen, early.raw.writableEnded, late.raw.writableEnded]).toEqual([
      false,
      false,
      true,
      true,
    ])
    expect(vi.getTimerCount()).toBe(0)
  })
})
