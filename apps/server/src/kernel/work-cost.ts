/**
 * What proofs of work, password hashes and pictures drawn ahead cost. Full everywhere but under test, where they would
 * be most of what is computed: the process takes `cheap` from its environment only as NODE_ENV=test (env.ts).
 */
export type WorkCost = 'full' | 'cheap'

let current: WorkCost = 'full'

export const setWorkCost = (cost: WorkCost): void => {
  current = cost
}

/** As many KiB of memory as are asked for, or next to none. */
export const memoryKibOf = (full: number): number => (current === 'full' ? full : 64)

/** As many pictures as are drawn ahead of requests, or one, so that the thread that draws them is at work too. */
export const picturesAhead = (full: number): number => (current === 'full' ? full : 1)
