import type { Contract } from '@runnel/contract'

import { notify, notifyAndMail } from '#features/user/user.ts'
import type { Context } from '#kernel/context.ts'
import type { Tx } from '#kernel/db.ts'
import { refuse } from '#kernel/refusal.ts'

import { takeImages } from './attach.ts'
import { changeWork, type HeldWork, holdWork, moveWork, noSuchWork } from './hold.ts'
import { note } from './timeline.ts'

type Routes = Contract['task']

/** Whether a worker can still dispute it: denied, not judged, not too late, and not disputed before. */
export const isDisputable = (work: Pick<HeldWork, 'status' | 'holds_place' | 'deadline'>, now: Date): boolean =>
  work.status === 'denied' && work.holds_place && work.deadline !== null && work.deadline > now

/** Brings a denial before a moderator. Its place stays held, so that a dispute that is won can always be paid. */
export const openDispute = async (
  context: Context<Routes['dispute']>,
  { id, reason, imageIds }: { id: string; reason: string; imageIds: readonly string[] },
): Promise<void> => {
  const { tx, caller, now, tell } = context
  const held = await holdWork(tx, id)
  if (held === undefined || held.user_id !== caller.id) return noSuchWork()
  if (!isDisputable(held, now)) refuseDispute(held)
  await takeImages(tx, { ids: imageIds, userId: caller.id, submissionId: id, isAgain: false, now })
  const set = { disputed_at: now, deadline: null, action_id: null }
  await moveWork(tx, { work: held, to: 'disputed', by: 'worker', set })
  await note(tx, [{ submissionId: id, step: 'disputed', by: 'worker', userId: caller.id, text: reason, imageIds, now }])
  const values = { ...(await named(tx, held)), reason }
  await notifyAndMail(context, { userId: held.owner_id, kind: 'dispute-opened', values, now })
  tell(held.owner_id)
}

const refuseDispute = ({ status, disputed_at: disputedAt }: HeldWork): never => {
  if (disputedAt !== null) return refuse('conflict', 'ALREADY_DISPUTED', 'You can dispute a denial only once.')
  if (status === 'denied') return refuse('conflict', 'TOO_LATE', 'The dispute deadline has passed.')
  return refuse('conflict', 'NOT_DENIED', 'Only denied submissions can be disputed.')
}

/** The owner's words to a dispute, once. */
export const answerDispute = async (
  { tx, caller, now, tell }: Context<Routes['answerDispute']>,
  { id, text }: { id: string; text: string },
): Promise<void> => {
  const work = await holdWork(tx, id)
  if (work === undefined || work.owner_id !== caller.id) return noSuchWork()
  if (work.status !== 'disputed')
    refuse('conflict', 'NOT_DISPUTED', 'This submission isn’t disputed or the dispute has already been decided.')
  if (work.answered_at !== null) refuse('conflict', 'ALREADY_ANSWERED', 'You’ve already replied to this dispute.')
  await changeWork(tx, work, { answered_at: now })
  await note(tx, [{ submissionId: id, step: 'answered', by: 'owner', userId: caller.id, text, now }])
  const values = { ...(await named(tx, work)), reason: text }
  await notify(tx, { userId: work.user_id, kind: 'dispute-answered', values, now })
  tell(work.user_id)
}

const named = async (tx: Tx, { id: submissionId, task_id: taskId }: HeldWork) => {
  const { title } = await tx.selectFrom('tasks').select('title').where('id', '=', taskId).executeTakeFirstOrThrow()
  return { title, taskId, submissionId }
}
