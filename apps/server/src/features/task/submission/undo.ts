import type { Contract } from '@runnel/contract'
import { type SubmissionStatus, UNDO_SECONDS } from '@runnel/contract/task/schemas'
import { unholdRewards } from '#features/task/money.ts'
import {
  type LockedSubmission,
  lockOwnTaskRow,
  lockSubmissionRows,
  transitionSubmission,
} from '#features/task/row-locks.ts'
import { notify } from '#features/user/user.ts'
import { later } from '#kernel/clock.ts'
import type { Context } from '#kernel/context.ts'
import type { Tx } from '#kernel/db.ts'
import { refuse } from '#kernel/refusal.ts'
import { say } from '#kernel/words/say.ts'
import { recordTimeline } from './timeline.ts'

type Routes = Contract['task']

const left = { accept: 'accepted', deny: 'denied', revision: 'revision' } as const satisfies Record<
  string,
  SubmissionStatus
>

/**
 * Takes a bulk decision back: every submission that is still as it left it waits for the owner again, until when it
 * did before. What a worker or the clock has moved on meanwhile stays.
 */
export const undoAction = async (
  { tx, caller, now, notifyLive }: Context<Routes['undo']>,
  id: string,
): Promise<{ undone: number; skipped: number }> => {
  const action = await findAction(tx, { id, userId: caller.id })
  if (later(action.at, UNDO_SECONDS) <= now) refuse('conflict', 'UNDO_OVER', say('task.itsTooLateUndo'))
  const ids = action.before.map((before) => before.id)
  const works = await lockSubmissionRows(tx, { taskId: action.task_id, ids })
  const task = await lockOwnTaskRow(tx, { id: action.task_id, userId: caller.id })
  const isAsLeft = ({ status, action_id: actionId }: LockedSubmission): boolean =>
    status === left[action.kind] && actionId === id
  // Without its place it is final: paid while this call waited for it, or on a machine whose clock is ahead.
  const due = works.filter((work) => isAsLeft(work) && work.holds_place)
  const before = new Map(action.before.map((was) => [was.id, was]))
  await unholdRewards(
    tx,
    due.filter((work) => work.on_hold),
    now,
  )
  for (const work of due) {
    const was = before.get(work.id)
    await transitionSubmission(tx, {
      work,
      to: 'pending',
      by: 'owner',
      set: { ...reopened(work, action.kind), ...pendingState(was) },
    })
  }
  await recordTimeline(
    tx,
    due.map((work) => ({ submissionId: work.id, step: 'undone', by: 'owner', userId: caller.id, now })),
  )
  await tx.deleteFrom('task_bans').where('action_id', '=', id).execute()
  await tx.updateTable('task_actions').set({ undone_at: now }).where('id', '=', id).execute()
  for (const { id: submissionId, user_id: userId } of due) {
    const values = { title: task.title, taskId: task.id, submissionId }
    // An acceptance is told when it is paid, so there is nothing to take back.
    if (action.kind !== 'accept') await notify(tx, { userId, kind: 'submission-reopened', values, now })
    notifyLive(userId)
  }
  return { undone: due.length, skipped: action.before.length - due.length }
}

/** Only who has decided can take it back; nobody learns whether another decision exists. */
const findAction = async (tx: Tx, { id, userId }: { id: string; userId: string }) => {
  const action = await tx
    .selectFrom('task_actions')
    .selectAll()
    .where('id', '=', id)
    .where('by_user', '=', userId)
    .executeTakeFirst()
  return action ?? refuse('notFound', 'NOT_FOUND', say('task.decisionFound'))
}

const reopened = ({ round, revised }: LockedSubmission, kind: keyof typeof left) => ({
  reason: null,
  decided_at: null,
  reviewed_at: null,
  reviewed_by: null,
  action_id: null,
  on_hold: false,
  round: round + 1,
  revised: revised && kind !== 'revision',
})

const pendingState = (was: { deadline: string; warnAt: string | null } | undefined) =>
  was === undefined ? {} : { deadline: was.deadline, warn_at: was.warnAt }
