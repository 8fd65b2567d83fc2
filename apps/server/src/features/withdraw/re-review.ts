import { sql } from 'kysely'
import { isLocked } from '#kernel/account-lock.ts'
import { dayOf } from '#kernel/clock.ts'
import type { WriteContext } from '#kernel/context.ts'
import type { Tx } from '#kernel/db.ts'
import { approveWithdrawals } from './decide.ts'
import { findApplicant, isFresh } from './eligibility.ts'
import { WHY_LOCKED } from './return-to-review.ts'
import { isAfterRevert } from './reverted.ts'
import { requestedToday, countSharing, lockSiteLimit, reviewReasons } from './review.ts'
import { lockWithdrawalRows } from './settlement.ts'

/**
 * Locks what `reReview` will look at, before money of these users moves: who rejects a withdrawal moves it afterwards,
 * and so does who requests one and holds the site's daily limit.
 */
export const lockWaiting = async (tx: Tx, userIds: readonly string[]): Promise<void> => {
  const waiting = await tx
    .selectFrom('withdrawals')
    .select('id')
    .where('user_id', '=', sql<string>`ANY(${[...userIds]}::uuid[])`)
    .where('status', '=', 'review')
    .execute()
  if (waiting.length === 0) return
  await lockSiteLimit(tx)
  await lockWithdrawalRows(
    tx,
    waiting.map(({ id }) => id),
  )
}

/**
 * Looks again at what a user has waiting for a person, after the account was cleared: what only waited for that goes
 * its way, and the rest waits for what still stands. The user's row is held.
 */
export const reReview = async (context: WriteContext, userId: string): Promise<number> => {
  const { tx, now, settings } = context
  const waiting = await tx
    .selectFrom('withdrawals')
    .select(['id', 'address_key as addressKey', 'created_at as createdAt'])
    .where('user_id', '=', userId)
    .where('status', '=', 'review')
    .execute()
  if (waiting.length === 0) return 0
  await lockSiteLimit(tx)
  const held = await lockWithdrawalRows(
    tx,
    waiting.map(({ id }) => id),
  )
  const applicant = await findApplicant(tx, userId, now)
  const { isHeld, isFlagged, debt } = applicant
  const known = { isHeld, isFlagged, debt, isFresh: isFresh(applicant, settings, now) }
  const free: string[] = []
  for (const withdrawal of held.filter(({ status }) => status === 'review')) {
    const { id, amount, method_id: methodId } = withdrawal
    const { addressKey = '', createdAt } = waiting.find((one) => one.id === id) ?? {}
    const sharedWith = await countSharing(tx, { addressKey, userId })
    const afterRevert = await isAfterRevert(tx, { userId, addressKey, methodId })
    const isOfToday = createdAt !== undefined && dayOf(createdAt) === dayOf(now)
    const siteToday = (await requestedToday(tx, { now })) - (isOfToday ? amount : 0)
    const reasons = reviewReasons({ ...known, amount, sharedWith, isAfterRevert: afterRevert, siteToday }, settings)
    // Another measure may have ended while the lock stays.
    if (isLocked(applicant, now)) reasons.push(WHY_LOCKED)
    await tx.updateTable('withdrawals').set({ review_reasons: reasons }).where('id', '=', id).execute()
    if (reasons.length === 0) free.push(id)
  }
  if (free.length > 0) await approveWithdrawals(context, free)
  return free.length
}
