import { UNITS_PER_CURRENCY } from '@runnel/contract/constants'
import type { Settings } from '@runnel/contract/settings'

import { scaled } from '#money/amount.ts'
import { bonusPercent } from '#money/loop.ts'

export interface Warning {
  readonly code: string
  readonly msg: string
}

/** What the owner should look at, as far as the settings and the last finding about the books tell. */
export const warningsOf = (
  settings: Settings,
  { balanced, methods }: { balanced: boolean | null; methods: number },
): Warning[] => {
  const warnings: Warning[] = []
  if (balanced === false) {
    warnings.push({
      code: 'BOOKS_UNBALANCED',
      msg: 'The books do not balance. Payouts have stopped until they do; see which accounts differ.',
    })
  }
  if (rewardIsWorthSolving(settings)) {
    warnings.push({
      code: 'REWARD_ABOVE_SOLVE_PRICE',
      msg:
        `A claim pays more than 0.6 of what a bought answer costs (${settings.solve_price_usd} dollars): ` +
        'robots could buy answers and still earn. Lower the faucet reward.',
    })
  }
  if (ownAdsPay(settings)) {
    warnings.push({
      code: 'OWN_ADS_PAY',
      msg:
        `An exchange gives ${bonusPercent(settings)} % instead of ${settings.exchange_bonus_percent} %: with more, ` +
        'members would gain by spending on their own ads and tasks. Lower the bonus or raise the fees.',
    })
  }
  if (methods === 0) {
    warnings.push({ code: 'NO_METHOD', msg: 'There is no open way to withdraw yet. Add a withdrawal method.' })
  }
  return warnings
}

/** Whether the bonus that is set would let money grow by going in circles, so that less is given. */
export const ownAdsPay = (settings: Settings): boolean => bonusPercent(settings) < settings.exchange_bonus_percent

/**
 * The money rule of ANTIBOT.md 6.3 in whole numbers: reward ≤ 0.6 × price of one paid solve, for accounts below level
 * 2, whose level adds nothing yet. The currency unit counts as a dollar.
 */
export const rewardIsWorthSolving = ({ faucet_reward: reward, solve_price_usd: price }: Settings): boolean =>
  10n * scaled(String(reward)) > 6n * scaled(price) * BigInt(UNITS_PER_CURRENCY)
