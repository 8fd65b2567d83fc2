import type { PowLevel } from './pow.ts'

/**
 * The sequential test over right and wrong answers: is this somebody who is right 92 times in 100, or a program that
 * is right less often? Each answer moves the logarithm of the odds; above the limit one in ten thousand honest
 * people is suspected.
 */
export const sequentialTest = { right: -0.2733, wrong: 1.3218, floor: -3, flag: 9.2, watch: 2 } as const

export const afterAnswer = (llr: number, wasRight: boolean): number =>
  Math.max(sequentialTest.floor, llr + (wasRight ? sequentialTest.right : sequentialTest.wrong))

/** From the third reload for one claim on: whoever only answers when sure must not look perfect. */
export const afterReload = (llr: number): number => Math.min(llr + sequentialTest.wrong / 2, sequentialTest.flag * 2)

export const isFlagged = (llr: number): boolean => llr >= sequentialTest.flag

/** Half a minute after the third wrong answer in a row, twice as long after each further one, an hour at most. */
export const pauseSeconds = (wrongStreak: number): number =>
  wrongStreak < 3 ? 0 : Math.min(3_600, 30 * 2 ** Math.min(wrongStreak - 3, 10))

/** How hard the proof of work is: the load of the site, the suspicion, and a step for each wrong answer in a row. */
export const powLevelFor = (facts: {
  /** Share of what the site can take, 0 to 1. */
  load: number
  points: number
  wrongStreak: number
  minutesSinceWrong: number
}): PowLevel => {
  const base = facts.load < 0.5 ? 0 : facts.load < 0.8 ? 1 : 2
  const risk = facts.points < 20 ? 0 : facts.points < 40 ? 1 : facts.points < 60 ? 2 : 3
  const streak = Math.max(0, facts.wrongStreak - Math.floor(facts.minutesSinceWrong / 30))
  const level = base + risk + streak
  return level >= 3 ? 3 : level === 2 ? 2 : level === 1 ? 1 : 0
}

export interface PaceSignal {
  readonly reason: string
  readonly points: number
  readonly detail: string
}

/** What the rhythm of an account gives away; each needs enough facts before it says anything. */
export const paceSignals = (facts: {
  /** How long each of the last challenges took to solve, in milliseconds. */
  solveMs: readonly number[]
  /** How long after the timer ran out each claim came, in seconds. */
  claimDelays: readonly number[]
  /** Times of the last claims, oldest first. */
  claims: readonly Date[]
}): PaceSignal[] => {
  const marks: PaceSignal[] = []
  if (facts.solveMs.length >= 20 && median(facts.solveMs) < 2_200) {
    const seconds = (median(facts.solveMs) / 1_000).toFixed(1)
    marks.push({
      reason: 'quick-solver',
      points: 45,
      detail: `Median captcha time below ${seconds} s.`,
    })
  }
  if (facts.claimDelays.length >= 30 && logSpread(facts.claimDelays) < 0.22) {
    marks.push({ reason: 'even-delays', points: 35, detail: 'Always claims with the same delay after the timer.' })
  }
  const days = activeDays(facts.claims)
  if (days.length >= 5 && days.filter((gap) => gap < 5).length > days.length / 2) {
    marks.push({ reason: 'never-sleeps', points: 40, detail: 'No 5-hour break on most days.' })
  }
  return marks
}

const median = (values: readonly number[]): number => {
  const sorted = values.toSorted((a, b) => a - b)
  const middle = sorted.length / 2
  const [low = 0, high = 0] = [sorted[Math.ceil(middle) - 1], sorted[Math.floor(middle)]]
  return (low + high) / 2
}

const logSpread = (values: readonly number[]): number => {
  const logs = values.map((value) => Math.log(Math.max(value, 0.5)))
  const mean = logs.reduce((sum, value) => sum + value, 0) / logs.length
  return Math.sqrt(logs.reduce((sum, value) => sum + (value - mean) ** 2, 0) / logs.length)
}

/**
 * The longest pause, in hours, of every day with at least ten claims. A night that midnight cuts in two is one pause,
 * which counts for both of its days, for people sleep at other hours in other countries.
 */
const activeDays = (claims: readonly Date[]): number[] => {
  const days = Map.groupBy(claims, (claim) => claim.toISOString().slice(0, 10))
  const [first, last] = [claims.at(0), claims.at(-1)]
  if (first === undefined || last === undefined) return []
  // Before the first and after the last nothing is known, so that the days at the ends get what is left of them.
  const edges = [startOfDay(first), ...claims.map((claim) => claim.getTime()), startOfDay(last) + DAY_MS]
  const longest = new Map<string, number>()
  for (const [index, from] of edges.slice(0, -1).entries()) {
    const until = edges[index + 1] ?? from
    for (const moment of [from, until - 1]) {
      const day = new Date(moment).toISOString().slice(0, 10)
      longest.set(day, Math.max(longest.get(day) ?? 0, (until - from) / HOUR_MS))
    }
  }
  return [...days].filter(([, times]) => times.length >= 10).map(([day]) => longest.get(day) ?? 0)
}

const HOUR_MS = 3_600_000
const DAY_MS = 24 * HOUR_MS
const startOfDay = (moment: Date): number => moment.getTime() - (moment.getTime() % DAY_MS)
