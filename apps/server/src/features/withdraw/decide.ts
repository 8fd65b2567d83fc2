import { sql } from 'kysely'
import { lockPayoutStop } from '#features/outflow/outflow.ts'
import { notify } from '#features/user/user.ts'
import { attemptsOf } from '#features/withdraw/payout/attempts.ts'
import { payoutJob } from '#features/withdraw/payout/payout-job.ts'
import type { WriteContext } from '#kernel/context.ts'
import type { Tx } from '#kernel/db.ts'
import { assert, refuse } from '#kernel/refusal.ts'
import { money, say } from '#kernel/words/say.ts'
import { balancesOfAll } from '#money/accounts.ts'
import { ownerLocked } from './return-to-review.ts'
import { type LockedWithdrawal, lockWithdrawalRows, settlePaid, settleRefunds } from './settlement.ts'
import { type TransitionActor, transitionWithdrawal } from './transition.ts'

/** What a decision about many withdrawals did. The caller of both is an admin: the contract says so. */
export interface Decided {
  /** The ones it moved; all others had been decided before or do not exist. */
  readonly done: readonly string[]
  readonly skipped: number
}

type DecideContext = Pick<WriteContext, 'tx' | 'now' | 'caller' | 'settings' | 'notifyLive' | 'enqueue'>

const adminOf = ({ caller }: DecideContext): Extract<TransitionActor, { mover: 'admin' }> => {
  assert(caller !== undefined, 'an admin is signed in')
  return { mover: 'admin', id: caller.id }
}

const decided = (ids: readonly string[], moved: readonly LockedWithdrawal[]): Decided => ({
  done: moved.map(({ id }) => id),
  skipped: new Set(ids).size - moved.length,
})

/** Approves the ones in review; two admins at once meet at the rows, and each row is approved by one of them. */
export const approveWithdrawals = async (context: DecideContext, ids: readonly string[]): Promise<Decided> => {
  const { tx, now, notifyLive, enqueue } = context
  const by = adminOf(context)
  const moved = (await lockWithdrawalRows(tx, ids)).filter(({ status }) => status === 'review')
  await refuseUnpayable(context, moved)
  for (const withdrawal of moved) {
    await transitionWithdrawal(tx, { withdrawal, to: 'approved', by, now, set: { approved_by: by.id } })
    const { user_id: userId, amount, currency } = withdrawal
    await notify(tx, { userId, kind: 'withdrawal-approved', values: { amount, currency }, now })
    notifyLive(userId)
  }
  if (moved.length > 0) await enqueue(payoutJob, {})
  return decided(ids, moved)
}

/**
 * Nobody who is locked or in debt is paid. The rows are held, and a debt that arises takes its turn behind them or
 * before; a lock that arises meanwhile is seen by the payout job.
 */
const refuseUnpayable = async (
  { tx, settings, now }: Pick<DecideContext, 'tx' | 'settings' | 'now'>,
  withdrawals: readonly LockedWithdrawal[],
): Promise<void> => {
  if (withdrawals.length === 0) return
  const locked = await tx
    .selectFrom('withdrawals')
    .innerJoin('users', 'users.id', 'withdrawals.user_id')
    .select('users.username')
    .where(
      'withdrawals.id',
      'in',
      withdrawals.map(({ id }) => id),
    )
    .where(ownerLocked(sql.ref('withdrawals.user_id'), now))
    .executeTakeFirst()
  if (locked !== undefined) {
    refuse('conflict', 'USER_LOCKED', say('owner.withdraw.lockedUnlockFirst', { username: locked.username }))
  }
  const owned = await balancesOfAll(tx, [...new Set(withdrawals.map(({ user_id: userId }) => userId))])
  for (const [userId, { debt }] of owned) {
    if (debt === 0) continue
    const { username } = await tx
      .selectFrom('users')
      .select('username')
      .where('id', '=', userId)
      .executeTakeFirstOrThrow()
    const owes = { username, debt: money(debt, settings.site_currency) }
    refuse('conflict', 'IN_DEBT', say('owner.withdraw.owesReject', owes))
  }
}

