import { alertOwner } from '#features/outflow/outflow.ts'
import { dayOf } from '#kernel/clock.ts'
import type { Db } from '#kernel/db.ts'
import type { Enqueue } from '#kernel/queue.ts'
import { jobLabel } from './job-labels.ts'

/** One failure is repeated by itself; so many in a day are not left to chance. */
const FAILURES_ALLOWED = 3

/** Tells the owner of jobs that go on failing, once a day each. */
export const alertFailures = async (
  { db, enqueue }: { readonly db: Db; readonly enqueue: Enqueue },
  now: Date,
): Promise<void> => {
  const [bad, tallies] = await Promise.all([
    db.read.selectFrom('job_runs').select(['name', 'note']).where('ok', '=', false).execute(),
    db.read.selectFrom('day_tallies').select(['what', 'count']).where('day', '=', dayOf(now)).execute(),
  ])
  for (const { name, note } of bad) {
    const count = tallies.find(({ what }) => what === `failed ${name}`)?.count ?? 0
    if (count < FAILURES_ALLOWED) continue
    const sentence = `The job “${jobLabel(name)}” has failed ${count} times today. Last message: ${note}`
    await db.write((tx) =>
      alertOwner(
        { tx, enqueue: (job, payload, options) => enqueue(tx, job, payload, options) },
        { what: `job:${name}`, sentence, now },
      ),
    )
  }
}
