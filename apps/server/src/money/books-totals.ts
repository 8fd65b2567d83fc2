import { sql } from 'kysely'
import type { Read } from '#kernel/db.ts'
import { asExecutor } from '#money/accounts.ts'
import { auditBooks } from '#money/reconcile.ts'

/** The books in a few figures: two databases with the same ones hold the same money, to the unit. */
export interface BooksTotals {
  readonly accounts: number
  readonly transfers: number
  /** Sums of what accounts hold, owe and have moved, as text: they may be larger than a safe integer. */
  readonly balances: string
  readonly debts: string
  readonly moved: string
  /** Of each account with its balance and debt, in any order. */
  readonly checksum: string
  readonly balanced: boolean
}

/** Adds up the books and proves them from the first transfer on. */
export const totalsOf = async (db: Read): Promise<BooksTotals> => {
  const { rows } = await sql<Omit<BooksTotals, 'balanced'>>`
    SELECT a.*, t.* FROM (
      SELECT count(*) AS accounts, coalesce(sum(balance), 0)::text AS balances, coalesce(sum(debt), 0)::text AS debts,
        coalesce(sum(('x' || left(md5(concat_ws(' ', name, owner, coalesce(balance::text, '-'), debt)), 15))::bit(60)
          ::bigint), 0)::text AS checksum
      FROM accounts) a, (SELECT count(*) AS transfers, coalesce(sum(amount), 0)::text AS moved FROM transfers) t
    `.execute(asExecutor(db))
  const { balanced } = await auditBooks(db)
  const [row] = rows
  if (row === undefined) throw new Error('sums give one row')
  return { ...row, balanced }
}
