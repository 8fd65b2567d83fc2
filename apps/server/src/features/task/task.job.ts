import { purgeFiles } from '#adapters/storage/purge-files.ts'
import type { Storage } from '#adapters/storage/storage.ts'
import { LOOSE_SECONDS } from '#features/task/image/attach-images.ts'
import { imageKey } from '#features/task/image/images.ts'
import { type DueDeps, processDeadlines } from '#features/task/submission/deadlines.ts'
import { later } from '#kernel/clock.ts'
import { defineJob, worker, type Worker } from '#kernel/queue.ts'
import { say, type Words } from '#kernel/words/say.ts'

/** Does what time decides about submissions. The table of submissions knows what is due. */
const tasksDue = defineJob('tasks.due', { cron: '* * * * *', expireSeconds: 600 })
/** Removes images that were not sent with anything. */
const imagesSweep = defineJob('tasks.images', { cron: '25 * * * *', expireSeconds: 600 })

export interface TaskJobDeps extends DueDeps {
  readonly storage: Pick<Storage, 'remove'>
}

/** What runs apart from requests: deadlines, payments that cannot be undone any more, and loose images. */
export const taskWorkers = (deps: TaskJobDeps): readonly Worker[] => [
  worker(tasksDue, () => processDeadlines(deps)),
  worker(imagesSweep, () => purgeImages(deps)),
]

/** So long after nobody can take them into use any more. */
const MARGIN_SECONDS = 3_600

const purgeImages = async ({ db, clock, log, storage }: TaskJobDeps): Promise<Words> => {
  const until = later(clock(), -LOOSE_SECONDS - MARGIN_SECONDS)
  const removed = await purgeFiles({
    storage,
    log,
    loose: async (limit) => {
      const rows = await db.read
        .selectFrom('task_images')
        .select('id')
        .where('submission_id', 'is', null)
        .where('created_at', '<=', until)
        .orderBy('created_at')
        .limit(limit)
        .execute()
      return rows.map(({ id }) => imageKey(id))
    },
    forget: (keys) =>
      db.write(async (tx) => {
        const ids = keys.flatMap((key) => /^proofs\/(.+)\.webp$/.exec(key)?.[1] ?? [])
        await tx.deleteFrom('task_images').where('id', 'in', ids).where('submission_id', 'is', null).execute()
      }),
  })
  return say('owner.job.imagesDeleted', { count: removed })
}
