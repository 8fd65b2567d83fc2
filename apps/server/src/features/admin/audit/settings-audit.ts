import type { CsvFile } from '@runnel/contract/admin/export'
import type { Read } from '#kernel/db.ts'
import { csvOf } from '#kernel/reads/csv.ts'
import { countUpTo, offsetOf } from '#kernel/reads/listing.ts'

/** Entries that changed how the site is set up. */
const setUpActions = [
  'setting.save',
  'setting.translate',
  'method.add',
  'method.edit',
  'wall.add',
  'wall.edit',
  'wall.remove',
  'link.add',
  'link.edit',
  'link.remove',
  'challenge.add',
  'challenge.edit',
  'challenge.remove',
  'coupon.add',
  'coupon.add-batch',
  'coupon.edit',
  'coupon.remove',
  'task-category.add',
  'task-category.edit',
]

/** A page of what admins changed in the set-up, newest first. */
export const setUpAudit = async (db: Read, { page, limit }: { page: number; limit: number }) => {
  const offset = offsetOf({ page, limit })
  const [rows, totalItems] = await Promise.all([
    changesOf(db).limit(limit).offset(offset).execute(),
    countUpTo(db, setUpEntries(db)),
  ])
  return { items: rows.map(viewOf), totalItems }
}

/** The same as a file. */
export const setUpFile = (db: Read, now: Date): Promise<CsvFile> =>
  csvOf<ReturnType<typeof viewOf>>({
    name: 'set-up-changes',
    now,
    columns: {
      time: (row) => row.at,
      by: (row) => row.by,
      action: (row) => row.action,
      target: (row) => row.target,
      before: (row) => row.before,
      after: (row) => row.after,
      from: (row) => row.from,
    },
    next: async (last, limit) => {
      const changes = changesOf(db).$if(last !== undefined, (query) => query.where('audit.id', '<', last?._id ?? ''))
      return (await changes.limit(limit).execute()).map(viewOf)
    },
  })

const setUpEntries = (db: Read) => db.selectFrom('audit').where('audit.action', 'in', setUpActions)

const changesOf = (db: Read) =>
  setUpEntries(db)
    .innerJoin('users', 'users.id', 'audit.actor')
    .select(['audit.id', 'audit.at', 'users.username', 'audit.action', 'audit.target', 'audit.before', 'audit.after'])
    .select('audit.ip_net')
    .orderBy('audit.id', 'desc')

type Change = Awaited<ReturnType<ReturnType<typeof changesOf>['execute']>>[number]

const viewOf = (row: Change) => ({
  _id: row.id,
  at: row.at.toISOString(),
  by: row.username,
  action: row.action,
  target: row.target,
  before: auditValue(row.before),
  after: auditValue(row.after),
  from: row.ip_net,
})

/** JSON, or a plain word. */
export const auditValue = (value: unknown): string => {
  if (value === null || value === undefined) return ''
  return typeof value === 'string' ? value : JSON.stringify(value)
}
