import type { Contract } from '@runnel/contract'
import type { Input } from '@runnel/contract/route'
import type { RequiredProof } from '@runnel/contract/task/schemas'
import { sql } from 'kysely'
import { attachImages } from '#features/task/image/attach-images.ts'
import {
  type LockedTask,
  type LockedSubmission,
  transitionSubmission,
  throwTaskNotFound,
} from '#features/task/row-locks.ts'
import { notify } from '#features/user/user.ts'
import { later, secondsBetween } from '#kernel/clock.ts'
import type { Context } from '#kernel/context.ts'
import type { Tx } from '#kernel/db.ts'
import { refuse, refuseField } from '#kernel/refusal.ts'
import { say } from '#kernel/words/say.ts'
import { recordTimeline } from './timeline.ts'

type Routes = Contract['task']
type Proof = Input<Routes['submit']>['body']

/** Sends the proof of work that was started, or better proof that was asked for. Tells the submission's id. */
export const submitProof = async (
  { tx, caller, now, notifyLive }: Context<Routes['submit']>,
  { taskId, proof }: { taskId: string; proof: Proof },
): Promise<string> => {
  const held = await lockLiveSubmission(tx, { taskId, userId: caller.id })
  const task = await tx.selectFrom('tasks').selectAll().where('id', '=', taskId).executeTakeFirst()
  if (task === undefined) return throwTaskNotFound()
  const work = refuseUnfit(held, task, now)
  const answers = answersTo(task.proofs, proof)
  await attachImages(tx, { ids: proof.imageIds, userId: caller.id, submissionId: work.id, isAgain: true, now })
  const reviewSeconds = task.hours_to_review * 3_600
  const deadline = later(now, reviewSeconds)
  await transitionSubmission(tx, {
    work,
    to: 'pending',
    by: 'worker',
    set: {
      answers: JSON.stringify(answers),
      reason: null,
      action_id: null,
      sent_at: now,
      seconds: work.seconds ?? secondsBetween(work.started_at, now),
      deadline,
      warn_at: later(deadline, -Math.min(DAY_SECONDS, reviewSeconds / 2)),
    },
  })
  const step = { submissionId: work.id, step: 'sent', by: 'worker', userId: caller.id } as const
  await recordTimeline(tx, [{ ...step, imageIds: proof.imageIds, now }])
  await notifyOwner(tx, { task, work, username: caller.username, now })
  notifyLive(task.user_id)
  return work.id
}

/** An owner is warned a day before, or at half of a review time that is shorter than two days. */
const DAY_SECONDS = 86_400

const lockLiveSubmission = (
  tx: Tx,
  { taskId, userId }: { taskId: string; userId: string },
): Promise<LockedSubmission | undefined> =>
  tx
    .selectFrom('task_submissions')
    .selectAll()
    .where('task_id', '=', taskId)
    .where('user_id', '=', userId)
    .where('status', 'not in', ['expired', 'withdrawn'])
    .forNoKeyUpdate()
    .executeTakeFirst()

const refuseUnfit = (work: LockedSubmission | undefined, task: LockedTask, now: Date): LockedSubmission => {
  if (work === undefined) return refuse('conflict', 'NOT_STARTED', say('task.startTaskFirst'))
  if (work.status !== 'started' && work.status !== 'revision') {
    refuse('conflict', 'ALREADY_SENT', say('task.alreadySubmittedProofTask'))
  }
  if (work.deadline !== null && work.deadline <= now) {
    refuse('conflict', 'TOO_LATE', say('task.timeLimitTaskPassed'))
  }
  if (work.status === 'started' && task.status === 'rejected') {
    refuse('conflict', 'TASK_CLOSED', say('task.taskClosedNoLonger'))
  }
  return work
}

/** Holds each answer against what was asked. */
const answersTo = (asked: readonly RequiredProof[], { answers, imageIds }: Proof) => {
  if (answers.length !== asked.length) {
    refuseField('answers', 'TASK_CHANGED', say('task.requiredProofChangedReload'))
  }
  const images = asked.filter(({ kind, required }) => kind === 'image' && required).length
  if (new Set(imageIds).size < images) {
    refuseField('imageIds', 'IMAGE_MISSING', images === 1 ? say('task.addImage') : say('task.addImages', { images }))
  }
  return asked.map(({ kind, label, required }, index) => {
    const text = kind === 'image' ? '' : (answers[index] ?? '')
    const field = `answers.${index}`
    if (required && kind !== 'image' && text === '') refuseField(field, 'ANSWER_MISSING', say('task.fieldRequired'))
    if (kind === 'link' && text !== '' && !isWebAddress(text)) {
      refuseField(field, 'NO_LINK', say('task.answerNoLink'))
    }
    return { label, kind, text }
  })
}

const ADDRESS_MAX = 2_048

const isWebAddress = (text: string): boolean => {
  if (text.length > ADDRESS_MAX || !/^https?:\/\/\S+$/i.test(text) || !URL.canParse(text)) return false
  const { hostname, username, password } = new URL(text)
  return hostname.includes('.') && username === '' && password === ''
}

interface SubmissionNotice {
  readonly task: LockedTask
  readonly work: LockedSubmission
  readonly username: string
  readonly now: Date
}

/** Told once until the owner has looked: a hundred proofs need no hundred notices. */
const notifyOwner = async (tx: Tx, { task, work, username, now }: SubmissionNotice): Promise<void> => {
  const unread = await tx
    .selectFrom('notifications')
    .select('id')
    .where('user_id', '=', task.user_id)
    .where('kind', '=', 'task-sent')
    .where('read_at', 'is', null)
    .where(sql<boolean>`values @> ${JSON.stringify({ taskId: task.id })}::jsonb`)
    .limit(1)
    .executeTakeFirst()
  if (unread !== undefined) return
  const values = { title: task.title, taskId: task.id, submissionId: work.id, username }
  await notify(tx, { userId: task.user_id, kind: 'task-sent', values, now })
}
