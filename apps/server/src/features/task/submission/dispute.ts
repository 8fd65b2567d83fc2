import type { Contract } from '@runnel/contract'
import { attachImages } from '#features/task/image/attach-images.ts'
import {
  changeWork,
  type LockedSubmission,
  lockSubmissionRow,
  transitionSubmission,
  throwSubmissionNotFound,
} from '#features/task/row-locks.ts'
import { notify, notifyAndMail } from '#features/user/user.ts'
import type { Context } from '#kernel/context.ts'
import type { Tx } from '#kernel/db.ts'
import { refuse } from '#kernel/refusal.ts'
import { say } from '#kernel/words/say.ts'
import { recordTimeline } from './timeline.ts'

type Routes = Contract['task']

/** Whether a worker can still dispute it: denied, not judged, not too late, and not disputed before. */
export const isDisputable = (work: Pick<LockedSubmission, 'status' | 'holds_place' | 'deadline'>, now: Date): boolean =>
  work.status === 'denied' && work.holds_place && work.deadline !== null && work.deadline > now

/** Brings a denial before a moderator. Its place stays held, so that a dispute that is won can always be paid. */
export const openDispute = async (
  context: Context<Routes['dispute']>,
  { id, reason, imageIds }: { id: string; reason: string; imageIds: readonly string[] },
): Promise<void> => {
  const { tx, caller, now, notifyLive } = context
  const held = await lockSubmissionRow(tx, id)
  if (held === undefined || held.user_id !== caller.id) return throwSubmissionNotFound()
  if (!isDisputable(held, now)) refuseDispute(held)
  await attachImages(tx, { ids: imageIds, userId: caller.id, submissionId: id, isAgain: false, now })
  const set = { disputed_at: now, deadline: null, action_id: null }
  await transitionSubmission(tx, { work: held, to: 'disputed', by: 'worker', set })
  await recordTimeline(tx, [
    { submissionId: id, step: 'disputed', by: 'worker', userId: caller.id, text: reason, imageIds, now },
  ])
  const values = { ...(await named(tx, held)), reason }
  await notifyAndMail(context, { userId: held.owner_id, kind: 'dispute-opened', values, now })
  notifyLive(held.owner_id)
}

const refuseDispute = ({ status, disputed_at: disputedAt }: LockedSubmission): never => {
  if (disputedAt !== null) return refuse('conflict', 'ALREADY_DISPUTED', say('task.disputeDenialOnlyOnce'))
  if (status === 'denied') return refuse('conflict', 'TOO_LATE', say('task.disputeDeadlinePassed'))
  return refuse('conflict', 'NOT_DENIED', say('task.onlyDeniedSubmissionsDisputed'))
}

/** The owner's words to a dispute, once. */
export const answerDispute = async (
  { tx, caller, now, notifyLive }: Context<Routes['answerDispute']>,
  { id, text }: { id: string; text: string },
): Promise<void> => {
  const work = await lockSubmissionRow(tx, id)
  if (work === undefined || work.owner_id !== caller.id) return throwSubmissionNotFound()
  if (work.status !== 'disputed') refuse('conflict', 'NOT_DISPUTED', say('task.submissionDisputedDisputeAlready'))
  if (work.answered_at !== null) refuse('conflict', 'ALREADY_ANSWERED', say('task.alreadyRepliedDispute'))
  await changeWork(tx, work, { answered_at: now })
  await recordTimeline(tx, [{ submissionId: id, step: 'answered', by: 'owner', userId: caller.id, text, now }])
  const values = { ...(await named(tx, work)), reason: text }
  await notify(tx, { userId: work.user_id, kind: 'dispute-answered', values, now })
  notifyLive(work.user_id)
}

const named = async (tx: Tx, { id: submissionId, task_id: taskId }: LockedSubmission) => {
  const { title } = await tx.selectFrom('tasks').select('title').where('id', '=', taskId).executeTakeFirstOrThrow()
  return { title, taskId, submissionId }
}
