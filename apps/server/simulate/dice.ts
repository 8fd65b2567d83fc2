import { seededRandom } from '#guard/captcha-image/random.ts'

/** Everything random of one act, out of the act's own number: what other acts did has no part in it. */
export interface Dice {
  /** From 0 up to, but not including, 1. */
  readonly next: () => number
  /** Both included. */
  readonly whole: (low: number, high: number) => number
  readonly chance: (share: number) => boolean
  /** Undefined only where there is nothing to choose from. */
  readonly pick: <T>(list: readonly T[]) => T | undefined
  /** An amount over several orders of magnitude, small ones as often as large ones. */
  readonly amount: (low: number, high: number) => number
}

export const createDice = (seed: string): Dice => {
  const next = seededRandom(seed)
  return {
    next,
    whole: (low, high) => low + Math.floor(next() * (high - low + 1)),
    chance: (share) => next() < share,
    pick: (list) => list[Math.floor(next() * list.length)],
    amount: (low, high) => Math.round(Math.exp(Math.log(low) + next() * (Math.log(high) - Math.log(low)))),
  }
}
