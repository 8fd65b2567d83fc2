import type { Contract } from '@runnel/contract'
import type { AuditRow } from '@runnel/contract/admin/audit'
import type { CsvFile } from '@runnel/contract/admin/export'
import type { Input } from '@runnel/contract/route'
import { type RawBuilder, sql } from 'kysely'
import type { Handlers } from '#kernel/context.ts'
import type { Read } from '#kernel/db.ts'
import { startsWith } from '#kernel/prefix-match.ts'
import { csvOf } from '#kernel/reads/csv.ts'
import { countUpTo, offsetOf } from '#kernel/reads/listing.ts'
import { asExecutor } from '#money/accounts.ts'
import { auditValue } from './settings-audit.ts'

type Routes = Contract['admin']
type Filter = Input<Routes['auditCsv']>['query']

/** Everything that admins did. */
export const auditLog: Pick<Handlers<Routes>, 'audit' | 'auditCsv'> = {
  audit: async ({ query: { page, limit, ...filter } }, { db }) => {
    const offset = offsetOf({ page, limit })
    const [items, totalItems] = await Promise.all([
      rowsOf(db, filter, sql`LIMIT ${limit} OFFSET ${offset}`),
      countUpTo(db, sql`(SELECT FROM audit a WHERE ${matching(filter)})`),
    ])
    return { items, totalItems }
  },

  auditCsv: ({ query }, { db, now }): Promise<CsvFile> =>
    csvOf<AuditRow>({
      name: 'audit-log',
      now,
      columns: {
        time: (row) => row.at,
        by: (row) => row.by,
        action: (row) => row.action,
        target: (row) => row.target,
        target_name: (row) => row.targetName,
        before: (row) => row.before,
        after: (row) => row.after,
        from: (row) => row.from,
        id: (row) => row._id,
      },
      next: (last, limit) => rowsOf(db, query, sql`LIMIT ${limit}`, last?._id),
    }),
}

interface Row {
  readonly id: string
  readonly at: Date
  readonly by: string
  readonly action: string
  readonly target: string
  readonly targetName: string | null
  readonly before: unknown
  readonly after: unknown
  readonly from: string
}

const UUID = '^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$'

const rowsOf = async (db: Read, filter: Filter, rest: RawBuilder<unknown>, before?: string): Promise<AuditRow[]> => {
  const behind = before === undefined ? sql`` : sql`AND a.id < ${before}`
  const { rows } = await sql<Row>`
    SELECT a.id, a.at, u.username AS by, a.action, a.target, a.before, a.after, a.ip_net AS from,
      (SELECT t.username FROM users t WHERE t.id = CASE WHEN a.target ~ ${UUID} THEN a.target::uuid END) AS "targetName"
    FROM audit a JOIN users u ON u.id = a.actor WHERE ${matching(filter)} ${behind}
    ORDER BY a.id DESC ${rest}`.execute(asExecutor(db))
  return rows.map(({ id, at, before: was, after, ...row }) => ({
    _id: id,
    at: at.toISOString(),
    before: auditValue(was),
    after: auditValue(after),
    ...row,
  }))
}

const matching = ({ actor, action, target, from, to }: Filter): RawBuilder<unknown> => {
  const wanted: RawBuilder<unknown>[] = [sql`true`]
  if (actor !== undefined && actor !== '') {
    wanted.push(sql`a.actor = (SELECT w.id FROM users w WHERE w.username = ${actor.toLowerCase()})`)
  }
  if (action !== undefined && action !== '') wanted.push(startsWith(sql`a.action`, action))
  if (target !== undefined && target !== '') {
    const named = sql`(SELECT p.id::text FROM users p WHERE p.username = ${target.toLowerCase()})`
    wanted.push(sql`a.target = ANY (ARRAY[${target}::text, ${named}])`)
  }
  if (from !== undefined) wanted.push(sql`a.at >= ${from}::date::timestamp AT TIME ZONE 'UTC'`)
  if (to !== undefined) wanted.push(sql`a.at < (${to}::date + 1)::timestamp AT TIME ZONE 'UTC'`)
  return sql.join(wanted, sql` AND `)
}
