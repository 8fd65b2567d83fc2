import { setTimeout as pause } from 'node:timers/promises'
import type { Db } from '#kernel/db.ts'

/** Until a connection waits for what another one holds in this database. */
export const someoneWaits = async ({ db }: { readonly db: Db }): Promise<void> => {
  const waiting = `SELECT FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'`
  while ((await db.raw(waiting)).length === 0) await pause(10)
}
