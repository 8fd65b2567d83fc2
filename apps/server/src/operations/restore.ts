import { existsSync, mkdirSync, readFileSync, rmSync } from 'node:fs'
import { mkdir, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import type { Env } from '#kernel/env.ts'
import { fingerprintOf } from '#kernel/key/fingerprint.ts'
import { writeOnce } from '#kernel/key/write-once.ts'
import { openSession } from '#kernel/postgres/session.ts'
import { createSecrets, keyFileOf } from '#kernel/secrets.ts'
import { StartupError } from '#kernel/startup-error.ts'
import { type Entry, readArchive } from './archive.ts'
import { KEY, MANIFEST, rowsFolder, UPLOADS } from './backup.ts'
import { loadSite, refuseUnlessEmpty } from './load.ts'
import { openImages, type RestoredImages } from './restored-images.ts'
import type { Manifest, Table } from './snapshot.ts'
import { stopPayouts } from './stop-payouts.ts'

export interface RestoreInput {
  readonly path: string
  /** The empty database. */
  readonly url: string
  readonly dir: string
  readonly env: Pick<Env, 'DATA_DIR' | 'SECRET_KEY' | 'BACKUP_PASSPHRASE' | 'STORAGE_URL'>
  readonly tell: (line: string) => void
}

type Place = Pick<RestoreInput, 'path' | 'env'>

const archiveOf = ({ path, env }: Place) => ({ path, passphrase: env.BACKUP_PASSPHRASE })

/** Reads the whole backup before anything is written: what is damaged, foreign or sealed otherwise is refused here. */
export const readBackup = async (place: Place): Promise<{ manifest: Manifest; key: string }> => {
  if (!existsSync(place.path)) throw new StartupError(`The file ${place.path} doesn’t exist.`)
  let manifest: Manifest | undefined
  let key = ''
  for await (const entry of readArchive(archiveOf(place))) {
    manifest ??= manifestOf(place.path, entry)
    if (entry.name === KEY) key = entry.bytes.toString()
  }
  if (manifest === undefined) throw new StartupError(`${place.path} isn’t a backup of Runnel.`)
  refuseOtherKey(place, { key, manifest })
  return { manifest, key }
}

const manifestOf = (path: string, { name, bytes }: Entry): Manifest => {
  const foreign = new StartupError(`${path} isn’t a backup of Runnel.`)
  if (name !== MANIFEST) throw foreign
  const manifest: Partial<Manifest> = JSON.parse(bytes.toString())
  if (manifest.format === 'runnel-backup-1') return manifest as Manifest
  if (!String(manifest.format).startsWith('runnel-backup-')) throw foreign
  throw new StartupError('The backup was written by a newer version: restore it with that one.')
}

/** The key has to open what is sealed in the backup, and no other key may stand where the site will look for it. */
const refuseOtherKey = ({ env }: Place, { key, manifest }: { key: string; manifest: Manifest }): void => {
  const isIts = (text: string): boolean => fingerprintOf(createSecrets(text)).toString('hex') === manifest.key
  if (!isIts(key)) throw new StartupError('The key in the backup doesn’t belong to its database: use another backup.')
  if (env.SECRET_KEY !== undefined && !isIts(env.SECRET_KEY)) {
    throw new StartupError('SECRET_KEY isn’t the key of this backup: leave it empty, or set it to that key.')
  }
  const path = keyFileOf(env.DATA_DIR)
  if (env.SECRET_KEY === undefined && existsSync(path) && !isIts(readFileSync(path, 'utf8').trim())) {
    throw new StartupError(`${path} contains the key of another site: restore into an empty DATA_DIR.`)
  }
}

/** Restores what `readBackup` found right. The site is there whole, with its books proved, or not at all. */
export const restore = async (input: RestoreInput, { manifest, key }: { manifest: Manifest; key: string }) => {
  const { env, url, dir, tell } = input
  mkdirSync(env.DATA_DIR, { recursive: true, mode: 0o755 })
  const keyPath = keyFileOf(env.DATA_DIR)
  const writesKey = env.SECRET_KEY === undefined && !existsSync(keyPath)
  const session = await openSession({ url, name: 'runnel restore' })
  let images: RestoredImages | undefined
  let isCommitting = false
  try {
    images = await openImages(env)
    if (writesKey) writeOnce(keyPath, key)
    const rows = tablesIn({ entries: readArchive(archiveOf(input)), manifest, images: images?.staging })
    const finish = async (): Promise<void> => {
      await stopPayouts(session, manifest.at)
      await images?.place()
      isCommitting = true
    }
    return await loadSite(session, { manifest, dir, rows, tell, finish })
  } catch (error) {
    // Only what is in the database decides: the answer to the commit may be what was lost.
    if (isCommitting && !(await isEmpty(url))) throw new StartupError(unknownCommit)
    await images?.undo()
    if (writesKey) rmSync(keyPath, { force: true })
    throw error
  } finally {
    await images?.close()
    await session.close()
  }
}

const unknownCommit =
  'The connection to the database was lost while the site was being saved. Its key and images are in DATA_DIR: start ' +
  'it with npm start. If its database turns out to be empty, restore again with an empty DATA_DIR.'

/** A database that doesn’t answer may contain everything. */
const isEmpty = async (url: string): Promise<boolean> => {
  try {
    const session = await openSession({ url, name: 'runnel restore' })
    return await refuseUnlessEmpty(session)
      .then(() => true)
      .finally(() => session.close())
  } catch {
    return false
  }
}

interface TablesInput {
  readonly entries: AsyncGenerator<Entry>
  readonly manifest: Manifest
  /** Where images are put until the rest is done; undefined: they are in a bucket. */
  readonly images: string | undefined
}

/** The entries of a backup as one stream of rows for each table, and its images as files. */
const tablesIn = async function* ({ entries, manifest, images }: TablesInput) {
  let next = await entries.next()
  const take = async (): Promise<Entry> => {
    const entry = next.value as Entry
    next = await entries.next()
    return entry
  }
  const isRow = (table: Table): boolean => next.done !== true && next.value.name.startsWith(rowsFolder(table))
  const rowsOf = async function* (table: Table) {
    while (isRow(table)) yield (await take()).bytes
  }
  while (next.done !== true && !next.value.name.startsWith('rows/') && !next.value.name.startsWith(UPLOADS))
    await take()
  for (const table of manifest.tables) yield { table, rows: rowsOf(table) }
  while (next.done !== true) {
    const { name, bytes } = await take()
    if (images !== undefined && imageName.test(name)) await keep(join(images, name.slice(UPLOADS.length)), bytes)
  }
}

/** No name leads out of the folder. */
const imageName = /^uploads\/[a-z0-9-]+\/([0-9a-f]{2}\/)?[0-9a-f-]{36}\.webp$/

const keep = async (path: string, bytes: Buffer): Promise<void> => {
  await mkdir(dirname(path), { recursive: true, mode: 0o700 })
  await writeFile(path, bytes, { mode: 0o600 })
}
