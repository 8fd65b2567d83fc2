import { LEVEL_BONUS_MAX_PERCENT } from '#contract/constants.ts'
import type { RuleTerms } from '#contract/earn/farm.ts'
import type { Settings } from './settings.ts'

/** What the warnings of the earning rules look at. */
export const ruleTermsOf = (settings: Settings): RuleTerms => {
  const { faucet_reward: reward, happy_hours: hours, happyHourBonus, daily_budgets: budgets } = settings
  const happy = hours.length === 0 ? 0 : happyHourBonus
  const claimMost = Math.ceil(reward * (1 + LEVEL_BONUS_MAX_PERCENT / 100) * (1 + happy / 100))
  return { ...settings, claimMost, bonusBudget: budgets.bonus }
}
