import { readdir, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { openBackupBucket } from '#adapters/storage/backups.ts'
import type { Env } from '#kernel/env.ts'
import { type Backup, backUp, backupName, type BackupInput } from './backup.ts'

interface KeepInput extends Pick<BackupInput, 'url' | 'now' | 'tell'> {
  readonly env: Env
}

/** Where backups lie: a folder, or the bucket of the site. */
export const folderOf = (env: Pick<Env, 'BACKUP_TO' | 'DATA_DIR'>): string =>
  env.BACKUP_TO === undefined || env.BACKUP_TO === 'storage' ? join(env.DATA_DIR, 'backups') : env.BACKUP_TO

/** Makes a backup where the owner wants it, then removes the oldest ones. Returns what a person wants to know of it. */
export const backUpAndKeep = async ({ env, ...input }: KeepInput): Promise<Backup & { place: string }> => {
  const folder = folderOf(env)
  const backup = await backUp({ ...input, env, folder })
  const name = backup.path.slice(folder.length + 1)
  if (env.BACKUP_TO !== 'storage') {
    const kept = await readdir(folder)
    for (const old of outdated(kept, env.BACKUP_KEEP)) await rm(join(folder, old))
    return { ...backup, place: backup.path }
  }
  const bucket = openBackupBucket(env)
  try {
    input.tell('sending it to the storage')
    await bucket.put(name, backup.path)
    for (const old of outdated(await bucket.list(), env.BACKUP_KEEP)) await bucket.remove(old)
  } finally {
    await rm(backup.path, { force: true })
  }
  return { ...backup, place: `storage:${name}` }
}

/** All but the newest; what is not named like a backup is nobody's business. */
export const outdated = (names: readonly string[], keep: number): string[] =>
  names
    .filter((name) => backupName.test(name))
    .toSorted()
    .slice(0, -keep)
