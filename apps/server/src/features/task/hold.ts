import type { SubmissionStatus, TaskStatus } from '@runnel/contract/task-parts'
import type { Selectable, Updateable } from 'kysely'

import type { Tx } from '#kernel/db.ts'
import { assert, refuse } from '#kernel/refusal.ts'
import type { TaskRow, TaskSubmissionRow } from '#kernel/tables-tasks.ts'

import { mayMoveWork, refuseOtherTaskMoves, type TaskMover, type WorkMover } from './status.ts'

/*
 * Lock order: submissions by their ids, then the task, then users, then accounts. Who starts a task makes a row that
 * nobody else can hold yet.
 */

/** A task whose row this transaction holds. */
export type HeldTask = Selectable<TaskRow>
/** A submission whose row this transaction holds. */
export type HeldWork = Selectable<TaskSubmissionRow>

/** Locks a task's row; it comes before its places are counted and its money moves. */
export const holdTask = async (tx: Tx, id: string): Promise<HeldTask> => {
  const task = await tx.selectFrom('tasks').selectAll().where('id', '=', id).forNoKeyUpdate().executeTakeFirst()
  return task ?? noSuchTask()
}

/** Locks one that is not deleted, for people of the site. */
export const holdAnyTask = async (tx: Tx, id: string): Promise<HeldTask> => {
  const task = await holdTask(tx, id)
  return task.status === 'deleted' ? noSuchTask() : task
}

/** Locks a task of this user; nobody learns whether another one exists. */
export const holdOwnTask = async (tx: Tx, { id, userId }: { id: string; userId: string }): Promise<HeldTask> => {
  const task = await holdAnyTask(tx, id)
  return task.user_id === userId ? task : noSuchTask()
}

export const noSuchTask = (): never => refuse('notFound', 'NOT_FOUND', 'Task not found.')
export const noSuchWork = (): never => refuse('notFound', 'NOT_FOUND', 'Submission not found.')

/** Locks submissions of one task in the order of their ids; ids that are none of it are left out. */
export const holdWorks = (tx: Tx, { taskId, ids }: { taskId: string; ids: readonly string[] }): Promise<HeldWork[]> =>
  tx
    .selectFrom('task_submissions')
    .selectAll()
    .where('id', 'in', [...ids])
    .where('task_id', '=', taskId)
    .orderBy('id')
    .forNoKeyUpdate()
    .execute()

/** Locks one submission. */
export const holdWork = (tx: Tx, id: string): Promise<HeldWork | undefined> =>
  tx.selectFrom('task_submissions').selectAll().where('id', '=', id).forNoKeyUpdate().executeTakeFirst()

/** Writes to a task that this transaction holds. */
export const changeTask = async (
  tx: Tx,
  { id }: { readonly id: string },
  written: Updateable<TaskRow> & { readonly updated_at: Date },
): Promise<HeldTask> => {
  const changed = await tx.updateTable('tasks').set(written).where('id', '=', id).returningAll().executeTakeFirst()
  assert(changed !== undefined, `task ${id} is held`)
  return changed
}

interface TaskMove {
  readonly task: HeldTask
  readonly to: TaskStatus
  readonly by: TaskMover
  readonly now: Date
  readonly set?: Updateable<TaskRow>
}

/** The only way in which a task changes its status. */
export const moveTask = (tx: Tx, { task, to, by, now, set }: TaskMove): Promise<HeldTask> => {
  refuseOtherTaskMoves({ from: task.status, to, by })
  return changeTask(tx, task, { ...set, status: to, updated_at: now })
}

interface WorkMove {
  readonly work: HeldWork
  readonly to: SubmissionStatus
  readonly by: WorkMover
  readonly set: Updateable<TaskSubmissionRow>
}

/** The only way in which a submission changes its status; whoever calls this has refused other moves in words. */
export const moveWork = async (tx: Tx, { work, to, by, set }: WorkMove): Promise<HeldWork> => {
  assert(mayMoveWork(work.status, to, by), `a submission goes from ${work.status} to ${to} by ${by}`)
  return changeWork(tx, work, { ...set, status: to })
}

/** Writes to a submission that this transaction holds. */
export const changeWork = async (
  tx: Tx,
  { id }: { readonly id: string },
  written: Updateable<TaskSubmissionRow>,
): Promise<HeldWork> => {
  const changed = await tx
    .updateTable('task_submissions')
    .set(written)
    .where('id', '=', id)
    .returningAll()
    .executeTakeFirst()
  assert(changed !== undefined, `submission ${id} is held`)
  return changed
}
