import { existsSync, renameSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { release } from '#scripts/root.mjs'
import { Failed, quiet } from '#scripts/step.mjs'

/**
 * A copy of the stopped built-in database, for the way back to the unit. A database of the owner's own is not ours to
 * copy or replace: if the new version changed it before it failed, the backup is the way back.
 */
export const keepDatabase = async ({ env }) => {
  if (env.DATABASE_URL) return { drop: async () => undefined, putBack: refuse }
  const place = join(env.DATA_DIR, 'postgres')
  const copy = `${place}.of-${release.version}`
  rmSync(copy, { recursive: true, force: true })
  await quiet('cp', ['-a', place, copy])
  return {
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
