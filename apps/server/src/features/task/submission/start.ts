import type { Contract } from '@runnel/contract'
import { refuseClosedSource } from '#features/outflow/outflow.ts'
import { unavailableReasonFor, isShown } from '#features/task/availability.ts'
import {
  updateTask,
  lockTaskRow,
  lockSubmissionRow,
  transitionSubmission,
  throwTaskNotFound,
  throwSubmissionNotFound,
} from '#features/task/row-locks.ts'
import { later } from '#kernel/clock.ts'
import type { Context } from '#kernel/context.ts'
import { newId } from '#kernel/id.ts'
import { refuse } from '#kernel/refusal.ts'
import { say } from '#kernel/words/say.ts'
import { releaseSlot } from './slots.ts'
import { recordTimeline } from './timeline.ts'

type Routes = Contract['task']

/** Reserves a place: whoever holds the task's row counts its places, so that none is given twice. Tells its id. */
export const startTask = async (
  { tx, caller, visitor, closed: closedNow, now }: Context<Routes['start']>,
  taskId: string,
): Promise<string> => {
  refuseClosedSource({ closed: closedNow, now }, 'task')
  const task = await lockTaskRow(tx, taskId)
  if (!isShown(task) && task.user_id !== caller.id) return throwTaskNotFound()
  const closed = await unavailableReasonFor(tx, task, { userId: caller.id, country: visitor.country })
  if (closed !== undefined) return refuse(closed.kind, closed.code, closed.sentence)
  const id = newId()
  await tx
    .insertInto('task_submissions')
    .values({
      id,
      task_id: taskId,
      owner_id: task.user_id,
      user_id: caller.id,
      status: 'started',
      reward: task.reward,
      fee: task.fee,
      answers: '[]',
      reason: null,
      started_at: now,
      seconds: null,
      deadline: later(now, task.minutes_to_finish * 60),
      reviewed_by: null,
      action_id: null,
      judged: null,
      holds_place: true,
      device_id: visitor.deviceId,
    })
    .execute()
  await recordTimeline(tx, [{ submissionId: id, step: 'started', by: 'worker', userId: caller.id, now }])
  await updateTask(tx, task, { held: task.held + 1, updated_at: now })
  return id
}

/** Gives a started place back, for somebody else to take. */
export const cancelReservation = async (
  { tx, caller, now }: Context<Routes['withdraw']>,
  submissionId: string,
): Promise<void> => {
  const held = await lockSubmissionRow(tx, submissionId)
  if (held === undefined || held.user_id !== caller.id) return throwSubmissionNotFound()
  if (held.status !== 'started') {
    refuse('conflict', 'NOT_STARTED', say('task.cancelReservationOnlyBefore'))
  }
  const task = await lockTaskRow(tx, held.task_id)
  const work = await transitionSubmission(tx, {
    work: held,
    to: 'withdrawn',
    by: 'worker',
    set: { holds_place: false },
  })
  await recordTimeline(tx, [{ submissionId, step: 'withdrawn', by: 'worker', userId: caller.id, now }])
  await releaseSlot(tx, { task, work, now })
}
