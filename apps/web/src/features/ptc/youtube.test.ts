import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { embedAddress, followPlayer, readPlayer } from './youtube.ts'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

test('the player is asked to speak with this page alone, without cookies', () => {
  const address = new URL(embedAddress('dQw4w9WgXcQ', 'https://runnel.example'))
  expect(address.origin + address.pathname).toBe('https://www.youtube-nocookie.com/embed/dQw4w9WgXcQ')
  const query = Object.fromEntries(address.searchParams)
  expect(query).toMatchObject({ enablejsapi: '1', origin: 'https://runnel.example', playsinline: '1', rel: '0' })
})

test.each([
  ['{"event":"onStateChange","info":1}', { playing: true }],
  ['{"event":"onStateChange","info":2}', { playing: false }],
  ['{"event":"onStateChange","info":3}', { playing: false }],
  ['{"event":"infoDelivery","info":{"playerState":1,"currentTime":2.5}}', { playing: true }],
  ['{"event":"infoDelivery","info":{"currentTime":2.5}}', {}],
  ['{"event":"initialDelivery","info":{"playerState":-1}}', { playing: false }],
  ['{"event":"onReady","info":null}', {}],
  ['{"event":"onError","info":150}', { error: 150 }],
  ['not json', null],
  ['"text"', null],
  ['null', null],
  ['{"info":1}', null],
])('reads %s', (message, word) => expect(readPlayer(message)).toEqual(word))

/** A frame whose player notes what it is told. */
const openFrame = () => {
  const said: { event: string; args?: string[] }[] = []
  const contentWindow = { postMessage: (text: string) => void said.push(JSON.parse(text)) }
  // Only what the loader touches.
  const frame = { contentWindow } as unknown as HTMLIFrameElement
  const heard: unknown[] = []
  const stop = followPlayer(frame, {
    onPlaying: (playing) => heard.push(playing),
    onError: (code) => heard.push(code),
    onSilence: () => heard.push('silent'),
  })
  const answer = (data: string, origin = 'https://www.youtube-nocookie.com', source: unknown = contentWindow) => {
    const event = new MessageEvent('message', { data, origin })
    Object.defineProperty(event, 'source', { value: source })
    window.dispatchEvent(event)
  }
  return { said, heard, stop, answer }
}

test('greets until the player answers, asks for its changes, and tells them', () => {
  const { said, heard, stop, answer } = openFrame()
  vi.advanceTimersByTime(1_600)
  expect(said.map(({ event }) => event)).toEqual(['listening', 'listening', 'listening'])
  answer('{"event":"initialDelivery","info":{"playerState":-1}}')
  expect(said.slice(3).map(({ args }) => args)).toEqual([['onStateChange'], ['onError']])
  answer('{"event":"onStateChange","info":1}')
  answer('{"event":"onError","info":101}')
  vi.advanceTimersByTime(20_000)
  expect(heard).toEqual([false, true, 101])
  expect(said).toHaveLength(5)
  stop()
})

test('hears nobody but the player', () => {
  const { heard, stop, answer } = openFrame()
  answer('{"event":"onStateChange","info":1}', 'https://evil.example')
  answer('{"event":"onStateChange","info":1}', 'https://www.youtube-nocookie.com', window)
  expect(heard).toEqual([])
  stop()
})

test('says so when the player never answers', () => {
  const { heard, stop } = openFrame()
  vi.advanceTimersByTime(7_900)
  expect(heard).toEqual([])
  vi.advanceTimersByTime(200)
  expect(heard).toEqual(['silent'])
  stop()
})
