import { dayOf, later } from '#kernel/clock.ts'
import { refuseField } from '#kernel/refusal.ts'
import { say } from '#kernel/words/say.ts'

const DAY_SECONDS = 86_400
const DAYS_SHOWN = 30
const DAYS_MAX = 400

/** Days from and to, both counted. */
export interface Range {
  readonly from: string
  readonly to: string
}

/** The days that were asked for; without any the last 30. */
export const rangeOf = ({ from, to }: { from?: string | undefined; to?: string | undefined }, now: Date): Range => {
  const last = to ?? dayOf(now)
  const first = from ?? addDays(last, 1 - DAYS_SHOWN)
  if (first > last) refuseField('from', 'BAD_RANGE', say('owner.offerwall.startDateMustBefore'))
  if (addDays(first, DAYS_MAX) <= last)
    refuseField('from', 'BAD_RANGE', say('owner.offerwall.choosePeriodMostDays', { days: DAYS_MAX }))
  return { from: first, to: last }
}

/** The same for numbers beside a list, which takes any days: those of them that can be shown, which may be none. */
export const lastDays = ({ from, to }: { from?: string | undefined; to?: string | undefined }, now: Date): Range => {
  const today = dayOf(now)
  const last = to === undefined || to > today ? today : to
  const earliest = addDays(last, 1 - DAYS_MAX)
  const first = from ?? addDays(last, 1 - DAYS_SHOWN)
  return { from: first > earliest ? first : earliest, to: last }
}

export const addDays = (day: string, days: number): string =>
  dayOf(later(new Date(`${day}T00:00:00.000Z`), days * DAY_SECONDS))

/** Every day of a range, oldest first. */
export const daysOf = ({ from, to }: Range): string[] => {
  const days: string[] = []
  for (let day = from; day <= to; day = addDays(day, 1)) days.push(day)
  return days
}
