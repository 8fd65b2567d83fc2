import { sql } from 'kysely'
import { payWithheldCommission } from '#features/referral/referral.ts'
import { notify } from '#features/user/user.ts'
import { lockWaiting, reReview } from '#features/withdraw/withdraw.ts'
import { CLUSTER_FAMILY } from '#guard/suspicion/score.ts'
import { refreshScores } from '#guard/suspicion/suspects.ts'
import { isLocked } from '#kernel/account-lock.ts'
import { later } from '#kernel/clock.ts'
import type { WriteContext } from '#kernel/context.ts'
import type { Tx } from '#kernel/db.ts'
import { assert } from '#kernel/refusal.ts'
import type { Units } from '#money/amount.ts'
import { liftRestrictions, type LockedUserRow, lockUserRows, payWithheld } from './restrictions.ts'

export interface Released {
  /** The ones that had anything on them. */
  readonly done: readonly string[]
  readonly skipped: number
  readonly paid: Units
  /** What of it went to whom. */
  readonly payments: readonly { readonly userId: string; readonly amount: Units }[]
}

/**
 * Clears accounts: every measure ends, what was kept back is paid, withdrawals that only waited for the score go their
 * way, and the reasons are pardoned, so that the same one does not count again unless it weighs more.
 */
export const releaseAccounts = async (
  context: WriteContext,
  { ids, note }: { ids: readonly string[]; note: string },
): Promise<Released> => {
  const held = await lockUserRows(context.tx, ids)
  await lockWaiting(context.tx, ids)
  const done: string[] = []
  const payments: { userId: string; amount: Units }[] = []
  for (const user of held.filter(({ deletedAt }) => deletedAt === null)) {
    const one = await releaseOne(context, user, note)
    payments.push({ userId: user.id, amount: one.paid })
    if (one.changed) done.push(user.id)
  }
  const paid = payments.reduce((sum, { amount }) => sum + amount, 0)
  return { done, skipped: new Set(ids).size - done.length, paid, payments }
}

const releaseOne = async (
  context: WriteContext,
  user: LockedUserRow,
  note: string,
): Promise<{ changed: boolean; paid: Units }> => {
  const { tx, caller, now, notifyLive } = context
  assert(caller !== undefined, 'an admin is signed in')
  const pardoned = await pardonAll(tx, { userId: user.id, by: caller.id, note, now })
  const ended = await liftRestrictions(tx, { userId: user.id, by: caller.id, now })
  const wasLocked = isLocked(user, now)
  if (user.lockedAt !== null) await unlock(tx, user.id)
  const paid =
    (await payWithheld(tx, { userId: user.id, now })) + (await payWithheldCommission(tx, { userId: user.id, now }))
  await refreshScores(tx, [user.id], now)
  await reReview(context, user.id)
  if (wasLocked) await notify(tx, { userId: user.id, kind: 'account-unlocked', values: {}, now })
  else if (ended.length > 0 || paid > 0) {
    await notify(tx, { userId: user.id, kind: 'account-released', values: { amount: paid }, now })
  }
  notifyLive(user.id)
  return { changed: pardoned + ended.length + paid > 0 || user.lockedAt !== null, paid }
}

const unlock = (tx: Tx, id: string) =>
  tx.updateTable('users').set({ locked_at: null, locked_until: null, lock_reason: null }).where('id', '=', id).execute()

/** What ties accounts is pardoned for good; what somebody did, for so long. */
const CONDUCT_DAYS = 90
const tyingFamilies = ['payout', 'place', 'sync', 'referral', 'network'] as const

interface ReleaseAllInput {
  readonly userId: string
  readonly by: string
  readonly note: string
  readonly now: Date
}

/** Turns all marks of an account into pardons, cuts its ties, and lets the sequential test begin anew. */
const pardonAll = async (tx: Tx, { userId, by, note, now }: ReleaseAllInput): Promise<number> => {
  const until = later(now, CONDUCT_DAYS * 86_400)
  const { rows } = await sql<{ reason: string }>`
    INSERT INTO pardons AS p (user_id, reason, family, detail, points, at, until, by_user, note)
      SELECT user_id, reason, family, detail, points, ${now},
        CASE WHEN family = ANY (${[...tyingFamilies]}::text[]) THEN NULL ELSE ${until}::timestamptz END, ${by}, ${note}
      FROM risk_marks WHERE user_id = ${userId} AND family <> ${CLUSTER_FAMILY}
    ON CONFLICT (user_id, reason) DO UPDATE SET points = greatest(p.points, EXCLUDED.points), at = EXCLUDED.at,
      until = EXCLUDED.until, by_user = EXCLUDED.by_user, note = EXCLUDED.note, detail = EXCLUDED.detail
    RETURNING reason`.execute(tx)
  await tx.deleteFrom('risk_marks').where('user_id', '=', userId).execute()
  await tx.deleteFrom('ties').where('user_id', '=', userId).execute()
  await tx.updateTable('answer_records').set({ llr: 0, wrong_streak: 0 }).where('user_id', '=', userId).execute()
  return rows.length
}
