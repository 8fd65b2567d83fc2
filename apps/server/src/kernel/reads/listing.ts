import { LISTED_MAX } from '@runnel/contract/admin/export'
import { type Expression, type RawBuilder, sql } from 'kysely'
import type { Read } from '#kernel/db.ts'
import { refuseField } from '#kernel/refusal.ts'
import { say } from '#kernel/words/say.ts'

/**
 * How many rows a query finds, exact up to `LISTED_MAX`, which then means 'so many or more': counting a million rows
 * would take longer than showing twenty. `matching` is a query without order, page and, best, without columns.
 */
export const countUpTo = async (db: Read, matching: Expression<unknown>, max: number = LISTED_MAX): Promise<number> => {
  const { rows } = await sql<{ count: number }>`
    SELECT count(*) AS count FROM (SELECT FROM ${matching} AS matching LIMIT ${max}) AS found`.execute(executorOf(db))
  return rows[0]?.count ?? 0
}

/** Where a page begins. One that is too far down is refused: the database would read all rows above it. */
export const offsetOf = ({ page, limit }: { readonly page: number; readonly limit: number }): number => {
  if (page * limit > LISTED_MAX) {
    refuseField('page', 'PAGE_TOO_FAR', say('request.pageTooFar', { rows: LISTED_MAX }))
  }
  return (page - 1) * limit
}

/**
 * A time whole, as text: a `Date` is cut to milliseconds, and a list that goes on behind such a time would meet its
 * last row again or leave others out. `timeFrom` reads it.
 */
export const wholeTime = (column: string): RawBuilder<string> => sql<string>`${sql.ref(column)}::text`

export const timeFrom = (whole: string): RawBuilder<Date> => sql<Date>`${whole}::timestamptz`

/** A pattern for text that stands anywhere in another; its own signs mean only themselves. */
export const containing = (text: string): string => `%${text.trim().replace(/[\\%_]/g, String.raw`\$&`)}%`

/** Raw SQL needs Kysely's executor, which every handle to the database carries. */
const executorOf = (db: Read): Parameters<ReturnType<typeof sql>['execute']>[0] => db
