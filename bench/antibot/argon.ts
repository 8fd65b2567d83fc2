import { deriveKey } from 'altcha-lib/algorithms/argon2id'
import { processorMs } from './bar.ts'

const TRIES = 6

/** Processor time of one try of the proof of work, as a solver without a browser pays it. */
export const argon2Ms = async (): Promise<number> => {
  const parameters = { algorithm: 'ARGON2ID', cost: 1, memoryCost: 16 * 1_024, parallelism: 1, keyLength: 32 }
  const tries = async (): Promise<void> => {
    for (let round = 0; round < TRIES; round += 1) {
      await deriveKey(
        parameters as unknown as Parameters<typeof deriveKey>[0],
        Buffer.alloc(16, round),
        Buffer.alloc(16),
      )
    }
  }
  await tries()
  return (await processorMs(tries)) / TRIES
}
