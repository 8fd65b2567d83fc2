import { existsSync, renameSync, rmSync, statfsSync } from 'node:fs'
import { join } from 'node:path'
import { release } from '#scripts/root.mjs'
import { Failed, quiet } from '#scripts/step.mjs'

/** What a site needs to go on beside the copy. */
const SPARE_BYTES = 512 * 1024 ** 2

/**
 * A copy of the stopped built-in database, for the way back to the unit. A database of the owner's own is not ours to
 * copy or replace: if the new version changed it before it failed, the backup is the way back.
 */
export const keepDatabase = async ({ env }) => {
  if (env.DATABASE_URL) return { drop: async () => undefined, putBack: refuse }
  const place = join(env.DATA_DIR, 'postgres')
  const copy = `${place}.of-${release.version}`
  rmSync(copy, { recursive: true, force: true })
  // Again, since the backup may lie on the same disk.
  await refuseUnlessSpace({ env })
  const at = new Date().toISOString()
  await quiet('cp', ['-a', place, copy]).catch((error) => {
    // A part of a copy would take the space that the site needs to go on.
    rmSync(copy, { recursive: true, force: true })
    throw error
  })
  return {
    at,
    drop: async () => rmSync(copy, { recursive: true, force: true }),
    putBack: async () => {
      if (!existsSync(copy)) throw new Failed(`${copy} no longer exists: restore the backup.`)
      rmSync(place, { recursive: true, force: true })
      renameSync(copy, place)
    },
  }
}

/** The start of the version before tells whether the database is still the one it knows. */
const refuse = async () => {
  console.log('If it rejects the database, restore the backup into an empty one.')
}

/** Refuses an upgrade for whose copy of the database there is no space, before the site stops for it. */
export const refuseUnlessSpace = async ({ env }) => {
  const place = join(env.DATA_DIR, 'postgres')
  if (env.DATABASE_URL || !existsSync(place)) return
  const [kilobytes] = (await quiet('du', ['-sk', place])).split(/\s/)
  const { bavail, bsize } = statfsSync(env.DATA_DIR)
  const [needed, free] = [Number(kilobytes) * 1024 + SPARE_BYTES, bavail * bsize]
  if (free >= needed) return
  const gigabytes = (bytes) => (bytes / 1e9).toFixed(1)
  const [wanted, left] = [gigabytes(needed), gigabytes(free)]
  throw new Failed(
    `A copy of the database needs ${wanted} GB of disk space in ${env.DATA_DIR}, but ${left} GB are free.`,
  )
}
