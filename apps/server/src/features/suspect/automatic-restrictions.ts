import type { Settings } from '@runnel/contract/settings/settings'
import { notify } from '#features/user/user.ts'
import { returnPayoutsToReview } from '#features/withdraw/withdraw.ts'
import { isHoldDue, queueFrom, type RiskSignal } from '#guard/suspicion/score.ts'
import type { ScoreUpdate } from '#guard/suspicion/suspects.ts'
import type { WriteAccess } from '#kernel/context.ts'
import { say } from '#kernel/words/say.ts'
import { liftRestrictions, type LockedUserRow, lockUserRows, inForceOn, applyRestriction } from './restrictions.ts'

/** What the system acts with. */
export interface RestrictionContext extends Pick<WriteAccess, 'tx' | 'enqueue' | 'notifyLive'> {
  readonly settings: Settings
  readonly now: Date
}

/**
 * Holds the withdrawals of accounts against which two independent kinds of evidence have stood for a week, and ends
 * such holds when they no longer do. That is all the system does by itself: it pays nobody less, locks nobody, never
 * takes back what a person did, and never touches the people of the site.
 */
export const applyAutomaticRestrictions = async (
  context: RestrictionContext,
  scored: readonly ScoreUpdate[],
): Promise<void> => {
  const { tx, settings } = context
  if (!settings.risk_measures) return
  const near = await withMeasures(context, scored)
  if (near.length === 0) return
  const held = await lockUserRows(
    tx,
    near.map(({ userId }) => userId),
  )
  for (const user of held) {
    const one = near.find(({ userId }) => userId === user.id)
    if (one !== undefined && user.role === 'user' && user.deletedAt === null) await actOnOne(context, user, one)
  }
}

/** Those whose score may ask for a hold, or who have a restriction by the system. */
const withMeasures = async ({ tx }: RestrictionContext, scored: readonly ScoreUpdate[]): Promise<ScoreUpdate[]> => {
  if (scored.length === 0) return []
  const rows = await tx
    .selectFrom('measures')
    .select('user_id')
    .distinct()
    .where('released_at', 'is', null)
    .where('by_user', 'is', null)
    .where(
      'user_id',
      'in',
      scored.map(({ userId }) => userId),
    )
    .execute()
  const measured = new Set(rows.map(({ user_id }) => user_id))
  return scored.filter(({ userId, score }) => score >= queueFrom.hold || measured.has(userId))
}

const actOnOne = async (context: RestrictionContext, user: LockedUserRow, { marks }: ScoreUpdate): Promise<void> => {
  const { tx, now } = context
  const known = (await inForceOn(tx, user.id)).find(({ kind }) => kind === 'review')
  if (!isHoldDue(marks, now)) {
    if (known?.by === null) await liftRestrictions(tx, { userId: user.id, id: known.id, by: null, now })
    return
  }
  if (known !== undefined) return
  const reason = say('suspect.withdrawalsReviewedManually', { reason: reasonOf(marks) })
  await applyRestriction(tx, { userId: user.id, kind: 'review', until: null, reason, by: null, now })
  await returnPayoutsToReview(context, { userIds: [user.id], note: reason, why: HELD })
  await notify(tx, { userId: user.id, kind: 'account-measured', values: { measure: 'review', reason }, now })
  context.notifyLive(user.id)
}

const HELD = say('suspect.unusualAccountActivityNeeds')

/** The heaviest reason, as its user may read it: what was seen, not how it was found out. */
const reasonOf = (marks: readonly RiskSignal[]): string => marks[0]?.detail ?? say('suspect.signsAbuseDetected')
