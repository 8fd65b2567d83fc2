import { UNITS_PER_CURRENCY } from '@runnel/contract/constants'
import { type RuleWarning, ruleWarnings } from '@runnel/contract/earn/farm'
import { ruleTermsOf } from '@runnel/contract/settings/rule-terms'
import type { Settings } from '@runnel/contract/settings/settings'
import { say } from '#kernel/words/say.ts'
import { scaled } from '#money/amount.ts'
import { bonusPercent } from '#money/loop.ts'

export interface SiteWarning {
  readonly code: string
  readonly msg: string
}

/** What the owner should look at, as far as the settings and the last finding about the ledger tell. */
export const warningsOf = (
  settings: Settings,
  { balanced, methods }: { balanced: boolean | null; methods: number },
): SiteWarning[] => {
  const warnings: SiteWarning[] = []
  if (balanced === false) {
    warnings.push({
      code: 'BOOKS_UNBALANCED',
      msg: say('owner.overview.ledgerDoesntBalancePayouts'),
    })
  }
  if (rewardIsWorthSolving(settings)) {
    warnings.push({
      code: 'REWARD_ABOVE_SOLVE_PRICE',
      msg: say('owner.overview.faucetRewardAbove60', { solvePriceUsd: settings.solve_price_usd }),
    })
  }
  for (const { code, right } of ruleWarnings(ruleTermsOf(settings))) {
    const words = ruleWords[code]
    if (words !== undefined) warnings.push({ code: words.code, msg: words.msg(right) })
  }
  if (ownAdsPay(settings)) {
    warnings.push({
      code: 'OWN_ADS_PAY',
      msg: say('owner.overview.exchangeBonusInsteadMore', {
        bonusPercent: bonusPercent(settings),
        exchangeBonusPercent: settings.exchange_bonus_percent,
      }),
    })
  }
  if (prizesExceedBudget(settings)) {
    warnings.push({ code: 'PRIZES_ABOVE_BUDGET', msg: say('owner.overview.prizesAboveBudget') })
  }
  if (methods === 0) {
    warnings.push({ code: 'NO_METHOD', msg: say('owner.overview.noWithdrawalMethodEnabled') })
  }
  return warnings
}

/** Where the earning rules pay nobody, or pay a farm. What the bonus pays in `open` is said beside it alone. */
const ruleWords: Readonly<Partial<Record<RuleWarning['code'], { code: string; msg: (right: number) => string }>>> = {
  'reward-above-network': {
    code: 'REWARD_ABOVE_NETWORK_SHARE',
    msg: (right) => say('owner.overview.oneFaucetRewardExceed', { right }),
  },
  'starter-above-account': {
    code: 'STARTER_ABOVE_ACCOUNT_PRICE',
    msg: (right) => say('owner.overview.starterAllowanceAboveUnits', { right }),
  },
  'reduced-above-minimum': {
    code: 'REDUCED_REWARDS_WITHDRAWN',
    msg: (right) => say('owner.overview.botsCouldWithdrawTheir', { right }),
  },
  'share-above-revenue': {
    code: 'SHARE_ABOVE_REVENUE',
    msg: (right) => say('owner.overview.aboveSettledRevenueRewards', { right }),
  },
}

/** Whether the bonus that is set would let money grow by going in circles, so that less is given. */
export const ownAdsPay = (settings: Settings): boolean => bonusPercent(settings) < settings.exchange_bonus_percent

/** Whether the prizes of a period are more than may leave in a day, so that they are paid alone and others wait. */
const prizesExceedBudget = (settings: Settings): boolean => {
  const budget = settings.daily_budgets.leaderboard
  const { leaderboard_prizes_day: day, leaderboard_prizes_week: week, leaderboard_prizes_month: month } = settings
  return budget > 0 && [day, week, month].some((prizes) => prizes.reduce((sum, prize) => sum + prize, 0) > budget)
}

/**
 * The money rule of ANTIBOT.md 6.3 in whole numbers: reward ≤ 0.6 × price of one paid solve, for accounts below level
 * 2, whose level adds nothing yet. The currency unit counts as a dollar. The other presets bound it by revenue.
 */
export const rewardIsWorthSolving = ({
  earning_rules: rules,
  faucet_reward: reward,
  solve_price_usd: price,
}: Settings): boolean =>
  rules === 'open' && 10n * scaled(String(reward)) > 6n * scaled(price) * BigInt(UNITS_PER_CURRENCY)
