import type { Board } from '@runnel/contract/earn/leaderboard'
import { inMonth, onDay, say, type Words } from '#kernel/words/say.ts'

/** The boards that end, and whose winners are paid. */
export const periodBoards = ['today', 'week', 'month'] as const satisfies readonly Board[]
export type PeriodBoard = (typeof periodBoards)[number]

/** Where boards without a period begin. */
const ALWAYS = '1970-01-01'

const hasPeriod = (board: Board): board is PeriodBoard => periodBoards.some((name) => name === board)

/** The first day of the period that holds a UTC day; weeks begin on Monday. */
export const startOf = (board: Board, day: string): string => {
  if (!hasPeriod(board)) return ALWAYS
  if (board === 'today') return day
  if (board === 'month') return `${day.slice(0, 7)}-01`
  const sinceMonday = (new Date(`${day}T00:00:00Z`).getUTCDay() + 6) % 7
  return shifted(day, -sinceMonday)
}

/** The first day after a period. */
export const endOf = (board: PeriodBoard, start: string): string => {
  if (board === 'today') return shifted(start, 1)
  if (board === 'week') return shifted(start, 7)
  return startOf('month', shifted(start, 31))
}

/** The first day of the period before. */
export const previousOf = (board: PeriodBoard, start: string): string => startOf(board, shifted(start, -1))

/** When the period that holds a day ends; null for boards without one. */
export const endsAt = (board: Board, day: string): Date | null =>
  hasPeriod(board) ? new Date(`${endOf(board, startOf(board, day))}T00:00:00Z`) : null

/** A UTC day some days later, or earlier when negative. */
const shifted = (day: string, days: number): string => {
  const moment = new Date(`${day}T00:00:00Z`)
  moment.setUTCDate(moment.getUTCDate() + days)
  return moment.toISOString().slice(0, 10)
}

/** Over the names of those who won in a period. */
export const winnersTitle = (board: PeriodBoard, start: string): Words => {
  if (board === 'today') return say('leaderboard.winnersToday', { date: onDay(start) })
  if (board === 'week') return say('leaderboard.winnersWeek', { date: onDay(start) })
  return say('leaderboard.winnersMonth', { month: inMonth(start) })
}
