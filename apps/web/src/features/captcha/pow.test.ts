import powVectors from '@runnel/contract/check/pow-vectors.json' with { type: 'json' }
import { expect, it } from 'vitest'
import { puzzleOf } from './pow-puzzle.ts'
import { searchPow } from './pow-search.ts'
import { solvePow } from './pow.ts'

it('finds what the server hid, in the page where there are no workers', async () => {
  const { challenge, solution } = powVectors[0]!
  const heard: number[] = []
  expect(await solvePow(challenge, (done) => heard.push(done))).toEqual(solution)
  expect(heard).toHaveLength(solution.counter - 1)
  expect(heard).toEqual([...heard].sort((a, b) => a - b))
  expect(heard.at(-1) ?? 0).toBeLessThanOrEqual(1)
})

it('agrees with the server about each of its vectors, searched from just before the end', async () => {
  for (const { challenge, solution } of powVectors) {
    const share = { puzzle: puzzleOf(challenge), start: solution.counter - 1, step: 1 }
    expect(await searchPow(share, { tried: () => undefined, isStopped: () => false })).toEqual(solution)
  }
})

it('stops when it is asked to', async () => {
  const [first] = powVectors
  const controller = new AbortController()
  const search = solvePow(first!.challenge, () => controller.abort(new Error('left the page')), controller.signal)
  await expect(search).rejects.toThrow('left the page')
  await expect(solvePow(first!.challenge, undefined, AbortSignal.abort(new Error('gone')))).rejects.toThrow('gone')
})

it('refuses puzzles that would never end or eat the memory', () => {
  const { challenge } = powVectors[0]!
  const changed = (change: object) => ({ ...challenge, parameters: { ...challenge.parameters, ...change } })
  expect(() => puzzleOf(changed({ memoryCost: 4_000_000 }))).toThrow('bounds')
  expect(() => puzzleOf(changed({ data: { tries: 1e9 } }))).toThrow('bounds')
  expect(() => puzzleOf(changed({ algorithm: 'SCRYPT' }))).toThrow('does not know')
  expect(() => puzzleOf(changed({ nonce: 'x' }))).toThrow('broken')
})
