import {
  type Submission,
  type SubmissionCounts,
  type SubmissionDetail,
  type SubmissionStatus,
  type TaskImage,
  UNDO_SECONDS,
} from '@runnel/contract/task/schemas'
import { sql } from 'kysely'
import type { LockedSubmission } from '#features/task/row-locks.ts'
import { newWorkerRecord, workerRecords } from '#features/task/track-record.ts'
import { later, secondsBetween } from '#kernel/clock.ts'
import type { Read } from '#kernel/db.ts'
import { assert } from '#kernel/refusal.ts'
import { asExecutor } from '#money/accounts.ts'
import { isDisputable } from './dispute.ts'

/** A submission with the names that belong to it. */
export type ShownWork = LockedSubmission & { readonly title: string; readonly username: string }

/** Submissions with their names, to be narrowed down. */
export const shownWorks = (db: Read) =>
  db
    .selectFrom('task_submissions')
    .innerJoin('tasks', 'tasks.id', 'task_submissions.task_id')
    .innerJoin('users', 'users.id', 'task_submissions.user_id')
    .selectAll('task_submissions')
    .select(['tasks.title', 'users.username'])

/** A submission as its worker's list shows it. */
export const submissionView = (row: ShownWork, now: Date): Submission => ({
  _id: row.id,
  taskId: row.task_id,
  title: row.title,
  reward: row.reward,
  status: row.status,
  reason: row.reason,
  startedAt: row.started_at.toISOString(),
  deadline: row.deadline?.toISOString() ?? null,
  sentAt: row.sent_at?.toISOString() ?? null,
  decidedAt: row.decided_at?.toISOString() ?? null,
  disputable: isDisputable(row, now),
})

interface Seen {
  /** Who reads it: only who has decided sees how to take it back. */
  readonly viewerId: string
  readonly now: Date
}

/** Everything about submissions, for those concerned; one query for each part, however many they are. */
export const detailViews = async (
  db: Read,
  rows: readonly ShownWork[],
  { viewerId, now }: Seen,
): Promise<SubmissionDetail[]> => {
  if (rows.length === 0) return []
  const ids = rows.map(({ id }) => id)
  const [records, events, images, actions] = await Promise.all([
    workerRecords(
      db,
      rows.map((row) => row.user_id),
      now,
    ),
    db.selectFrom('task_events').selectAll().where('submission_id', 'in', ids).orderBy('at').orderBy('id').execute(),
    imagesOf(db, ids),
    undoable(db, rows, { viewerId, now }),
  ])
  return rows.map((row) => {
    const own = events.filter((event) => event.submission_id === row.id)
    const shown = (imageIds: readonly string[]): TaskImage[] => imageIds.flatMap((imageId) => images.get(imageId) ?? [])
    const sent = own.findLast(({ step }) => step === 'sent')
    const madeAt = row.action_id === null ? undefined : actions.get(row.action_id)
    return {
      ...submissionView(row, now),
      worker: { _id: row.user_id, username: row.username, ...(records.get(row.user_id) ?? newWorkerRecord) },
      answers: row.answers,
      images: shown(sent?.image_ids ?? []),
      revised: row.revised,
      timeline: own.map(({ at, step, by_role: by, text, image_ids: imageIds }) => ({
        at: at.toISOString(),
        step,
        by,
        text,
        images: shown(imageIds),
      })),
      undoSeconds: madeAt === undefined ? 0 : secondsBetween(now, later(madeAt, UNDO_SECONDS)),
      actionId: madeAt === undefined ? null : row.action_id,
    }
  })
}

const imagesOf = async (db: Read, ids: readonly string[]): Promise<ReadonlyMap<string, TaskImage>> => {
  const rows = await db
    .selectFrom('task_images')
    .select(['id', 'width', 'height'])
    .where('submission_id', 'in', ids)
    .execute()
  return new Map(rows.map(({ id, width, height }) => [id, { _id: id, width, height }]))
}

/** The viewer's own decisions that can still be taken back, with when each was made. */
const undoable = async (db: Read, works: readonly ShownWork[], { viewerId, now }: Seen) => {
  const ids = [...new Set(works.flatMap(({ action_id: id }) => id ?? []))]
  if (ids.length === 0) return new Map<string, Date>()
  const rows = await db
    .selectFrom('task_actions')
    .select(['id', 'at'])
    .where('id', 'in', ids)
    .where('by_user', '=', viewerId)
    .where('undone_at', 'is', null)
    .where('at', '>', later(now, -UNDO_SECONDS))
    .execute()
  return new Map(rows.map(({ id, at }) => [id, at]))
}

/** One submission that is there. */
export const detailView = async (db: Read, id: string, seen: Seen): Promise<SubmissionDetail> => {
  const rows = await shownWorks(db).where('task_submissions.id', '=', id).execute()
  const [view] = await detailViews(db, rows, seen)
  assert(view !== undefined, `there is a submission ${id}`)
  return view
}

/** How many submissions there are in each status: of a task, or of a worker. */
export const workCounts = async (
  db: Read,
  of: { readonly taskId: string } | { readonly userId: string },
): Promise<SubmissionCounts> => {
  const { rows } = await sql<{ status: SubmissionStatus; count: number }>`
    SELECT status, count(*) AS count FROM task_submissions
    WHERE ${'taskId' in of ? sql`task_id = ${of.taskId}` : sql`user_id = ${of.userId}`}
    GROUP BY status`.execute(asExecutor(db))
  const counted = (status: SubmissionStatus): number => rows.find((row) => row.status === status)?.count ?? 0
  return {
    started: counted('started'),
    pending: counted('pending'),
    revision: counted('revision'),
    accepted: counted('accepted'),
    denied: counted('denied'),
    disputed: counted('disputed'),
    expired: counted('expired'),
    withdrawn: counted('withdrawn'),
  }
}
