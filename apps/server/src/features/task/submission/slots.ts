import type { Settings } from '@runnel/contract/settings/settings'
import { sql } from 'kysely'
import { refundSlots, payWork } from '#features/task/money.ts'
import {
  updateTask,
  changeWork,
  type LockedTask,
  type LockedSubmission,
  transitionTask,
} from '#features/task/row-locks.ts'
import { over, type TaskStatusActor } from '#features/task/status.ts'
import { notify, notifyLevelUp } from '#features/user/user.ts'
import type { Tx } from '#kernel/db.ts'

interface SlotInput {
  readonly task: LockedTask
  readonly work: LockedSubmission
  readonly now: Date
}

/** A place that nobody needs any more: free again, or its worth goes back to the owner where the task is over. */
export const releaseSlot = async (tx: Tx, { task, work, now }: SlotInput): Promise<LockedTask> => {
  await changeWork(tx, work, { holds_place: false, deadline: null })
  const held = task.held - 1
  if (!over.includes(task.status)) return updateTask(tx, task, { held, updated_at: now })
  const changed = await updateTask(tx, task, { held, returned: task.returned + 1, updated_at: now })
  return (await refundSlots(tx, { task: changed, places: 1, now })).task
}

/** Pays for an accepted submission and takes its place for good; the last place ends the task. */
export const paySlot = async (
  tx: Tx,
  { task, work, settings, now }: SlotInput & { readonly settings: Settings },
): Promise<LockedTask> => {
  const paid = await payWork(tx, { work, settings, now })
  await changeWork(tx, work, { holds_place: false, on_hold: false, deadline: null })
  const { id: taskId, title } = task
  const told = { userId: work.user_id, now }
  const values = { title, taskId, submissionId: work.id, amount: work.reward }
  await notify(tx, { ...told, kind: 'submission-accepted', values })
  await notifyLevelUp(tx, { ...told, paid })
  const changed = await updateTask(tx, task, {
    held: task.held - 1,
    accepted: task.accepted + 1,
    median_seconds: await medianSeconds(tx, taskId),
    updated_at: now,
  })
  return completeIfUsed(tx, changed, now)
}

const completeIfUsed = async (tx: Tx, task: LockedTask, now: Date): Promise<LockedTask> => {
  if (over.includes(task.status) || task.accepted + task.returned < task.places) return task
  const { user_id: userId, id: taskId, title } = task
  await notify(tx, { userId, kind: 'task-completed', values: { title, taskId }, now })
  return transitionTask(tx, { task, to: 'completed', by: 'machine', now })
}

/** So many who finished last tell how long a task takes. */
const LEARNT_FROM = 50

const medianSeconds = async (tx: Tx, taskId: string): Promise<number | null> => {
  const { rows } = await sql<{ median: number | null }>`
    SELECT greatest(1, percentile_disc(0.5) WITHIN GROUP (ORDER BY seconds)) AS median FROM (
      SELECT seconds FROM task_submissions WHERE task_id = ${taskId} AND status = 'accepted' AND seconds IS NOT NULL
      ORDER BY id DESC LIMIT ${LEARNT_FROM}) latest`.execute(tx)
  return rows[0]?.median ?? null
}

interface EndTaskInput {
  readonly task: LockedTask
  readonly to: 'rejected' | 'completed' | 'deleted'
  readonly by: TaskStatusActor
  readonly now: Date
  readonly reason?: string
}

/**
 * Ends a task: what is free goes back to its owner at once, the rest as it becomes final. Returns how much that was.
 */
export const endTask = async (
  tx: Tx,
  { task, to, by, now, reason }: EndTaskInput,
): Promise<{ task: LockedTask; amount: number }> => {
  const places = availableSlots(task)
  const set = { returned: task.returned + places, ...(reason === undefined ? {} : { reason }) }
  const ended = await transitionTask(tx, { task, to, by, now, set })
  // A completed task may go on, so what was asked for it still can be decided; of the others nothing is left to change.
  if (to !== 'completed') await closeRequests(tx, task, now)
  return refundSlots(tx, { task: ended, places, now })
}

const closeRequests = async (tx: Tx, { id }: LockedTask, now: Date): Promise<void> => {
  await tx
    .updateTable('task_update_requests')
    .set({ status: 'replaced', decided_at: now })
    .where('task_id', '=', id)
    .where('status', '=', 'open')
    .execute()
}

export const availableSlots = ({ places, held, accepted, returned }: LockedTask): number =>
  places - held - accepted - returned
