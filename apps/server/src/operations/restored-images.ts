import { existsSync } from 'node:fs'
import { mkdir, readdir, rename, rm, rmdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Env } from '#kernel/env.ts'
import { StartupError } from '#kernel/startup-error.ts'

export interface RestoredImages {
  /** The folder that images are written to first. */
  readonly staging: string
  /** Moves them to their place. */
  readonly place: () => Promise<void>
  /** Takes back what `place` has moved. */
  readonly undo: () => Promise<void>
  readonly close: () => Promise<void>
}

/**
 * Takes the images of a backup in; undefined where they are in a bucket. `uploads` may be a mount or a link: it is
 * never removed or renamed, and images are written inside it first, so that moving them crosses no file system.
 * @throws StartupError where images are already or can’t be written.
 */
export const openImages = async ({
  DATA_DIR,
  STORAGE_URL,
}: Pick<Env, 'DATA_DIR' | 'STORAGE_URL'>): Promise<RestoredImages | undefined> => {
  const uploads = join(DATA_DIR, 'uploads')
  if (existsSync(join(uploads, 'proofs'))) {
    throw new StartupError(`${DATA_DIR} already contains uploaded images: restore into an empty DATA_DIR.`)
  }
  if (STORAGE_URL !== undefined) return undefined
  const staging = join(uploads, `restored-${process.pid}`)
  const isNew = !existsSync(uploads)
  await prepare(staging).catch((error: unknown) => {
    const why = error instanceof Error ? error.message : String(error)
    throw new StartupError(`Runnel can’t store uploaded images in ${uploads}: ${why}.`)
  })
  const placed: string[] = []
  return {
    staging,
    place: async () => {
      for (const name of await readdir(staging)) {
        await rename(join(staging, name), join(uploads, name))
        placed.push(name)
      }
    },
    undo: async () => {
      for (const name of placed) await rm(join(uploads, name), { recursive: true, force: true })
      await rm(staging, { recursive: true, force: true })
      if (isNew) await rmdir(uploads).catch(() => undefined)
    },
    close: () => rm(staging, { recursive: true, force: true }),
  }
}

const prepare = async (staging: string): Promise<void> => {
  await mkdir(staging, { recursive: true, mode: 0o700 })
  const probe = join(staging, 'probe')
  await writeFile(probe, 'probe', { mode: 0o600 })
  await rm(probe)
}
