import { sql } from 'kysely'
import { recordRiskSignal } from '#guard/trap.ts'
import type { Tx } from '#kernel/db.ts'
import { say } from '#kernel/words/say.ts'
import { isFlagged, sequentialTest } from './answer-statistics.ts'

/** Points of an account whose answers the sequential test takes for a program's: its place in the review queue. */
const FLAG_POINTS = 50

interface UnansweredInput {
  readonly userId: string
  /** Challenges of pictures that ended without an answer. */
  readonly count: number
  readonly now: Date
}

/** Counts challenges that ended without an answer, from the first one on (ANTIBOT.md 5.4). */
export const recordUnanswered = async (tx: Tx, { userId, count, now }: UnansweredInput): Promise<void> => {
  const more = count * sequentialTest.unanswered
  const { llr } = await tx
    .insertInto('answer_records')
    .values({ user_id: userId, reloads: count, llr: more })
    .onConflict((row) =>
      row.column('user_id').doUpdateSet((set) => ({
        reloads: set('answer_records.reloads', '+', count),
        llr: sql<number>`least(${2 * sequentialTest.flag}::real, answer_records.llr + ${more}::real)`,
      })),
    )
    .returning('llr')
    .executeTakeFirstOrThrow()
  if (isFlagged(llr)) await recordFlag(tx, userId, now)
}

/** Notes that the answers of an account look like a program's. */
export const recordFlag = (tx: Tx, userId: string, now: Date): Promise<void> =>
  recordRiskSignal(tx, {
    userId,
    family: 'answers',
    reason: 'sequential',
    points: FLAG_POINTS,
    detail: say('signal.captchasAnsweredIncorrectlyLeft'),
    now,
  })
