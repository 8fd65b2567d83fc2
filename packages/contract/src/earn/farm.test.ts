import { expect, test } from 'vitest'
import { farmClaims, farmCredit, farmProfit, farmSizes, farmSolvers, type FarmTerms } from '#contract/earn/farm.ts'
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
