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

/** All movements on a user's own accounts; a transfer between two of them is two lines. */
const lines = ({ userId, kind, from, to }: StatementFilter) => {
  const names = (['main', 'deposit', 'held'] as const).map((account) => userAccount(userId, account))
  const filtered = sql`
    ${kind === undefined ? sql`` : sql`AND kind = ${kind}`}
    ${from === undefined ? sql`` : sql`AND at >= ${from}::date::timestamp AT TIME ZONE 'UTC'`}
    ${to === undefined ? sql`` : sql`AND at < (${to}::date + 1)::timestamp AT TIME ZONE 'UTC'`}`
  return sql`
    SELECT id, kind, split_part(credit, ':', 1) AS account, amount, credit_after AS "balanceAfter", ref, at
      FROM transfers WHERE credit = ANY(${names}::text[]) AND credit_after IS NOT NULL ${filtered}
    UNION ALL
    SELECT id, kind, split_part(debit, ':', 1), -amount, debit_after, ref, at
      FROM transfers WHERE debit = ANY(${names}::text[]) AND debit_after IS NOT NULL ${filtered}`
}

/** A page of the statement, newest first. */
export const statementPage = async (
  db: Read,
  filter: StatementFilter,
  page: { readonly offset: number; readonly limit: number },
): Promise<{ rows: StatementRow[]; total: number }> => {
  const { rows } = await sql<StatementRow>`
    SELECT * FROM (${lines(filter)}) s ORDER BY id DESC, amount LIMIT ${page.limit} OFFSET ${page.offset}`.execute(
    asExecutor(db),
  )
  const counted = await sql<{ total: number }>`SELECT count(*) AS total FROM (${lines(filter)}) s`.execute(
    asExecutor(db),
  )
  return { rows, total: counted.rows[0]?.total ?? 0 }
}
