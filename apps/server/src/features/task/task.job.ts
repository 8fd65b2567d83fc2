import { sweepFiles } from '#adapters/storage/sweep.ts'
import type { Storage } from '#adapters/storage/storage.ts'
import { later } from '#kernel/clock.ts'
import { defineJob, worker, type Worker } from '#kernel/queue.ts'

import { LOOSE_SECONDS } from './attach.ts'
import { type DueRooms, settleDue } from './due.ts'
import { imageKey } from './images.ts'

/** Does what time decides about submissions. The table of submissions knows what is due. */
const tasksDue = defineJob('tasks.due', { cron: '* * * * *', expireSeconds: 600 })
/** Removes images that were not sent with anything. */
const imagesSweep = defineJob('tasks.images', { cron: '25 * * * *', expireSeconds: 600 })

export interface TaskJobRooms extends DueRooms {
  readonly storage: Pick<Storage, 'remove'>
}

/** What runs apart from requests: deadlines, payments that cannot be undone any more, and loose images. */
export const taskWorkers = (rooms: TaskJobRooms): readonly Worker[] => [
  worker(tasksDue, () => settleDue(rooms)),
  worker(imagesSweep, () => sweepImages(rooms)),
]

/** So long after nobody can take them into use any more. */
const MARGIN_SECONDS = 3_600

const sweepImages = async ({ db, clock, log, storage }: TaskJobRooms): Promise<string> => {
  const until = later(clock(), -LOOSE_SECONDS - MARGIN_SECONDS)
  const removed = await sweepFiles({
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
  return `${removed} images removed`
}
