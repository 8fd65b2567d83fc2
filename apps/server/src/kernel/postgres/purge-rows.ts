import { type RawBuilder, sql } from 'kysely'
import type { Db, Tx } from '#kernel/db.ts'

const ROWS_AT_ONCE = 5_000
/** Finding the rows may need a look at all of a large table; nobody waits for it meanwhile. */
const FIND_SECONDS = 300

/** Rows of a table that are no longer needed. */
export interface Chore {
  readonly table: string
  readonly isOver: RawBuilder<unknown>
}

/** Deletes rows a few thousand at a time, in short transactions that wait for no other. Returns how many. */
export const purgeRows = (db: Db, { table, isOver }: Chore): Promise<number> =>
  inBatches(db, async (tx) => {
    const gone = await sql`
      DELETE FROM ${sql.table(table)} WHERE ctid = ANY (${oldRows({ table, isOver })})`.execute(tx)
    return Number(gone.numAffectedRows ?? 0n)
  })

/** Where the next few thousand such rows are, locked; those that somebody else has locked are left for later. */
export const oldRows = ({ table, isOver }: Chore) => sql`
  ARRAY(SELECT ctid FROM ${sql.table(table)} WHERE ${isOver} LIMIT ${ROWS_AT_ONCE} FOR UPDATE SKIP LOCKED)`

/** Repeats a transaction until it finds fewer rows than fit into one. */
export const inBatches = async (db: Db, work: (tx: Tx) => Promise<number>): Promise<number> => {
  let done = 0
  for (let last = ROWS_AT_ONCE; last >= ROWS_AT_ONCE; done += last) {
    last = await db.write(async (tx) => {
      await sql`SELECT set_config('statement_timeout', ${`${FIND_SECONDS}s`}, true)`.execute(tx)
      return work(tx)
    })
  }
  return done
}
