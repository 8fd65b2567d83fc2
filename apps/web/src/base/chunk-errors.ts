import { CHUNK_TIMEOUT_MS } from '@runnel/contract/constants'
import { report } from '#api/analytics.ts'
import { pageTimer } from '#ui/timer/page-timer.ts'

export type ChunkProblem = 'missing' | 'timeout'

/** A part of the application that did not arrive. */
export class ChunkLoadError extends Error {
  readonly code: 'CHUNK_LOAD_FAILED' | 'CSS_CHUNK_LOAD_FAILED'
  readonly type: ChunkProblem
  readonly address: string

  constructor({ code, type, address }: Pick<ChunkLoadError, 'code' | 'type' | 'address'>) {
    super(`Loading chunk failed (${type}: ${address})`)
    this.name = 'ChunkLoadError'
    this.code = code
    this.type = type
    this.address = address
  }
}

const reloadedKey = 'reloadedForChunk'

/**
 * Loads a part of the application. When it does not come, most often because a new version replaced it, the page
 * reloads once by itself; if that did not help, the error goes on to the page that offers a reload. A load that the
 * browser ends because somebody leaves the page is no failure: it begins again if the page stays after all.
 */
export const loadChunk = async <T>(load: () => Promise<T>): Promise<T> => {
  const departure = watchDeparture()
  try {
    const chunk = await within(CHUNK_TIMEOUT_MS, load())
    forgetReload()
    return chunk
  } catch (error) {
    const problem = asChunkError(error)
    if (!problem) throw error
    if (departure.hasBegun()) {
      await new Promise((resolve) => setTimeout(resolve, STAYS_MS))
      return loadChunk(load)
    }
    report({ type: problem.code, message: problem.message, address: problem.address })
    // Without a network the same would be missing again.
    if (!navigator.onLine || !reloadOnce(problem.address)) throw problem
    // The page is about to go; nothing may be drawn in its place meanwhile.
    return new Promise(() => {})
  } finally {
    departure.stopWatching()
  }
}

/** After a navigation that never arrives, such as a download, the page stays. */
const STAYS_MS = 5_000

/**
 * Notes whether somebody leaves the page. Firefox ends what a page loads when the next one is asked for, which only
 * `beforeunload` tells in time; the others end it when the next one is shown. Nobody listens for longer than a load
 * takes, as a page that listens may be kept out of the cache for going back.
 */
const watchDeparture = () => {
  let isLeaving = false
  const note = (): void => {
    isLeaving = true
  }
  const events = ['beforeunload', 'pagehide'] as const
  for (const name of events) window.addEventListener(name, note)
  return {
    hasBegun: () => isLeaving,
    stopWatching: () => {
      for (const name of events) window.removeEventListener(name, note)
    },
  }
}

/** Browsers tell a failed import only in words; these are the words of all of them, and of Vite for styles. */
export const asChunkError = (error: unknown): ChunkLoadError | null => {
  if (error instanceof ChunkLoadError) return error
  if (!(error instanceof Error)) return null
  const style = /Unable to preload CSS for (\S+)/.exec(error.message)
  if (style) return new ChunkLoadError({ code: 'CSS_CHUNK_LOAD_FAILED', type: 'missing', address: style[1] ?? '' })
  const script = /dynamically imported module|Importing a module script failed|error loading dynamically/i
  if (!script.test(error.message)) return null
  const address = /https?:\/\/\S+/.exec(error.message)?.[0] ?? ''
  return new ChunkLoadError({ code: 'CHUNK_LOAD_FAILED', type: 'missing', address })
}

const within = async <T>(milliseconds: number, work: Promise<T>): Promise<T> => {
  let callOff = () => {}
  const late = new Promise<never>((_, reject) => {
    const address = window.location.pathname
    const problem = new ChunkLoadError({ code: 'CHUNK_LOAD_FAILED', type: 'timeout', address })
    callOff = pageTimer(() => reject(problem), milliseconds)
  })
  try {
    return await Promise.race([work, late])
  } finally {
    callOff()
  }
}

const reloadOnce = (address: string): boolean => {
  try {
    if (sessionStorage.getItem(reloadedKey) !== null) return false
    sessionStorage.setItem(reloadedKey, address)
  } catch {
    // Without a memory of the first reload a second one could never be stopped.
    return false
  }
  window.location.reload()
  return true
}

const forgetReload = (): void => {
  try {
    sessionStorage.removeItem(reloadedKey)
  } catch {
    // Nothing was remembered.
  }
}
