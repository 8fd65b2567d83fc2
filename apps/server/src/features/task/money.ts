import type { Settings } from '@runnel/contract/settings/settings'
import type { Tx } from '#kernel/db.ts'
import { newId } from '#kernel/id.ts'
import { assert, refuse } from '#kernel/refusal.ts'
import { money, say } from '#kernel/words/say.ts'
import { balancesOf, escrowAccount, houseAccount, userAccount } from '#money/accounts.ts'
import type { Units } from '#money/amount.ts'
import { debtNote } from '#money/claw-back.ts'
import { type Leg, post } from '#money/ledger.ts'
import { sharedTerms } from '#money/loop.ts'
import { reward, type RewardResult } from '#money/reward.ts'
import { updateTask, type LockedTask, type LockedSubmission } from './row-locks.ts'

/** What one place costs its owner. */
export const placeCost = ({ reward: paid, fee }: { readonly reward: Units; readonly fee: Units }): Units => paid + fee

interface Purchase {
  readonly taskId: string
  readonly ownerId: string
  readonly cost: Units
  readonly currency: string
  readonly now: Date
}

/** Moves the price of places from the owner's deposit balance into the task's escrow. Returns what is left. */
export const fund = async (tx: Tx, { taskId, ownerId, cost, currency, now }: Purchase): Promise<Units> => {
  const { deposit, debt } = await balancesOf(tx, ownerId)
  if (debt > 0) refuse('conflict', 'IN_DEBT', debtNote(debt, currency))
  if (deposit < cost) {
    const [needed, held] = [money(cost, currency), money(deposit, currency)]
    refuse('conflict', 'INSUFFICIENT_BALANCE', say('advertise.costsButDepositBalance', { needed, held }))
  }
  const leg: Leg = {
    kind: 'task-fund',
    debit: userAccount(ownerId, 'deposit'),
    credit: escrowAccount(taskId),
    amount: cost,
    key: `task-fund:${newId()}`,
    ref: taskId,
  }
  const { debitBalance } = await post(tx, [leg], now)
  assert(debitBalance !== null, 'a deposit balance is kept')
  return debitBalance
}

/** Returns the worth of so many places back to the owner of a task that is over. Returns how much that is. */
export const refundSlots = async (
  tx: Tx,
  { task, places, now }: { task: LockedTask; places: number; now: Date },
): Promise<{ task: LockedTask; amount: Units }> => {
  if (places === 0) return { task, amount: 0 }
  const amount = places * placeCost(task)
  const times = task.refunds + 1
  const leg: Leg = {
    kind: 'task-refund',
    debit: escrowAccount(task.id),
    credit: userAccount(task.user_id, 'deposit'),
    amount,
    key: `task-refund:${task.id}:${times}`,
    ref: task.id,
  }
  await post(tx, [leg], now)
  return { task: await updateTask(tx, task, { refunds: times, updated_at: now }), amount }
}

/** Lets workers see what was accepted, but not spend it while it can still be undone. */
export const holdRewards = (tx: Tx, works: readonly LockedSubmission[], now: Date): Promise<void> =>
  postAll(tx, works.map(holdLeg), now)

/** The opposite: what was held comes back to the escrow. */
export const unholdRewards = (tx: Tx, works: readonly LockedSubmission[], now: Date): Promise<void> =>
  postAll(
    tx,
    works.map((work) => {
      const { debit, credit, amount, ref } = holdLeg(work)
      const key = `task-undo:${work.id}:${work.round}`
      return { kind: 'task-undo', debit: credit, credit: debit, amount, key, ref }
    }),
    now,
  )

const holdLeg = ({ id, task_id: taskId, user_id: userId, reward: amount, round }: LockedSubmission) =>
  ({
    kind: 'task-hold',
    debit: escrowAccount(taskId),
    credit: userAccount(userId, 'held'),
    amount,
    key: `task-hold:${id}:${round}`,
    ref: id,
  }) satisfies Leg

const postAll = async (tx: Tx, legs: readonly Leg[], now: Date): Promise<void> => {
  const [first, ...rest] = legs
  if (first !== undefined) await post(tx, [first, ...rest], now)
}

/**
 * Pays a worker for good, once: out of the escrow, or out of what was held for them; and the site its fee. The rows of
 * the worker and of the task are held.
 */
export const payWork = async (
  tx: Tx,
  { work, settings, now }: { work: LockedSubmission; settings: Settings; now: Date },
): Promise<RewardResult> => {
  const { id, task_id: taskId, user_id: userId } = work
  const escrow = escrowAccount(taskId)
  const paid = await reward(
    tx,
    {
      userId,
      source: 'task',
      debit: work.on_hold ? userAccount(userId, 'held') : escrow,
      amount: work.reward,
      shared: sharedTerms(placeCost(work), settings),
      exp: settings.task_exp,
      key: `task:${id}`,
      ref: id,
    },
    now,
  )
  assert(paid.isNew, `submission ${id} was not paid before`)
  if (work.fee > 0) {
    const fee = { kind: 'task-fee', debit: escrow, credit: houseAccount('fee'), amount: work.fee } as const
    await post(tx, [{ ...fee, key: `task-fee:${id}`, ref: id }], now)
  }
  return paid
}
