import { type RawBuilder, sql } from 'kysely'
import type { Read } from '#kernel/db.ts'
import { asExecutor } from '#money/accounts.ts'

/** The greatest first, and of equals in one order that a file can go on from. */
export const inOrder = (key: RawBuilder<unknown>, id: RawBuilder<unknown>): RawBuilder<unknown> =>
  sql`${key} DESC, ${id} DESC`

const LIMITS = [2, 3, 5, 10, 80] as const

/**
 * How many places, and accounts in them, a rule about shared places would reach at several limits. Counted up to as
 * many places as any list is.
 */
export const placeThresholds = async (db: Read, table: 'networks' | 'devices') => {
  const { rows } = await sql<{ accounts: number; places: number; users: number }>`
    WITH shared AS (SELECT accounts, count(*) AS places
      FROM (SELECT accounts FROM ${sql.table(table)} WHERE accounts > 1 AND released_at IS NULL
        ORDER BY accounts DESC LIMIT 100000) greatest
      GROUP BY accounts)
    SELECT l AS accounts, coalesce(sum(shared.places), 0)::integer AS places,
      coalesce(sum(shared.accounts * shared.places), 0)::integer AS users
    FROM unnest(${[...LIMITS]}::integer[]) AS t(l) LEFT JOIN shared ON shared.accounts >= l
    GROUP BY l ORDER BY l`.execute(asExecutor(db))
  return [...rows]
}
