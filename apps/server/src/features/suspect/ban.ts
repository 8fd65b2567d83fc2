import { allowResumeCampaigns, pauseCampaignsOf } from '#features/advertise/advertise.ts'
import { applyRestriction, endLock, type LockedUserRow, lockUserRows } from '#features/suspect/suspect.ts'
import { allowResumeTasks, pauseTasksOf } from '#features/task/task.ts'
import { notify, notifyAndMail } from '#features/user/user.ts'
import { returnPayoutsToReview } from '#features/withdraw/withdraw.ts'
import { isLocked } from '#kernel/account-lock.ts'
import { auditAll, byCaller } from '#kernel/audit.ts'
import type { WriteContext } from '#kernel/context.ts'
import type { Tx } from '#kernel/db.ts'
import { refuse, refuseField } from '#kernel/refusal.ts'
import { codeOf, say } from '#kernel/words/say.ts'

export interface Ban {
  readonly ids: readonly string[]
  /** What their users read. */
  readonly reason: string
  /** When it ends by itself; null: never. */
  readonly until: Date | null
}

export interface Banned {
  /** The ones that it locked or unlocked; others are staff, have left, or stand as wanted already. */
  readonly done: readonly string[]
  readonly skipped: number
}

/**
 * Locks accounts. Their sessions stay, so that their users read why and can appeal; payouts that were not sent yet
 * wait for a person. Without an end, what they advertise and give to do pauses too: nobody is left to answer for it.
 */
export const banAccounts = async (context: WriteContext, { ids, reason, until }: Ban): Promise<Banned> => {
  const { tx, now, notifyLive } = context
  if (until !== null && until <= now) refuseField('until', 'UNTIL_PAST', say('owner.suspect.chooseDateFuture'))
  const held = await lockUserRows(tx, ids)
  const locked = held.filter((one) => one.role === 'user' && one.deletedAt === null && !isSame(one, { reason, until }))
  const done = locked.map(({ id }) => id)
  if (done.length > 0) {
    // A ban that is changed goes on from where it began, unless it had ended.
    const since = (one: LockedUserRow): Date => (isLocked(one, now) ? (one.lockedAt ?? now) : now)
    for (const one of locked) {
      const set = { locked_at: since(one), locked_until: until, lock_reason: reason }
      await tx.updateTable('users').set(set).where('id', '=', one.id).execute()
      await applyRestriction(tx, { userId: one.id, kind: 'lock', until, reason, by: byCaller(context).actor, now })
    }
    const note = say('suspect.accountLocked', { reason })
    await returnPayoutsToReview(context, { userIds: done, note })
    await (until === null ? pauseAll(context, { userIds: done, reason: note }) : allowResume(tx, done))
  }
  for (const id of done) {
    await notifyAndMail(context, { userId: id, kind: 'account-locked', values: { reason }, now })
    notifyLive(id)
  }
  const after = { reason, until: until?.toISOString() ?? say('owner.audit.permanent') }
  await auditAll(
    tx,
    locked.map((one) => ({
      ...byCaller(context),
      action: 'user.ban',
      target: one.id,
      before: lockOf(one, now),
      after,
    })),
  )
  return { done, skipped: new Set(ids).size - done.length }
}

/** Unlocks accounts. What was paused meanwhile stays so until its owner resumes it. */
export const unbanAccounts = async (context: WriteContext, ids: readonly string[]): Promise<Banned> => {
  const { tx, now, notifyLive } = context
  const held = await lockUserRows(tx, ids)
  const freed = held.filter((one) => isLocked(one, now) && one.deletedAt === null)
  await allowResume(
    tx,
    freed.map(({ id }) => id),
  )
  for (const one of freed) {
    await endLock(tx, { userId: one.id, by: byCaller(context).actor, now })
    await tx
      .updateTable('users')
      .set({ locked_at: null, locked_until: null, lock_reason: null })
      .where('id', '=', one.id)
      .execute()
    await notify(tx, { userId: one.id, kind: 'account-unlocked', values: {}, now })
    notifyLive(one.id)
  }
  await auditAll(
    tx,
    freed.map((one) => ({
      ...byCaller(context),
      action: 'user.unban',
      target: one.id,
      before: lockOf(one, now),
      after: undefined,
    })),
  )
  return { done: freed.map(({ id }) => id), skipped: new Set(ids).size - freed.length }
}

/** Who sends a ban of so many days twice asks for ends that are moments apart. */
const SAME_END_MS = 60_000

const isSame = ({ lockedAt, lockedUntil, lockReason }: LockedUserRow, { reason, until }: Omit<Ban, 'ids'>): boolean => {
  if (lockedAt === null || lockReason !== reason) return false
  if (lockedUntil === null || until === null) return lockedUntil === until
  return Math.abs(lockedUntil.getTime() - until.getTime()) < SAME_END_MS
}

const lockOf = (one: LockedUserRow, now: Date) =>
  isLocked(one, now)
    ? { reason: one.lockReason, until: one.lockedUntil?.toISOString() ?? say('owner.audit.permanent') }
    : undefined

/** What their owners read of campaigns and tasks that a lock paused, and what these are known by afterwards. */
const BECAUSE = codeOf('suspect.accountLocked')

const pauseAll = async (context: WriteContext, paused: { userIds: readonly string[]; reason: string }) => {
  await pauseCampaignsOf(context, paused)
  await pauseTasksOf(context, paused)
}

/**
 * Lets people resume alone what a lock paused: it is over, or will be by itself, and nobody else comes to do it. It
 * comes after the rows of the users are locked, and before their money moves.
 */
export const allowResume = async (tx: Tx, userIds: readonly string[]): Promise<void> => {
  if (userIds.length === 0) return
  await allowResumeCampaigns(tx, { userIds, reason: BECAUSE })
  await allowResumeTasks(tx, { userIds, reason: BECAUSE })
}

/** Refuses what nobody may do to the people of the site, and to who has left. */
export const refuseStaff = ({
  role,
  deleted_at: deletedAt,
}: {
  readonly role: string
  readonly deleted_at: Date | null
}): void => {
  if (deletedAt !== null) refuse('conflict', 'USER_DELETED', say('owner.users.accountDeletedUser'))
  if (role === 'user') return
  refuse('conflict', 'IS_STAFF', say('owner.suspect.staffAccountRemoveRole'))
}
