import type { Read } from '#kernel/db.ts'
import { type RiskSignal, scoreOf } from './score.ts'

/** Where an account stands with the guard: what it answered and what speaks against it. */
export interface RiskProfile {
  /** Suspicion points after decay (ANTIBOT.md 4). */
  readonly score: number
  readonly llr: number
  readonly answers: number
  readonly wrongStreak: number
  readonly lastWrongAt: Date | null
  readonly proofMissing: boolean
  readonly withoutPictures: boolean
  /** Pictures for people with low vision. */
  readonly simpleImages: boolean
  readonly firstAnswerAt: Date | null
  readonly marks: readonly RiskSignal[]
}

/** Reads an account's standing; one that never answered starts clean. */
export const loadRiskProfile = async (db: Read, userId: string, now: Date): Promise<RiskProfile> => {
  const [record, marks] = await Promise.all([
    db.selectFrom('answer_records').selectAll().where('user_id', '=', userId).executeTakeFirst(),
    marksOf(db, userId),
  ])
  return {
    score: scoreOf(marks, now),
    llr: record?.llr ?? 0,
    answers: (record?.right_count ?? 0) + (record?.wrong_count ?? 0),
    wrongStreak: record?.wrong_streak ?? 0,
    lastWrongAt: record?.last_wrong_at ?? null,
    proofMissing: record?.proof_missing ?? false,
    withoutPictures: record?.without_pictures ?? false,
    simpleImages: record?.simple_images ?? false,
    firstAnswerAt: record?.first_answer_at ?? null,
    marks,
  }
}

const marksOf = async (db: Read, userId: string): Promise<RiskSignal[]> => {
  const rows = await db
    .selectFrom('risk_marks')
    .select(['family', 'reason', 'points', 'detail', 'at', 'since'])
    .where('user_id', '=', userId)
    .execute()
  return rows
}
