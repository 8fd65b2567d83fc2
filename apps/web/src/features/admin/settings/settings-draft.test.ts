import { defaults } from '@runnel/contract/settings/settings'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { changedParts, nameOf } from '#features/admin/audit/audit-parts.ts'
import { coinsFor } from '#features/admin/method/exchange-rate.ts'
import { seeds } from '#web/test/seeds.ts'
import { basisPointsOf, changesOf, draftOf, inOrder } from './settings-draft.ts'

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

test('rows of a list come back as numbers, a fee out of its percentage', () => {
  const draft = draftOf(defaults)
  const [first, ...others] = draft.deposit_methods
  if (first === undefined) throw new Error('the defaults have ways to pay in')
  const changed = { ...first, minimum: '20000', feeBasisPoints: '1.5', coin: 'BTC', enabled: false }
  expect(changesOf({ ...draft, deposit_methods: [changed, ...others] }, defaults)).toEqual({
    deposit_methods: [
      { processor: 'sandbox', coin: 'BTC', minimum: 20_000, maximum: 100_000_000, feeBasisPoints: 150, enabled: false },
      ...defaults.deposit_methods.slice(1),
    ],
  })
})

test('codes of countries come back as they are', () => {
  const draft = { ...draftOf(defaults), closed_countries_earn: ['DE', 'TR'] }
  expect(changesOf(draft, defaults)).toEqual({ closed_countries_earn: ['DE', 'TR'] })
  expect(draftOf({ ...defaults, closed_countries_earn: ['DE'] }).closed_countries_earn).toEqual(['DE'])
})

test('parts with names are text in the form and numbers in the contract, each of them', () => {
  const draft = draftOf(defaults)
  expect(draft.outflow_limits.faucet.usualTimes).toBe('10')
  const limits = { ...draft.outflow_limits, task: { ...draft.outflow_limits.task, hourCount: '7' } }
  expect(changesOf({ ...draft, outflow_limits: limits }, defaults)).toEqual({
    outflow_limits: { ...defaults.outflow_limits, task: { ...defaults.outflow_limits.task, hourCount: 7 } },
  })
  const budgets = { ...draft.daily_budgets, link: 'many' }
  expect(changesOf({ ...draft, daily_budgets: budgets }, defaults).daily_budgets?.link).toBeNaN()
})

test('a price that went and came back is no change', () => {
  const draft = draftOf(defaults)
  const [first, ...others] = draft.ptc_prices
  if (first === undefined) throw new Error('the defaults have prices')
  expect(changesOf({ ...draft, ptc_prices: inOrder([...others, first]) }, defaults)).toEqual({})
  expect(changesOf({ ...draft, ptc_prices: others }, defaults).ptc_prices).toHaveLength(others.length)
})

test('a percentage is read to the hundredth, and nothing else is one', () => {
  const read = ['0', '1.5', '1,25', ' 50 ', '0.01'].map(basisPointsOf)
  expect(read).toEqual([0, 150, 125, 5_000, 1])
  for (const text of ['', '1.', '.5', '1.234', '-1', '1e2', 'many']) expect(basisPointsOf(text)).toBeNaN()
})

test.each(seeds)('every percentage is read as it was (seed %i)', (seed) => {
  fc.assert(
    fc.property(fc.integer({ min: 0, max: 5_000 }), (points) => {
      expect(basisPointsOf(String(points / 100))).toBe(points)
    }),
    { seed },
  )
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

test.each(seeds)('what many units buy is at least what each buys alone (seed %i)', (seed) => {
  fc.assert(
    fc.property(fc.integer({ min: 1, max: 10 ** 9 }), fc.integer({ min: 1, max: 10 ** 12 }), (units, rate) => {
      const bought = Number(coinsFor({ units, rate: String(rate), decimals: 18 }))
      expect(bought).toBeLessThanOrEqual((units / rate) * (1 + 1e-12))
      expect(bought).toBeGreaterThanOrEqual(units / rate - 1.1e-18 - (units / rate) * 1e-12)
    }),
    { seed },
  )
})

test('the log tells of a method only what differs, and a text as a whole', () => {
  const before = JSON.stringify({ name: 'Bitcoin', fee: 100, enabled: true })
  const after = JSON.stringify({ name: 'Bitcoin', fee: 200, enabled: true })
  expect(changedParts({ before, after })).toEqual([{ name: 'fee', before: '100', after: '200' }])
  expect(changedParts({ before: '', after })).toHaveLength(3)
  expect(changedParts({ before: 'a', after: 'b' })).toEqual([{ name: '', before: 'a', after: 'b' }])
  expect(changedParts({ before: '{not', after: '{either' })).toHaveLength(1)
  expect(nameOf(after)).toBe('Bitcoin')
})

test('the log tells of a list only the rows that went and came', () => {
  const before = JSON.stringify([
    { kind: 'iframe', timer: 5, price: 30 },
    { kind: 'iframe', timer: 10, price: 50 },
  ])
  const after = JSON.stringify([
    { kind: 'iframe', timer: 5, price: 30 },
    { kind: 'iframe', timer: 10, price: 60 },
  ])
  expect(changedParts({ before, after })).toEqual([
    { name: '', before: 'iframe · 10 · 50', after: '' },
    { name: '', before: '', after: 'iframe · 10 · 60' },
  ])
  expect(changedParts({ before: '[1,2]', after: '[2,1]' })).toEqual([{ name: '', before: '1; 2', after: '2; 1' }])
})
