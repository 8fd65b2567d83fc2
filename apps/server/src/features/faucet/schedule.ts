import { happyMinutes, minuteOf } from '@runnel/contract/earn/happy-hour'
import type { HappyHour } from '@runnel/contract/settings/settings'

const DAY_MS = 86_400_000
const MINUTE_MS = 60_000

interface Window {
  readonly start: number
  readonly end: number
}

/** All windows of happy hours that touch yesterday, today, tomorrow or the day after, in order. */
const windowsAround = (hours: readonly HappyHour[], now: Date): Window[] => {
  const today = Math.floor(now.getTime() / DAY_MS) * DAY_MS
  const windows = [-1, 0, 1, 2].flatMap((offset) =>
    hours.map((hour) => {
      const start = today + offset * DAY_MS + minuteOf(hour.from) * MINUTE_MS
      return { start, end: start + happyMinutes(hour) * MINUTE_MS }
    }),
  )
  return windows.toSorted((a, b) => a.start - b.start)
}

export interface HappyHourState {
  readonly isHappyHour: boolean
  /** Start of the next window, also while one is open. */
  readonly nextHappyHour: Date | null
  /** End of the window that is open now. */
  readonly happyHourEnds: Date | null
}

/** Where a moment stands among the owner's happy hours, which are UTC times of day. */
export const happyHourAt = (hours: readonly HappyHour[], now: Date): HappyHourState => {
  const windows = windowsAround(hours, now)
  const moment = now.getTime()
  const open = windows.filter(({ start, end }) => start <= moment && moment < end)
  const next = windows.find(({ start }) => start > moment)
  return {
    isHappyHour: open.length > 0,
    nextHappyHour: next === undefined ? null : new Date(next.start),
    happyHourEnds: open.length === 0 ? null : new Date(Math.max(...open.map(({ end }) => end))),
  }
}
