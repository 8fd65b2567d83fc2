import type { Contract } from '@runnel/contract'
import type { Answer, Input } from '@runnel/contract/route'
import { sql } from 'kysely'
import { refuseNonModerators } from '#features/task/submission/decide-dispute.ts'
import { detailViews, shownWorks, submissionView, workCounts } from '#features/task/submission/submission-view.ts'
import type { Read } from '#kernel/db.ts'
import { containing, countUpTo, offsetOf } from '#kernel/reads/listing.ts'
import { type Caller, isStaff } from '#kernel/session.ts'
import { asExecutor } from '#money/accounts.ts'
import { isAvailableSql, type Worker } from './availability.ts'
import { openCategories } from './categories.ts'
import { throwTaskNotFound } from './row-locks.ts'
import { ownTaskViews, type ShownTask, taskViews } from './task-view.ts'
import { ownerRecords, newWorkerRecord, workerRecords } from './track-record.ts'

type Routes = Contract['task']
type Query<E extends keyof Routes> = Input<Routes[E]>['query']

const orders = {
  reward: sql`t.reward DESC, t.id DESC`,
  newest: sql`t.id DESC`,
  // What nobody has finished yet comes last: nothing is known about it.
  perMinute: sql`t.reward / t.median_seconds::numeric DESC NULLS LAST, t.reward DESC, t.id DESC`,
}

/** A page of the tasks that this user can do. */
export const openTasks = async (
  db: Read,
  { worker, query, now }: { worker: Worker; query: Query<'list'>; now: Date },
): Promise<Answer<Routes['list']>> => {
  const { page, limit, orderBy, categoryId } = query
  const inCategory = categoryId === undefined ? sql`` : sql`AND t.category_id = ${categoryId}`
  const matching = sql`FROM tasks t WHERE ${isAvailableSql(worker)} ${inCategory}`
  const onPage = sql`ORDER BY ${orders[orderBy]} LIMIT ${limit} OFFSET ${(page - 1) * limit}`
  const [{ rows }, counted, categories] = await Promise.all([
    sql<ShownTask>`SELECT t.* ${matching} ${onPage}`.execute(asExecutor(db)),
    sql<{ count: number }>`SELECT count(*) AS count ${matching}`.execute(asExecutor(db)),
    openCategories(db),
  ])
  return { items: await taskViews(db, rows, now), totalItems: counted.rows[0]?.count ?? 0, categories }
}

interface Asked<E extends keyof Routes> {
  readonly caller: Caller
  readonly query: Query<E>
  readonly now: Date
}

/** A page of the user's own submissions, newest first. */
export const ownWorks = async (
  db: Read,
  { caller, query, now }: Asked<'submissions'>,
): Promise<Answer<Routes['submissions']>> => {
  const { page, limit, status } = query
  const [rows, counts, records] = await Promise.all([
    shownWorks(db)
      .where('task_submissions.user_id', '=', caller.id)
      .where('task_submissions.status', '=', status)
      .orderBy('task_submissions.id', 'desc')
      .limit(limit)
      .offset((page - 1) * limit)
      .execute(),
    workCounts(db, { userId: caller.id }),
    workerRecords(db, [caller.id], now),
  ])
  const items = rows.map((row) => submissionView(row, now))
  return { items, totalItems: counts[status], counts, ...(records.get(caller.id) ?? newWorkerRecord) }
}

/** A page of the user's own tasks, or of all for people of the site; newest first. */
export const taskPage = async (
  db: Read,
  { caller, query: { page, limit, ...filter }, now }: Asked<'ownTasks'>,
): Promise<Answer<Routes['ownTasks']>> => {
  const offset = offsetOf({ page, limit })
  const matching = matchingTasks(db, { caller, filter })
  const [rows, totalItems] = await Promise.all([
    matching.selectAll('tasks').orderBy('tasks.id', 'desc').limit(limit).offset(offset).execute(),
    countUpTo(db, matching),
  ])
  return { items: await ownTaskViews(db, rows, now), totalItems }
}

interface MatchingTasksInput<E extends keyof Routes> {
  readonly caller: Caller
  readonly filter: Query<E>
}

