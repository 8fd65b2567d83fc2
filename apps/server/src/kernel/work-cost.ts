/**
 * What proofs of work and password hashes cost. Full everywhere but under test, where they would be most of what is
 * computed: the process takes `cheap` from its environment only as NODE_ENV=test (env.ts).
 */
export type WorkCost = 'full' | 'cheap'

let current: WorkCost = 'full'

export const setWorkCost = (cost: WorkCost): void => {
  current = cost
}

/** As many KiB of memory as are asked for, or next to none. */
export const memoryKibOf = (full: number): number => (current === 'full' ? full : 64)
