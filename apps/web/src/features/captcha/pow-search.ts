import type { PowSolution } from '@runnel/contract/check/captcha'
import { argon2id } from 'hash-wasm'
import type { PowPuzzle } from './pow-puzzle.ts'

/** One searcher of several: it tries `start`, `start + step`, `start + 2 · step` and so on. */
export type PowShare = { readonly puzzle: PowPuzzle; readonly start: number; readonly step: number }

/** Tries counters until a derived key begins as asked. Undefined when stopped or when far past the average. */
export const searchPow = async (
  share: PowShare,
  watch: { readonly tried: () => void | Promise<void>; readonly isStopped: () => boolean },
): Promise<PowSolution | undefined> => {
  const { puzzle } = share
  const nonce = bytesOf(puzzle.nonce)
  const salt = bytesOf(puzzle.salt)
  const password = new Uint8Array(nonce.length + 4)
  password.set(nonce)
  const counterView = new DataView(password.buffer)
  // The server draws the counter from at most twice the average; beyond that the challenge is broken.
  for (let counter = share.start; counter <= 4 * puzzle.tries; counter += share.step) {
    if (watch.isStopped()) return undefined
    counterView.setUint32(nonce.length, counter, false)
    const derivedKey = await argon2id({
      password,
      salt,
      iterations: puzzle.passes,
      parallelism: 1,
      memorySize: puzzle.memoryKib,
      hashLength: puzzle.keyLength,
      outputType: 'hex',
    })
    if (derivedKey.startsWith(puzzle.prefix)) return { counter, derivedKey }
    await watch.tried()
  }
  return undefined
}

const bytesOf = (hex: string): Uint8Array =>
  Uint8Array.from({ length: hex.length / 2 }, (_, index) => Number.parseInt(hex.slice(2 * index, 2 * index + 2), 16))