export const matchingTasks = (db: Read, { caller, filter }: MatchingTasksInput<'ownTasksCsv'>) => {
  const { status, search = '', username = '', hasUpdate, isByAdmin } = filter
  const isAll = isByAdmin === 'true'
  if (isAll) refuseNonModerators(caller)
  return db
    .selectFrom('tasks')
    .where('tasks.status', status === undefined ? '<>' : '=', status ?? 'deleted')
    .$if(!isAll, (rows) => rows.where('tasks.user_id', '=', caller.id).where('tasks.status', '<>', 'deleted'))
    .$if(search !== '', (rows) => rows.where('tasks.title', 'ilike', containing(search)))
    .$if(isAll && username !== '', (rows) =>
      rows.where(({ eb, selectFrom }) =>
        eb('tasks.user_id', 'in', selectFrom('users').select('users.id').where('users.username', '=', username)),
      ),
    )
    .$if(hasUpdate === 'true', (rows) =>
      rows.where(({ exists, selectFrom }) =>
        exists(
          selectFrom('task_update_requests')
            .select('task_update_requests.id')
            .whereRef('task_update_requests.task_id', '=', 'tasks.id')
            .where('task_update_requests.status', '=', 'open'),
        ),
      ),
    )
}

/** A page of the submissions of a task, oldest first: for its owner and people of the site. */
export const reviewPage = async (
  db: Read,
  { id, caller, query, now }: Asked<'review'> & { readonly id: string },
): Promise<Answer<Routes['review']>> => {
  const task = await db.selectFrom('tasks').select('user_id').where('id', '=', id).executeTakeFirst()
  if (task === undefined || !isConcerned(caller, task.user_id)) return throwTaskNotFound()
  const { page, limit, status } = query
  const [rows, counts] = await Promise.all([
    shownWorks(db)
      .where('task_submissions.task_id', '=', id)
      .where('task_submissions.status', '=', status)
      .orderBy('task_submissions.id')
      .limit(limit)
      .offset((page - 1) * limit)
      .execute(),
    workCounts(db, { taskId: id }),
  ])
  return { items: await detailViews(db, rows, { viewerId: caller.id, now }), totalItems: counts[status], counts }
}

/** The owner themselves, or a person of the site. */
export const isConcerned = (caller: Caller, ownerId: string): boolean => caller.id === ownerId || isStaff(caller)

/** A page of disputes: those that wait, oldest first, or those that are decided, newest first. */
export const disputePage = async (
  db: Read,
  { caller, query, now }: Asked<'disputed'>,
): Promise<Answer<Routes['disputed']>> => {
  const { page, limit, ...filter } = query
  const offset = offsetOf({ page, limit })
  const [rows, totalItems] = await Promise.all([
    disputesInOrder(db, filter).limit(limit).offset(offset).execute(),
    countUpTo(db, matchingDisputes(db, filter).clearSelect()),
  ])
  const [details, owners] = await Promise.all([
    detailViews(db, rows, { viewerId: caller.id, now }),
    ownerRecords(
      db,
      rows.map((row) => row.owner_id),
      now,
    ),
  ])
  const items = details.flatMap((detail, index) => {
    const row = rows[index]
    const owner = row && owners.get(row.owner_id)
    if (row === undefined || owner === undefined || row.disputed_at === null) return []
    return [{ ...detail, owner, disputedAt: row.disputed_at.toISOString() }]
  })
  return { items, totalItems }
}

type DisputeFilter = Query<'disputedCsv'>

const matchingDisputes = (db: Read, { decided, username = '' }: DisputeFilter) =>
  shownWorks(db)
    .innerJoin('users as owners', 'owners.id', 'task_submissions.owner_id')
    .$if(decided === 'no', (rows) => rows.where('task_submissions.status', '=', 'disputed'))
    .$if(decided === 'yes', (rows) => rows.where('task_submissions.judged', 'is not', null))
    .$if(username !== '', (rows) =>
      rows.where(({ eb, or }) => or([eb('users.username', '=', username), eb('owners.username', '=', username)])),
    )

export const disputesInOrder = (db: Read, filter: DisputeFilter) =>
  matchingDisputes(db, filter)
    .select('owners.username as owner')
    .$if(filter.decided === 'no', (rows) => rows.orderBy('task_submissions.disputed_at'))
    .$if(filter.decided === 'yes', (rows) => rows.orderBy('task_submissions.judged_at', 'desc'))
    .orderBy('task_submissions.id')
