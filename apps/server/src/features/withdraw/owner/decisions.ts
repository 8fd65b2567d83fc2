import type { Contract } from '@runnel/contract'
import { approveWithdrawals, recordPaid, refundUnknown, rejectWithdrawals } from '#features/withdraw/withdraw.ts'
import { oneAtATime } from '#guard/approval/limits.ts'
import { requestApproval, withdrawalsForSecond } from '#guard/approval/rules.ts'
import { audit, auditAll, byCaller } from '#kernel/audit.ts'
import type { Handlers, WriteContext } from '#kernel/context.ts'
import type { Tx } from '#kernel/db.ts'
import { say, together, type Words } from '#kernel/words/say.ts'

type Decisions = Pick<
  Handlers<Contract['admin']>,
  'approveWithdrawals' | 'rejectWithdrawals' | 'markPaid' | 'refundUnknown'
>

/** What a person decides about withdrawals; the rules stand in the withdraw feature, the audit rows here. */
export const decisions: Decisions = {
  approveWithdrawals: async ({ body }, context) => {
    const { alone, proposed } = await proposeLarge(context, body.ids)
    const { done, skipped } = alone.length === 0 ? nothing : await approveWithdrawals(context, alone)
    await auditAll(
      context.tx,
      done.map((target) => ({
        ...byCaller(context),
        action: 'withdrawal.approve',
        target,
        before: 'review',
        after: 'approved',
      })),
    )
    const msg = together(
      countedText('approved', done.length, skipped),
      proposed > 0 && say('owner.withdraw.waitForAdmin', { count: proposed }),
    )
    return { done: done.length, skipped, proposed, msg }
  },

  rejectWithdrawals: async ({ body }, context) => {
    const { done, skipped } = await rejectWithdrawals(context, body)
    await auditAll(
      context.tx,
      done.map((target) => ({
        ...byCaller(context),
        action: 'withdrawal.reject',
        target,
        before: undefined,
        after: { status: 'rejected', reason: body.reason },
      })),
    )
    return { done: done.length, skipped, msg: countedText('rejected', done.length, skipped) }
  },

  markPaid: async ({ params, body }, context) => {
    const { status, processor } = await recordPaid(context, { id: params.id, txId: body.txId })
    const after = { status: 'paid', txId: body.txId }
    await audit(context.tx, {
      ...byCaller(context),
      action: 'withdrawal.paid',
      target: params.id,
      before: { status, processor },
      after,
    })
    return { msg: say('owner.withdraw.markedPaid') }
  },

  refundUnknown: async ({ params: { id }, body: { reason } }, context) => {
    const approval = await proposeLargeRefund(context, { id, reason })
    if (approval !== null) return { approval, msg: say('owner.withdraw.secondAdminMustApprove') }
    await refundUnknownWithdrawal(context, { id, reason })
    return { approval, msg: say('owner.withdraw.refundedUser') }
  },
}

interface Refund {
  readonly id: string
  readonly reason: string
}

/** Gives an unknown one back, as one admin decided alone or two together. */
export const refundUnknownWithdrawal = async (context: WriteContext, { id, reason }: Refund): Promise<void> => {
  const { status } = await refundUnknown(context, { id, reason })
  const after = { status: 'failed', reason }
  const deed = { action: 'withdrawal.refund', target: id, before: { status }, after } as const
  await audit(context.tx, { ...byCaller(context), ...deed })
}

/** Locks a withdrawal and tells whether it is still one of which nobody knows. */
export const isStillUnknown = async ({ tx }: Pick<WriteContext, 'tx'>, id: string): Promise<boolean> =>
  (await lockUnknownWithdrawal(tx, id)) !== undefined

const lockUnknownWithdrawal = (tx: Tx, id: string) =>
  tx
    .selectFrom('withdrawals')
    .select(['user_id', 'amount'])
    .where('id', '=', id)
    .where('status', '=', 'unknown')
    .forUpdate()
    .executeTakeFirst()

/**
 * Proposes a large refund to a second admin where the site asks for one: what did arrive after all would be paid twice.
 * Recording as paid waits for nobody, since no coin and no unit goes to anybody by it.
 */
const proposeLargeRefund = async (context: WriteContext, { id, reason }: Refund): Promise<string | null> => {
  if (!context.settings.four_eyes) return null
  await oneAtATime(context)
  const unknown = await lockUnknownWithdrawal(context.tx, id)
  // What cannot be given back is refused where it is tried.
  if (unknown === undefined) return null
  const { user_id: userId, amount } = unknown
  if (!(await withdrawalsForSecond(context, [{ id, userId, amount }])).has(id)) return null
  return requestApproval(context, { kind: 'withdrawal.refund', user_id: userId, ref: id, amount, reason, payload: {} })
}

const nothing = { done: [], skipped: 0 } as const

/** Proposes the large ones to a second admin where the site asks for one, and leaves the others. */
const proposeLarge = async (
  context: WriteContext,
  ids: readonly string[],
): Promise<{ alone: readonly string[]; proposed: number }> => {
  const { tx, settings } = context
  if (!settings.four_eyes) return { alone: ids, proposed: 0 }
  await oneAtATime(context)
  const waiting = await tx
    .selectFrom('withdrawals')
    .leftJoin('pending_acts', (join) =>
      join.onRef('pending_acts.ref', '=', 'withdrawals.id').on('pending_acts.state', '=', 'pending'),
    )
    .select(['withdrawals.id', 'withdrawals.user_id', 'withdrawals.amount', 'pending_acts.id as actId'])
    .where('withdrawals.id', 'in', [...ids])
    .where('withdrawals.status', '=', 'review')
    .orderBy('withdrawals.amount')
    .orderBy('withdrawals.id')
    .execute()
  const paying = waiting.map(({ id, user_id: userId, amount }) => ({ id, userId, amount }))
  const isLarge = await withdrawalsForSecond(context, paying)
  const large = waiting.filter(({ id }) => isLarge.has(id))
  const fresh = large.filter(({ actId }) => actId === null)
  for (const { id: ref, user_id: userId, amount } of fresh) {
    const reason = say('owner.withdraw.amountLargeAloneUsers')
    await requestApproval(context, { kind: 'withdrawal.approve', user_id: userId, ref, amount, reason, payload: {} })
  }
  return { alone: ids.filter((id) => !isLarge.has(id)), proposed: large.length }
}

const countedText = (what: 'approved' | 'rejected', count: number, skipped: number): Words =>
  together(say('owner.withdraw.decided', { what, count }), skipped > 0 && say('alreadyDecided', { count: skipped }))
