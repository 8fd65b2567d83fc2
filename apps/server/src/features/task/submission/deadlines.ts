import type { Settings } from '@runnel/contract/settings/settings'
import { sql } from 'kysely'
import { formatStored } from '#features/task/instructions.ts'
import {
  type LockedTask,
  type LockedSubmission,
  lockTaskRow,
  lockSubmissionRow,
  lockWorkerRows,
  transitionSubmission,
} from '#features/task/row-locks.ts'
import { notify, notifyAndMail } from '#features/user/user.ts'
import { type Clock, later } from '#kernel/clock.ts'
import { JobError } from '#kernel/collect-errors.ts'
import type { WriteAccess } from '#kernel/context.ts'
import type { Db, Tx } from '#kernel/db.ts'
import type { EventBus } from '#kernel/event-bus.ts'
import type { Log } from '#kernel/log.ts'
import type { Enqueue } from '#kernel/queue.ts'
import { assert } from '#kernel/refusal.ts'
import type { SettingsStore } from '#kernel/settings.ts'
import { say, type Words } from '#kernel/words/say.ts'
import { releaseSlot, paySlot } from './slots.ts'
import { recordTimeline } from './timeline.ts'

export interface DueDeps {
  readonly db: Db
  readonly clock: Clock
  readonly log: Log
  readonly live: Pick<EventBus, 'notify'>
  readonly settings: Pick<SettingsStore, 'current'>
  readonly enqueue: Enqueue
}

/** Submissions that one run settles, at most; the next goes on. */
const AT_MOST = 2_000

/**
 * Does what time decides: frees places that were not used, accepts what nobody reviewed, denies what was not improved,
 * pays what cannot be undone any more, and closes denials that nobody disputed. Each in a transaction of its own.
 */
export const processDeadlines = async (deps: DueDeps): Promise<Words> => {
  const { db, clock, log, live } = deps
  const now = clock()
  const counts = { settled: 0, failed: 0 }
  const warning = db.write((tx) => warnOwners({ tx, enqueue: deps.enqueue, settings: deps.settings.current(), now }))
  // A warning that cannot be given must not keep from their money those whom nobody is warned about.
  const warned = await warning.catch((error: unknown) => {
    counts.failed += 1
    log.error({ err: String(error) }, 'could not warn task owners')
    return []
  })
  for (const userId of warned) live.notify(userId)
  await formatStored(db)
  const due = await db.read
    .selectFrom('task_submissions')
    .select('id')
    .where('deadline', '<=', now)
    .orderBy('deadline')
    .limit(AT_MOST)
    .execute()
  for (const { id } of due) {
    try {
      const told = await db.write((tx) =>
        settle({ tx, enqueue: deps.enqueue, settings: deps.settings.current(), now }, id),
      )
      if (told.length > 0) counts.settled += 1
      for (const userId of told) live.notify(userId)
    } catch (error) {
      counts.failed += 1
      log.error({ submission: id, err: String(error) }, 'could not settle a submission')
    }
  }
  if (counts.failed > 0)
    throw new JobError(say('owner.job.submissionsFailed', { failed: counts.failed, all: due.length }))
  return say('owner.job.submissionsSettled', { settled: counts.settled, warned: warned.length })
}

interface DeadlineContext {
  readonly tx: Tx
  readonly enqueue: Enqueue
  readonly settings: Settings
  readonly now: Date
}

/** Puts letters into the queue exactly if the transaction commits. */
const mailing = ({ tx, enqueue }: DeadlineContext): Pick<WriteAccess, 'tx' | 'enqueue'> => ({
  tx,
  enqueue: (job, payload, options) => enqueue(tx, job, payload, options),
})

/** Settles one, unless somebody else has moved it on meanwhile. Tells whom it concerns. */
const settle = async (context: DeadlineContext, id: string): Promise<readonly string[]> => {
  const { tx, now } = context
  const work = await lockSubmissionRow(tx, id)
  if (work === undefined || work.deadline === null || work.deadline > now) return []
  if (work.status === 'pending' || work.status === 'accepted') await lockWorkerRows(tx, [work])
  const task = await lockTaskRow(tx, work.task_id)
  await over(context, { task, work })
  return [work.user_id, work.owner_id]
}

