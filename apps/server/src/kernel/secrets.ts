import {
  createCipheriv,
  createDecipheriv,
  createHmac,
  createSecretKey,
  hash,
  hkdfSync,
  type KeyObject,
  randomBytes,
  timingSafeEqual,
} from 'node:crypto'
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { writeOnce } from './key/write-once.ts'
import { StartupError } from './startup-error.ts'

/** Keys derived from the one secret of this site; each purpose has its own. */
export interface Secrets {
  readonly hmac: (purpose: string, text: string | Buffer) => Buffer
  /** A key for one purpose. Node prepares a key object once, and a buffer for every signature anew. */
  readonly key: (purpose: string) => KeyObject
  readonly seal: (plain: string) => string
  /** Undefined when the text was sealed with another key or was changed. */
  readonly open: (sealed: string) => string | undefined
}

/**
 * Reads the site's secret from `SECRET_KEY`, or makes one at first start and keeps it in `DATA_DIR/secret.key`.
 * Nodes that share a database must share it.
 */
export const loadSecrets = ({ secretKey, dataDir }: { secretKey: string | undefined; dataDir: string }): Secrets =>
  createSecrets(secretKey ?? readKeyFile(keyFileOf(dataDir)))

export const keyFileOf = (dataDir: string): string => join(dataDir, 'secret.key')

/** As SECRET_KEY itself; anybody can guess a shorter one. */
export const SHORTEST_KEY = 32

const readKeyFile = (path: string): string => {
  if (!existsSync(path)) writeOnce(path, randomBytes(32).toString('base64url'))
  const key = readFileSync(path, 'utf8').trim()
  if (key.length >= SHORTEST_KEY) return key
  throw new StartupError(
    `The key in ${path} has ${key.length} characters, but needs at least ${SHORTEST_KEY}: restore the file from a ` +
      'backup, or delete it if this site has no database yet.',
  )
}

export const createSecrets = (root: string): Secrets => {
  const keys = new Map<string, KeyObject>()
  const keyFor = (purpose: string): KeyObject => {
    const known = keys.get(purpose)
    if (known !== undefined) return known
    const key = createSecretKey(Buffer.from(hkdfSync('sha256', root, 'runnel', purpose, 32)))
    keys.set(purpose, key)
    return key
  }
  return {
    hmac: (purpose, text) => createHmac('sha256', keyFor(purpose)).update(text).digest(),
    key: keyFor,
    seal: (plain) => {
      const iv = randomBytes(12)
      const cipher = createCipheriv('aes-256-gcm', keyFor('settings'), iv)
      const body = Buffer.concat([cipher.update(plain, 'utf8'), cipher.final()])
      return Buffer.concat([iv, cipher.getAuthTag(), body]).toString('base64url')
    },
    open: (sealed) => openSealed(keyFor('settings'), Buffer.from(sealed, 'base64url')),
  }
}

const openSealed = (key: KeyObject, bytes: Buffer): string | undefined => {
  try {
    const decipher = createDecipheriv('aes-256-gcm', key, bytes.subarray(0, 12))
    decipher.setAuthTag(bytes.subarray(12, 28))
    return Buffer.concat([decipher.update(bytes.subarray(28)), decipher.final()]).toString('utf8')
  } catch {
    return undefined
  }
}

export const sha256 = (text: string | Buffer): Buffer => hash('sha256', text, 'buffer')

/** Compares without telling by its time where two values differ. */
export const equalBytes = (a: Buffer, b: Buffer): boolean => a.length === b.length && timingSafeEqual(a, b)
