import { type RawBuilder, sql } from 'kysely'
import { lockedSql } from '#kernel/account-lock.ts'
import type { WriteContext } from '#kernel/context.ts'
import { say } from '#kernel/words/say.ts'
import { lockWithdrawalRows } from './settlement.ts'
import { type TransitionActor, systemActor, transitionWithdrawal } from './transition.ts'

/** What its user reads where the account is locked. */
export const WHY_LOCKED = say('withdraw.accountLockedWithdrawalNeeds')

/** Whether the owner of a row is locked, as SQL that names the owner's id. */
export const ownerLocked = (userId: RawBuilder<unknown>, now: Date): RawBuilder<boolean> =>
  sql<boolean>`EXISTS (SELECT FROM users locked WHERE locked.id = ${userId} AND ${lockedSql('locked', now)})`

interface ReturnToReviewInput {
  readonly userIds: readonly string[]
  /** For the history. */
  readonly note: string
  /** For the user. */
  readonly why?: string
}

/** Sends payouts of these users that were not sent yet back to a person; without a caller the system does it. */
export const returnPayoutsToReview = async (
  context: ReturnContext,
  { userIds, note, why = WHY_LOCKED }: ReturnToReviewInput,
): Promise<number> => {
  const found = await context.tx
    .selectFrom('withdrawals')
    .select('id')
    .where('status', '=', 'approved')
    .where('user_id', 'in', [...userIds])
    .execute()
  const ids = found.map(({ id }) => id)
  return returnToReview(context, { ids, note, why })
}

type ReturnContext = Pick<WriteContext, 'tx' | 'now'> & Partial<Pick<WriteContext, 'caller'>>

/** The same for payouts by their ids. */
export const returnToReview = async (
  { tx, now, caller }: ReturnContext,
  { ids, note, why }: { readonly ids: readonly string[]; readonly note: string; readonly why: string },
): Promise<number> => {
  if (ids.length === 0) return 0
  const by: TransitionActor = caller === undefined ? systemActor : { mover: 'admin', id: caller.id }
  const held = await lockWithdrawalRows(tx, ids)
  // What the payout job took meanwhile is out of the site.
  const waiting = held.filter(({ status }) => status === 'approved')
  for (const withdrawal of waiting) {
    await transitionWithdrawal(tx, { withdrawal, to: 'review', by, now, note })
    await tx
      .updateTable('withdrawals')
      .set({ approved_by: null, review_reasons: sql`array_append(review_reasons, ${why})` })
      .where('id', '=', withdrawal.id)
      .execute()
  }
  return waiting.length
}
