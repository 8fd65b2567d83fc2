import { sql } from 'kysely'
import { storeOverviewTotals } from '#features/admin/overview/overview-totals.ts'
import { updateUserBalances } from '#features/admin/user/user-balances.ts'
import type { Clock } from '#kernel/clock.ts'
import type { Db, Tx } from '#kernel/db.ts'
import type { Log } from '#kernel/log.ts'
import { defineJob, worker, type Worker } from '#kernel/queue.ts'
import { say, type Words } from '#kernel/words/say.ts'
import { rollUpDailyTotals } from '#money/daily-totals.ts'
import { type Books, lastReconciliation, proveFully, proveHourly, proveNightly } from '#money/reconcile.ts'
import { purgeExpired, purgeHistory } from './purge-expired.ts'

const BOOKS_SECONDS = 600
/** What a sort or a hash of a proof may use: a million accounts are grouped without files. */
const WORK_MEMORY = '128MB'

/** Proves the ledger, every hour what is new, all of it when an admin asks; a mismatch stops payouts. */
export const booksReconcile = defineJob<{ askedAt?: string }>('books.reconcile', {
  cron: '5 * * * *',
  expireSeconds: 3 * BOOKS_SECONDS,
})
/** Proves what is new and some of the past in turn, at an hour at which few people are here. */
export const booksProve = defineJob('books.prove', { cron: '50 3 * * *', expireSeconds: 3 * BOOKS_SECONDS })
/** Keeps the sums of days that are over. */
export const booksRollUp = defineJob('books.roll-up', { cron: '20 0 * * *', expireSeconds: BOOKS_SECONDS })
/** Removes what has expired. */
export const houseClean = defineJob('house.clean', { cron: '35 * * * *', expireSeconds: 600 })
/** Removes what would grow for ever although nothing needs it any more; `docs/history.md` says what of each table. */
export const historySweep = defineJob('history.sweep', { cron: '25 2 * * *', expireSeconds: 10_800 })

/** Keeps the list of users sorted by what moves with every claim. */
export const usersFigures = defineJob('users.figures', { cron: '*/5 * * * *', expireSeconds: 280 })

/** Adds up what the overview of a large site shows, so that nobody waits for it. */
export const overviewAddUp = defineJob('overview.add-up', { cron: '2-59/5 * * * *', retries: 0, expireSeconds: 280 })

interface AdminJobDeps {
  readonly db: Db
  readonly clock: Clock
  readonly log: Log
}

/** Housekeeping jobs that run on a schedule. */
export const adminWorkers = ({ db, clock, log }: AdminJobDeps): readonly Worker[] => [
  worker(booksReconcile, async ({ askedAt }) => {
    // A proof that began since then is the answer to all who asked before it.
    const known = askedAt === undefined ? null : await lastReconciliation(db.read)
    if (known !== null && askedAt !== undefined && known.at > new Date(askedAt)) return ledgerSummary(log, known)
    const prove = askedAt === undefined ? proveHourly : proveFully
    return ledgerSummary(log, await patiently(db, (tx) => prove(tx, clock())))
  }),
  worker(booksProve, async () => ledgerSummary(log, await patiently(db, (tx) => proveNightly(tx, clock())))),
  worker(booksRollUp, async () =>
    say('owner.job.totalsStored', { count: await patiently(db, (tx) => rollUpDailyTotals(tx, clock())) }),
  ),
  worker(usersFigures, async () => say('owner.job.usersUpdated', { count: await updateUserBalances(db, clock()) })),
  worker(overviewAddUp, () => storeOverviewTotals(db, clock())),
  worker(houseClean, async () => say('owner.job.rowsDeleted', { count: await purgeExpired(db, clock()) })),
  worker(historySweep, async () => say('owner.job.rowsDeleted', { count: await purgeHistory(db, clock()) })),
]

const ledgerSummary = (log: Log, { balanced, accounts, transfers, mismatches }: Books): Words => {
  if (!balanced) log.error({ mismatches }, 'the ledger does not balance; payouts are stopped until it does')
  return say(balanced ? 'owner.job.ledgerBalanced' : 'owner.job.ledgerNotBalanced', { accounts, transfers })
}

/** A transaction over all that ever happened: it may take as long as its job, where a request's would be stopped. */
const patiently = <T>(db: Db, work: (tx: Tx) => Promise<T>): Promise<T> =>
  db.write(async (tx) => {
    await sql`SELECT set_config('statement_timeout', ${`${BOOKS_SECONDS}s`}, true),
      set_config('work_mem', ${WORK_MEMORY}, true) AS work_mem`.execute(tx)
    return work(tx)
  })
