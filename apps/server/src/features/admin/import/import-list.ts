import type { Contract } from '@runnel/contract'
import type { CsvFile } from '@runnel/contract/admin/export'
import { type Import, ImportProblem } from '@runnel/contract/admin/import'
import type { Answer, Input } from '@runnel/contract/route'
import { type Selectable, type SqlBool, sql } from 'kysely'
import * as z from 'zod/mini'
import type { Read } from '#kernel/db.ts'
import { startsWith } from '#kernel/prefix-match.ts'
import { csvOf } from '#kernel/reads/csv.ts'
import { countUpTo, offsetOf } from '#kernel/reads/listing.ts'
import type { ImportRow } from '#kernel/tables/admin.ts'

type Routes = Contract['admin']
type Filter = Input<Routes['importsCsv']>['query']

export const importPage = async (
  db: Read,
  { page, limit, ...filter }: Input<Routes['imports']>['query'],
): Promise<Answer<Routes['imports']>> => {
  const found = matching(db, filter)
  const [rows, totalItems] = await Promise.all([
    found.selectAll().orderBy('id', 'desc').limit(limit).offset(offsetOf({ page, limit })).execute(),
    countUpTo(db, found),
  ])
  return { items: await importViews(db, rows), totalItems }
}

export const importFile = (db: Read, filter: Filter, now: Date): Promise<CsvFile> =>
  csvOf<Import>({
    name: 'imports',
    now,
    columns: {
      started_at: (one) => one.startedAt,
      finished_at: (one) => one.finishedAt,
      source: (one) => one.source,
      by: (one) => one.by,
      state: (one) => one.state,
      rows: (one) => one.counts.rows,
      added: (one) => one.counts.added,
      skipped: (one) => one.counts.skipped,
      problems: (one) => one.counts.problems,
      balance: (one) => one.counts.balance,
      deposit: (one) => one.counts.deposit,
      referrers_linked: (one) => one.counts.referrersLinked,
      mails_sent: (one) => one.mails.sent,
      mails_waiting: (one) => one.mails.waiting,
      id: (one) => one._id,
    },
    next: async (last, limit) => {
      const found = matching(db, filter)
      const behind = last === undefined ? found : found.where('id', '<', last._id)
      return importViews(db, await behind.selectAll().orderBy('id', 'desc').limit(limit).execute())
    },
  })

const matching = (db: Read, { source = '', by = '', state }: Filter) => {
  const wanted = [
    source === '' ? [] : [startsWith(sql`source`, source)],
    by === '' ? [] : [sql<SqlBool>`by_user = (SELECT u.id FROM users u WHERE u.username = ${by})`],
    state === undefined ? [] : [sql<SqlBool>`state = ${state}`],
  ].flat()
  return db.selectFrom('imports').where(({ and }) => and(wanted))
}

const Problems = z.array(ImportProblem)

/** Imports as the contract shows them. */
export const importViews = async (db: Read, rows: readonly Selectable<ImportRow>[]): Promise<Import[]> => {
  if (rows.length === 0) return []
  const ids = rows.map(({ id }) => id)
  const people = await db
    .selectFrom('users')
    .select(['id', 'username'])
    .where('id', 'in', [...new Set(rows.map((row) => row.by_user))])
    .execute()
  const waiting = await db
    .selectFrom('imported_users')
    .select(['import_id as id'])
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .where('import_id', 'in', ids)
    .where('mail_due', '=', true)
    .groupBy('import_id')
    .execute()
  return rows.map((row) => {
    const due = waiting.find(({ id }) => id === row.id)?.count ?? 0
    return {
      _id: row.id,
      source: row.source,
      state: row.state,
      by: people.find(({ id }) => id === row.by_user)?.username ?? '',
      startedAt: row.started_at.toISOString(),
      finishedAt: row.finished_at?.toISOString() ?? null,
      progress: row.progress,
      counts: {
        rows: row.rows,
        added: row.added,
        skipped: row.skipped,
        problems: row.problem_count,
        balance: row.balance,
        deposit: row.deposit,
        referrersLinked: row.linked,
      },
      mails: { wanted: row.send_mails, sent: row.send_mails ? row.added - due : 0, waiting: due },
      problems: z.parse(Problems, row.problems),
    }
  })
}
