import type { Settings } from '@runnel/contract/settings/settings'
import type { MeasureKind } from '@runnel/contract/suspect-schemas'
import { notify, notifyAndMail } from '#features/user/user.ts'
import { returnPayoutsToReview } from '#features/withdraw/withdraw.ts'
import { actionsFrom, type RiskSignal } from '#guard/suspicion/score.ts'
import type { ScoreUpdate } from '#guard/suspicion/suspects.ts'
import { isLocked } from '#kernel/account-lock.ts'
import { later } from '#kernel/clock.ts'
import type { WriteAccess } from '#kernel/context.ts'
import { liftRestrictions, type LockedUserRow, lockUserRows, inForceOn, applyRestriction } from './restrictions.ts'

/** What the system acts with. */
export interface RestrictionContext extends Pick<WriteAccess, 'tx' | 'enqueue' | 'notifyLive'> {
  readonly settings: Settings
  readonly now: Date
}

/**
 * Does to accounts what their scores ask for, and ends what they ask for no more. The system never takes back what a
 * person did, never bans for good, and never touches the people of the site.
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

/** Those whose score asks for something, or who have a restriction by the system. */
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
  return scored.filter(({ userId, score }) => score >= actionsFrom.slower || measured.has(userId))
}

const actOnOne = async (
  context: RestrictionContext,
  user: LockedUserRow,
  { score, marks }: ScoreUpdate,
): Promise<void> => {
  const { tx, now } = context
  const known = await inForceOn(tx, user.id)
  const wanted: Partial<Record<MeasureKind, string>> = {
    ...(score >= actionsFrom.slower && { reward: `Claims pay 50%: ${reasonOf(marks)}` }),
    ...(score >= actionsFrom.hold && { review: `Your withdrawals are reviewed manually: ${reasonOf(marks)}` }),
  }
  for (const measure of known) {
    const isOver = (measure.kind === 'reward' || measure.kind === 'review') && wanted[measure.kind] === undefined
    if (measure.by === null && isOver) await liftRestrictions(tx, { userId: user.id, id: measure.id, by: null, now })
  }
  for (const kind of ['reward', 'review'] as const) {
    const reason = wanted[kind]
    if (reason === undefined || known.some((measure) => measure.kind === kind)) continue
    await applyRestriction(tx, { userId: user.id, kind, until: null, reason, by: null, now })
    if (kind === 'review') await returnPayoutsToReview(context, { userIds: [user.id], note: reason, why: HELD })
    await notify(tx, { userId: user.id, kind: 'account-measured', values: { measure: kind, reason }, now })
    context.notifyLive(user.id)
  }
  if (score < actionsFrom.lock || isLocked(user, now) || (await wasUnlocked(context, user.id))) return
  await lock(context, user, marks)
}

/**
 * Whether a person has lately opened, shortened or replaced a lock: for as long as the system would lock, that holds.
 * A release pardons everything, so that whatever asks for a lock after it is new.
 */
const wasUnlocked = async ({ tx, settings, now }: RestrictionContext, userId: string): Promise<boolean> => {
  const row = await tx
    .selectFrom('measures')
    .select('id')
    .where('user_id', '=', userId)
    .where('kind', '=', 'lock')
    .where('released_by', 'is not', null)
    .where('released_at', '>', later(now, -settings.risk_lock_days * 86_400))
    .where(({ not, exists, selectFrom }) =>
      not(
        exists(
          selectFrom('pardons')
            .select('pardons.reason')
            .where('pardons.user_id', '=', userId)
            .whereRef('pardons.at', '=', 'measures.released_at'),
        ),
      ),
    )
    .limit(1)
    .executeTakeFirst()
  return row !== undefined
}

const HELD = 'Unusual account activity needs a manual review.'

/** The heaviest reason, as its user may read it: what was seen, not how it was found out. */
const reasonOf = (marks: readonly RiskSignal[]): string => marks[0]?.detail ?? 'Signs of abuse were detected.'

/** Locks an account for some days: a person has so long to look, and the user to object. */
const lock = async (
  context: RestrictionContext,
  { id }: LockedUserRow,
  marks: readonly RiskSignal[],
): Promise<void> => {
  const { tx, settings, now, notifyLive } = context
  const reason = marks
    .slice(0, 2)
    .map(({ detail }) => detail)
    .join(' ')
    .slice(0, 300)
  const until = later(now, settings.risk_lock_days * 86_400)
  await applyRestriction(tx, { userId: id, kind: 'lock', until, reason, by: null, now })
  await tx
    .updateTable('users')
    .set({ locked_at: now, locked_until: until, lock_reason: reason })
    .where('id', '=', id)
    .execute()
  await returnPayoutsToReview(context, { userIds: [id], note: `The account was locked automatically: ${reason}` })
  await notifyAndMail(context, { userId: id, kind: 'account-locked', values: { reason }, now })
  notifyLive(id)
}