interface Over {
  readonly task: LockedTask
  readonly work: LockedSubmission
}

const over = async (context: DeadlineContext, { task, work }: Over): Promise<unknown> => {
  const { tx, settings, now } = context
  if (work.status === 'started') return expire(context, { task, work })
  if (work.status === 'pending') return acceptUnreviewed(context, { task, work })
  if (work.status === 'revision') return denyUnimproved(context, { task, work })
  // A denial that nobody disputed in time: its place was held for that only.
  if (work.status === 'denied') return releaseSlot(tx, { task, work, now })
  assert(work.status === 'accepted', `nothing is waited for in ${work.status}`)
  await byMachine(context, work, 'paid')
  return paySlot(tx, { task, work, settings, now })
}

const byMachine = (
  { tx, now }: DeadlineContext,
  { id }: LockedSubmission,
  step: 'expired' | 'auto-accepted' | 'paid',
): Promise<void> => recordTimeline(tx, [{ submissionId: id, step, by: 'machine', userId: null, now }])

const expire = async (context: DeadlineContext, { task, work: started }: Over): Promise<void> => {
  const { tx, now } = context
  const work = await transitionSubmission(tx, {
    work: started,
    to: 'expired',
    by: 'machine',
    set: { holds_place: false },
  })
  await byMachine(context, work, 'expired')
  await releaseSlot(tx, { task, work, now })
  const values = { title: task.title, taskId: task.id, submissionId: work.id }
  await notify(tx, { userId: work.user_id, kind: 'submission-expired', values, now })
}

const acceptUnreviewed = async (context: DeadlineContext, { task, work: pending }: Over): Promise<void> => {
  const { tx, settings, now } = context
  const set = { decided_at: now, reviewed_at: now, reviewed_by: 'machine', warn_at: null } as const
  const work = await transitionSubmission(tx, { work: pending, to: 'accepted', by: 'machine', set })
  await byMachine(context, work, 'auto-accepted')
  await paySlot(tx, { task, work, settings, now })
}

const UNIMPROVED = say('task.requestedRevisionWasntSubmitted')

/** What the owner asked for did not come; the worker can have that judged like any other denial. */
const denyUnimproved = async (context: DeadlineContext, { task, work }: Over): Promise<void> => {
  const { tx, settings, now } = context
  const deadline = later(now, settings.task_dispute_days * 86_400)
  const set = { decided_at: now, reviewed_at: now, reviewed_by: 'machine', deadline, action_id: null } as const
  await transitionSubmission(tx, { work, to: 'denied', by: 'machine', set: { ...set, reason: UNIMPROVED } })
  await recordTimeline(tx, [
    { submissionId: work.id, step: 'denied', by: 'machine', userId: null, text: UNIMPROVED, now },
  ])
  const values = { title: task.title, taskId: task.id, submissionId: work.id, reason: UNIMPROVED }
  await notifyAndMail(mailing(context), { userId: work.user_id, kind: 'submission-denied', values, now })
}

/** Tells owners, once for each submission and together for each task, what will be accepted without them. */
const warnOwners = async (context: DeadlineContext): Promise<readonly string[]> => {
  const { tx, now } = context
  const { rows } = await sql<{ taskId: string; userId: string; title: string; count: number }>`
    WITH due AS (
      UPDATE task_submissions SET warn_at = NULL WHERE id IN (
        SELECT id FROM task_submissions WHERE warn_at <= ${now} AND status = 'pending' ORDER BY id LIMIT ${AT_MOST}
        FOR NO KEY UPDATE SKIP LOCKED)
      RETURNING task_id, owner_id)
    SELECT t.id AS "taskId", t.user_id AS "userId", t.title, count(*) AS count
    FROM due JOIN tasks t ON t.id = due.task_id GROUP BY t.id ORDER BY t.id`.execute(tx)
  for (const { taskId, userId, title, count } of rows) {
    const values = { title, taskId, count }
    await notifyAndMail(mailing(context), { userId, kind: 'task-review-due', values, now })
  }
  return rows.map(({ userId }) => userId)
}
