import { alertOwner } from '#features/outflow/outflow.ts'
import { payoutAlerts } from '#features/withdraw/withdraw.ts'
import type { Clock } from '#kernel/clock.ts'
import type { Db } from '#kernel/db.ts'
import { type Enqueue, defineJob, worker, type Worker } from '#kernel/queue.ts'
import { say, together } from '#kernel/words/say.ts'
import { type SystemProbe, systemFigures } from './system-figures.ts'
import { systemWarnings } from './system-warnings.ts'

/** Looks at backups, disk, queue, wallets and withdrawals, and alerts the admins of what is wrong, once a day each. */
export const siteWatch = defineJob('site.watch', { cron: '*/5 * * * *', retries: 0, expireSeconds: 280 })

interface SystemJobDeps {
  readonly db: Db
  readonly clock: Clock
  readonly enqueue: Enqueue
  readonly system: SystemProbe
}

export const systemWorkers = ({ db, clock, enqueue, system }: SystemJobDeps): readonly Worker[] => [
  worker(siteWatch, async () => {
    const now = clock()
    const warnings = systemWarnings(await systemFigures(db.read, system), now)
    const found = warnings.filter(({ code }) => code !== 'UPDATE_READY')
    const payouts = await payoutAlerts(db.read, now)
    // Who plans no backups has decided so: the admin area says it, and no mail repeats it every day.
    const alerted = found.filter(({ code }) => system.backupHours > 0 || !code.startsWith('BACKUP_'))
    const alerts = [...alerted.map(({ code, msg: sentence }) => ({ what: `system:${code}`, sentence })), ...payouts]
    for (const alert of alerts) {
      await db.write((tx) =>
        alertOwner({ tx, enqueue: (job, payload, options) => enqueue(tx, job, payload, options) }, { ...alert, now }),
      )
    }
    const sentences = [...found.map(({ msg }) => msg), ...payouts.map(({ sentence }) => sentence)]
    return sentences.length === 0 ? say('owner.job.noWarnings') : together(...sentences)
  }),
]
