import type { Clock } from '#kernel/clock.ts'
import { createErrorCollector } from '#kernel/collect-errors.ts'
import type { Db } from '#kernel/db.ts'
import { defineJob, type Worker, worker } from '#kernel/queue.ts'
import { say, type Words } from '#kernel/words/say.ts'
import { emptyWork, lockWork } from './anonymize.ts'
import { forfeitBalance } from './forfeit.ts'

export interface OwnDataJobDeps {
  readonly db: Db
  readonly clock: Clock
}

/** What comes in for accounts that are gone (rewards that were held, commissions, returns), and proofs decided late. */
export const waiveLate = defineJob('own-data.waive', { cron: '41 3 * * *' })

export const ownDataWorkers = (deps: OwnDataJobDeps): readonly Worker[] => [worker(waiveLate, () => waiveAll(deps))]

/** Accounts that are read at a time. */
const CHUNK = 1_000

const FIRST_ID = '00000000-0000-0000-0000-000000000000'

const waiveAll = async ({ db, clock }: OwnDataJobDeps): Promise<Words> => {
  const now = clock()
  const run = createErrorCollector()
  let waived = 0
  let after = FIRST_ID
  for (;;) {
    const gone = await db.read
      .selectFrom('users')
      .select('id')
      .where('deleted_at', 'is not', null)
      .where('id', '>', after)
      .orderBy('id')
      .limit(CHUNK)
      .execute()
    for (const { id } of gone) {
      const work = async () =>
        db.write(async (tx) => {
          await lockWork(tx, id)
          // Two nodes that meet here take turns, and the second finds nothing left.
          await tx.selectFrom('users').select('id').where('id', '=', id).forNoKeyUpdate().executeTakeFirst()
          await emptyWork(tx, id)
          return forfeitBalance(tx, id, now)
        })
      waived += (await run.try(work)) ?? 0
    }
    const last = gone.at(-1)
    if (last === undefined || gone.length < CHUNK) {
      return run.end(say('owner.job.balancesForfeited', { units: waived }))
    }
    after = last.id
  }
}
