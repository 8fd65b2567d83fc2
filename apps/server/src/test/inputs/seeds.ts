import { randomBytes } from 'node:crypto'

/**
 * So many seeds that every run plays, and one that none has played before. The names of tests and what they expect
 * carry the seed: `TEST_SEED=… npm test -- server picture` plays it alone.
 */
export const seedsOf = (count: number): string[] => {
  const given = process.env['TEST_SEED']
  return given === undefined ? [...fixedSeeds(count), randomBytes(9).toString('base64url')] : [given]
}

/** Seeds that every run plays, for what holds on average only: a few new ones would miss the average by chance. */
export const fixedSeeds = (count: number): string[] => Array.from({ length: count }, (_, index) => `seed-${index}`)
