import type { Contract } from '@runnel/contract'
import type { AuditAction } from '@runnel/contract/admin/audit-action'
import type { Input } from '@runnel/contract/route'
import { PLACES_MAX } from '@runnel/contract/task/schemas'
import { sql } from 'kysely'
import { refuseOwnTask } from '#features/task/submission/decide-dispute.ts'
import { endTask } from '#features/task/submission/slots.ts'
import { notify, notifyAndMail } from '#features/user/user.ts'
import { findLockedOwners, refuseOwnerLocked } from '#kernel/account-lock.ts'
import { audit, byCaller } from '#kernel/audit.ts'
import type { Context } from '#kernel/context.ts'
import type { Tx } from '#kernel/db.ts'
import { refuse, refuseField } from '#kernel/refusal.ts'
import { money, say } from '#kernel/words/say.ts'
import { balancesOf } from '#money/accounts.ts'
import type { Units } from '#money/amount.ts'
import { bearsBonus } from '#money/loop.ts'
import { fund, placeCost } from './money.ts'
import {
  updateTask,
  type LockedTask,
  lockAnyTaskRow,
  lockOwnTaskRow,
  lockTaskRows,
  transitionTask,
} from './row-locks.ts'

type Routes = Contract['task']
type Move = Input<Routes['setStatus']>['body']
type StatusChangeContext = Pick<
  Context<Routes['setStatus']>,
  'tx' | 'caller' | 'visitor' | 'now' | 'notifyLive' | 'enqueue'
>

/** Moves a task of the caller's own. */
export const changeOwnTaskStatus = async (
  { tx, caller, now, notifyLive }: Context<Routes['setStatus']>,
  { id, status }: { id: string; status: Move['status'] },
): Promise<LockedTask> => {
  const task = await lockOwnTaskRow(tx, { id, userId: caller.id })
  if (status === 'active' && task.status === 'paused') refuseStopped(task)
  // Only places that are bought wake a completed task, and they come by another call.
  if (status === 'active' && task.status === 'completed') {
    refuse('conflict', 'TASK_STATE', say('task.reopenCompletedTaskAdd'))
  }
  notifyLive(caller.id)
  if (status !== 'completed') return transitionTask(tx, { task, to: status, by: 'owner', now })
  return (await endTask(tx, { task, to: 'completed', by: 'owner', now })).task
}

/** What a person of the site has paused does not run again by completing it and buying places. */
const refuseStopped = ({ paused_by_staff: isStopped }: LockedTask): void => {
  if (!isStopped) return
  refuse('conflict', 'PAUSED_BY_STAFF', say('task.taskPausedSiteTeam'))
}

const actionOf = {
  active: 'task.approve',
  paused: 'task.pause',
  rejected: 'task.reject',
  completed: 'task.complete',
} as const satisfies Record<Move['status'], AuditAction>

const PAUSED = say('advertise.siteTeamPaused')

type StaffMove = Pick<Move, 'status' | 'reason' | 'readAt'> & {
  readonly id: string
  /** Where this transaction holds the rows of owners already, the task's among them: which of them are locked. */
  readonly lockedOwners?: ReadonlySet<string> | undefined
}

/** Moves a task as a person of the site; its owner learns of it. */
export const changeTaskStatusAsStaff = async (
  context: StatusChangeContext,
  { id, status, reason, readAt, ...held }: StaffMove,
): Promise<LockedTask> => {
  const { tx, caller, now, notifyLive } = context
  const locked =
    status === 'active' && (held.lockedOwners ?? (await findLockedOwners(tx, { of: 'tasks', ids: [id], now })))
  const task = await lockAnyTaskRow(tx, id)
  refuseOwnTask(caller, task)
  if (locked !== false) {
    refuseUnread(task, readAt)
    if (locked.has(task.user_id)) refuseOwnerLocked()
  }
  const { user_id: userId, title } = task
  const told = { userId, now }
  const values = { title, taskId: id }
  notifyLive(userId)
  const deed = {
    action: actionOf[status],
    target: id,
    before: { status: task.status },
    after: { title, status, reason },
  }
  await audit(tx, { ...byCaller(context), ...deed })
  if (status === 'rejected') return reject(context, { task, reason })
  if (status === 'paused') {
    const why = reason ?? PAUSED
    const set = { reason: why, paused_by_staff: true }
    const paused = await transitionTask(tx, { task, to: 'paused', by: 'staff', now, set })
    await notify(tx, { ...told, kind: 'task-paused', values: { ...values, reason: why } })
    return paused
  }
  const set = { reason: null, paused_by_staff: false }
  const moved = await transitionTask(tx, { task, to: status, by: 'staff', now, set })
  await notify(tx, { ...told, kind: 'task-approved', values })
  return moved
}

interface OfUsers {
  readonly userIds: readonly string[]
  readonly reason: string
}

