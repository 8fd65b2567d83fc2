import type { Contract } from '@runnel/contract'
import { type DecisionResult, UNDO_SECONDS } from '@runnel/contract/task/schemas'
import type { Updateable } from 'kysely'
import { holdRewards } from '#features/task/money.ts'
import {
  type LockedTask,
  type LockedSubmission,
  lockOwnTaskRow,
  lockSubmissionRows,
  transitionSubmission,
} from '#features/task/row-locks.ts'
import { notifyAndMail } from '#features/user/user.ts'
import { later } from '#kernel/clock.ts'
import type { Context } from '#kernel/context.ts'
import type { Tx } from '#kernel/db.ts'
import { newId } from '#kernel/id.ts'
import { assert } from '#kernel/refusal.ts'
import type { TaskSubmissionRow } from '#kernel/tables/tasks.ts'
import { say, together, type Words } from '#kernel/words/say.ts'
import { recordTimeline } from './timeline.ts'

type Routes = Contract['task']
type ReviewContext = Pick<Context<Routes['accept']>, 'tx' | 'caller' | 'settings' | 'now' | 'notifyLive' | 'enqueue'>

interface Wanted {
  readonly taskId: string
  readonly ids: readonly string[]
}

/** Accepts submissions. Their rewards are held for a minute, so that the owner can take it back, then they are paid. */
export const acceptSubmissions = async (context: ReviewContext, wanted: Wanted): Promise<DecisionResult> => {
  const { tx, caller, now, notifyLive } = context
  const { skipped, due, actionId } = await lockForDecision(context, { ...wanted, kind: 'accept', isDue: isPending })
  const deadline = later(now, UNDO_SECONDS)
  const set = { ...reviewed(now), deadline, reason: null, on_hold: true, action_id: actionId }
  for (const work of due) await transitionSubmission(tx, { work, to: 'accepted', by: 'owner', set })
  await holdRewards(tx, due, now)
  await recordTimeline(
    tx,
    due.map(({ id }) => ({ submissionId: id, step: 'accepted', by: 'owner', userId: caller.id, now })),
  )
  for (const { user_id: userId } of due) notifyLive(userId)
  return decided({ done: due.length, skipped, actionId, now })
}

interface DenyInput extends Wanted {
  readonly reason: string
  readonly isBan: boolean
}

/** Denies submissions. Their places stay held as long as the workers can have it judged. */
export const denySubmissions = async (
  context: ReviewContext,
  { reason, isBan, ...wanted }: DenyInput,
): Promise<DecisionResult> => {
  const { tx, caller, settings, now, notifyLive } = context
  const isDue = (work: LockedSubmission): boolean => isPending(work) && isInTime(work, now)
  const { task, skipped, due, actionId } = await lockForDecision(context, { ...wanted, kind: 'deny', isDue })
  const deadline = later(now, settings.task_dispute_days * 86_400)
  const set = { ...reviewed(now), deadline, reason, action_id: actionId }
  for (const work of due) await transitionSubmission(tx, { work, to: 'denied', by: 'owner', set })
  if (isBan && actionId !== null) await bar(tx, { task, works: due, reason, actionId, now })
  await recordTimeline(
    tx,
    due.map(({ id }) => ({ submissionId: id, step: 'denied', by: 'owner', userId: caller.id, text: reason, now })),
  )
  for (const { id, user_id: userId } of due) {
    const values = { title: task.title, taskId: task.id, submissionId: id, reason }
    await notifyAndMail(context, { userId, kind: 'submission-denied', values, now })
    notifyLive(userId)
  }
  return decided({ done: due.length, skipped, actionId, now })
}

