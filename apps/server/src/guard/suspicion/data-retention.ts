import { sql } from 'kysely'
import { dayOf, later } from '#kernel/clock.ts'
import type { Db } from '#kernel/db.ts'
import { type Chore, purgeRows } from '#kernel/postgres/purge-rows.ts'
import { CLAIM_DAYS } from './sightings.ts'

const DAY_SECONDS = 86_400
const ROWS_AT_ONCE = 5_000
/** What a trap caught of a request is kept for shorter than that it caught something. */
const SAMPLE_DAYS = 30
/** A mark this old weighs next to nothing: points halve every 14 days. */
const MARK_DAYS = 120

/**
 * Removes what says where somebody was and by what, when the days that the owner keeps it are over; a few thousand rows
 * at a time. Returns how many.
 */
export const purgeSightings = async (db: Db, { days, now }: { days: number; now: Date }): Promise<number> => {
  const before = later(now, -days * DAY_SECONDS)
  const chores: Chore[] = [
    { table: 'network_users', isOver: sql`last_seen_at < ${before}` },
    { table: 'networks', isOver: sql`last_seen_at < ${before} AND released_at IS NULL` },
    { table: 'device_users', isOver: sql`last_seen_at < ${before}` },
    { table: 'trap_hits', isOver: sql`at < ${before}` },
    { table: 'ties', isOver: sql`at < ${before}` },
    { table: 'score_points', isOver: sql`day < ${dayOf(before)}::date` },
    { table: 'claim_days', isOver: sql`day < ${dayOf(later(now, -CLAIM_DAYS * DAY_SECONDS))}::date` },
    { table: 'risk_marks', isOver: sql`at < ${later(now, -MARK_DAYS * DAY_SECONDS)}` },
  ]
  let gone = 0
  for (const chore of chores) gone += await purgeRows(db, chore)
  for (const table of ['ptc_views', 'link_visits'] as const) {
    for (let last = ROWS_AT_ONCE; last === ROWS_AT_ONCE; gone += last)
      last = await clearVisitLocations(db, table, before)
  }
  return gone + (await emptySamples(db, now)) + (await clearSessionLocations(db, before))
}

const emptySamples = (db: Db, now: Date): Promise<number> =>
  db.write(async (tx) => {
    const emptied = await sql`
      UPDATE trap_hits SET sample = '{}'
      WHERE at < ${later(now, -SAMPLE_DAYS * DAY_SECONDS)} AND sample <> '{}'`.execute(tx)
    return Number(emptied.numAffectedRows ?? 0n)
  })

/** A session that is still used is refreshed; one that nobody used so long is over, and says no longer where it was. */
const clearSessionLocations = (db: Db, before: Date): Promise<number> =>
  db.write(async (tx) => {
    const forgotten = await sql`
      UPDATE sessions SET ip_net = 'unknown', country = NULL
      WHERE last_seen_at < ${before} AND ip_net <> 'unknown'`.execute(tx)
    return Number(forgotten.numAffectedRows ?? 0n)
  })

/** What was viewed and visited stays for the ledger and reports, and says no longer from where and on what. */
const clearVisitLocations = (db: Db, table: 'ptc_views' | 'link_visits', before: Date): Promise<number> =>
  db.write(async (tx) => {
    const name = sql.table(table)
    const forgotten = await sql`
      UPDATE ${name} SET ip_net = 'unknown', device_id = id WHERE id = ANY (ARRAY(
        SELECT id FROM ${name} WHERE ip_net <> 'unknown' AND opened_at < ${before}
        ORDER BY opened_at LIMIT ${ROWS_AT_ONCE} FOR UPDATE SKIP LOCKED))`.execute(tx)
    return Number(forgotten.numAffectedRows ?? 0n)
  })
