import { randomInt } from 'node:crypto'

/** Capitals and digits that nobody takes for each other when a code is read aloud or copied from paper. */
export const CODE_LETTERS = 'ABCDEFGHJKMNPQRSTUVWXYZ23456789'
/** About 59 bits: nobody guesses one of them. */
const CODE_LENGTH = 12

/** A code as it is kept and compared. */
export const codeKey = (typed: string): string => typed.trim().toUpperCase()

/** Random codes behind a beginning, all different. */
export const randomCodes = (count: number, prefix: string): string[] => {
  const codes = new Set<string>()
  while (codes.size < count) codes.add(codeKey(prefix) + randomCode())
  return [...codes]
}

const randomCode = (): string => {
  const letters = Array.from({ length: CODE_LENGTH }, () => CODE_LETTERS[randomInt(CODE_LETTERS.length)])
  return letters.join('')
}
