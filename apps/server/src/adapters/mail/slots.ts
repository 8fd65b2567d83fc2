export interface SlotLimits {
  /** Letters that a server answers in time, at once. */
  readonly quick: number
  /** All letters at once, with those that a server takes long to answer. */
  readonly most: number
  /** After so long, a letter no longer counts as quick, and another takes its turn. */
  readonly slowMs: number
  /** A letter that no turn comes for is tried later. */
  readonly patienceMs: number
}

/** Gives letters their turns, so that one that waits minutes for its answer does not hold the others up. */
export const createSlots = ({ quick, most, slowMs, patienceMs }: SlotLimits) => {
  const waiting = new Set<() => void>()
  const taken = { quick: 0, all: 0 }
  const next = (): void => {
    for (const start of waiting) {
      if (taken.quick >= quick || taken.all >= most) return
      waiting.delete(start)
      taken.quick += 1
      taken.all += 1
      start()
    }
  }
  const enter = (): Promise<void> =>
    new Promise((resolve, reject) => {
      const timer = setTimeout(() => {
        waiting.delete(start)
        reject(new Error('all connections wait for answers of the mail server'))
      }, patienceMs)
      const start = (): void => {
        clearTimeout(timer)
        resolve()
      }
      waiting.add(start)
      next()
    })
  return {
    run: async <Result>(work: () => Promise<Result>): Promise<Result> => {
      await enter()
      let isQuick = true
      const slow = (): void => {
        if (isQuick) taken.quick -= 1
        isQuick = false
        next()
      }
      const timer = setTimeout(slow, slowMs)
      try {
        return await work()
      } finally {
        clearTimeout(timer)
        taken.all -= 1
        slow()
      }
    },
  }
}
