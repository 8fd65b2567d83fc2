/** How the items of one run went: each for itself, so that one in trouble stops no other. */
export interface ErrorCollector {
  /** Does one of them; undefined where that went wrong. */
  readonly try: <T>(work: () => Promise<T>) => Promise<T | undefined>
  /** How many went wrong so far. */
  readonly failed: () => number
  /**
   * Ends the run with what it did. Where something went wrong it ends in failure, so that it is tried again and the
   * owner learns of it with its first reason.
   */
  readonly end: (note: string) => string
}

export const createErrorCollector = (): ErrorCollector => {
  const reasons: string[] = []
  return {
    try: async (work) => {
      try {
        return await work()
      } catch (error) {
        reasons.push(error instanceof Error ? error.message : String(error))
        return undefined
      }
    },
    failed: () => reasons.length,
    end: (note) => {
      if (reasons.length === 0) return note
      throw new Error(`${note}; ${reasons.length} went wrong, the first with: ${reasons[0]}`)
    },
  }
}
