import type { Selectable } from 'kysely'
import { alertOwner } from '#features/outflow/outflow.ts'
import { later } from '#kernel/clock.ts'
import type { DepositRow } from '#kernel/tables/advertising.ts'
import { say } from '#kernel/words/say.ts'
import type { DepositDeps } from './deposit-deps.ts'

/** Until then a processor that was down or busy has mostly answered. */
const PATIENCE_SECONDS = 3_600
/** When a processor answers nothing at all, as many deposits say enough. */
const ALERTS_A_DAY = 20

/**
 * Tells the owner, once of each deposit, of a payment that a notice named an hour ago and that still cannot be read:
 * when the looks at the deposit end, nothing else would tell of it.
 */
export const alertUnread = (
  { db, clock, enqueue }: DepositDeps,
  { id, processor }: Selectable<DepositRow>,
  reason: string,
): Promise<void> =>
  db.write(async (tx) => {
    const now = clock()
    const what = `deposit-unread:${id}`
    const named = await tx
      .selectFrom('deposit_calls')
      .select('id')
      .where('deposit_id', '=', id)
      .where('verdict', '=', 'unknown')
      .where('at', '<=', later(now, -PATIENCE_SECONDS))
      .limit(1)
      .executeTakeFirst()
    if (named === undefined) return
    const told = await tx
      .selectFrom('owner_alerts')
      .select('what')
      .where('what', 'like', 'deposit-unread:%')
      .where((alert) => alert.or([alert('what', '=', what), alert('at', '>', later(now, -86_400))]))
      .execute()
    if (told.length >= ALERTS_A_DAY || told.some((alert) => alert.what === what)) return
    await alertOwner(
      { tx, enqueue: (job, payload, options) => enqueue(tx, job, payload, options) },
      { what, sentence: say('owner.deposit.paymentUnread', { id, processor, reason }), now },
    )
  })
