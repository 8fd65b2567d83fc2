import type { Contract } from '@runnel/contract'
import type { CsvFile } from '@runnel/contract/admin/export'
import type { Input } from '@runnel/contract/route'
import type { OwnTask } from '@runnel/contract/task/schemas'
import { disputesInOrder, matchingTasks } from '#features/task/task-lists.ts'
import { ownTaskViews } from '#features/task/task-view.ts'
import type { Read } from '#kernel/db.ts'
import { csvOf } from '#kernel/reads/csv.ts'
import { timeFrom, wholeTime } from '#kernel/reads/listing.ts'
import type { Caller } from '#kernel/session.ts'

type Routes = Contract['task']

interface Asked<E extends keyof Routes> {
  readonly caller: Caller
  readonly query: Input<Routes[E]>['query']
  readonly now: Date
}

/** The user's own tasks as a file, or all for people of the site; newest first. */
export const taskFile = async (db: Read, { caller, query: filter, now }: Asked<'ownTasksCsv'>): Promise<CsvFile> =>
  csvOf<OwnTask>({
    name: 'tasks',
    now,
    columns: {
      created: (task) => task.createdAt,
      status: (task) => task.status,
      owner: (task) => task.owner.username,
      title: (task) => task.title,
      category: (task) => task.category.name,
      reward_units: (task) => task.reward,
      fee_units: (task) => task.fee,
      places: (task) => task.places,
      accepted: (task) => task.accepted,
      waiting: (task) => task.waiting,
      disputed: (task) => task.disputed,
      escrow_units: (task) => task.escrow,
      spent_units: (task) => task.spent,
      id: (task) => task._id,
    },
    next: async (last, limit) => {
      const rows = matchingTasks(db, { caller, filter })
        .selectAll('tasks')
        .$if(last !== undefined, (query) => query.where('tasks.id', '<', last?._id ?? ''))
        .orderBy('tasks.id', 'desc')
      return ownTaskViews(db, await rows.limit(limit).execute(), now)
    },
  })

type Dispute = Awaited<ReturnType<ReturnType<typeof disputesInOrder>['execute']>>[number]

/** Disputes as a file: those that wait, oldest first, or those that are decided, newest first. */
export const disputeFile = (
  db: Read,
  { query: filter, now }: Pick<Asked<'disputedCsv'>, 'query' | 'now'>,
): Promise<CsvFile> =>
  csvOf<Dispute & { readonly key: string | null }>({
    name: 'disputes',
    now,
    columns: {
      disputed: (row) => row.disputed_at,
      worker: (row) => row.username,
      owner: (row) => row.owner,
      task: (row) => row.title,
      reward_units: (row) => row.reward,
      status: (row) => row.status,
      judged: (row) => row.judged_at,
      verdict: (row) => row.judged,
      reason: (row) => row.reason,
      id: (row) => row.id,
    },
    next: (last, limit) => {
      const column = filter.decided === 'no' ? 'task_submissions.disputed_at' : 'task_submissions.judged_at'
      const rows = disputesInOrder(db, filter).select(wholeTime(column).as('key')).limit(limit)
      if (last === undefined) return rows.execute()
      const at = timeFrom(last.key ?? now.toISOString())
      const [behind, notBefore] = filter.decided === 'no' ? (['>', '>='] as const) : (['<', '<='] as const)
      return rows
        .where(column, notBefore, at)
        .where(({ eb, or }) => or([eb(column, behind, at), eb('task_submissions.id', '>', last.id)]))
        .execute()
    },
  })
