import { IDEMPOTENCY_HOURS } from '@runnel/contract/constants'
import { type RawBuilder, sql } from 'kysely'
import { later } from '#kernel/clock.ts'
import type { Db } from '#kernel/db.ts'

const HOUR_SECONDS = 3_600
const DAY_SECONDS = 86_400
const ROWS_AT_ONCE = 5_000

interface Chore {
  readonly table: string
  /** Rows of it that nobody needs any more. */
  readonly isOver: (now: Date) => RawBuilder<unknown>
}

const chores: readonly Chore[] = [
  { table: 'challenges', isOver: (now) => sql`expires_at < ${later(now, -DAY_SECONDS)}` },
  { table: 'sessions', isOver: (now) => sql`expires_at < ${now}` },
  { table: 'idempotency_keys', isOver: (now) => sql`created_at < ${later(now, -IDEMPOTENCY_HOURS * HOUR_SECONDS)}` },
  { table: 'mail_tokens', isOver: (now) => sql`expires_at < ${later(now, -DAY_SECONDS)}` },
  { table: 'rate_limits', isOver: (now) => sql`expire < ${now.getTime()}` },
]

/** Removes what has expired, a few thousand rows at a time so that nobody waits for it. Returns how many. */
export const purgeExpired = async (db: Db, now: Date): Promise<number> => {
  let removed = 0
  for (const chore of chores) {
    for (let last = ROWS_AT_ONCE; last === ROWS_AT_ONCE; removed += last) last = await purgeBatch(db, chore, now)
  }
  return removed
}

const purgeBatch = (db: Db, { table, isOver }: Chore, now: Date): Promise<number> =>
  db.write(async (tx) => {
    const name = sql.table(table)
    const gone = await sql`
      DELETE FROM ${name} WHERE ctid = ANY (ARRAY(
        SELECT ctid FROM ${name} WHERE ${isOver(now)} LIMIT ${ROWS_AT_ONCE} FOR UPDATE SKIP LOCKED))`.execute(tx)
    return Number(gone.numAffectedRows ?? 0n)
  })