/** Sends submissions back for better proof: once for each, with a deadline, after which they are denied. */
export const requestRevisions = async (
  context: ReviewContext,
  { reason, ...wanted }: Wanted & { readonly reason: string },
): Promise<DecisionResult> => {
  const { tx, caller, settings, now, notifyLive } = context
  const isDue = (work: LockedSubmission): boolean => isPending(work) && isInTime(work, now) && !work.revised
  const { task, skipped, due, actionId } = await lockForDecision(context, { ...wanted, kind: 'revision', isDue })
  const deadline = later(now, settings.task_revision_hours * 3_600)
  const set = { deadline, reason, revised: true, warn_at: null, action_id: actionId }
  for (const work of due) await transitionSubmission(tx, { work, to: 'revision', by: 'owner', set })
  await recordTimeline(
    tx,
    due.map(({ id }) => ({ submissionId: id, step: 'revision', by: 'owner', userId: caller.id, text: reason, now })),
  )
  for (const { id, user_id: userId } of due) {
    const values = { title: task.title, taskId: task.id, submissionId: id, reason }
    await notifyAndMail(context, { userId, kind: 'submission-revision', values, now })
    notifyLive(userId)
  }
  return decided({ done: due.length, skipped, actionId, now })
}

const isPending = ({ status }: LockedSubmission): boolean => status === 'pending'

/** Who let the review time pass can only accept: the submission is the worker's from then on. */
const isInTime = ({ deadline }: LockedSubmission, now: Date): boolean => deadline !== null && deadline > now

const reviewed = (now: Date) =>
  ({
    decided_at: now,
    reviewed_at: now,
    reviewed_by: 'owner',
    warn_at: null,
  }) satisfies Updateable<TaskSubmissionRow>

interface LockSubmissionsInput extends Wanted {
  readonly kind: 'accept' | 'deny' | 'revision'
  readonly isDue: (work: LockedSubmission) => boolean
}

/** Locks what is to be decided and then the task, and writes down what shall be undone as one. */
const lockForDecision = async (
  { tx, caller, now }: ReviewContext,
  { taskId, ids, kind, isDue }: LockSubmissionsInput,
) => {
  const works = await lockSubmissionRows(tx, { taskId, ids: [...new Set(ids)] })
  const task: LockedTask = await lockOwnTaskRow(tx, { id: taskId, userId: caller.id })
  const due = works.filter(isDue)
  const skipped = new Set(ids).size - due.length
  if (due.length === 0) return { task, skipped, due, actionId: null }
  const actionId = newId()
  const before = due.map(({ id, deadline, warn_at: warnAt }) => {
    assert(deadline !== null, 'what waits for its owner has a deadline')
    return { id, deadline: deadline.toISOString(), warnAt: warnAt?.toISOString() ?? null }
  })
  const action = { id: actionId, task_id: taskId, by_user: caller.id, kind, before: JSON.stringify(before), at: now }
  await tx.insertInto('task_actions').values(action).execute()
  return { task, skipped, due, actionId }
}

const decided = (found: { done: number; skipped: number; actionId: string | null; now: Date }): DecisionResult => {
  const { done, skipped, actionId, now } = found
  const undoUntil = actionId === null ? null : later(now, UNDO_SECONDS).toISOString()
  return { done, skipped, actionId, undoUntil, msg: outcome(done, skipped) }
}

/** What a bulk decision did, in a sentence. */
export const outcome = (done: number, skipped: number): Words =>
  done === 0
    ? say('task.noDecisionMadeSubmissions')
    : together(say('task.reviewed', { count: done }), skipped > 0 && say('task.reviewedSkipped', { count: skipped }))

interface BanWorkersInput {
  readonly task: LockedTask
  readonly works: readonly LockedSubmission[]
  readonly reason: string
  readonly actionId: string
  readonly now: Date
}

/** Keeps the workers away from all tasks of this owner. */
const bar = async (tx: Tx, { task, works, reason, actionId, now }: BanWorkersInput): Promise<void> => {
  await tx
    .insertInto('task_bans')
    .values(
      works.map(({ user_id: workerId }) => ({
        owner_id: task.user_id,
        worker_id: workerId,
        at: now,
        reason,
        action_id: actionId,
      })),
    )
    .onConflict((ban) => ban.columns(['owner_id', 'worker_id']).doNothing())
    .execute()
}
