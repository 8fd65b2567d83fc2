import { user } from '@runnel/contract/account/user'
import type { PageRequest } from '@runnel/contract/client'
import { REFRESH_EVERY_MS } from '@runnel/contract/constants'
import { status } from '@runnel/contract/failure'
import { useStore } from '#base/store.ts'
import { queryClient } from './cache.ts'
import { applyFailureActions } from './failure.ts'
import { CallError, reach } from './send.ts'
import { silence } from './silent.ts'

const firstPauseMs = 1_000
const longestPauseMs = 60_000
/** The server sends a `ping` more often than this; a longer silence means that the line is dead. */
const silenceMs = 90_000

interface Line {
  readonly token: string | null
  readonly listeners: Set<() => void>
  readonly end: () => void
}

let current: Line | undefined

/**
 * Follows the user's stream of events until the returned function is called, and calls `onRefresh` for each. While the
 * stream is down and the page is visible, `onRefresh` is called every half minute instead. Whoever follows in the same
 * moment as another stops, as one layout does after the other, takes the open stream over: nothing is missed between.
 */
export const followLive = (onRefresh: () => void): (() => void) => {
  const { token } = useStore.getState()
  if (current?.token !== token) current?.end()
  current ??= openLine(token)
  const line = current
  line.listeners.add(onRefresh)
  return () => {
    line.listeners.delete(onRefresh)
    setTimeout(() => line.listeners.size === 0 && line.end())
  }
}

const openLine = (token: string | null): Line => {
  const stop = new AbortController()
  const listeners = new Set<() => void>()
  const changed = () => {
    for (const onRefresh of listeners) onRefresh()
    void queryClient.invalidateQueries({ predicate: (query) => query.meta?.['live'] === true })
  }
  const state = { up: false }
  void keepFollowing({ stop: stop.signal, line: state, changed })
  const poll = setInterval(() => {
    if (!state.up && document.visibilityState === 'visible') changed()
  }, REFRESH_EVERY_MS)
  const end = () => {
    clearInterval(poll)
    stop.abort()
    if (current === line) current = undefined
  }
  const line: Line = { token, listeners, end }
  return line
}

interface StreamState {
  stop: AbortSignal
  line: { up: boolean }
  changed: () => void
}

const keepFollowing = async ({ stop, line, changed }: StreamState): Promise<void> => {
  let pauseMs = firstPauseMs
  let connectedBefore = false
  while (!stop.aborted) {
    try {
      await readStream(stop, {
        onOpen: () => {
          line.up = true
          pauseMs = firstPauseMs
          // Whatever happened while nobody listened.
          if (connectedBefore) changed()
          connectedBefore = true
        },
        onEvent: (event) => event === 'refresh' && changed(),
      })
    } catch (error) {
      if (endsSession(error)) return
    }
    line.up = false
    await pause(pauseMs * (0.75 + Math.random() / 2), stop)
    pauseMs = Math.min(pauseMs * 2, longestPauseMs)
  }
}

/** A refused stream of a dead session or a locked account will not get better by asking again. */
const endsSession = (error: unknown): boolean => {
  if (!(error instanceof CallError)) return false
  if (error.status !== status.noSession && error.status !== status.locked) return false
  applyFailureActions(error, liveRequest(silence(new AbortController().signal)))
  return true
}

interface StreamReader {
  onOpen: () => void
  onEvent: (event: string) => void
}

const readStream = async (stop: AbortSignal, { onOpen, onEvent }: StreamReader): Promise<void> => {
  const quiet = new AbortController()
  const end = () => quiet.abort()
  stop.addEventListener('abort', end, { once: true })
  let silenceTimer = setTimeout(end, silenceMs)
  try {
    const { body } = await reach(liveRequest(silence(quiet.signal)))
    if (!body) return
    onOpen()
    const reader = body.pipeThrough(new TextDecoderStream()).getReader()
    quiet.signal.addEventListener('abort', () => void reader.cancel().catch(() => undefined))
    let rest = ''
    for (let part = await reader.read(); !part.done; part = await reader.read()) {
      clearTimeout(silenceTimer)
      silenceTimer = setTimeout(end, silenceMs)
      const blocks = (rest + part.value).split('\n\n')
      rest = blocks.pop() ?? ''
      for (const block of blocks) onEvent(/^event: ?(.*)$/m.exec(block)?.[1] ?? 'message')
    }
  } finally {
    clearTimeout(silenceTimer)
    stop.removeEventListener('abort', end)
  }
}

const liveRequest = (signal: AbortSignal): PageRequest => ({
  route: user.live,
  path: user.live.path,
  headers: {},
  body: undefined,
  signal,
})

/** Waits, but no longer than until the page is looked at again or the following ends. */
const pause = (milliseconds: number, stop: AbortSignal): Promise<void> =>
  new Promise((resolve) => {
    // Its event has passed when the stream itself was ended by it.
    if (stop.aborted) return resolve()
    const done = () => {
      clearTimeout(timer)
      document.removeEventListener('visibilitychange', seen)
      stop.removeEventListener('abort', done)
      resolve()
    }
    const seen = () => document.visibilityState === 'visible' && done()
    const timer = setTimeout(done, milliseconds)
    document.addEventListener('visibilitychange', seen)
    stop.addEventListener('abort', done)
  })
