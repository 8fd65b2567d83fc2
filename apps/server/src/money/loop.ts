import type { Settings } from '@runnel/contract/settings/settings'
import { percentOf, portionUp, type Units } from '#money/amount.ts'

/*
 * Money of members can go in a circle: moved to the deposit balance with a bonus, spent on a task or a campaign, earned
 * by a friend's account, with a commission for whoever referred it. No such circle gives members more than they put in.
 */

/** What the site keeps of each accepted submission, on top of its reward; rounded up. */
export const taskFee = (
  reward: Units,
  { task_fee_basis_points: rate }: Pick<Settings, 'task_fee_basis_points'>,
): Units => portionUp(reward, rate)

/** What a viewer gets of the price of a view: rounded down, but nobody watches for nothing. */
export const viewerReward = (price: Units, percent: number): Units =>
  Math.min(price, Math.max(1, percentOf(price, percent)))

type Priced = Pick<Settings, 'exchange_bonus_percent' | 'task_fee_basis_points' | 'ptc_prices' | 'ptc_viewer_percent'>

/**
 * The bonus of an exchange in percent: what the owner set, and less than every fee takes again. A higher one would pay
 * members for sending their own money round.
 */
export const bonusPercent = (settings: Priced): number => {
  const {
    exchange_bonus_percent: wanted,
    task_fee_basis_points: fee,
    ptc_prices: prices,
    ptc_viewer_percent,
  } = settings
  const ofPrices = prices.map(({ price }) => {
    const reward = viewerReward(price, ptc_viewer_percent)
    return below((price - reward) * 100, reward)
  })
  return Math.min(wanted, below(fee, 100), ...ofPrices)
}

/** The largest whole number below a fraction, so that a circle costs something; 0 where there is no fee at all. */
const below = (part: number, whole: number): number => Math.max(0, Math.ceil(part / whole) - 1)

/** Whether a price takes the bonus of an exchange again; one that was fixed under other settings may not. */
export const bearsBonus = ({ cost, reward }: { cost: Units; reward: Units }, settings: Priced): boolean =>
  BigInt(cost) * 100n >= BigInt(reward) * BigInt(100 + bonusPercent(settings))

/** What a referrer may get of a reward that other members pay for, as `reward_credit` reads it. */
export const sharedTerms = (cost: Units, settings: Priced & Pick<Settings, 'referral_commission'>) => ({
  cost,
  basisPoints: settings.referral_commission,
  bonus: bonusPercent(settings),
})

export type SharedTerms = ReturnType<typeof sharedTerms>
