/** Lets so much work through at one moment; some more waits its turn, and the rest is turned away. */
export interface Gate {
  /** Undefined: it was too much, and the work was not begun. */
  readonly through: <T>(work: () => Promise<T>) => Promise<T | undefined>
}

export const createGate = ({ atOnce, waiting, waitMs }: GateLimits): Gate => {
  const queue: ((mayGo: boolean) => void)[] = []
  let inside = 0
  const enter = (): Promise<boolean> => {
    if (inside < atOnce) {
      inside += 1
      return Promise.resolve(true)
    }
    if (queue.length >= waiting) return Promise.resolve(false)
    return new Promise((resolve) => {
      const turn = (mayGo: boolean): void => {
        clearTimeout(timer)
        resolve(mayGo)
      }
      const timer = setTimeout(() => {
        queue.splice(queue.indexOf(turn), 1)
        turn(false)
      }, waitMs)
      queue.push(turn)
    })
  }
  /** Who leaves hands the place to who waits longest, so that nobody slips in between. */
  const leave = (): void => {
    const next = queue.shift()
    if (next === undefined) inside -= 1
    else next(true)
  }
  return {
    through: async (work) => {
      if (!(await enter())) return undefined
      try {
        return await work()
      } finally {
        leave()
      }
    },
  }
}

interface GateLimits {
  readonly atOnce: number
  readonly waiting: number
  readonly waitMs: number
}
