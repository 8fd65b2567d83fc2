import { LEVEL_BONUS_MAX_PERCENT } from '@runnel/contract/constants'

/** Exp that level `n` needs in all: 50·n·(n−1). */
export const expOfLevel = (level: number): number => 50 * level * (level - 1)

/** Percent that a level adds to faucet rewards: one for each level, at most 25. */
export const levelBonusPercent = (level: number): number => Math.min(level, LEVEL_BONUS_MAX_PERCENT)

/** How far an account is on its level, and what the next one gives. */
export const progressOf = (exp: number, level: number) => ({
  level,
  exp,
  levelExp: expOfLevel(level),
  nextLevelExp: expOfLevel(level + 1),
  bonusPercent: levelBonusPercent(level),
  nextBonusPercent: levelBonusPercent(level + 1),
})
