import { createCipheriv, createHash } from 'node:crypto'

/** Evenly spread numbers from 0 up to, but not including, 1. */
export type Random = () => number

const blockBytes = 4096
const zeros = Buffer.alloc(blockBytes)

/**
 * The key stream of AES in counter mode: the same seed always tells the same story, and nobody who sees parts of it
 * (colours, positions) can work out the rest (counts, answers), as one could with a small statistical generator.
 */
export const seededRandom = (seed: string): Random => {
  const key = createHash('sha256').update(seed).digest()
  const stream = createCipheriv('aes-256-ctr', key, Buffer.alloc(16))
  let block = stream.update(zeros)
  let position = 0
  return () => {
    if (position === blockBytes) {
      block = stream.update(zeros)
      position = 0
    }
    const value = block.readUInt32LE(position)
    position += 4
    return value / 2 ** 32
  }
}

export const between = (random: Random, low: number, high: number): number => low + (high - low) * random()

/** A whole number from `low` to `high`, both included. */
export const wholeBetween = (random: Random, low: number, high: number): number =>
  low + Math.floor(random() * (high - low + 1))

export const oneOf = <T>(random: Random, list: readonly T[]): T => {
  const value = list[Math.floor(random() * list.length)]
  if (value === undefined) throw new Error('A choice from an empty list was asked for.')
  return value
}

export const shuffled = <T>(random: Random, list: readonly T[]): T[] => {
  const keyed = list.map((value) => ({ value, key: random() }))
  return keyed.sort((a, b) => a.key - b.key).map(({ value }) => value)
}
