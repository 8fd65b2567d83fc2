import type { RiskReason } from '#guard/suspicion/catalogue.ts'
import { dayOf } from '#kernel/clock.ts'
import { say } from '#kernel/words/say.ts'

/**
 * The sequential test over right and wrong answers: is this somebody who is right 92 times in 100, or a program that
 * is right less often? Each answer moves the logarithm of the odds; above the limit one in ten thousand honest
 * people is suspected.
 */
export const sequentialTest = {
  right: -0.2733,
  wrong: 1.3218,
  unanswered: 0.15,
  floor: -3,
  flag: 9.2,
  watch: 2,
} as const

export const afterAnswer = (llr: number, wasRight: boolean): number =>
  Math.max(sequentialTest.floor, llr + (wasRight ? sequentialTest.right : sequentialTest.wrong))

/**
 * A challenge of pictures that ended without an answer, by a reload, a lapse or a closed page: whoever only answers
 * when sure must not look perfect.
 */
export const afterUnanswered = (llr: number): number => llr + sequentialTest.unanswered

export const isFlagged = (llr: number): boolean => llr >= sequentialTest.flag

/** Half a minute after the third wrong answer in a row, twice as long after each further one, an hour at most. */
export const pauseSeconds = (wrongStreak: number): number =>
  wrongStreak < 3 ? 0 : Math.min(3_600, 30 * 2 ** Math.min(wrongStreak - 3, 10))

export interface PaceSignal {
  readonly reason: RiskReason
  readonly points: number
  readonly detail: string
}

/** How long after the timer ran out somebody claimed, to a tenth of a second. */
export interface ClaimDelay {
  readonly at: Date
  readonly seconds: number
}

/** What the rhythm of an account gives away; each needs enough facts before it says anything. */
export const paceSignals = (facts: {
  /** How long each of the last challenges took to solve, in milliseconds. */
  solveMs: readonly number[]
  /** Oldest first. */
  claimDelays: readonly ClaimDelay[]
  /** Times of the last claims, oldest first. */
  claims: readonly Date[]
}): PaceSignal[] => {
  const marks: PaceSignal[] = []
  if (facts.solveMs.length >= 20 && median(facts.solveMs) < 2_200) {
    const seconds = Math.round(median(facts.solveMs) / 100) / 10
    marks.push({
      reason: 'quick-solver',
      points: 45,
      detail: say('signal.medianCaptchaTimeBelow', { seconds }),
    })
  }
  const recent = delaysOfDays(facts.claimDelays)
  // An eager person is interrupted more than once in ten claims.
  if (recent !== undefined && quantile(recent, 0.9) < 3 && median(recent) < 1.5) {
    marks.push({ reason: 'fast-claims', points: 35, detail: say('signal.claimsWithinSecondsTimer') })
  }
  const delays = facts.claimDelays.slice(-200).map(({ seconds }) => seconds)
  if (delays.length >= 30 && logSpread(delays) < 0.22) {
    marks.push({ reason: 'even-delays', points: 35, detail: say('signal.alwaysClaimsSameDelay') })
  }
  const days = activeDays(facts.claims)
  if (days.length >= 5 && days.filter((gap) => gap < 5).length > days.length / 2) {
    marks.push({ reason: 'never-sleeps', points: 40, detail: say('signal.no5HourBreak') })
  }
  return marks
}

/** The delays of the last days, three at least, that make at least 60 together. */
const delaysOfDays = (delays: readonly ClaimDelay[]): number[] | undefined => {
  const taken: number[] = []
  for (const [index, day] of [...Map.groupBy(delays, ({ at }) => Math.floor(at.getTime() / DAY_MS)).values()]
    .reverse()
    .entries()) {
    taken.push(...day.map(({ seconds }) => seconds))
    if (index >= 2 && taken.length >= 60) return taken
  }
  return undefined
}

const median = (values: readonly number[]): number => {
  const sorted = values.toSorted((a, b) => a - b)
  const middle = sorted.length / 2
  const [low = 0, high = 0] = [sorted[Math.ceil(middle) - 1], sorted[Math.floor(middle)]]
  return (low + high) / 2
}

/** The smallest value that so great a share of all does not exceed. */
const quantile = (values: readonly number[], share: number): number =>
  values.toSorted((a, b) => a - b)[Math.ceil(values.length * share) - 1] ?? 0

const logSpread = (values: readonly number[]): number => {
  const logs = values.map((value) => Math.log(Math.max(value, 0.05)))
  const mean = logs.reduce((sum, value) => sum + value, 0) / logs.length
  return Math.sqrt(logs.reduce((sum, value) => sum + (value - mean) ** 2, 0) / logs.length)
}

/**
 * The longest pause, in hours, of every day with at least ten claims. A night that midnight cuts in two is one pause,
 * which counts for both of its days, for people sleep at other hours in other countries.
 */
const activeDays = (claims: readonly Date[]): number[] => {
  const days = Map.groupBy(claims, dayOf)
  const [first, last] = [claims.at(0), claims.at(-1)]
  if (first === undefined || last === undefined) return []
  // Before the first and after the last nothing is known, so that the days at the ends get what is left of them.
  const edges = [startOfDay(first), ...claims.map((claim) => claim.getTime()), startOfDay(last) + DAY_MS]
  const longest = new Map<string, number>()
  for (const [index, from] of edges.slice(0, -1).entries()) {
    const until = edges[index + 1] ?? from
    for (const moment of [from, until - 1]) {
      const day = dayOf(new Date(moment))
      longest.set(day, Math.max(longest.get(day) ?? 0, (until - from) / HOUR_MS))
    }
  }
  return [...days].filter(([, times]) => times.length >= 10).map(([day]) => longest.get(day) ?? 0)
}

const HOUR_MS = 3_600_000
const DAY_MS = 24 * HOUR_MS
const startOfDay = (moment: Date): number => moment.getTime() - (moment.getTime() % DAY_MS)
