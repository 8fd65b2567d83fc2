import type { Contract } from '@runnel/contract'

import { approveWithdrawals, recordPaid, refundUnknown, rejectWithdrawals } from '#features/withdraw/withdraw.ts'
import type { Handlers } from '#kernel/context.ts'

import { audit, auditAll, byCaller } from './audit.ts'

type Decisions = Pick<
  Handlers<Contract['admin']>,
  'approveWithdrawals' | 'rejectWithdrawals' | 'markPaid' | 'refundUnknown'
>

/** What a person decides about withdrawals; the rules stand in the withdraw feature, the audit rows here. */
export const decisions: Decisions = {
  approveWithdrawals: async ({ body }, context) => {
    const { done, skipped } = await approveWithdrawals(context, body.ids)
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
    return { done: done.length, skipped, msg: countedWords('approved', done.length, skipped) }
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
    return { done: done.length, skipped, msg: countedWords('rejected and refunded', done.length, skipped) }
  },

  markPaid: async ({ params, body }, context) => {
    const { status } = await recordPaid(context, { id: params.id, txId: body.txId })
    const after = { status: 'paid', txId: body.txId }
    await audit(context.tx, {
      ...byCaller(context),
      action: 'withdrawal.paid',
      target: params.id,
      before: { status },
      after,
    })
    return { msg: 'Recorded as paid.' }
  },

  refundUnknown: async ({ params, body }, context) => {
    const { status } = await refundUnknown(context, { id: params.id, reason: body.reason })
    const after = { status: 'failed', reason: body.reason }
    await audit(context.tx, {
      ...byCaller(context),
      action: 'withdrawal.refund',
      target: params.id,
      before: { status },
      after,
    })
    return { msg: 'Given back to the user.' }
  },
}

const countedWords = (what: string, done: number, skipped: number): string => {
  const first = `${done} ${what}.`
  return skipped === 0 ? first : `${first} ${skipped} had been decided before.`
}
