import { BONUS_DAYS } from '@runnel/contract/earn/bonus'

/** A bonus that was claimed. */
export interface Claimed {
  /** The UTC day, `YYYY-MM-DD`. */
  readonly date: string
  readonly day: number
  readonly streak: number
  readonly grace: boolean
}

/** What the schedule goes by. */
export interface Past {
  readonly newest: Claimed | undefined
  /** The date of the newest claim that used the grace day. */
  readonly lastGrace: string | undefined
}

/** The bonus of a day: the one that was claimed, or the one that can be. */
export interface Turn {
  readonly claimed: boolean
  readonly day: number
  /** Days in a row, with this one. */
  readonly streak: number
  /** Whether the claim goes on over a missed day. */
  readonly usesGrace: boolean
}

export interface Grace {
  readonly available: boolean
  /** The date on which it comes back; undefined while it is there, and where there is none. */
  readonly next: string | undefined
}

const DAY_MS = 86_400_000

/** A UTC day as a number of days, which knows no daylight saving. */
const dayNumber = (date: string): number => Date.parse(`${date}T00:00:00.000Z`) / DAY_MS

/** The date `days` later. */
export const addDays = (date: string, days: number): string =>
  new Date((dayNumber(date) + days) * DAY_MS).toISOString().slice(0, 10)

const daysBetween = (from: string, to: string): number => dayNumber(to) - dayNumber(from)

/** Whether a missed day would be forgiven; `graceDays` after it was used the grace is there again. */
export const graceOf = ({ lastGrace }: Past, { today, graceDays }: { today: string; graceDays: number }): Grace => {
  if (graceDays === 0) return { available: false, next: undefined }
  if (lastGrace === undefined || daysBetween(lastGrace, today) >= graceDays) return { available: true, next: undefined }
  return { available: false, next: addDays(lastGrace, graceDays) }
}

/**
 * Where somebody stands in the round on a day. The round goes on from the day before, or over one missed day by grace;
 * otherwise it begins again. A date that is not after the newest claim's is never open: a clock that was set back pays
 * nothing twice.
 */
export const turnOf = (past: Past, asked: { today: string; graceDays: number }): Turn => {
  const { newest } = past
  if (newest === undefined) return { claimed: false, day: 1, streak: 1, usesGrace: false }
  const gap = daysBetween(newest.date, asked.today)
  if (gap <= 0) return { claimed: true, day: newest.day, streak: newest.streak, usesGrace: newest.grace }
  const usesGrace = gap === 2 && graceOf(past, asked).available
  if (gap > 1 && !usesGrace) return { claimed: false, day: 1, streak: 1, usesGrace: false }
  return { claimed: false, day: (newest.day % BONUS_DAYS) + 1, streak: newest.streak + 1, usesGrace }
}
