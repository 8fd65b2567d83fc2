import { LEVEL_BONUS_MAX_PERCENT } from '#contract/constants.ts'
import { happyMinutes } from '#contract/earn/happy-hour.ts'
import type { Guard, PaidBy } from './setting.ts'
import { settingRows, type Settings } from './settings.ts'

export type { PaidBy } from './setting.ts'

const DAY_SECONDS = 86_400

/** The most that one user may get in a day, at the highest level and with every claim that fits into the day. */
export const dailyMost: Readonly<Record<PaidBy, (settings: Settings) => number>> = {
  faucet: ({ faucet_reward: reward, faucet_timer: timer, dailyClaimLimit, happy_hours: hours, happyHourBonus }) => {
    const most = Math.floor(DAY_SECONDS / timer) + 1
    const claims = dailyClaimLimit === 0 ? most : Math.min(dailyClaimLimit, most)
    const happyMost = hours.map(happyMinutes).reduce((sum, long) => sum + Math.floor((long * 60) / timer) + 1, 0)
    const happy = Math.min(claims, happyMost) * (happyHourBonus / 100)
    return Math.ceil(reward * (1 + LEVEL_BONUS_MAX_PERCENT / 100) * (claims + happy))
  },
  // Each day of the round counts, so that none can be raised behind a larger one.
  bonus: ({ bonus_rewards: rewards }) => sumOf(rewards),
  leaderboard: (settings) =>
    sumOf([
      ...settings.leaderboard_prizes_day,
      ...settings.leaderboard_prizes_week,
      ...settings.leaderboard_prizes_month,
    ]),
}

const sumOf = (amounts: readonly number[]): number => amounts.reduce((sum, amount) => sum + amount, 0)

type Name = keyof Settings

/** The guard of a setting, asked with all settings. */
export type SettingGuard = Guard<Settings>

const guardOf = (name: Name): SettingGuard => {
  // Each guard stands in the row of the values that it is asked with.
  const guard = settingRows[name].guard as Guard<Settings[Name]>
  switch (guard.kind) {
    case 'loosens':
      return { ...guard, isLooser: (before, after) => guard.isLooser(before[name], after[name]) }
    case 'priced':
      return { ...guard, figures: (settings) => guard.figures(settings[name]) }
    default:
      return guard
  }
}

export const settingGuards = Object.fromEntries(
  Object.keys(settingRows).map((name) => [name, guardOf(name as Name)]),
  // The rows have exactly the keys of their type.
) as Readonly<Record<Name, SettingGuard>>
