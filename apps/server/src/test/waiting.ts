import { setTimeout as pause } from 'node:timers/promises'
import type { Db } from '#kernel/db.ts'

/** Until so many connections wait for what others hold in this database. */
export const someoneWaits = async ({ db }: { readonly db: Db }, count = 1): Promise<void> => {
  const waiting = `SELECT FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'`
  while ((await db.raw(waiting)).length < count) await pause(10)
}
