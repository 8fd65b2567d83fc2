import { sql } from 'kysely'
import type { Read } from '#kernel/db.ts'
import { asExecutor } from '#money/accounts.ts'

/** A stretch of time; without an end it reaches over everything that was ever written since. */
export interface TimeSpan {
  readonly from: Date
  readonly to?: Date | undefined
}

/** The users whose spendable balance moved, in either direction, in a stretch of time. */
export const usersWithBalanceChanges = async (db: Read, { from, to }: TimeSpan): Promise<string[]> => {
  const inTime = sql`at >= ${from} ${to === undefined ? sql`` : sql`AND at < ${to}`}`
  const { rows } = await sql<{ id: string }>`
    SELECT substr(credit, 6)::uuid AS id FROM transfers
      WHERE ${inTime} AND credit_after IS NOT NULL AND credit LIKE 'main:%'
    UNION SELECT substr(debit, 6)::uuid FROM transfers
      WHERE ${inTime} AND debit_after IS NOT NULL AND debit LIKE 'main:%'
    ORDER BY id`.execute(asExecutor(db))
  return rows.map(({ id }) => id)
}
