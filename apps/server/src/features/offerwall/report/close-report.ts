import type { Tx } from '#kernel/db.ts'

/**
 * The only postback of a click came after all: what was reported about it needs nobody any more. Of an offer with
 * several steps another one may be missing.
 */
export const closeReport = async (tx: Tx, clickId: string, now: Date): Promise<void> => {
  await tx
    .updateTable('reward_reports')
    .set({ state: 'arrived', answered_at: now })
    .where('click_id', '=', clickId)
    .where('steps', '=', 1)
    .where('state', 'in', ['open', 'passed'])
    .execute()
}
