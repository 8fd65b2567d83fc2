import type { ChallengePeriod } from '@runnel/contract/earn/challenge'
import { dayOf, later } from '#kernel/clock.ts'

const DAY_SECONDS = 86_400
/** Where the period of those begins that are done once. */
const EVER = '1970-01-01'

const midnight = (date: string): Date => new Date(`${date}T00:00:00.000Z`)

/** The first day of the period that runs now: the UTC day itself, its Monday, or the beginning of time. */
export const periodStart = (period: ChallengePeriod, now: Date): string => {
  if (period === 'once') return EVER
  if (period === 'daily') return dayOf(now)
  // Sunday is 0, and the week begins on the day after it.
  const sinceMonday = (now.getUTCDay() + 6) % 7
  return dayOf(later(now, -sinceMonday * DAY_SECONDS))
}

/** When the next period begins; null for those that are done once. */
export const periodEnd = (period: ChallengePeriod, now: Date): Date | null => {
  if (period === 'once') return null
  const days = period === 'daily' ? 1 : 7
  return later(midnight(periodStart(period, now)), days * DAY_SECONDS)
}
