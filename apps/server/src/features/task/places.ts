import type { Settings } from '@runnel/contract/settings'
import { sql } from 'kysely'

import { notify, notifyLevelUp } from '#features/user/user.ts'
import type { Tx } from '#kernel/db.ts'

import { changeTask, changeWork, type HeldTask, type HeldWork, moveTask } from './hold.ts'
import { giveBack, payWork } from './money.ts'
import { over, type TaskMover } from './status.ts'

interface Settling {
  readonly task: HeldTask
  readonly work: HeldWork
  readonly now: Date
}

/** A place that nobody needs any more: free again, or its worth goes back to the owner where the task is over. */
export const freePlace = async (tx: Tx, { task, work, now }: Settling): Promise<HeldTask> => {
  await changeWork(tx, work, { holds_place: false, deadline: null })
  const held = task.held - 1
  if (!over.includes(task.status)) return changeTask(tx, task, { held, updated_at: now })
  const changed = await changeTask(tx, task, { held, returned: task.returned + 1, updated_at: now })
  return (await giveBack(tx, { task: changed, places: 1, now })).task
}

/** Pays for an accepted submission and takes its place for good; the last place ends the task. */
export const payPlace = async (
  tx: Tx,
  { task, work, settings, now }: Settling & { readonly settings: Settings },
): Promise<HeldTask> => {
  const paid = await payWork(tx, { work, settings, now })
  await changeWork(tx, work, { holds_place: false, on_hold: false, deadline: null })
  const { id: taskId, title } = task
  const told = { userId: work.user_id, now }
  const values = { title, taskId, submissionId: work.id, amount: work.reward }
  await notify(tx, { ...told, kind: 'submission-accepted', values })
  await notifyLevelUp(tx, { ...told, paid })
  const changed = await changeTask(tx, task, {
    held: task.held - 1,
    accepted: task.accepted + 1,
    median_seconds: await medianSeconds(tx, taskId),
    updated_at: now,
  })
  return completeIfUsed(tx, changed, now)
}

const completeIfUsed = async (tx: Tx, task: HeldTask, now: Date): Promise<HeldTask> => {
  if (over.includes(task.status) || task.accepted + task.returned < task.places) return task
  const { user_id: userId, id: taskId, title } = task
  await notify(tx, { userId, kind: 'task-completed', values: { title, taskId }, now })
  return moveTask(tx, { task, to: 'completed', by: 'machine', now })
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

interface Ending {
  readonly task: HeldTask
  readonly to: 'rejected' | 'completed' | 'deleted'
  readonly by: TaskMover
  readonly now: Date
  readonly reason?: string
}

/** Ends a task: what is free goes back to its owner at once, the rest as it becomes final. Tells how much that was. */
export const endTask = async (
  tx: Tx,
  { task, to, by, now, reason }: Ending,
): Promise<{ task: HeldTask; amount: number }> => {
  const places = freePlaces(task)
  const set = { returned: task.returned + places, ...(reason === undefined ? {} : { reason }) }
  const ended = await moveTask(tx, { task, to, by, now, set })
  // A completed task may go on, so what was asked for it still can be decided; of the others nothing is left to change.
  if (to !== 'completed') await closeRequests(tx, task, now)
  return giveBack(tx, { task: ended, places, now })
}

const closeRequests = async (tx: Tx, { id }: HeldTask, now: Date): Promise<void> => {
  await tx
    .updateTable('task_update_requests')
    .set({ status: 'replaced', decided_at: now })
    .where('task_id', '=', id)
    .where('status', '=', 'open')
    .execute()
}

export const freePlaces = ({ places, held, accepted, returned }: HeldTask): number =>
  places - held - accepted - returned
