import { Worker } from 'node:worker_threads'
import { draw, newRecipe, orderKey, type Drawn, type Order } from './draw.ts'
import type { ToThread } from './worker.ts'

export type PicturePool = {
  /** A challenge nobody has seen: from the shelf, or drawn on the spot when the shelf is bare. */
  readonly take: (order: Order) => Promise<Drawn>
  /** How many of a sort stand ready; at 0 a caller under load may ask for a proof of work first. */
  readonly ready: (order: Order) => number
  /** Resolves once the shelves of all sorts asked for so far are full. */
  readonly filled: () => Promise<void>
  readonly close: () => Promise<void>
}

type Shelf = { readonly order: Order; readonly drawn: Drawn[]; commissioned: number }

/** A thread that fails this often is not started again; drawing on the spot goes on. */
const maxRestarts = 5
const inFlightPerThread = 2

/** Draws challenges ahead in threads of their own, so that a request only takes one from a shelf. */
export const createPicturePool = (options: {
  size: number
  threads: number
  orders?: readonly Order[]
  /** What the look of this site's pictures is made from. */
  seed: string
}): PicturePool => {
  const { seed } = options
  const shelves = createShelves(options.size)
  const threads = new Set<Thread>()
  const waiting: (() => void)[] = []
  let restarts = 0
  let closed = false

  const refill = (): void => {
    for (const thread of threads) {
      while (!closed && thread.pending.length < inFlightPerThread) {
        const shelf = shelves.neediest()
        if (shelf === undefined) break
        shelf.commissioned += 1
        thread.commission(shelf, newRecipe(shelf.order))
      }
    }
    if (shelves.areFull() || threads.size === 0) waiting.splice(0).forEach((resolve) => resolve())
  }
  const start = (): void => {
    const thread = startThread(seed, {
      delivered: refill,
      failed: () => {
        threads.delete(thread)
        restarts += 1
        if (!closed && restarts <= maxRestarts) start()
        refill()
      },
    })
    threads.add(thread)
  }

  options.orders?.forEach(shelves.of)
  for (let count = 0; count < options.threads; count += 1) start()
  refill()
  return {
    take: async (order) => {
      const drawn = shelves.of(order).drawn.shift()
      refill()
      return drawn ?? (await draw(newRecipe(order), seed))
    },
    ready: (order) => shelves.of(order).drawn.length,
    filled: () =>
      new Promise((resolve) => {
        waiting.push(resolve)
        refill()
      }),
    close: async () => {
      closed = true
      waiting.splice(0).forEach((resolve) => resolve())
      await Promise.all([...threads].map((thread) => thread.stop()))
      threads.clear()
    },
  }
}

type Shelves = {
  readonly of: (order: Order) => Shelf
  readonly neediest: () => Shelf | undefined
  readonly areFull: () => boolean
}

/** A sort gets its shelf when it is first asked for; there are few sorts, so shelves are never taken down. */
const createShelves = (size: number): Shelves => {
  const shelves = new Map<string, Shelf>()
  const promised = (shelf: Shelf): number => shelf.drawn.length + shelf.commissioned
  return {
    of: (order) => {
      const key = orderKey(order)
      const shelf = shelves.get(key) ?? { order, drawn: [], commissioned: 0 }
      shelves.set(key, shelf)
      return shelf
    },
    neediest: () =>
      [...shelves.values()].filter((shelf) => promised(shelf) < size).sort((a, b) => promised(a) - promised(b))[0],
    areFull: () => [...shelves.values()].every((shelf) => shelf.drawn.length >= size),
  }
}

type Thread = {
  readonly pending: Shelf[]
  readonly commission: (shelf: Shelf, recipe: string) => void
  readonly stop: () => Promise<void>
}

/** Under `node --watch`, as in `npm run dev`, Node itself sends such messages from a thread for what it imports. */
interface WatchReport {
  readonly 'watch:import': readonly string[]
}

/** One thread, and the shelves that its unfinished pictures belong to. */
const startThread = (seed: string, hear: { delivered: () => void; failed: () => void }): Thread => {
  const pending: Shelf[] = []
  const worker = new Worker(new URL('./worker.ts', import.meta.url), {
    workerData: { seed },
    // Pictures live outside the heap; without a bound the thread would keep as much of it as the machine has.
    resourceLimits: { maxYoungGenerationSizeMb: 4, maxOldGenerationSizeMb: 96 },
  })
  // A pool must not keep a finished process alive.
  worker.unref()
  let stopped = false
  worker.on('message', (message: Drawn | WatchReport) => {
    if (!('recipe' in message)) return
    const position = pending.findIndex((shelf) => orderKey(shelf.order) === orderKey(message.order))
    const [shelf] = pending.splice(position, 1)
    if (shelf === undefined) return
    shelf.commissioned -= 1
    shelf.drawn.push(asDrawn(message))
    hear.delivered()
  })
  const fail = (): void => {
    if (stopped) return
    stopped = true
    for (const shelf of pending.splice(0)) shelf.commissioned -= 1
    hear.failed()
  }
  worker.on('error', fail)
  worker.on('exit', fail)
  return {
    pending,
    commission: (shelf, recipe) => {
      pending.push(shelf)
      worker.postMessage({ recipe } satisfies ToThread)
    },
    // Without `terminate`: a canvas that is interrupted while it is made counts wrongly in V8's external memory, for
    // which V8 aborts the whole process (github.com/Brooooooklyn/canvas/issues/1120).
    stop: async () => {
      stopped = true
      const ended = new Promise((resolve) => worker.once('exit', resolve))
      worker.ref()
      worker.postMessage('end' satisfies ToThread)
      await ended
    },
  }
}

/** Bytes cross a thread border as a plain Uint8Array. */
const asDrawn = (drawn: Drawn): Drawn => ({
  ...drawn,
  instruction: { ...drawn.instruction, bytes: Buffer.from(drawn.instruction.bytes) },
  tiles: drawn.tiles.map((tile) => ({ ...tile, bytes: Buffer.from(tile.bytes) })),
})