/** Rejects the ones in review or not yet sent, and gives their amounts back whole. */
export const rejectWithdrawals = async (
  context: DecideContext,
  { ids, reason }: { ids: readonly string[]; reason: string },
): Promise<Decided> => {
  const { tx, now, notifyLive } = context
  const held = await lockWithdrawalRows(tx, ids)
  const moved = held.filter(({ status }) => status === 'review' || status === 'approved')
  await settleRefunds(context, { withdrawals: moved, to: 'rejected', reason, by: adminOf(context), now })
  for (const { user_id: userId } of moved) notifyLive(userId)
  return decided(ids, moved)
}

/**
 * After a restore, what a processor paid since the backup waits here as if it had not left: while payouts are stopped,
 * one without a recorded attempt can be marked as paid.
 */
export const canMarkPaid = (
  { status, processor }: Pick<LockedWithdrawal, 'status' | 'processor'>,
  { isStopped, hasAttempt }: { isStopped: boolean; hasAttempt: boolean },
): boolean => status === 'unknown' || (status === 'approved' && (processor === 'manual' || (isStopped && !hasAttempt)))

/**
 * Who sends it has to hold its row, which is held here, and records an attempt first; who lets payouts run again waits
 * behind the stop that is held from here on.
 */
const refuseUnlessSentBefore = async (tx: Tx, withdrawal: LockedWithdrawal): Promise<void> => {
  const isStopped = await lockPayoutStop(tx)
  const hasAttempt = (await attemptsOf(tx, [withdrawal.id])).size > 0
  if (canMarkPaid(withdrawal, { isStopped, hasAttempt })) return
  if (hasAttempt) refuse('conflict', 'PAYOUT_ATTEMPTED', say('owner.withdraw.payoutWasTriedReject'))
  refuse('conflict', 'PAID_BY_MACHINE', say('owner.withdraw.paidAutomaticallyStopFirst'))
}

/** Records that a person paid it by hand, that it left before a restore, or that an unknown one did arrive. */
export const recordPaid = async (
  context: DecideContext,
  { id, txId }: { id: string; txId: string },
): Promise<LockedWithdrawal> => {
  const { tx, now, notifyLive } = context
  const withdrawal = await lockWithdrawalRow(context, id)
  const isAutomatic = withdrawal.processor !== 'manual'
  if (withdrawal.status === 'approved' && isAutomatic) await refuseUnlessSentBefore(tx, withdrawal)
  // One that a processor has sent may have left before the debt or the lock arose.
  else if (withdrawal.status !== 'unknown') await refuseUnpayable(context, [withdrawal])
  await settlePaid(context, { withdrawal, txId, by: adminOf(context), now })
  if (withdrawal.status === 'unknown') await releaseNonce(context, withdrawal)
  notifyLive(withdrawal.user_id)
  return withdrawal
}

/** Decides that an unknown payout never left, and gives the amount back. */
export const refundUnknown = async (
  context: DecideContext,
  { id, reason }: { id: string; reason: string },
): Promise<LockedWithdrawal> => {
  const { now, notifyLive } = context
  const withdrawal = await lockWithdrawalRow(context, id)
  await settleRefunds(context, { withdrawals: [withdrawal], to: 'failed', reason, by: adminOf(context), now })
  await releaseNonce(context, withdrawal)
  notifyLive(withdrawal.user_id)
  return withdrawal
}

/**
 * Lets other payouts use the nonce that an abandoned payment would have: once they did, the old bytes are worthless,
 * and until they do, nothing behind that nonce is included. Outputs are released by the job, which tells the wallet
 * too.
 */
const releaseNonce = async ({ tx }: DecideContext, { id, processor }: LockedWithdrawal): Promise<void> => {
  if (processor === 'evm') await tx.deleteFrom('payout_inputs').where('withdrawal_id', '=', id).execute()
}

const lockWithdrawalRow = async ({ tx }: DecideContext, id: string): Promise<LockedWithdrawal> => {
  const [withdrawal] = await lockWithdrawalRows(tx, [id])
  return withdrawal ?? refuse('notFound', 'NOT_FOUND', say('withdraw.withdrawalFound'))
}
