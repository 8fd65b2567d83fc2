import type { PowChallenge } from '@runnel/contract/check/captcha'

/** The parts of a proof of work that a solver needs; `tries` is how many derivations it takes on average. */
export type PowPuzzle = {
  readonly nonce: string
  readonly salt: string
  readonly prefix: string
  readonly passes: number
  readonly memoryKib: number
  readonly keyLength: number
  readonly tries: number
}

/** Reads the challenge; refuses one that would eat the visitor's memory or never end. */
export const puzzleOf = (challenge: PowChallenge): PowPuzzle => {
  const { parameters } = challenge
  const puzzle: PowPuzzle = {
    nonce: text(parameters.nonce),
    salt: text(parameters.salt),
    prefix: text(parameters.keyPrefix),
    passes: whole(parameters.cost, 4),
    memoryKib: whole(parameters.memoryCost, 65_536),
    keyLength: whole(parameters.keyLength, 64),
    tries: whole(triesIn(parameters.data), 4_096),
  }
  if (parameters.algorithm !== 'ARGON2ID' || whole(parameters.parallelism, 1) !== 1 || puzzle.prefix.length < 8) {
    throw new Error('This proof of work is of a kind that this page does not know.')
  }
  return puzzle
}

const triesIn = (data: unknown): unknown =>
  typeof data === 'object' && data !== null && 'tries' in data ? data.tries : undefined

const text = (value: unknown): string => {
  if (typeof value !== 'string' || !/^(?:[0-9a-f]{2})+$/.test(value)) throw new Error('A broken proof of work.')
  return value
}

const whole = (value: unknown, most: number): number => {
  if (typeof value !== 'number' || !Number.isInteger(value) || value < 1 || value > most) {
    throw new Error('A proof of work out of bounds.')
  }
  return value
}