/** Pauses all tasks of these users that run, as a person of the site. */
export const pauseTasksOf = async (
  { tx, now }: Pick<StatusChangeContext, 'tx' | 'now'>,
  { userIds, reason }: OfUsers,
): Promise<void> => {
  const tasks = await lockTaskRows(tx, userIds).execute()
  for (const task of tasks.filter(({ status }) => status === 'active')) {
    await transitionTask(tx, { task, to: 'paused', by: 'staff', now, set: { reason, paused_by_staff: true } })
    const values = { title: task.title, taskId: task.id, reason }
    await notify(tx, { userId: task.user_id, now, kind: 'task-paused', values })
  }
}

/** Leaves it to their owners again to resume tasks that were paused for a reason beginning so, which is over. */
export const allowResumeTasks = (tx: Tx, { userIds, reason }: OfUsers): Promise<unknown> =>
  tx
    .updateTable('tasks')
    .set({ paused_by_staff: false, reason: null })
    .where('id', 'in', () =>
      lockTaskRows(tx, userIds)
        .clearSelect()
        .select('id')
        .where('status', '=', 'paused')
        .where('paused_by_staff', '=', true)
        .where(sql<boolean>`starts_with(reason, ${reason})`),
    )
    .execute()

/** Until it is approved its owner changes it freely, so that what a person has read may be gone already. */
const refuseUnread = ({ status, updated_at: updatedAt }: LockedTask, readAt: string | undefined): void => {
  if (status !== 'pending' || readAt === undefined || readAt === updatedAt.toISOString()) return
  refuse('conflict', 'TASK_CHANGED', say('task.taskChangedReloadPage'))
}

const reject = async (
  context: StatusChangeContext,
  { task, reason }: { task: LockedTask; reason: string | undefined },
): Promise<LockedTask> => {
  const { tx, now } = context
  if (reason === undefined) return refuseField('reason', 'REASON_MISSING', say('task.enterReasonTaskOwner'))
  const ended = await endTask(tx, { task, to: 'rejected', by: 'staff', now, reason })
  const values = { title: task.title, taskId: task.id, amount: ended.amount, reason }
  await notifyAndMail(context, { userId: task.user_id, kind: 'task-rejected', values, now })
  return ended.task
}

/** Buys as many places as an amount covers; a completed task is open again. */
export const addBalance = async (
  { tx, caller, settings, now, notifyLive }: Context<Routes['addBalance']>,
  { id, amount }: { id: string; amount: Units },
): Promise<{ added: number; charged: Units; depositBalance: Units }> => {
  const task = await lockOwnTaskRow(tx, { id, userId: caller.id })
  if (task.status === 'rejected') {
    refuse('conflict', 'TASK_STATE', say('task.addSlotsRejectedTask'))
  }
  if (task.status === 'completed') refuseStopped(task)
  const currency = settings.site_currency
  const cost = placeCost(task)
  if (!bearsBonus({ cost, reward: task.reward }, settings)) {
    refuse('conflict', 'OLD_PRICE', say('task.feeChangedSinceTask'))
  }
  const added = Math.floor(amount / cost)
  if (added === 0) refuseField('amount', 'TOO_LITTLE', say('task.oneSlotCosts', { cost: money(cost, currency) }))
  const rest = PLACES_MAX - task.places
  if (added > rest) refuseField('amount', 'TOO_MANY_PLACES', say('task.addMostMoreSlots', { rest }))
  const charged = added * cost
  const depositBalance = await fund(tx, { taskId: id, ownerId: caller.id, cost: charged, currency, now })
  const places = task.places + added
  if (task.status === 'completed') await transitionTask(tx, { task, to: 'active', by: 'owner', now, set: { places } })
  else await updateTask(tx, task, { places, updated_at: now })
  notifyLive(caller.id)
  return { added, charged, depositBalance }
}

/** Deletes a task of the caller's own on which nobody works and nobody waits. */
export const deleteTask = async (
  { tx, caller, now, notifyLive }: Context<Routes['remove']>,
  id: string,
): Promise<{ refunded: Units; depositBalance: Units }> => {
  const task = await lockOwnTaskRow(tx, { id, userId: caller.id })
  const open = await countOpen(tx, id)
  if (open > 0) {
    refuse('conflict', 'STILL_OPEN', say('task.reviewedYetCloseTask', { open }))
  }
  const { amount: refunded } = await endTask(tx, { task, to: 'deleted', by: 'owner', now })
  notifyLive(caller.id)
  return { refunded, depositBalance: (await balancesOf(tx, caller.id)).deposit }
}

/** Submissions that a person still has to do something about. */
const countOpen = async (tx: Tx, taskId: string): Promise<number> => {
  const { count } = await tx
    .selectFrom('task_submissions')
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .where('task_id', '=', taskId)
    .where('status', 'in', ['started', 'pending', 'revision', 'disputed'])
    .executeTakeFirstOrThrow()
  return count
}
