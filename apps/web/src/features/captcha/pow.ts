import type { PowChallenge, PowSolution } from '@runnel/contract/check/captcha'
import { puzzleOf, type PowPuzzle } from './pow-puzzle.ts'
import type { PowShare } from './pow-search.ts'
import type { PowReport } from './pow-worker.ts'

/** Work below this many tries is over before a second thread has started. */
const triesWorthSharing = 32
const mostWorkers = 4

/**
 * Solves a proof of work beside the page, so that it stays usable; `onProgress` hears how much of the longest
 * possible search is over, from 0 to 1. Aborting stops all threads and rejects with the signal's reason.
 */
export const solvePow = async (
  challenge: PowChallenge,
  onProgress: (done: number) => void = () => undefined,
  signal?: AbortSignal,
): Promise<PowSolution> => {
  signal?.throwIfAborted()
  const puzzle = puzzleOf(challenge)
  let tried = 0
  const progress = (): void => {
    tried += 1
    onProgress(Math.min(1, tried / (2 * puzzle.tries)))
  }
  const solution = canWork() ? await inWorkers(puzzle, progress, signal) : undefined
  return solution ?? inPage(puzzle, progress, signal)
}

const canWork = (): boolean => typeof Worker === 'function'

/** Undefined when the threads could not do it (blocked, out of memory): the page itself tries then. */
const inWorkers = (
  puzzle: PowPuzzle,
  progress: () => void,
  signal: AbortSignal | undefined,
): Promise<PowSolution | undefined> => {
  const count = workersFor(puzzle)
  const workers: Worker[] = []
  let working = count
  let abort = (): void => undefined
  const search = new Promise<PowSolution | undefined>((resolve, reject) => {
    const giveUp = (): void => {
      working -= 1
      if (working === 0) resolve(undefined)
    }
    abort = () => reject(signal?.reason)
    signal?.addEventListener('abort', abort, { once: true })
    for (let start = 1; start <= count; start += 1) {
      try {
        workers.push(startWorker({ puzzle, start, step: count }, { found: resolve, tried: progress, giveUp }))
      } catch {
        giveUp()
      }
    }
  })
  return search.finally(() => {
    signal?.removeEventListener('abort', abort)
    for (const worker of workers) worker.terminate()
  })
}

const startWorker = (
  share: PowShare,
  hear: { found: (solution: PowSolution) => void; tried: () => void; giveUp: () => void },
): Worker => {
  const worker = new Worker(new URL('./pow-worker.ts', import.meta.url), { type: 'module' })
  worker.addEventListener('error', hear.giveUp)
  worker.addEventListener('message', ({ data }: MessageEvent<PowReport>) => {
    if (data.kind === 'found') hear.found(data.solution)
    else if (data.kind === 'tried') hear.tried()
    else hear.giveUp()
  })
  worker.postMessage(share)
  return worker
}

const workersFor = (puzzle: PowPuzzle): number => {
  if (puzzle.tries < triesWorthSharing) return 1
  return Math.max(1, Math.min(mostWorkers, Math.floor(navigator.hardwareConcurrency / 2)))
}

/** Only pages without threads load the search into themselves, and they breathe between tries. */
const inPage = async (
  puzzle: PowPuzzle,
  progress: () => void,
  signal: AbortSignal | undefined,
): Promise<PowSolution> => {
  const { searchPow } = await import('./pow-search.ts')
  const solution = await searchPow(
    { puzzle, start: 1, step: 1 },
    {
      tried: async () => {
        progress()
        await new Promise((resolve) => setTimeout(resolve, 0))
      },
      isStopped: () => signal?.aborted === true,
    },
  )
  signal?.throwIfAborted()
  if (solution === undefined) throw new Error('The proof of work has no solution.')
  return solution
}
