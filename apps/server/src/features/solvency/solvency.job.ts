import { alertOwner } from '#features/outflow/outflow.ts'
import type { Clock } from '#kernel/clock.ts'
import type { Db } from '#kernel/db.ts'
import { defineJob, type Enqueue, worker, type Worker } from '#kernel/queue.ts'
import type { SettingsStore } from '#kernel/settings.ts'
import { say } from '#kernel/words/say.ts'
import { addUp } from './figures.ts'

/** Adds up what the site owes and holds. */
export const solvencyAddUp = defineJob('solvency.add-up', { cron: '*/3 * * * *', retries: 1, expireSeconds: 300 })

interface SolvencyDeps {
  readonly db: Db
  readonly clock: Clock
  readonly settings: Pick<SettingsStore, 'current'>
  readonly enqueue: Enqueue
}

const WHOLE = 10_000

/** Keeps the public figures fresh, and tells the owner when they do not cover each other. */
export const solvencyWorkers = ({ db, clock, settings, enqueue }: SolvencyDeps): readonly Worker[] => [
  worker(solvencyAddUp, async () => {
    const now = clock()
    const { coverage } = await db.write((tx) => addUp(tx, settings.current(), now))
    if (coverage === null) return say('owner.job.solvencyNoBalance')
    const percent = coverage / 100
    if (coverage < WHOLE) {
      const sentence = say('owner.solvency.notCovered', { percent })
      await db.write((tx) =>
        alertOwner(
          { tx, enqueue: (job, payload, options) => enqueue(tx, job, payload, options) },
          { what: 'solvency', sentence, now },
        ),
      )
    }
    return say('owner.job.solvencyStored', { percent })
  }),
]
