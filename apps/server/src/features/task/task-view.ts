import { unitsPerMinute } from '@runnel/contract/earn/pace'
import type { OwnTask, SubmissionStatus, Task, UpdateRequest } from '@runnel/contract/task/schemas'
import { sql } from 'kysely'
import { availableSlots } from '#features/task/submission/slots.ts'
import type { Read } from '#kernel/db.ts'
import { assert } from '#kernel/refusal.ts'
import { asExecutor, escrowsOf } from '#money/accounts.ts'
import { namedCategories } from './categories.ts'
import { beforeAndAfter } from './edit.ts'
import { placeCost } from './money.ts'
import type { LockedTask } from './row-locks.ts'
import { ownerRecords } from './track-record.ts'

/** A task's row as it is read. */
export type ShownTask = LockedTask

/** Tasks as workers see them. */
export const taskViews = async (db: Read, rows: readonly ShownTask[], now: Date): Promise<Task[]> => {
  const [categories, owners] = await Promise.all([
    namedCategories(db),
    ownerRecords(
      db,
      rows.map((row) => row.user_id),
      now,
    ),
  ])
  return rows.map((row) => {
    const found = categories.find(({ _id }) => _id === row.category_id)
    const owner = owners.get(row.user_id)
    assert(found !== undefined && owner !== undefined, 'a task has a category and an owner')
    return { ...taskOf(row), category: found, deniedRate: owner.deniedRate, owner }
  })
}

const taskOf = (row: ShownTask): Omit<Task, 'category' | 'deniedRate' | 'owner'> => ({
  _id: row.id,
  title: row.title,
  reward: row.reward,
  places: row.places,
  free: availableSlots(row),
  accepted: row.accepted,
  minLevel: row.min_level,
  countries: row.countries,
  minutesToFinish: row.minutes_to_finish,
  hoursToReview: row.hours_to_review,
  medianSeconds: row.median_seconds,
  perMinute: row.median_seconds === null ? null : unitsPerMinute(row.reward, row.median_seconds),
  status: row.status,
  createdAt: row.created_at.toISOString(),
})

/** Tasks as their owners and moderators see them; one query for each part, however many tasks there are. */
export const ownTaskViews = async (db: Read, rows: readonly ShownTask[], now: Date): Promise<OwnTask[]> => {
  const ids = rows.map(({ id }) => id)
  const [tasks, escrows, counts, requests] = await Promise.all([
    taskViews(db, rows, now),
    escrowsOf(db, ids),
    countByStatus(db, ids),
    openRequests(db, rows),
  ])
  return rows.map((row, index) => {
    const task = tasks[index]
    assert(task !== undefined, 'there is a view for each task')
    const counted = (...statuses: SubmissionStatus[]): number =>
      statuses.reduce((sum, status) => sum + (counts.get(`${row.id} ${status}`) ?? 0), 0)
    return {
      ...task,
      instructions: row.instructions,
      proofs: row.proofs,
      fee: row.fee,
      escrow: escrows.get(row.id) ?? 0,
      spent: row.accepted * placeCost(row),
      started: counted('started', 'revision'),
      waiting: counted('pending'),
      disputed: counted('disputed'),
      reason: row.reason,
      pausedByStaff: row.paused_by_staff,
      updatedAt: row.updated_at.toISOString(),
      update: requests.get(row.id) ?? null,
    }
  })
}

/** One task that is there, for its owner. */
export const ownTaskView = async (db: Read, id: string, now: Date): Promise<OwnTask> => {
  const rows = await db.selectFrom('tasks').selectAll().where('id', '=', id).execute()
  const [view] = await ownTaskViews(db, rows, now)
  assert(view !== undefined, `there is a task ${id}`)
  return view
}

const countByStatus = async (db: Read, ids: readonly string[]): Promise<ReadonlyMap<string, number>> => {
  const { rows } = await sql<{ id: string; status: SubmissionStatus; count: number }>`
    SELECT task_id AS id, status, count(*) AS count FROM task_submissions
    WHERE task_id = ANY(${[...ids]}::uuid[]) AND status IN ('started', 'revision', 'pending', 'disputed')
    GROUP BY task_id, status`.execute(asExecutor(db))
  return new Map(rows.map(({ id, status, count }) => [`${id} ${status}`, count]))
}

const openRequests = async (db: Read, tasks: readonly ShownTask[]): Promise<ReadonlyMap<string, UpdateRequest>> => {
  if (tasks.length === 0) return new Map()
  const rows = await db
    .selectFrom('task_update_requests')
    .select(['id', 'task_id', 'changes', 'created_at'])
    .where('status', '=', 'open')
    .where(
      'task_id',
      'in',
      tasks.map(({ id }) => id),
    )
    .execute()
  return new Map(
    rows.map(({ id, task_id: taskId, changes, created_at: createdAt }) => {
      const task = tasks.find((found) => found.id === taskId)
      assert(task !== undefined, 'only requests for these tasks were asked for')
      const request = { _id: id, taskId, ...beforeAndAfter(task, changes), createdAt: createdAt.toISOString() }
      return [taskId, request]
    }),
  )
}
