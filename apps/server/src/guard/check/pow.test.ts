import type { PowChallenge, PowSolution } from '@runnel/contract/check/captcha'
import powVectors from '@runnel/contract/check/pow-vectors.json' with { type: 'json' }
import { solveChallenge } from 'altcha-lib'
import { deriveKey } from 'altcha-lib/algorithms/argon2id'
import type { Challenge } from 'altcha-lib/types'
import { expect, it, onTestFinished, vi } from 'vitest'
import { setWorkCost } from '#kernel/work-cost.ts'
import { createPow, powTries, verifyPow } from './pow.ts'

let derivations = 0
vi.mock('altcha-lib/algorithms/argon2id', async (load) => {
  const library = await load<{ deriveKey: typeof deriveKey }>()
  const counted: typeof deriveKey = (...task) => {
    derivations += 1
    return library.deriveKey(...task)
  }
  return { ...library, deriveKey: counted }
})

const secret = 'a secret of the site'
const now = new Date('2030-05-05T12:00:00Z')
const expiresAt = new Date('2030-05-05T12:02:30Z')

const solve = async (challenge: PowChallenge): Promise<PowSolution> => {
  // The test solves what the server made with the library that made it.
  const solution = await solveChallenge({ challenge: challenge as unknown as Challenge, deriveKey })
  if (solution === null) throw new Error('Not solved in time.')
  return { counter: solution.counter, derivedKey: solution.derivedKey }
}

it('accepts a solution and tells which challenge and level it was', async () => {
  const challenge = await createPow({ level: 0, secret, expiresAt, id: 'row-1' })
  const solution = await solve(challenge)
  expect(solution.counter).toBeLessThanOrEqual(2 * powTries[0])
  expect(await verifyPow({ challenge, solution, secret, now })).toEqual({ ok: true, level: 0, id: 'row-1' })
  // What goes over the wire and into a row comes back as JSON.
  const stored = JSON.parse(JSON.stringify(challenge)) as PowChallenge
  expect(await verifyPow({ challenge: stored, solution, secret, now })).toMatchObject({ ok: true })
})

it('asks for 16 MiB at every try, and under test for next to none', async () => {
  onTestFinished(() => setWorkCost('cheap'))
  for (const [cost, memoryCost] of [
    ['full', 16_384],
    ['cheap', 64],
  ] as const) {
    setWorkCost(cost)
    const challenge = await createPow({ level: 0, secret, expiresAt, id: 'row-1' })
    expect(challenge.parameters).toMatchObject({ algorithm: 'ARGON2ID', cost: 1, memoryCost })
    expect(await verifyPow({ challenge, solution: await solve(challenge), secret, now })).toMatchObject({ ok: true })
  }
})

it('refuses a late, a wrong and a forged one', async () => {
  const challenge = await createPow({ level: 0, secret, expiresAt, id: 'row-1' })
  const other = await createPow({ level: 0, secret, expiresAt, id: 'row-2' })
  const solution = await solve(challenge)
  expect(await verifyPow({ challenge, solution, secret, now: expiresAt })).toEqual({ ok: false, reason: 'expired' })
  expect(await verifyPow({ challenge: other, solution, secret, now })).toEqual({ ok: false, reason: 'unsolved' })
  for (const derivedKey of ['', '00', 'zz', '0'.repeat(64), solution.derivedKey.toUpperCase()]) {
    expect(await verifyPow({ challenge, solution: { ...solution, derivedKey }, secret, now })).toMatchObject({
      ok: false,
    })
  }
  expect(await verifyPow({ challenge, solution, secret: 'another', now })).toEqual({ ok: false, reason: 'forged' })
  const easier = { ...challenge, parameters: { ...challenge.parameters, keyPrefix: '00' } }
  expect(await verifyPow({ challenge: easier, solution, secret, now })).toEqual({ ok: false, reason: 'forged' })
  const empty = { parameters: {}, signature: '', level: 3 }
  expect(await verifyPow({ challenge: empty, solution, secret, now })).toEqual({ ok: false, reason: 'forged' })
})

it('takes the level from what was signed, not from what is said', async () => {
  const challenge = { ...(await createPow({ level: 0, secret, expiresAt, id: 'x' })), level: 3 }
  const solution = await solve(challenge)
  expect(await verifyPow({ challenge, solution, secret, now })).toEqual({ ok: true, level: 0, id: 'x' })
})

it('does not tell the counter and spreads it', async () => {
  const counters = new Set<number>()
  for (let round = 0; round < 6; round += 1) {
    const challenge = await createPow({ level: 0, secret, expiresAt, id: 'x' })
    expect(Object.keys(challenge.parameters)).not.toContain('counter')
    counters.add((await solve(challenge)).counter)
  }
  expect(counters.size).toBeGreaterThan(1)
})

it('checks a solution, right or wrong, by signatures alone: it derives no key', async () => {
  const challenge = await createPow({ level: 0, secret, expiresAt, id: 'x' })
  const solution = await solve(challenge)
  const wrong = { ...solution, derivedKey: '0'.repeat(64) }
  expect(derivations).toBeGreaterThan(0)
  derivations = 0
  expect(await verifyPow({ challenge, solution, secret, now })).toMatchObject({ ok: true })
  expect(await verifyPow({ challenge, solution: wrong, secret, now })).toEqual({ ok: false, reason: 'unsolved' })
  expect(await verifyPow({ challenge, solution, secret: 'another', now })).toEqual({ ok: false, reason: 'forged' })
  expect(derivations).toBe(0)
})

it('accepts what the page finds: the vectors that its own tests solve', async () => {
  for (const { challenge, solution } of powVectors) {
    const verdict = await verifyPow({
      challenge,
      solution,
      secret: 'shared by the vectors',
      now: new Date('2030-01-01T00:00:00Z'),
    })
    expect(verdict).toMatchObject({ ok: true, level: challenge.level })
  }
})
