import type { Contract } from '@runnel/contract'

import { refuseBeginning } from '#features/outflow/outflow.ts'
import type { Context } from '#kernel/context.ts'
import { later } from '#kernel/clock.ts'
import { newId } from '#kernel/id.ts'
import { refuse } from '#kernel/refusal.ts'

import { closedFor, isShown } from './closed.ts'
import { changeTask, holdTask, holdWork, moveWork, noSuchTask, noSuchWork } from './hold.ts'
import { freePlace } from './places.ts'
import { note } from './timeline.ts'

type Routes = Contract['task']

/** Reserves a place: whoever holds the task's row counts its places, so that none is given twice. Tells its id. */
export const startTask = async (
  { tx, caller, visitor, closed: closedNow, now }: Context<Routes['start']>,
  taskId: string,
): Promise<string> => {
  refuseBeginning({ closed: closedNow, now }, 'task')
  const task = await holdTask(tx, taskId)
  if (!isShown(task) && task.user_id !== caller.id) return noSuchTask()
  const closed = await closedFor(tx, task, { userId: caller.id, country: visitor.country })
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
  await note(tx, [{ submissionId: id, step: 'started', by: 'worker', userId: caller.id, now }])
  await changeTask(tx, task, { held: task.held + 1, updated_at: now })
  return id
}

/** Gives a started place back, for somebody else to take. */
export const withdrawWork = async (
  { tx, caller, now }: Context<Routes['withdraw']>,
  submissionId: string,
): Promise<void> => {
  const held = await holdWork(tx, submissionId)
  if (held === undefined || held.user_id !== caller.id) return noSuchWork()
  if (held.status !== 'started') {
    refuse('conflict', 'NOT_STARTED', 'You can cancel a reservation only before you submit proof.')
  }
  const task = await holdTask(tx, held.task_id)
  const work = await moveWork(tx, { work: held, to: 'withdrawn', by: 'worker', set: { holds_place: false } })
  await note(tx, [{ submissionId, step: 'withdrawn', by: 'worker', userId: caller.id, now }])
  await freePlace(tx, { task, work, now })
}
