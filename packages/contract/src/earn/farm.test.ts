import { describe, expect, test } from 'vitest'
import {
  farmClaims,
  farmCredit,
  farmDays,
  farmProfit,
  farmRun,
  farmSizes,
  farmSolvers,
  type FarmTerms,
  type RuleTerms,
  ruleWarnings,
} from '#contract/earn/farm.ts'
import { defaults } from '#contract/settings/settings.ts'

const free = { name: 'own', price: 0, right: 0.96 } as const
const terms = (changes: Partial<FarmTerms> = {}): FarmTerms => ({ ...defaults, ...changes })

test('an account claims by the timer for 19 hours, or up to the daily limit', () => {
  expect(farmClaims(terms())).toBe(228)
  expect(farmClaims(terms({ dailyClaimLimit: 40 }))).toBe(40)
})

test('a farm is credited what it claims, and never more than the budget or the share of its network', () => {
  const credit = (accounts: number, isOneNetwork: boolean, changes?: Partial<FarmTerms>) =>
    farmCredit(terms(changes), { accounts, isOneNetwork })
  expect(credit(1, false)).toBe(228 * 30)
  expect(credit(1_000, false)).toBe(500_000)
  expect(credit(1_000, true)).toBe(25_000)
  expect(credit(1_000, false, { faucet_day_max: 0 })).toBe(228_000 * 30)
})

test('without a budget a farm with a solver of its own gains without end; with one, less than the budget', () => {
  const gain = (changes?: Partial<FarmTerms>) =>
    farmProfit(terms(changes), { accounts: 1_000, solver: free, isOneNetwork: false })
  expect(gain({ faucet_day_max: 0 })).toBeGreaterThan(50)
  expect(gain()).toBeLessThan(5)
})

test('whatever solves the captchas, the gain is below the budget', () => {
  for (const solver of farmSolvers) {
    for (const accounts of farmSizes) {
      for (const isOneNetwork of [true, false]) {
        expect(farmProfit(terms(), { accounts, solver, isOneNetwork })).toBeLessThan(isOneNetwork ? 0.25 : 5)
      }
    }
  }
})

test.each(['balanced', 'strict'] as const)(
  'in `%s` no farm without revenue gains anything, whatever it pays',
  (rules) => {
    for (const price of [0, 0.000_01, 0.000_1, 0.000_2, 0.000_5, 0.001]) {
      const solver = { name: 'own', price, right: 1 } as const
      for (const accounts of farmSizes) {
        for (const days of farmDays) {
          for (const isOneNetwork of [true, false]) {
            const farm = { accounts, solver, isOneNetwork, days }
            expect(farmProfit(terms({ earning_rules: rules }), farm)).toBeLessThanOrEqual(0)
          }
        }
      }
    }
  },
)

test('a farm is credited its starters and the reduced rewards of each day, inside the budget', () => {
  const run = (changes: Partial<FarmTerms>, accounts = 1) =>
    farmRun(terms({ earning_rules: 'balanced', ...changes }), { accounts, isOneNetwork: true, days: 30 })
  expect(run({})).toEqual({ credited: 1_500 + 30 * 40, claims: 50 + 30 * 40, commission: 0 })
  expect(run({ earning_rules: 'strict' })).toEqual({ credited: 1_500, claims: 50, commission: 0 })
  expect(run({}, 50).credited).toBeLessThanOrEqual(50 * 3_000)
  expect(run({}, 1_000).credited).toBeLessThanOrEqual(30 * 25_000)
})

test('without a minimum, reduced rewards pay a farm that waits', () => {
  const farm = { accounts: 1, solver: free, isOneNetwork: true, days: 90 }
  expect(farmProfit(terms({ earning_rules: 'balanced', allowance_withdraw_min: 0 }), farm)).toBeGreaterThan(0)
})

describe('warnings of the rules', () => {
  const warned = (changes: Partial<RuleTerms>) => {
    const own = { claimMost: 45, bonusBudget: 0 }
    return ruleWarnings({ ...defaults, ...own, ...changes }).map(({ code, right }) => [code, right])
  }

  test('a reward above the share of one network', () => {
    expect(warned({ bonusBudget: 1, faucet_day_max: 1_000 })).toEqual([])
    expect(warned({ bonusBudget: 1, faucet_day_max: 900 })).toEqual([['reward-above-network', 45]])
    expect(warned({ bonusBudget: 1, faucet_day_max: 0, claimMost: 1_000_000 })).toEqual([])
  })

  test('a bonus above what a captcha may pay, where nothing else bounds it', () => {
    expect(warned({})).toEqual([['bonus-above-check', 30]])
    expect(warned({ solve_price_usd: '0.01' })).toEqual([])
    expect(warned({ bonusBudget: 10_000 })).toEqual([])
    expect(warned({ earning_rules: 'balanced' })).toEqual([])
  })

  test('a starter above the price of an account, reduced rewards that reach the minimum, a share above all', () => {
    const balanced = { earning_rules: 'balanced' } as const
    expect(warned({ ...balanced, allowance_starter: 1_819 })).toEqual([['starter-above-account', 1_818]])
    expect(warned({ ...balanced, allowance_withdraw_min: 5_100 })).toEqual([['reduced-above-minimum', 5_101]])
    expect(warned({ earning_rules: 'strict', allowance_withdraw_min: 6_000 })).toEqual([])
    expect(warned({ ...balanced, allowance_share_percent: 91 })).toEqual([['share-above-revenue', 90]])
  })
})
