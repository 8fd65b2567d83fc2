import { sql } from 'kysely'
import type { Read } from '#kernel/db.ts'
import { asExecutor, userAccount } from '#money/accounts.ts'
import type { Units } from '#money/amount.ts'
import type { TransferKind } from '#money/kinds.ts'

/** Which lines of a statement are wanted. */
export interface StatementFilter {
  readonly userId: string
  readonly kind?: TransferKind | undefined
  /** First and last UTC day, both included. */
  readonly from?: string | undefined
  readonly to?: string | undefined
  /** Not newer than this transfer. */
  readonly until?: string | undefined
}

export interface StatementRow {
  readonly id: string
  readonly kind: TransferKind
  readonly account: 'main' | 'deposit' | 'held'
  readonly amount: number
  readonly balanceAfter: Units
  readonly ref: string | null
  readonly at: Date
}

const accountsOf = (userId: string): string[] =>
  (['main', 'deposit', 'held'] as const).map((account) => userAccount(userId, account))

/** The filter on `transfers`, which both sides of it share. */
const filtered = ({ kind, from, to, until }: StatementFilter) => sql`
  ${until === undefined ? sql`` : sql`AND id <= ${until}::uuid`}
  ${kind === undefined ? sql`` : sql`AND kind = ${kind}`}
  ${from === undefined ? sql`` : sql`AND at >= ${from}::date::timestamp AT TIME ZONE 'UTC'`}
  ${to === undefined ? sql`` : sql`AND at < (${to}::date + 1)::timestamp AT TIME ZONE 'UTC'`}`

/**
 * The newest movements on a user's own accounts; a transfer between two of them is two lines. Each account and side is
 * read from its index no further than the page reaches, so that years of movements cost a page nothing.
 */
const newest = (filter: StatementFilter, reach: number, behind = sql``) => sql`
  SELECT line.* FROM unnest(${accountsOf(filter.userId)}::text[]) AS own (name) CROSS JOIN LATERAL (
    (SELECT id, kind, split_part(credit, ':', 1) AS account, amount, credit_after AS "balanceAfter", ref, at
      FROM transfers WHERE credit = own.name AND credit_after IS NOT NULL ${filtered(filter)} ${behind}
      ORDER BY id DESC LIMIT ${reach})
    UNION ALL
    (SELECT id, kind, split_part(debit, ':', 1), -amount, debit_after, ref, at
      FROM transfers WHERE debit = own.name AND debit_after IS NOT NULL ${filtered(filter)} ${behind}
      ORDER BY id DESC LIMIT ${reach})) line`

/** How many lines there are in all. */
const counted = (filter: StatementFilter) => {
  const names = accountsOf(filter.userId)
  return sql<{ total: number }>`
    SELECT (SELECT count(*) FROM transfers
        WHERE credit = ANY(${names}::text[]) AND credit_after IS NOT NULL ${filtered(filter)})
      + (SELECT count(*) FROM transfers
        WHERE debit = ANY(${names}::text[]) AND debit_after IS NOT NULL ${filtered(filter)}) AS total`
}

/** A page of the statement, newest first. */
export const statementPage = async (
  db: Read,
  filter: StatementFilter,
  { offset, limit }: { readonly offset: number; readonly limit: number },
): Promise<{ rows: StatementRow[]; total: number }> => {
  const [{ rows }, totals] = await Promise.all([
    sql<StatementRow>`
      SELECT * FROM (${newest(filter, offset + limit)}) s
      ORDER BY id DESC, amount LIMIT ${limit} OFFSET ${offset}`.execute(asExecutor(db)),
    counted(filter).execute(asExecutor(db)),
  ])
  return { rows, total: totals.rows[0]?.total ?? 0 }
}

/** The next lines behind one, newest first; of a transfer between two own accounts, the line that takes comes first. */
export const statementAfter = async (
  db: Read,
  filter: StatementFilter,
  { last, limit }: { readonly last: Pick<StatementRow, 'id' | 'amount'> | undefined; readonly limit: number },
): Promise<StatementRow[]> => {
  const behind = last === undefined ? sql`` : sql`AND id <= ${last.id}`
  const rest = last === undefined ? sql`` : sql`WHERE id < ${last.id} OR (id = ${last.id} AND amount > ${last.amount})`
  // One more from each side, since the last line itself is read again.
  const { rows } = await sql<StatementRow>`
    SELECT * FROM (${newest(filter, limit + 1, behind)}) s ${rest}
    ORDER BY id DESC, amount LIMIT ${limit}`.execute(asExecutor(db))
  return [...rows]
}

/** What one kind of movement brought and took in all. */
export interface KindTotal {
  readonly kind: TransferKind
  readonly count: number
  readonly received: Units
  readonly spent: Units
}

/** A user's movements of some days by kind; one between two own accounts is received and spent. */
export const totalsByKind = async (db: Read, filter: StatementFilter): Promise<KindTotal[]> => {
  const names = accountsOf(filter.userId)
  const { rows } = await sql<KindTotal>`
    SELECT kind, count(DISTINCT id) AS count, sum(received)::bigint AS received, sum(spent)::bigint AS spent FROM (
      SELECT id, kind, amount AS received, 0 AS spent FROM transfers
        WHERE credit = ANY(${names}::text[]) AND credit_after IS NOT NULL ${filtered(filter)}
      UNION ALL
      SELECT id, kind, 0, amount FROM transfers
        WHERE debit = ANY(${names}::text[]) AND debit_after IS NOT NULL ${filtered(filter)}) own
    GROUP BY kind ORDER BY kind`.execute(asExecutor(db))
  return [...rows]
}

/** Which of these transfers have been undone. */
export const reversedOf = async (db: Read, ids: readonly string[]): Promise<ReadonlySet<string>> => {
  const { rows } = await sql<{ id: string }>`
    SELECT reverses AS id FROM transfers WHERE reverses = ANY(${[...ids]}::uuid[])`.execute(asExecutor(db))
  return new Set(rows.map(({ id }) => id))
}

/** A line that was read, so that the next ones are read behind it. */
export type LastLine = Pick<StatementRow, 'id' | 'amount'>

/** The next older lines behind one, for reading all of them in pieces however many there are. */
export const statementBehind = async (
  db: Read,
  userId: string,
  { last, limit }: { readonly last: LastLine | undefined; readonly limit: number },
): Promise<StatementRow[]> => {
  const lines = newest({ userId, until: last?.id }, limit + 1)
  // A transfer between two own accounts is two lines of one id, told apart by their amounts.
  const behind = last === undefined ? sql`` : sql`WHERE id < ${last.id}::uuid OR amount > ${last.amount}`
  const { rows } = await sql<StatementRow>`
    SELECT * FROM (${lines}) s ${behind} ORDER BY id DESC, amount LIMIT ${limit}`.execute(asExecutor(db))
  return rows
}
