import { EarningPreset } from '@runnel/contract/earn/allowance'
import type { FarmTerms } from '@runnel/contract/earn/farm'
import * as z from 'zod/mini'
import { type Draft, wholeNumber } from '#features/admin/settings/settings-draft.ts'

const numbers = [
  'faucet_reward',
  'faucet_timer',
  'dailyClaimLimit',
  'faucet_day_max',
  'faucet_network_percent',
  'captcha_every_known',
  'allowance_starter',
  'reduced_reward',
  'reduced_day_max',
  'allowance_withdraw_min',
  'referral_commission',
] as const satisfies readonly (keyof FarmTerms)[]

/** The earning rules as they are typed; null while one of their numbers is none. */
export const farmTermsOf = (draft: Draft): FarmTerms | null => {
  const rules = z.safeParse(EarningPreset, draft.earning_rules)
  const typed = Object.fromEntries(numbers.map((name) => [name, wholeNumber(draft[name])]))
  if (!rules.success || Object.values(typed).some((value) => !(value >= 0))) return null
  // The keys are those of the list above.
  const terms = { ...(typed as unknown as Omit<FarmTerms, 'earning_rules'>), earning_rules: rules.data }
  return terms.faucet_timer * terms.captcha_every_known === 0 ? null : terms
}
