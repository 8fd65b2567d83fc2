import type { Contract } from '@runnel/contract'
import type { DecisionResult } from '@runnel/contract/task/schemas'
import {
  type LockedTask,
  type LockedSubmission,
  lockTaskRow,
  lockSubmissionRows,
  lockWorkerRows,
  transitionSubmission,
} from '#features/task/row-locks.ts'
import { notifyAndMail } from '#features/user/user.ts'
import { auditAll, byCaller } from '#kernel/audit.ts'
import type { Context } from '#kernel/context.ts'
import { refuse, refuseField } from '#kernel/refusal.ts'
import { type Caller, isStaff } from '#kernel/session.ts'
import { say } from '#kernel/words/say.ts'
import { outcome } from './review.ts'
import { releaseSlot, paySlot } from './slots.ts'
import { recordTimeline } from './timeline.ts'

type Routes = Contract['task']
type DisputeContext = Pick<
  Context<Routes['accept']>,
  'tx' | 'caller' | 'visitor' | 'settings' | 'now' | 'notifyLive' | 'enqueue'
>

/** `isByAdmin` is for moderators and admins; for everybody else it is no way around anything. */
export const refuseNonModerators = (caller: Caller): void => {
  if (!isStaff(caller)) refuse('forbidden', 'FORBIDDEN', say('task.youDontHavePermission'))
}

/** Nobody approves what they ask for themselves; the owner of the site may, because there can be nobody else. */
export const isOwnCase = ({ id, role }: Caller, { user_id: ownerId }: LockedTask): boolean =>
  role !== 'admin' && id === ownerId

export const refuseOwnTask = (caller: Caller, task: LockedTask): void => {
  if (!isOwnCase(caller, task)) return
  refuse('forbidden', 'OWN_CASE', say('task.reviewOwnTask'))
}

interface Verdict {
  readonly taskId: string
  readonly ids: readonly string[]
  readonly to: 'accepted' | 'denied'
  readonly reason: string | undefined
}

/** Decides disputes for good: for the worker, who is paid at once, or for the owner, whose place is free again. */
export const decideDisputes = async (
  context: DisputeContext,
  { taskId, ids, to, reason }: Verdict,
): Promise<DecisionResult> => {
  const { tx, caller, now } = context
  refuseNonModerators(caller)
  if (reason === undefined) return refuseField('reason', 'REASON_MISSING', say('task.enterReasonBothSides'))
  const works = await lockSubmissionRows(tx, { taskId, ids: [...new Set(ids)] })
  const due = works.filter(({ status }) => status === 'disputed')
  if (to === 'accepted') await lockWorkerRows(tx, due)
  let task = await lockTaskRow(tx, taskId)
  for (const work of due) refuseConcerned(caller, work)
  // Money moves in the order of the workers' ids, whoever judges what at the same time.
  for (const work of due.toSorted((a, b) => a.user_id.localeCompare(b.user_id))) {
    task = await settle(context, { task, work, to, reason })
  }
  const steps = { step: `judged-${to}`, by: 'moderator', userId: caller.id, text: reason, now } as const
  await recordTimeline(
    tx,
    due.map(({ id }) => ({ ...steps, submissionId: id })),
  )
  const deed = { action: to === 'accepted' ? 'dispute.accept' : 'dispute.deny', before: undefined } as const
  const by = byCaller(context)
  await auditAll(
    tx,
    due.map(({ id: target }) => ({ ...by, ...deed, target, after: { taskId, to, reason } })),
  )
  const skipped = new Set(ids).size - due.length
  return { done: due.length, skipped, actionId: null, undoUntil: null, msg: outcome(due.length, skipped) }
}

/** Nobody judges their own case; the owner of the site may, because there can be nobody else. */
const refuseConcerned = ({ id, role }: Caller, work: LockedSubmission): void => {
  if (role === 'admin' || (work.user_id !== id && work.owner_id !== id)) return
  refuse('forbidden', 'OWN_CASE', say('task.decideOwnDispute'))
}

interface DisputeDecision {
  readonly task: LockedTask
  readonly work: LockedSubmission
  readonly to: 'accepted' | 'denied'
  readonly reason: string
}

const settle = async (
  context: DisputeContext,
  { task, work: disputed, to, reason }: DisputeDecision,
): Promise<LockedTask> => {
  const { tx, settings, now, notifyLive } = context
  const set = { judged: to, judged_at: now, decided_at: now, reason, deadline: null }
  const work = await transitionSubmission(tx, { work: disputed, to, by: 'moderator', set })
  const settled =
    to === 'accepted' ? await paySlot(tx, { task, work, settings, now }) : await releaseSlot(tx, { task, work, now })
  const values = { title: task.title, taskId: task.id, submissionId: work.id, reason }
  const [winner, loser] = to === 'accepted' ? [work.user_id, work.owner_id] : [work.owner_id, work.user_id]
  await notifyAndMail(context, { userId: winner, kind: 'dispute-won', values, now })
  await notifyAndMail(context, { userId: loser, kind: 'dispute-lost', values, now })
  notifyLive(winner)
  notifyLive(loser)
  return settled
}
