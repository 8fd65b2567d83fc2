import { createCipheriv, createDecipheriv, randomBytes, scrypt } from 'node:crypto'
import { promisify } from 'node:util'
import { StartupError } from '#kernel/startup-error.ts'

/**
 * Files closed by a passphrase: AES-256-GCM over pieces of 64 KB, as the STREAM construction has it. The number of a
 * piece and whether it is the last are part of its nonce, so that none can be moved, left out or cut off unnoticed.
 */
export const MAGIC = Buffer.from('RUNNELE1')
const SALT = 16
/** Behind the salt: tells a wrong passphrase from a damaged file. */
const CHECK_NUMBER = 2 ** 48 - 1
const PIECE = 65_536
const TAG = 16

/** Guessing costs an attacker 64 MB and a good part of a second each time. */
const cost = { N: 65_536, r: 8, p: 1, maxmem: 128 * 1_024 * 1_024 }

const keyOf = async (passphrase: string, salt: Buffer): Promise<Buffer> => {
  const derive = promisify<string, Buffer, number, typeof cost, Buffer>(scrypt)
  return derive(passphrase.normalize('NFC'), salt, 32, cost)
}

/** The salt is fresh for each file, and the key with it: numbers are enough to make nonces unique. */
const nonceOf = (number: number, isLast: boolean): Buffer => {
  const nonce = Buffer.alloc(12)
  nonce.writeUIntBE(number, 5, 6)
  nonce[11] = isLast ? 1 : 0
  return nonce
}

/** Cuts a stream into pieces of one size; the last may be shorter, and only it says that it is the last. */
const pieces = async function* (source: AsyncIterable<Uint8Array>, size: number) {
  let waiting = Buffer.alloc(0)
  for await (const bytes of source) {
    waiting = Buffer.concat([waiting, bytes])
    while (waiting.length > size) {
      yield { piece: waiting.subarray(0, size), isLast: false }
      waiting = waiting.subarray(size)
    }
  }
  yield { piece: waiting, isLast: true }
}

export const encrypt = (passphrase: string) =>
  async function* (source: AsyncIterable<Uint8Array>) {
    const salt = randomBytes(SALT)
    const key = await keyOf(passphrase, salt)
    yield Buffer.concat([MAGIC, salt, close(key, { piece: Buffer.alloc(0), number: CHECK_NUMBER, isLast: true })])
    let number = 0
    for await (const { piece, isLast } of pieces(source, PIECE)) {
      yield close(key, { piece, number: number++, isLast })
    }
  }

interface Piece {
  readonly piece: Buffer
  readonly number: number
  readonly isLast: boolean
}

const close = (key: Buffer, { piece, number, isLast }: Piece): Buffer => {
  const cipher = createCipheriv('aes-256-gcm', key, nonceOf(number, isLast))
  return Buffer.concat([cipher.update(piece), cipher.final(), cipher.getAuthTag()])
}

/** Yields nothing that was not proved to be as it was written. `source` begins with the salt. */
export const decrypt = (passphrase: string) =>
  async function* (source: AsyncIterable<Uint8Array>) {
    let key: Buffer | undefined
    const learn = async (head: Buffer): Promise<void> => {
      key = await keyOf(passphrase, head.subarray(0, SALT))
      const isIts = open(key, { piece: head.subarray(SALT), number: CHECK_NUMBER, isLast: true }) !== undefined
      if (!isIts) {
        throw new StartupError('BACKUP_PASSPHRASE can’t decrypt this backup: set it to the one it was made with.')
      }
    }
    let number = 0
    for await (const { piece, isLast } of pieces(afterHead(source, learn), PIECE + TAG)) {
      const plain = key === undefined ? undefined : open(key, { piece, number: number++, isLast })
      if (plain === undefined) {
        throw new StartupError('The backup is truncated, damaged or was modified: use another one.')
      }
      yield plain
    }
  }

const afterHead = async function* (source: AsyncIterable<Uint8Array>, learn: (head: Buffer) => Promise<void>) {
  let head: Buffer | undefined = Buffer.alloc(0)
  for await (const bytes of source) {
    if (head === undefined) {
      yield bytes
      continue
    }
    head = Buffer.concat([head, bytes])
    if (head.length < SALT + TAG) continue
    await learn(head.subarray(0, SALT + TAG))
    yield head.subarray(SALT + TAG)
    head = undefined
  }
}

/** Undefined for a piece that is not as it was written, or not where. */
const open = (key: Buffer, { piece, number, isLast }: Piece): Buffer | undefined => {
  if (piece.length < TAG) return undefined
  try {
    const decipher = createDecipheriv('aes-256-gcm', key, nonceOf(number, isLast))
    decipher.setAuthTag(piece.subarray(-TAG))
    return Buffer.concat([decipher.update(piece.subarray(0, -TAG)), decipher.final()])
  } catch {
    return undefined
  }
}
