import { mkdir, open, readdir, readFile, rename, rm, stat } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { newId } from '#kernel/id.ts'
import { StartupError } from '#kernel/startup-error.ts'
import type { Storage } from './storage.ts'

/** A file that is being written for longer was left behind by a crash. */
const UNFINISHED_MS = 3_600_000

/**
 * Keeps files in `DATA_DIR/uploads`, which nothing serves. A file is written beside them and moved to its place, so
 * that it is there whole or not at all.
 */
export const openDisk = async (dataDir: string): Promise<Storage> => {
  const root = join(dataDir, 'uploads')
  const unfinished = join(root, 'unfinished')
  await prepare(root, unfinished).catch((error: unknown) => {
    const why = error instanceof Error ? error.message : String(error)
    throw new StartupError(`Runnel can’t store uploaded images in ${root}: ${why}.`)
  })
  return {
    put: async (key, bytes) => {
      const path = join(root, placeOf(key))
      const written = join(unfinished, newId())
      await mkdir(dirname(path), { recursive: true, mode: 0o700 })
      try {
        await writeWhole(written, bytes)
        await rename(written, path)
      } catch (error) {
        await rm(written, { force: true })
        throw error
      }
    },
    get: (key) =>
      readFile(join(root, placeOf(key))).catch((error: NodeJS.ErrnoException) => {
        if (error.code === 'ENOENT') return undefined
        throw error
      }),
    remove: (key) => rm(join(root, placeOf(key)), { force: true }),
  }
}

/** A folder for each two last digits of the id, so that none grows beyond what tools can list. */
const placeOf = (key: string): string => {
  const [folder = '', name = ''] = key.split('/')
  const [id = ''] = name.split('.')
  return join(folder, id.slice(-2), name)
}

const prepare = async (root: string, unfinished: string): Promise<void> => {
  await mkdir(unfinished, { recursive: true, mode: 0o700 })
  const probe = join(unfinished, newId())
  await writeWhole(probe, Buffer.from('probe'))
  await rename(probe, join(root, 'probe'))
  // Another node that starts at this moment may have removed it already.
  await rm(join(root, 'probe'), { force: true })
  for (const name of await readdir(unfinished)) {
    const path = join(unfinished, name)
    const found = await stat(path).catch(() => undefined)
    if (found !== undefined && Date.now() - found.mtimeMs > UNFINISHED_MS) await rm(path, { force: true })
  }
}

/** Written down to the disk: what was acknowledged survives a power cut. */
const writeWhole = async (path: string, bytes: Uint8Array): Promise<void> => {
  const file = await open(path, 'wx', 0o600)
  try {
    await file.writeFile(bytes)
    await file.sync()
  } finally {
    await file.close()
  }
}
