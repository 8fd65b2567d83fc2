import { expect, test } from 'vitest'
import { createActCounts } from './act-counts.ts'
import { type Act, actNames, actsOf } from './acts.ts'
import type { RunResult } from './run.ts'
import { shrink } from './shrink.ts'

const first = (seed: string, count: number): Act[] => [...actsOf(seed).take(count)]

test('a seed always tells the same acts, and another seed tells others', () => {
  expect(first('7', 200)).toEqual(first('7', 200))
  expect(first('7', 200)).not.toEqual(first('8', 200))
})

test('every kind of act comes up', () => {
  expect(new Set(first('9', 6_000).map(({ kind }) => kind))).toEqual(new Set(actNames))
})

const fails = (acts: readonly Act[], isBroken: boolean): RunResult => ({
  steps: acts.length,
  history: acts,
  told: acts.map(({ kind }) => kind),
  violation: isBroken ? { invariant: 'test', says: '', details: [], step: acts.length } : undefined,
})

test('a history is shortened to the acts that it takes, and the clock goes on as before', async () => {
  const history = first('10', 300)
  const needed = new Set([history[17], history[160], history[161]].map((act) => act?.seed))
  let plays = 0
  const play = async (acts: readonly Act[]): Promise<RunResult> => {
    plays += 1
    return fails(acts, acts.filter(({ seed }) => needed.has(seed)).length === 3)
  }
  const short = await shrink({ history, play, invariant: 'test', seconds: 20 })
  expect(short?.history.map(({ seed }) => seed)).toEqual([...needed])
  expect(short?.history.reduce((sum, { wait }) => sum + wait, 0)).toBe(
    history.slice(0, 162).reduce((sum, { wait }) => sum + wait, 0),
  )
  expect(plays).toBeLessThan(150)
})

test('what does not fail again is not shortened', async () => {
  const play = async (acts: readonly Act[]): Promise<RunResult> => fails(acts, false)
  expect(await shrink({ history: first('11', 20), play, invariant: 'test', seconds: 5 })).toBeUndefined()
})

test('a kind of act that never succeeds is named', () => {
  const tally = createActCounts()
  for (const name of actNames) tally.count(name, name === 'exchange' ? '(exchange is refused: TOO_SMALL)' : 'done')
  expect(tally.missing()).toEqual(['exchange'])
  expect(tally.lines().find((line) => line.includes('exchange'))).toContain('refused: TOO_SMALL 1')
})
