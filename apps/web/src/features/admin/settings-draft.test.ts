import fc from 'fast-check'
import { defaults } from '@runnel/contract/settings'
import { expect, test } from 'vitest'
import { changedParts, methodOf } from './audit-parts.ts'
import { coinsFor } from './rate.ts'
import { changesOf, draftOf } from './settings-draft.ts'

test('a form that nobody touched changes nothing', () => {
  expect(changesOf(draftOf(defaults), defaults)).toEqual({})
})

test('each change comes back in the type that the contract wants', () => {
  const draft = { ...draftOf(defaults), faucet_reward: '12', registration_open: false, solve_price_usd: '0.001' }
  expect(changesOf(draft, defaults)).toEqual({ faucet_reward: 12, registration_open: false, solve_price_usd: '0.001' })
  for (const text of ['', '1.5', '-3', '1e3', 'many']) {
    expect(changesOf({ ...draft, faucet_timer: text }, defaults).faucet_timer).toBeNaN()
  }
})

test('coins are counted down to their last decimal and never rounded up', () => {
  expect(coinsFor({ units: 100_000, rate: '9523110000', decimals: 8 })).toBe('0.0000105')
  expect(coinsFor({ units: 100_000, rate: '100000', decimals: 6 })).toBe('1')
  expect(coinsFor({ units: 1, rate: '3', decimals: 18 })).toBe('0.333333333333333333')
  expect(coinsFor({ units: 1, rate: '3', decimals: 0 })).toBe('0')
  for (const rate of ['', '0', '0.0', '-1', 'x', '1.']) {
    expect(coinsFor({ units: 1, rate, decimals: 8 })).toBeNull()
  }
  expect(coinsFor({ units: 1, rate: '1', decimals: NaN })).toBeNull()
})

test('what many units buy is at least what each buys alone', () => {
  fc.assert(
    fc.property(fc.integer({ min: 1, max: 10 ** 9 }), fc.integer({ min: 1, max: 10 ** 12 }), (units, rate) => {
      const bought = Number(coinsFor({ units, rate: String(rate), decimals: 18 }))
      expect(bought).toBeLessThanOrEqual((units / rate) * (1 + 1e-12))
      expect(bought).toBeGreaterThanOrEqual(units / rate - 1.1e-18 - (units / rate) * 1e-12)
    }),
  )
})

test('the log tells of a method only what differs, and a text as a whole', () => {
  const before = JSON.stringify({ name: 'Bitcoin', fee: 100, enabled: true })
  const after = JSON.stringify({ name: 'Bitcoin', fee: 200, enabled: true })
  expect(changedParts({ before, after })).toEqual([{ name: 'fee', before: '100', after: '200' }])
  expect(changedParts({ before: '', after })).toHaveLength(3)
  expect(changedParts({ before: 'a', after: 'b' })).toEqual([{ name: '', before: 'a', after: 'b' }])
  expect(changedParts({ before: '{not', after: '{either' })).toHaveLength(1)
  expect(methodOf({ after })).toBe('Bitcoin')
})
