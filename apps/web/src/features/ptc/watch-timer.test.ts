import { expect, test } from 'vitest'
import { startWatch, syncWatch, isWatching, leftMs, advanceWatch } from './watch-timer.ts'

const here = { visible: true, focused: true, opened: false, playing: false }

test('a page in a frame is watched while ours is visible and has the keys', () => {
  expect(isWatching('iframe', here)).toBe(true)
  expect(isWatching('iframe', { ...here, focused: false })).toBe(false)
  expect(isWatching('iframe', { ...here, visible: false })).toBe(false)
})

test('a video is watched only while it plays, and only here', () => {
  for (const kind of ['youtube', 'video'] as const) {
    expect(isWatching(kind, here)).toBe(false)
    expect(isWatching(kind, { ...here, playing: true })).toBe(true)
    expect(isWatching(kind, { ...here, playing: true, visible: false })).toBe(false)
    expect(isWatching(kind, { ...here, playing: true, focused: false })).toBe(false)
  }
})

test('an ad in its own tab is watched once it was opened, while our page is not in front', () => {
  expect(isWatching('window', { ...here, visible: false })).toBe(false)
  expect(isWatching('window', { ...here, opened: true })).toBe(false)
  expect(isWatching('window', { ...here, opened: true, visible: false })).toBe(true)
  expect(isWatching('window', { ...here, opened: true, focused: false })).toBe(true)
})

test('only what lies between turning on and off counts', () => {
  const begun = advanceWatch(startWatch(15, 0), { watching: true, now: 1_000 })
  expect(leftMs(begun, 5_000)).toBe(11_000)
  const paused = advanceWatch(begun, { watching: false, now: 5_000 })
  expect(leftMs(paused, 500_000)).toBe(11_000)
  const again = advanceWatch(paused, { watching: true, now: 600_000 })
  expect(leftMs(again, 604_000)).toBe(7_000)
  expect(leftMs(again, 999_000)).toBe(0)
})

test("the server's count rules, but a small difference does not move the clock", () => {
  const begun = advanceWatch(startWatch(15, 0), { watching: true, now: 0 })
  expect(leftMs(syncWatch(begun, { counted: 9.5, now: 10_000 }), 10_000)).toBe(5_000)
  expect(leftMs(syncWatch(begun, { counted: 4, now: 10_000 }), 10_000)).toBe(11_000)
  expect(leftMs(syncWatch(begun, { counted: 14, now: 10_000 }), 11_000)).toBe(0)
})

test('at the end the server is believed to the last moment', () => {
  const begun = advanceWatch(startWatch(15, 0), { watching: true, now: 0 })
  expect(leftMs(syncWatch(begun, { counted: 14.6, now: 15_000 }), 15_000)).toBe(400)
  expect(leftMs(syncWatch(begun, { counted: 15, now: 14_800 }), 14_800)).toBe(0)
})
