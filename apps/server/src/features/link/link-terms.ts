import type { Settings } from '@runnel/contract/settings/settings'
import { percentOf, type Units } from '#money/amount.ts'

/**
 * How much of a reward the site pays of its own money, and what it keeps of the provider's: no provider confirms a
 * single visit, so it is what the administrator says of all of them.
 */
export const linkTerms = (
  reward: Units,
  { link_income_percent: percent }: Pick<Settings, 'link_income_percent'>,
): { readonly allowance: Units; readonly revenue: Units } => {
  const income = percentOf(reward, percent)
  return { allowance: Math.max(0, reward - income), revenue: Math.max(0, income - reward) }
}
