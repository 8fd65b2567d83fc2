import { isUnderReview } from '#guard/restrictions.ts'
import { recordRiskSignal } from '#guard/trap.ts'
import type { WriteAccess } from '#kernel/context.ts'
import type { Read, Tx } from '#kernel/db.ts'
import { refuse } from '#kernel/refusal.ts'
import { say, type Words } from '#kernel/words/say.ts'

/** Points of an account that claims on a device what another account has claimed there (ANTIBOT.md 4). */
const DEVICE_POINTS = 20

/** Holds the user's row, so that claims of one user take turns, and returns what gifts may ask of a user. */
export const lockUserForClaim = (tx: Tx, userId: string): Promise<{ level: number; email_verified_at: Date | null }> =>
  tx
    .selectFrom('users')
    .select(['level', 'email_verified_at'])
    .where('id', '=', userId)
    .forNoKeyUpdate()
    .executeTakeFirstOrThrow()

/** Why the site gives this account nothing: a person has to review it first. Null: nothing speaks against it. */
export const underReviewReason = async (
  db: Read,
  { userId, now }: { userId: string; now: Date },
): Promise<Words | null> => {
  if (!(await isUnderReview(db, { userId, now }))) return null
  return say('claim.accountReviewClaimWhen')
}

/** Refuses gifts of the site to an account that a person has to review first; what it works for is held elsewhere. */
export const refuseUnderReview = async (db: Read, asked: { userId: string; now: Date }): Promise<void> => {
  const sentence = await underReviewReason(db, asked)
  if (sentence !== null) refuse('conflict', 'UNDER_REVIEW', sentence)
}

/** What somebody reads where another account was first on a device. */
export type ClaimedThing = 'bonus' | 'challenge' | 'code'

export const deviceAlreadyClaimedMessage = (what: ClaimedThing): Words =>
  say('claim.anotherAccountClaimedDevice', { what })

interface Seen {
  readonly userId: string
  readonly what: ClaimedThing
  readonly now: Date
}

/** Refuses what another account has claimed on this device, and remembers it. */
export const refuseClaimedDevice = (
  { onRollback }: Pick<WriteAccess, 'onRollback'>,
  { userId, what, now }: Seen,
): never => {
  const detail = say('claim.anotherAccountHadAlready', { what })
  const mark = { userId, family: 'place', reason: 'claimed-on-device' as const, points: DEVICE_POINTS, detail, now }
  onRollback((tx) => recordRiskSignal(tx, mark))
  return refuse('conflict', 'SEEN_ON_DEVICE', deviceAlreadyClaimedMessage(what))
}
