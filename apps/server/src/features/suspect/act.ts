import type { Settings } from '@runnel/contract/settings'
import type { MeasureKind } from '@runnel/contract/suspect-parts'

import { notify, notifyAndMail } from '#features/user/user.ts'
import { holdPayouts } from '#features/withdraw/withdraw.ts'
import { actionsFrom, type Mark } from '#guard/score.ts'
import type { Scored } from '#guard/suspects.ts'
import { later } from '#kernel/clock.ts'
import type { Writing } from '#kernel/context.ts'

import { endMeasures, type HeldUser, holdUsers, inForceOn, isLocked, takeMeasure } from './measures.ts'

/** What the machine acts with. */
export interface Acting extends Pick<Writing, 'tx' | 'enqueue' | 'tell'> {
  readonly settings: Settings
  readonly now: Date
}

/**
 * Does to accounts what their scores ask for, and ends what they ask for no more. The machine never takes back what a
 * person did, never bans for good, and never touches the people of the site.
 */
export const actOn = async (acting: Acting, scored: readonly Scored[]): Promise<void> => {
  const { tx, settings } = acting
  if (!settings.risk_measures) return
  const near = await withMeasures(acting, scored)
  if (near.length === 0) return
  const held = await holdUsers(
    tx,
    near.map(({ userId }) => userId),
  )
  for (const user of held) {
    const one = near.find(({ userId }) => userId === user.id)
    if (one !== undefined && user.role === 'user' && user.deletedAt === null) await actOnOne(acting, user, one)
  }
}

/** Those whose score asks for something, or who have something of the machine's on them. */
const withMeasures = async ({ tx }: Acting, scored: readonly Scored[]): Promise<Scored[]> => {
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

const actOnOne = async (acting: Acting, user: HeldUser, { score, marks }: Scored): Promise<void> => {
  const { tx, now } = acting
  const known = await inForceOn(tx, user.id)
  const wanted: Partial<Record<MeasureKind, string>> = {
    ...(score >= actionsFrom.slower && { reward: `Claims pay 50%: ${reasonOf(marks)}` }),
    ...(score >= actionsFrom.hold && { review: `Your withdrawals are reviewed manually: ${reasonOf(marks)}` }),
  }
  for (const measure of known) {
    const isOver = (measure.kind === 'reward' || measure.kind === 'review') && wanted[measure.kind] === undefined
    if (measure.by === null && isOver) await endMeasures(tx, { userId: user.id, id: measure.id, by: null, now })
  }
  for (const kind of ['reward', 'review'] as const) {
    const reason = wanted[kind]
    if (reason === undefined || known.some((measure) => measure.kind === kind)) continue
    await takeMeasure(tx, { userId: user.id, kind, until: null, reason, by: null, now })
    if (kind === 'review') await holdPayouts(acting, { userIds: [user.id], note: reason, why: HELD })
    await notify(tx, { userId: user.id, kind: 'account-measured', values: { measure: kind, reason }, now })
    acting.tell(user.id)
  }
  if (score < actionsFrom.lock || isLocked(user, now) || (await wasUnlocked(acting, user.id))) return
  await lock(acting, user, marks)
}

/**
 * Whether a person has lately opened, shortened or replaced a lock: for as long as the machine would lock, that holds.
 * A release pardons everything, so that whatever asks for a lock after it is new.
 */
const wasUnlocked = async ({ tx, settings, now }: Acting, userId: string): Promise<boolean> => {
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
const reasonOf = (marks: readonly Mark[]): string => marks[0]?.detail ?? 'Signs of abuse were detected.'

/** Locks an account for some days: a person has so long to look, and the user to object. */
const lock = async (acting: Acting, { id }: HeldUser, marks: readonly Mark[]): Promise<void> => {
  const { tx, settings, now, tell } = acting
  const reason = marks
    .slice(0, 2)
    .map(({ detail }) => detail)
    .join(' ')
    .slice(0, 300)
  const until = later(now, settings.risk_lock_days * 86_400)
  await takeMeasure(tx, { userId: id, kind: 'lock', until, reason, by: null, now })
  await tx
    .updateTable('users')
    .set({ locked_at: now, locked_until: until, lock_reason: reason })
    .where('id', '=', id)
    .execute()
  await holdPayouts(acting, { userIds: [id], note: `The account was locked automatically: ${reason}` })
  await notifyAndMail(acting, { userId: id, kind: 'account-locked', values: { reason }, now })
  tell(id)
}
