import type { WithdrawalStatus } from '@runnel/contract/withdraw'
import { notifyAndMail } from '#features/user/user.ts'
import type { WriteAccess } from '#kernel/context.ts'
import type { Tx } from '#kernel/db.ts'
import { houseAccount, outsideAccount, payoutAccount, userAccount } from '#money/accounts.ts'
import { plainDecimal, type Units } from '#money/amount.ts'
import { type Leg, post } from '#money/ledger.ts'
import { type TransitionActor, transitionWithdrawal } from './transition.ts'

/** A withdrawal whose row this transaction holds. */
export interface LockedWithdrawal {
  readonly id: string
  readonly user_id: string
  readonly method_id: string
  readonly currency: string
  readonly processor: string
  readonly address: string
  /** The address in the form in which two spellings of one place are equal. */
  readonly address_key: string
  readonly amount: Units
  readonly fee: Units
  readonly receives: string
  readonly status: WithdrawalStatus
}

export const heldColumns = [
  'id',
  'user_id',
  'method_id',
  'currency',
  'processor',
  'address',
  'address_key',
  'amount',
  'fee',
  'receives',
  'status',
] as const

/** What settling needs of a transaction, a request's or a job's. */
export type SettlementContext = Pick<WriteAccess, 'tx' | 'enqueue'>

/** Locks withdrawals in the order of their ids, so that two who want the same ones meet in one order. */
export const lockWithdrawalRows = (tx: Tx, ids: readonly string[]): Promise<LockedWithdrawal[]> =>
  tx
    .selectFrom('withdrawals')
    .select(heldColumns)
    .where('id', 'in', [...ids])
    .orderBy('id')
    .forUpdate()
    .execute()

/** Books a payout that has arrived: the net amount leaves the site and the fee goes to the site. */
export const settlePaid = async (
  writing: SettlementContext,
  settling: { withdrawal: LockedWithdrawal; txId: string; by: TransitionActor; now: Date; note?: string },
): Promise<void> => {
  const { tx } = writing
  const { withdrawal, txId, by, now, note } = settling
  const { id, user_id: userId, method_id: methodId, amount, fee, currency } = withdrawal
  await transitionWithdrawal(tx, { withdrawal, to: 'paid', by, now, set: { tx_id: txId }, ...(note ? { note } : {}) })
  const net: Leg = {
    kind: 'withdraw-paid',
    debit: payoutAccount(methodId),
    credit: outsideAccount('payout', currency),
    amount: amount - fee,
    key: `withdraw-paid:${id}`,
    ref: id,
  }
  const kept: Leg = {
    kind: 'withdraw-fee',
    debit: payoutAccount(methodId),
    credit: houseAccount('fee'),
    amount: fee,
    key: `withdraw-fee:${id}`,
    ref: id,
  }
  await post(tx, fee > 0 ? [net, kept] : [net], now)
  const receives = plainDecimal(withdrawal.receives)
  const values = { amount, currency, receives, txId }
  await notifyAndMail(writing, { userId, kind: 'withdrawal-paid', values, now })
}

/** Gives withdrawals back whole, with the reason that their users read. */
export const settleRefunds = async (
  writing: SettlementContext,
  settling: {
    withdrawals: readonly LockedWithdrawal[]
    to: 'rejected' | 'failed'
    reason: string
    by: TransitionActor
    now: Date
  },
): Promise<void> => {
  const { tx } = writing
  const { withdrawals, to, reason, by, now } = settling
  for (const withdrawal of withdrawals) {
    await transitionWithdrawal(tx, { withdrawal, to, by, now, note: reason, set: { reason } })
  }
  const [first, ...rest] = withdrawals.map(refundLeg)
  if (first === undefined) return
  // One posting for all, so that the accounts of many users are locked in one order.
  await post(tx, [first, ...rest], now)
  for (const { user_id: userId, amount, currency } of withdrawals) {
    const values = { amount, currency, reason }
    await notifyAndMail(writing, { userId, kind: `withdrawal-${to}`, values, now })
  }
}

const refundLeg = ({ id, user_id: userId, method_id: methodId, amount }: LockedWithdrawal): Leg => ({
  kind: 'withdraw-refund',
  debit: payoutAccount(methodId),
  credit: userAccount(userId, 'main'),
  amount,
  key: `withdraw-refund:${id}`,
  ref: id,
})
