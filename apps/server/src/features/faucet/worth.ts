import { LEVEL_BONUS_MAX_PERCENT } from '@runnel/contract/constants'
import type { Settings } from '@runnel/contract/settings/settings'
import { levelBonusPercent } from '#money/level.ts'

export type FaucetSettings = Pick<Settings, 'faucet_reward' | 'happyHourBonus'>

export interface ClaimFactors {
  readonly level: number
  readonly isHappyHour: boolean
}

export const WHOLE = 100

/** What a claim is worth exactly, in ten-thousandths of a unit: the percentages of level and happy hour multiply. */
export const claimWorth = (
  { faucet_reward: base, happyHourBonus }: FaucetSettings,
  { level, isHappyHour }: ClaimFactors,
): number => base * (WHOLE + levelBonusPercent(level)) * (WHOLE + (isHappyHour ? happyHourBonus : 0))

/** Levels that differ in what they are paid; all above are paid as the last. */
const levels = Array.from({ length: LEVEL_BONUS_MAX_PERCENT }, (_, index) => index + 1)

const prepared = new WeakMap<Settings, readonly (readonly number[])[]>()

/** What a claim is worth at each level, reckoned once for each state of the settings. */
export const worthsOf = (settings: Settings, isHappyHour: boolean): readonly number[] => {
  const both =
    prepared.get(settings) ??
    [false, true].map((isHappy) => levels.map((level) => claimWorth(settings, { level, isHappyHour: isHappy })))
  prepared.set(settings, both)
  return both[Number(isHappyHour)] ?? []
}
