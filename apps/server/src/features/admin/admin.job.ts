import type { Clock } from '#kernel/clock.ts'
import type { Db } from '#kernel/db.ts'
import type { Log } from '#kernel/log.ts'
import { defineJob, worker, type Worker } from '#kernel/queue.ts'
import { rollUp } from '#money/flow.ts'
import { reconcile } from '#money/reconcile.ts'

import { cleanHouse } from './clean.ts'

/** Proves the books; a finding that they do not balance stops payouts. */
export const booksReconcile = defineJob('books.reconcile', { cron: '5 * * * *', expireSeconds: 600 })
/** Keeps the sums of days that are over. */
export const booksRollUp = defineJob('books.roll-up', { cron: '20 0 * * *', expireSeconds: 600 })
/** Removes what has expired. */
export const houseClean = defineJob('house.clean', { cron: '35 * * * *', expireSeconds: 600 })

interface AdminJobRooms {
  readonly db: Db
  readonly clock: Clock
  readonly log: Log
}

/** What keeps the house in order by the clock. */
export const adminWorkers = ({ db, clock, log }: AdminJobRooms): readonly Worker[] => [
  worker(booksReconcile, async () => {
    const { balanced, accounts, transfers, mismatches } = await db.write((tx) => reconcile(tx, clock()))
    if (!balanced) log.error({ mismatches }, 'the books do not balance; payouts stop until they do')
    return `${balanced ? 'balanced' : 'NOT BALANCED'}: ${accounts} accounts, ${transfers} transfers`
  }),
  worker(booksRollUp, async () => `${await db.write((tx) => rollUp(tx, clock()))} sums kept`),
  worker(houseClean, async () => `${await cleanHouse(db, clock())} rows removed`),
]
