import { mkdirSync, statSync } from 'node:fs'
import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Env } from '#kernel/env.ts'
import { fingerprintOf } from '#kernel/key/fingerprint.ts'
import { openSession, type Session } from '#kernel/postgres/session.ts'
import { createSecrets, keyFileOf } from '#kernel/secrets.ts'
import { StartupError } from '#kernel/startup-error.ts'
import { type Entry, writeArchive } from './archive.ts'
import { type Manifest, nameOf, openSnapshot, rowsOf } from './snapshot.ts'

export interface BackupInput {
  readonly url: string
  readonly env: Pick<Env, 'DATA_DIR' | 'SECRET_KEY' | 'BACKUP_PASSPHRASE' | 'STORAGE_URL' | 'PUBLIC_URL' | 'version'>
  /** The folder that gets the file. */
  readonly folder: string
  readonly now: Date
  readonly tell: (line: string) => void
}

export interface Backup {
  readonly path: string
  readonly bytes: number
  readonly manifest: Manifest
}

export const MANIFEST = 'manifest.json'
export const KEY = 'secret.key'
export const UPLOADS = 'uploads/'
/** The bytes of a table lie in pieces, as a tar wants to know the size of each entry before it. */
const PIECE_BYTES = 1_024 * 1_024

/** Copies a site that may be running: one moment of its database, its key, and the images in its folder. */
export const backUp = async ({ url, env, folder, now, tell }: BackupInput): Promise<Backup> => {
  mkdirSync(folder, { recursive: true, mode: 0o700 })
  const session = await openSession({ url, name: 'runnel backup' })
  try {
    tell('verifying the ledger')
    const manifest = await openSnapshot(session, { version: env.version, site: env.PUBLIC_URL, at: now.toISOString() })
    if (!manifest.books.balanced) tell('The ledger doesn’t balance; the backup contains it unchanged.')
    const path = join(folder, fileNameOf(now, env.BACKUP_PASSPHRASE !== undefined))
    const entries = entriesOf({ session, manifest, key: await readKey(env, manifest), env, tell })
    await writeArchive({ path, passphrase: env.BACKUP_PASSPHRASE }, entries)
    return { path, bytes: statSync(path).size, manifest }
  } finally {
    await session.close()
  }
}

/** Names sort by time, two of one second too, and nothing else in a folder is named so. */
export const backupName = /^runnel-\d{8}-\d{6}(-\d{3})?\.tar\.gz(\.encrypted)?$/

const fileNameOf = (now: Date, isEncrypted: boolean): string => {
  const moment = now.toISOString().replaceAll(/[-:Z]/g, '').replaceAll(/[T.]/g, '-')
  return `runnel-${moment}.tar.gz${isEncrypted ? '.encrypted' : ''}`
}

/** A backup without its key would open none of the secrets in it. */
const readKey = async (env: BackupInput['env'], manifest: Manifest): Promise<string> => {
  const path = keyFileOf(env.DATA_DIR)
  const key = env.SECRET_KEY ?? (await readFile(path, 'utf8').catch(() => '')).trim()
  if (key !== '' && fingerprintOf(createSecrets(key)).toString('hex') === manifest.key) return key
  throw new StartupError(
    key === ''
      ? `The key of this site is neither in SECRET_KEY nor in ${path}: without it, a backup is of little use.`
      : 'The key in SECRET_KEY or DATA_DIR isn’t the one used with this database.',
  )
}

interface EntriesInput extends Pick<BackupInput, 'env' | 'tell'> {
  readonly session: Session
  readonly manifest: Manifest
  readonly key: string
}

const entriesOf = async function* ({ session, manifest, key, env, tell }: EntriesInput): AsyncGenerator<Entry> {
  yield { name: MANIFEST, bytes: Buffer.from(JSON.stringify(manifest, null, 1)) }
  yield { name: KEY, bytes: Buffer.from(key) }
  for (const [index, table] of manifest.tables.entries()) {
    tell(`${table.name}: ${table.rows.toLocaleString('en')} rows (table ${index + 1} of ${manifest.tables.length})`)
    let number = 0
    for await (const bytes of inPieces(rowsOf(session, table))) {
      yield { name: `${rowsFolder(table)}${String(++number).padStart(8, '0')}`, bytes }
    }
  }
  if (env.STORAGE_URL === undefined) yield* imagesOf(join(env.DATA_DIR, 'uploads'), tell)
}

export const rowsFolder = (table: Manifest['tables'][number]): string => `rows/${nameOf(table).replaceAll('"', '')}/`

const inPieces = async function* (rows: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
  let waiting: Buffer[] = []
  let size = 0
  for await (const bytes of rows) {
    waiting.push(bytes)
    size += bytes.length
    if (size < PIECE_BYTES) continue
    yield Buffer.concat(waiting)
    ;[waiting, size] = [[], 0]
  }
  if (size > 0) yield Buffer.concat(waiting)
}

/** Every image that the moment of the database names was written before it; one removed since is named by nothing. */
const imagesOf = async function* (folder: string, tell: (line: string) => void): AsyncGenerator<Entry> {
  const found = await readdir(folder, { recursive: true, withFileTypes: true }).catch(() => [])
  const images = found.filter((file) => file.isFile() && !file.parentPath.startsWith(join(folder, 'unfinished')))
  tell(`uploaded images: ${images.length.toLocaleString('en')}`)
  for (const { parentPath, name } of images) {
    const bytes = await readFile(join(parentPath, name)).catch(() => undefined)
    const under = join(parentPath, name)
      .slice(folder.length + 1)
      .replaceAll('\\', '/')
    if (bytes !== undefined) yield { name: `${UPLOADS}${under}`, bytes }
  }
}
