import { seededRandom, type Random } from '@runnel/server/src/guard/captcha-image/random.ts'
import { afterAnswer, afterUnanswered, isFlagged } from '@runnel/server/src/guard/check/answer-statistics.ts'
import { type Bar, percent } from './bar.ts'

interface Habit {
  /** The share of answers that are right. */
  readonly right: number
  /** Challenges that end without an answer, for each one that is answered. */
  readonly unanswered: number
}

/** Whether the sequential test flags somebody within so many answers. */
const isFlaggedWithin = (random: Random, { right, unanswered }: Habit, answers: number): boolean => {
  let llr = 0
  for (let count = 0; count < answers; count += 1) {
    const left = Math.floor(unanswered) + (random() < unanswered % 1 ? 1 : 0)
    for (let skipped = 0; skipped < left; skipped += 1) llr = afterUnanswered(llr)
    llr = afterAnswer(llr, random() < right)
    if (isFlagged(llr)) return true
  }
  return false
}

/** The record of answers against solvers and people (ANTIBOT.md 5.4). */
export const recordBars = (): Bar[] => {
  const random = seededRandom('record')
  const flagged = (habit: Habit, answers: number, rounds: number): number =>
    Array.from({ length: rounds }, () => isFlaggedWithin(random, habit, answers)).filter(Boolean).length / rounds
  const least = (name: string, habit: Habit, goal: number): Bar => {
    const share = flagged(habit, 200, 4_000)
    return {
      bar: `R1 ${name}, 200 answers`,
      goal: `>= ${percent(goal)}`,
      measured: percent(share),
      held: share >= goal,
    }
  }
  const most = (name: string, habit: Habit, goal: number): Bar => {
    const share = flagged(habit, 400, 20_000)
    return {
      bar: `R2 ${name}, 400 answers`,
      goal: `<= ${percent(goal)}`,
      measured: percent(share),
      held: share <= goal,
    }
  }
  return [
    least('flagged: a 75 % solver', { right: 0.75, unanswered: 0 }, 0.97),
    least(
      'flagged: one that answers its surest third (96 %) and reloads the rest',
      { right: 0.96, unanswered: 2 },
      0.92,
    ),
    most('flagged: a person, 92 % right, 8 % lapses', { right: 0.92, unanswered: 0.08 / 0.92 }, 0.0005),
    most('flagged: a person, 92 % right, 20 % lapses', { right: 0.92, unanswered: 0.2 / 0.8 }, 0.003),
  ]
}
