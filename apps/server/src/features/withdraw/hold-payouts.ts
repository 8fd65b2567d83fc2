import { sql } from 'kysely'

import type { WriteContext } from '#kernel/context.ts'
import { assert } from '#kernel/refusal.ts'

import { moveWithdrawal } from './move.ts'
import { holdWithdrawals } from './settle.ts'

const WHY = 'The account is locked, so a person looks at it before it is paid.'

/** Sends payouts of these users that were not sent yet back to a person. */
export const holdPayouts = async (
  { tx, now, caller }: Pick<WriteContext, 'tx' | 'now' | 'caller'>,
  { userIds, note }: { userIds: readonly string[]; note: string },
): Promise<number> => {
  assert(caller !== undefined, 'an admin is signed in')
  const found = await tx
    .selectFrom('withdrawals')
    .select('id')
    .where('status', '=', 'approved')
    .where('user_id', 'in', [...userIds])
    .execute()
  if (found.length === 0) return 0
  const held = await holdWithdrawals(
    tx,
    found.map(({ id }) => id),
  )
  // What the payout job took meanwhile is out of the house.
  const waiting = held.filter(({ status }) => status === 'approved')
  for (const withdrawal of waiting) {
    await moveWithdrawal(tx, { withdrawal, to: 'review', by: { mover: 'admin', id: caller.id }, now, note })
    await tx
      .updateTable('withdrawals')
      .set({ approved_by: null, not_before: null, review_reasons: sql`array_append(review_reasons, ${WHY})` })
      .where('id', '=', withdrawal.id)
      .execute()
  }
  return waiting.length
}
