import type { Log } from '#kernel/log.ts'
import type { Storage } from './storage.ts'

const BATCH = 100
const BATCHES_MAX = 100

/**
 * Removes files that nobody took into use, oldest first. `loose` names the next of them and `forget` removes what
 * named them, once the files are gone: so a crash in between forgets no file. `loose` must name only what can no longer
 * be taken into use.
 */
export const purgeFiles = async ({ storage, log, loose, forget }: FilePurgeOptions): Promise<number> => {
  let removed = 0
  for (let batch = 0; batch < BATCHES_MAX; batch += 1) {
    const keys = await loose(BATCH)
    const gone: string[] = []
    for (const key of keys) {
      const isGone = await storage.remove(key).then(
        () => true,
        (error: unknown) => {
          log.warn({ key, why: String(error) }, 'could not delete an unused file; retrying in the next run')
          return false
        },
      )
      if (isGone) gone.push(key)
    }
    if (gone.length > 0) await forget(gone)
    removed += gone.length
    // What stayed would be named again and again.
    if (keys.length < BATCH || gone.length < keys.length) break
  }
  return removed
}

export interface FilePurgeOptions {
  readonly storage: Pick<Storage, 'remove'>
  readonly log: Pick<Log, 'warn'>
  readonly loose: (limit: number) => Promise<readonly string[]>
  readonly forget: (keys: readonly string[]) => Promise<unknown>
}
