import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { ViewRun } from './view-run.ts'

const broken = new Error('no network')
const refused = new Error('dead')

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

/** A server that counts as ours does: between a beat that says `true` and the next one, if it is not too late. */
const openView = ({ timer = 15, beat = 3, fails = () => undefined as Error | undefined } = {}) => {
  const sent: { at: number; watching: boolean }[] = []
  const eyes = { watching: true }
  let countedMs = 0
  let last: { at: number; watching: boolean } | undefined
  const run = new ViewRun({
    timer,
    beat,
    send: async (watching) => {
      const at = Date.now()
      sent.push({ at, watching })
      const failure = fails()
      if (failure) throw failure
      if (last?.watching && at - last.at <= (2 * beat + 2) * 1_000) countedMs += at - last.at
      last = { at, watching }
      return Math.min(timer, countedMs / 1_000)
    },
    look: () => eyes.watching,
    isFinal: (error) => error === refused,
    now: () => Date.now(),
  })
  const began = Date.now()
  const pass = (seconds: number) => vi.advanceTimersByTimeAsync(seconds * 1_000)
  const told = () => sent.map(({ at, watching }) => ({ at: (at - began) / 1_000, watching }))
  return { run, eyes, pass, told, state: () => run.state.getState() }
}

test('beats at the beginning and every few seconds, and is done when the server has counted all', async () => {
  const view = openView()
  view.run.start()
  await view.pass(14)
  expect(view.told().map(({ at }) => at)).toEqual([0, 3, 6, 9, 12])
  expect(view.state()).toMatchObject({ left: 1, watching: true, done: false })
  await view.pass(1.5)
  expect(view.state()).toMatchObject({ left: 0, done: true })
  const before = view.told().length
  await view.pass(60)
  expect(view.told()).toHaveLength(before)
})

test('tells at once when one looks away and back, and counts nothing between', async () => {
  const view = openView()
  view.run.start()
  await view.pass(4)
  view.eyes.watching = false
  view.run.tick()
  await view.pass(100)
  expect(view.told()).toEqual([
    { at: 0, watching: true },
    { at: 3, watching: true },
    { at: 4, watching: false },
  ])
  expect(view.state()).toMatchObject({ left: 11, watching: false, done: false })
  view.eyes.watching = true
  view.run.tick()
  await view.pass(10.5)
  expect(view.state()).toMatchObject({ left: 1, done: false })
  await view.pass(1.5)
  expect(view.state().done).toBe(true)
})

test('changes faster than answers come are told in order, the last one always', async () => {
  const answers: (() => void)[] = []
  const sent: boolean[] = []
  const eyes = { watching: true }
  const run = new ViewRun({
    timer: 15,
    beat: 3,
    send: (watching) => {
      sent.push(watching)
      return new Promise((resolve) => answers.push(() => resolve(0)))
    },
    look: () => eyes.watching,
    isFinal: () => false,
    now: () => Date.now(),
  })
  run.start()
  eyes.watching = false
  run.tick()
  expect(sent).toEqual([true])
  answers.shift()?.()
  await vi.advanceTimersByTimeAsync(300)
  expect(sent).toEqual([true, false])
  run.stop()
})

test('a broken line is tried again, and what the server missed is not shown as counted', async () => {
  let isDown = false
  const view = openView({ fails: () => (isDown ? broken : undefined) })
  view.run.start()
  await view.pass(4)
  isDown = true
  await view.pass(20)
  expect(view.state()).toMatchObject({ left: 0, done: false, ended: null })
  isDown = false
  await view.pass(2)
  // The server saw a gap that was too long: it has what came before, and goes on from here.
  expect(view.state().done).toBe(false)
  expect(view.state().left).toBeGreaterThanOrEqual(10)
  await view.pass(14)
  expect(view.state().done).toBe(true)
})

test('a ticket that is dead ends the view', async () => {
  const view = openView({ fails: () => refused })
  view.run.start()
  await view.pass(10)
  expect(view.state().ended).toBe(refused)
  expect(view.told()).toHaveLength(1)
})

test('too early after all: it goes on with what is missing', async () => {
  const view = openView({ timer: 5, beat: 2 })
  view.run.start()
  await view.pass(7)
  expect(view.state().done).toBe(true)
  view.run.resume(3)
  expect(view.state()).toMatchObject({ left: 3, done: false })
  await view.pass(4)
  expect(view.state().done).toBe(true)
})

test('an ad in its own tab counts only after it was opened', async () => {
  const opened: boolean[] = []
  const run = new ViewRun({
    timer: 5,
    beat: 2,
    send: async () => 0,
    look: (place) => {
      opened.push(place.opened)
      return false
    },
    isFinal: () => false,
    now: () => Date.now(),
  })
  run.start()
  run.open()
  expect(opened).toEqual([false, true])
  expect(run.state.getState().opened).toBe(true)
  run.stop()
})
