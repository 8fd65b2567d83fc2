import { t } from '@lingui/core/macro'
import { LEVEL_BONUS_MAX_PERCENT } from '@runnel/contract/constants'
import { type FarmTerms, type RuleWarning, ruleWarnings } from '@runnel/contract/earn/farm'
import { wholeNumber } from '#features/admin/settings/settings-draft.ts'
import type { SettingsForm } from '#features/admin/settings/settings-form.ts'
import { unitsText } from '#ui/Amount.tsx'
import { Alert } from '#ui/state/Alert.tsx'

/** What the typed earning rules would pay nobody, or pay a farm; they can be saved all the same. */
export const RuleWarnings = ({ form, terms }: { form: SettingsForm['form']; terms: FarmTerms }) => {
  const { values } = form
  const happy = values.happy_hours.length === 0 ? 0 : wholeNumber(values.happyHourBonus)
  const found = ruleWarnings({
    ...terms,
    allowance_share_percent: wholeNumber(values.allowance_share_percent),
    bonus_rewards: values.bonus_rewards.map(wholeNumber),
    solve_price_usd: values.solve_price_usd,
    claimMost: Math.ceil(terms.faucet_reward * (1 + LEVEL_BONUS_MAX_PERCENT / 100) * (1 + happy / 100)),
    bonusBudget: wholeNumber(values.daily_budgets.bonus),
  })
  return found.map((warning) => (
    <Alert key={warning.code} tone="warn">
      {textOf(warning)}
    </Alert>
  ))
}

const textOf = ({ code, right }: RuleWarning): string => {
  const units = unitsText(right)
  switch (code) {
    case 'reward-above-network':
      return t({
        id: 'admin.rules.network',
        message: `One reward can exceed a network’s daily share (${units}). New users couldn’t claim. Raise the share.`,
      })
    case 'bonus-above-check':
      return t({
        id: 'admin.rules.bonus',
        message: `The daily bonus pays more than ${units} per captcha, so bots can profit. Set its daily budget.`,
      })
    case 'starter-above-account':
      return t({
        id: 'admin.rules.starter',
        message: `A starter allowance above ${units} pays more than a new account costs a bot farm.`,
      })
    case 'reduced-above-minimum':
      return t({
        id: 'admin.rules.reduced',
        message: `Bots could withdraw reduced rewards within 90 days. Set that minimum to at least ${units}.`,
      })
    case 'share-above-revenue':
      return t({
        id: 'admin.rules.share',
        message: `Above ${right}%, rewards and referral commission exceed the revenue they’re paid from.`,
      })
  }
}
