import { type Clock, later } from '#kernel/clock.ts'
import type { Db } from '#kernel/db.ts'
import { defineJob, worker, type Worker } from '#kernel/queue.ts'
import { moment, say, type Words } from '#kernel/words/say.ts'

/** Backups by the clock, as the owner set them up. */
export interface PlannedBackups {
  readonly everyHours: number
  /** Makes one and says where it is. */
  readonly make: (now: Date) => Promise<Words>
}

/** Looks every hour; what failed is tried again at the next. */
export const siteBackUp = defineJob('site.back-up', { cron: '23 * * * *', retries: 0, expireSeconds: 6 * 3_600 })

interface BackupDeps {
  readonly db: Db
  readonly clock: Clock
  readonly backups?: PlannedBackups | undefined
}

/** A run that takes its time begins some minutes after the hour; the next is due all the same. */
const SLACK_SECONDS = 1_800

export const backupWorkers = ({ db, clock, backups }: BackupDeps): readonly Worker[] => [
  worker(siteBackUp, async () => {
    if (backups === undefined) return say('owner.job.noBackups')
    const now = clock()
    const last = await db.read.selectFrom('last_backup').select('made_at').executeTakeFirst()
    const made = last?.made_at ?? new Date(0)
    const due = later(made, backups.everyHours * 3_600 - SLACK_SECONDS)
    return due > now ? say('owner.job.lastBackup', { at: moment(made) }) : backups.make(now)
  }),
]
