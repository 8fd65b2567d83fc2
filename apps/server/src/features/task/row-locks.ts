import type { SubmissionStatus, TaskStatus } from '@runnel/contract/task/schemas'
import { type Selectable, sql, type Updateable } from 'kysely'
import { refuseIfLocked } from '#kernel/account-lock.ts'
import type { Tx } from '#kernel/db.ts'
import { assert, refuse } from '#kernel/refusal.ts'
import type { TaskRow, TaskSubmissionRow } from '#kernel/tables/tasks.ts'
import { say } from '#kernel/words/say.ts'
import { canTransitionSubmission, refuseOtherTaskMoves, type TaskStatusActor, type SubmissionActor } from './status.ts'

/*
 * Lock order: submissions, then users, then tasks, then accounts, all of a kind by their ids. Who starts a task makes a
 * row that nobody else can hold yet.
 */

/** A task whose row this transaction holds. */
export type LockedTask = Selectable<TaskRow>
/** A submission whose row this transaction holds. */
export type LockedSubmission = Selectable<TaskSubmissionRow>

/** Locks a task's row; it comes before its places are counted and its money moves. */
export const lockTaskRow = async (tx: Tx, id: string): Promise<LockedTask> => {
  const task = await tx.selectFrom('tasks').selectAll().where('id', '=', id).forNoKeyUpdate().executeTakeFirst()
  return task ?? throwTaskNotFound()
}

/** Locks the tasks of users that aren't deleted, in the order of their ids. */
export const lockTaskRows = (tx: Tx, userIds: readonly string[]) =>
  tx
    .selectFrom('tasks')
    .selectAll()
    .where('user_id', 'in', [...userIds])
    .where('status', '<>', 'deleted')
    .orderBy('id')
    .forNoKeyUpdate()

/** Locks one that is not deleted, for people of the site. */
export const lockAnyTaskRow = async (tx: Tx, id: string): Promise<LockedTask> => {
  const task = await lockTaskRow(tx, id)
  return task.status === 'deleted' ? throwTaskNotFound() : task
}

/** Locks a task of this user; nobody learns whether another one exists. */
export const lockOwnTaskRow = async (tx: Tx, { id, userId }: { id: string; userId: string }): Promise<LockedTask> => {
  const task = await lockAnyTaskRow(tx, id)
  return task.user_id === userId ? task : throwTaskNotFound()
}

export const throwTaskNotFound = (): never => refuse('notFound', 'NOT_FOUND', say('task.taskFound'))
export const throwSubmissionNotFound = (): never => refuse('notFound', 'NOT_FOUND', say('task.submissionFound'))

/** Locks submissions of one task in the order of their ids; ids that are none of it are left out. */
export const lockSubmissionRows = (
  tx: Tx,
  { taskId, ids }: { taskId: string; ids: readonly string[] },
): Promise<LockedSubmission[]> =>
  tx
    .selectFrom('task_submissions')
    .selectAll()
    .where('id', 'in', [...ids])
    .where('task_id', '=', taskId)
    .orderBy('id')
    .forNoKeyUpdate()
    .execute()

/** Locks the rows of workers who are paid, before that of the task; the ledger writes to them afterwards. */
export const lockWorkerRows = (tx: Tx, works: readonly LockedSubmission[]): Promise<unknown> =>
  tx
    .selectFrom('users')
    .select('id')
    .where('id', '=', sql<string>`ANY(${works.map((work) => work.user_id)}::uuid[])`)
    .orderBy('id')
    .forNoKeyUpdate()
    .execute()

/** Locks one submission. */
export const lockSubmissionRow = (tx: Tx, id: string): Promise<LockedSubmission | undefined> =>
  tx.selectFrom('task_submissions').selectAll().where('id', '=', id).forNoKeyUpdate().executeTakeFirst()

/** Writes to a task that this transaction holds. */
export const updateTask = async (
  tx: Tx,
  { id }: { readonly id: string },
  written: Updateable<TaskRow> & { readonly updated_at: Date },
): Promise<LockedTask> => {
  const changed = await tx.updateTable('tasks').set(written).where('id', '=', id).returningAll().executeTakeFirst()
  assert(changed !== undefined, `task ${id} is held`)
  return changed
}

interface TaskMove {
  readonly task: LockedTask
  readonly to: TaskStatus
  readonly by: TaskStatusActor
  readonly now: Date
  readonly set?: Updateable<TaskRow>
}

/** The only way in which a task changes its status. */
export const transitionTask = async (tx: Tx, { task, to, by, now, set }: TaskMove): Promise<LockedTask> => {
  refuseOtherTaskMoves({ from: task.status, to, by })
  if (to === 'active' && by === 'owner') await refuseIfLocked(tx, task.user_id, now)
  return updateTask(tx, task, { ...set, status: to, updated_at: now })
}

interface WorkMove {
  readonly work: LockedSubmission
  readonly to: SubmissionStatus
  readonly by: SubmissionActor
  readonly set: Updateable<TaskSubmissionRow>
}

/** The only way in which a submission changes its status; whoever calls this has refused other moves in words. */
export const transitionSubmission = async (tx: Tx, { work, to, by, set }: WorkMove): Promise<LockedSubmission> => {
  assert(canTransitionSubmission(work.status, to, by), `a submission goes from ${work.status} to ${to} by ${by}`)
  return changeWork(tx, work, { ...set, status: to })
}

/** Writes to a submission that this transaction holds. */
export const changeWork = async (
  tx: Tx,
  { id }: { readonly id: string },
  written: Updateable<TaskSubmissionRow>,
): Promise<LockedSubmission> => {
  const changed = await tx
    .updateTable('task_submissions')
    .set(written)
    .where('id', '=', id)
    .returningAll()
    .executeTakeFirst()
  assert(changed !== undefined, `submission ${id} is held`)
  return changed
}
