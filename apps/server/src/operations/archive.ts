import { createHash } from 'node:crypto'
import { createReadStream, createWriteStream } from 'node:fs'
import { open, rename, rm } from 'node:fs/promises'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { createGunzip, createGzip } from 'node:zlib'
import { extract, pack, type Pack } from 'tar-stream'
import { StartupError } from '#kernel/startup-error.ts'
import { decrypt, encrypt, MAGIC } from './cipher.ts'

/** One file inside a backup. */
export interface Entry {
  readonly name: string
  readonly bytes: Buffer
}

interface ArchivePlace {
  readonly path: string
  /** Undefined: not encrypted. */
  readonly passphrase: string | undefined
}

/** The last entry: how many came before, and one hash over all their names and bytes. */
const END = 'end.json'
const ENTRY_BYTES_MAX = 64 * 1_024 * 1_024

const hasher = () => {
  const hash = createHash('sha256')
  let entries = 0
  return {
    add: ({ name, bytes }: Entry): void => {
      hash.update(`${name}\n${bytes.length}\n`).update(bytes)
      entries += 1
    },
    end: () => ({ entries, sha256: hash.digest('hex') }),
  }
}

/**
 * Writes a compressed tar, which any tool opens unless it is encrypted. It is written aside, flushed and renamed, so
 * that a file of this name is always a whole one.
 */
export const writeArchive = async (
  { path, passphrase }: ArchivePlace,
  entries: AsyncIterable<Entry>,
): Promise<void> => {
  const draft = `${path}.part`
  const tar = pack()
  const file = createWriteStream(draft, { mode: 0o600, flush: true })
  const plain = [Readable.from(tar), createGzip({ level: 4 })] as const
  const writing = passphrase === undefined ? pipeline(...plain, file) : pipeline(...plain, encrypt(passphrase), file)
  // Whatever fails is told by what waits for both.
  writing.catch((error: Error) => tar.destroy(error))
  try {
    await Promise.all([writing, packAll(tar, entries)])
    await rename(draft, path)
  } catch (error) {
    await rm(draft, { force: true })
    throw error
  }
}

const packAll = async (tar: Pack, entries: AsyncIterable<Entry>): Promise<void> => {
  try {
    const hash = hasher()
    for await (const entry of entries) {
      await packOne(tar, entry)
      hash.add(entry)
    }
    await packOne(tar, { name: END, bytes: Buffer.from(JSON.stringify(hash.end())) })
    tar.finalize()
  } catch (error) {
    tar.destroy(error instanceof Error ? error : new Error(String(error)))
    throw error
  }
}

const packOne = (tar: Pack, { name, bytes }: Entry): Promise<void> =>
  new Promise((done, fail) => {
    tar.entry({ name, mode: 0o600 }, bytes, (error) => (error ? fail(error) : done()))
  })

/** Reads a backup from its first to its last entry. What is not as it was written is refused before it ends. */
export const readArchive = async function* ({ path, passphrase }: ArchivePlace): AsyncGenerator<Entry> {
  const hash = hasher()
  const files = extract()
  const reading = pipeline(
    await plainOf({ path, passphrase }),
    createGunzip(),
    async (bytes: AsyncIterable<Buffer>) => {
      for await (const piece of bytes)
        if (!files.write(piece)) await new Promise<void>((done) => files.once('drain', () => done()))
      files.end(undefined)
    },
  ).catch((error: Error) => files.destroy(error))
  let end: Entry | undefined
  try {
    for await (const file of files) {
      const { name, size } = file.header
      if (size > ENTRY_BYTES_MAX || end !== undefined) throw notOurs(path)
      const chunks: Buffer[] = []
      // Its types do not say so: a file inside is bytes.
      for await (const chunk of file) chunks.push(chunk as Buffer)
      const entry = { name, bytes: Buffer.concat(chunks) }
      if (name === END) end = entry
      else {
        hash.add(entry)
        yield entry
      }
    }
    await reading
  } catch (error) {
    throw sentenceOf(path, error)
  } finally {
    files.destroy()
  }
  if (end === undefined) throw new StartupError(`The backup ${path} is truncated: use another one.`)
  if (end.bytes.toString() !== JSON.stringify(hash.end())) throw changed(path)
}

/** Whether the file is encrypted tells its beginning. */
const plainOf = async ({ path, passphrase }: ArchivePlace): Promise<AsyncIterable<Buffer>> => {
  const file = await open(path)
  const { buffer, bytesRead } = await file.read(Buffer.alloc(MAGIC.length), 0, MAGIC.length, 0)
  await file.close()
  const isEncrypted = buffer.equals(MAGIC)
  if (!isEncrypted && (bytesRead < 2 || buffer.readUInt16BE() !== 0x1f8b)) throw notOurs(path)
  const bytes = createReadStream(path, { start: isEncrypted ? MAGIC.length : 0 })
  if (!isEncrypted) return bytes
  if (passphrase !== undefined) return decrypt(passphrase)(bytes)
  throw new StartupError('This backup is encrypted: set BACKUP_PASSPHRASE to the passphrase it was made with.')
}

const notOurs = (path: string): StartupError => new StartupError(`${path} isn’t a backup of Runnel.`)
const changed = (path: string): StartupError =>
  new StartupError(`The backup ${path} is damaged or was modified: use another one.`)

const sentenceOf = (path: string, error: unknown): unknown => {
  if (error instanceof StartupError || !(error instanceof Error)) return error
  if ('code' in error && error.code === 'Z_BUF_ERROR') {
    return new StartupError(`The backup ${path} is truncated: use another one.`)
  }
  if ('code' in error && String(error.code).startsWith('Z_')) return changed(path)
  return /tar|header|end of data|writable stream closed/i.test(error.message) ? changed(path) : error
}
