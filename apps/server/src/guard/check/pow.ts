import { createHmac, randomInt } from 'node:crypto'
import type { PowChallenge, PowSolution } from '@runnel/contract/check/captcha'
import { createChallenge, verifySolution } from 'altcha-lib'
import { deriveKey } from 'altcha-lib/algorithms/argon2id'
import type { Challenge } from 'altcha-lib/types'
import { memoryKibOf } from '#kernel/work-cost.ts'

/** How much work: 0 for a login, 3 for the worst of neighbours. */
export type PowLevel = 0 | 1 | 2 | 3
export type PowVerdict =
  | { readonly ok: true; readonly level: PowLevel; readonly id: string }
  | { readonly ok: false; readonly reason: 'forged' | 'expired' | 'unsolved' }

/** Tries of Argon2id that a solver needs on average; about 22 ms each on a desktop, 90 on a slow phone. */
export const powTries: Readonly<Record<PowLevel, number>> = { 0: 8, 1: 32, 2: 128, 3: 512 }

const memoryKib = 16 * 1_024

/**
 * A proof of work whose solution we know beforehand: making it costs one derivation, checking it one signature.
 * The counter is drawn from 1 to twice the average, so that nobody can skip ahead to the right one.
 */
export const createPow = async (task: {
  level: PowLevel
  secret: string | Buffer
  expiresAt: Date
  /** Bound into the signature: the row, in the database, that makes the proof single-use. */
  id: string
}): Promise<PowChallenge> => {
  const tries = powTries[task.level]
  const { signatureSecret, keySecret } = secretsOf(task.secret)
  const { parameters, signature } = await createChallenge({
    algorithm: 'ARGON2ID',
    cost: 1,
    memoryCost: memoryKibOf(memoryKib),
    parallelism: 1,
    counter: randomInt(1, 2 * tries + 1),
    // The expiry stands among our own data, because the library would compare it with a clock that is not ours.
    data: { id: task.id, level: task.level, tries, e: Math.floor(task.expiresAt.getTime() / 1_000) },
    deriveKey,
    hmacSignatureSecret: signatureSecret,
    hmacKeySignatureSecret: keySecret,
  })
  if (signature === undefined) throw new Error('A proof of work came without its signature.')
  return { parameters: { ...parameters }, signature, level: task.level }
}

/** Whether this challenge is ours, is still open and was solved. Single use is the caller's row. Never throws. */
export const verifyPow = async (task: {
  challenge: PowChallenge
  solution: PowSolution
  secret: string | Buffer
  now: Date
}): Promise<PowVerdict> => {
  const { signatureSecret, keySecret } = secretsOf(task.secret)
  try {
    const { parameters, signature } = task.challenge
    // The signature below is what vouches for the shape; anything not signed by us fails it.
    const challenge = { parameters, signature } as unknown as Challenge
    const result = await verifySolution({
      challenge,
      solution: { counter: task.solution.counter, derivedKey: task.solution.derivedKey },
      deriveKey,
      hmacSignatureSecret: signatureSecret,
      hmacKeySignatureSecret: keySecret,
    })
    if (result.invalidSignature !== false) return { ok: false, reason: 'forged' }
    const { id, level, e } = challenge.parameters.data ?? {}
    if (typeof id !== 'string' || typeof e !== 'number' || !isLevel(level)) return { ok: false, reason: 'forged' }
    if (e * 1_000 <= task.now.getTime()) return { ok: false, reason: 'expired' }
    return result.verified ? { ok: true, level, id } : { ok: false, reason: 'unsolved' }
  } catch {
    return { ok: false, reason: 'forged' }
  }
}

const isLevel = (value: unknown): value is PowLevel => value === 0 || value === 1 || value === 2 || value === 3

const secretsOf = (secret: string | Buffer): { signatureSecret: string; keySecret: string } => ({
  signatureSecret: createHmac('sha256', secret).update('pow challenge').digest('hex'),
  keySecret: createHmac('sha256', secret).update('pow key').digest('hex'),
})
