import { readdir, rm } from 'node:fs/promises'
import { basename, join } from 'node:path'
import { openBackupBucket } from '#adapters/storage/backups.ts'
import type { Env } from '#kernel/env.ts'
import { openSession } from '#kernel/postgres/session.ts'
import { type Backup, backUp, backupName, type BackupInput } from './backup.ts'

interface KeepInput extends Pick<BackupInput, 'url' | 'now' | 'tell'> {
  readonly env: Env
}

/** Where backups lie: a folder, or the bucket of the site. */
export const folderOf = (env: Pick<Env, 'BACKUP_TO' | 'DATA_DIR'>): string =>
  env.BACKUP_TO === undefined || env.BACKUP_TO === 'storage' ? join(env.DATA_DIR, 'backups') : env.BACKUP_TO

/** Makes a backup where the owner wants it, then removes the oldest ones. */
export const backUpAndKeep = async ({ env, ...input }: KeepInput): Promise<Backup & { place: string }> => {
  const folder = folderOf(env)
  const backup = await backUp({ ...input, env, folder })
  const place = env.BACKUP_TO === 'storage' ? await keepInBucket(env, backup.path, input.tell) : backup.path
  await noteBackup({ url: input.url, now: input.now, place, bytes: backup.bytes })
  if (place === backup.path) {
    for (const old of outdated(await readdir(folder), env.BACKUP_KEEP)) await rm(join(folder, old))
  }
  return { ...backup, place }
}

/** The file goes to the bucket; it lay in the folder only to be sent. */
const keepInBucket = async (env: Env, path: string, tell: KeepInput['tell']): Promise<string> => {
  const bucket = openBackupBucket(env)
  try {
    tell('uploading it to the storage')
    await bucket.put(basename(path), path)
    for (const old of outdated(await bucket.list(), env.BACKUP_KEEP)) await bucket.remove(old)
  } finally {
    await rm(path, { force: true })
  }
  return `storage:${basename(path)}`
}

/** All but the newest; what is not named like a backup is nobody's business. */
export const outdated = (names: readonly string[], keep: number): string[] =>
  names
    .filter((name) => backupName.test(name))
    .toSorted()
    .slice(0, -keep)

interface Noted {
  readonly url: string
  readonly now: Date
  readonly place: string
  readonly bytes: number
}

/** Writes down where the newest backup is, whoever made it. */
export const noteBackup = async ({ url, now, place, bytes }: Noted): Promise<void> => {
  const session = await openSession({ url, name: 'runnel backup' })
  try {
    await session.query(
      `INSERT INTO last_backup (made_at, location, bytes) VALUES ($1, $2, $3)
       ON CONFLICT (only_one) DO UPDATE SET made_at = $1, location = $2, bytes = $3`,
      [now, place, bytes],
    )
  } finally {
    await session.close()
  }
}
