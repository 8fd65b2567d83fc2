import { timezoneOf } from './timezone.ts'

const MORNING_HOUR = 8
const [MONDAY, WEEK_DAYS] = [1, 7]
const [MINUTE_MS, HOUR_MS, DAY_MS] = [60_000, 3_600_000, 86_400_000]

interface MorningOptions {
  readonly tz: string
  readonly rate: 'daily' | 'weekly'
}

/** When it is next 8:00 in a time zone after a moment; of weekly ones on a Monday. */
export const nextMorning = (after: Date, { tz, rate }: MorningOptions): Date => {
  const today = Math.floor((after.getTime() + offsetMs(after.getTime(), tz)) / DAY_MS) * DAY_MS
  for (let days = 0; days <= WEEK_DAYS; days += 1) {
    const day = today + days * DAY_MS
    if (rate === 'weekly' && new Date(day).getUTCDay() !== MONDAY) continue
    const at = momentOf(day + MORNING_HOUR * HOUR_MS, tz)
    if (at > after) return at
  }
  throw new Error(`there is no morning in ${tz} within a week of ${after.toISOString()}`)
}

/** The calendar day of a moment in a time zone, such as `2026-03-09`. */
export const localDay = (at: Date, tz: string): string =>
  new Date(at.getTime() + offsetMs(at.getTime(), tz)).toISOString().slice(0, 10)

/** Minutes since midnight on the clocks of a time zone. */
export const localMinute = (at: Date, tz: string): number =>
  Math.floor((at.getTime() + offsetMs(at.getTime(), tz)) / MINUTE_MS) % (DAY_MS / MINUTE_MS)

/** A time on the wall, given as if it were UTC. Its offset is the one that holds then, not the one of now. */
const momentOf = (wall: number, tz: string): Date => {
  const guess = wall - offsetMs(wall, tz)
  return new Date(wall - offsetMs(guess, tz))
}

const clocks = new Map<string, Intl.DateTimeFormat>()

/** One that this runtime doesn’t know any more counts as UTC. */
const clockOf = (tz: string): Intl.DateTimeFormat => {
  const known = clocks.get(tz)
  if (known !== undefined) return known
  const clock = new Intl.DateTimeFormat('en', {
    timeZone: timezoneOf(tz) ?? 'UTC',
    hourCycle: 'h23',
    year: 'numeric',
    month: 'numeric',
    day: 'numeric',
    hour: 'numeric',
    minute: 'numeric',
    second: 'numeric',
  })
  clocks.set(tz, clock)
  return clock
}

/** How far the clocks of a time zone are ahead of UTC at a moment. */
const offsetMs = (at: number, tz: string): number => {
  const parts = new Map(
    clockOf(tz)
      .formatToParts(at)
      .map(({ type, value }) => [type, Number(value)]),
  )
  const of = (type: Intl.DateTimeFormatPartTypes): number => parts.get(type) ?? 0
  const wall = Date.UTC(of('year'), of('month') - 1, of('day'), of('hour'), of('minute'), of('second'))
  return wall - Math.floor(at / 1_000) * 1_000
}
