import type { Env } from '#kernel/env.ts'
import type { Log } from '#kernel/log.ts'
import { assert, Refusal } from '#kernel/refusal.ts'
import { say } from '#kernel/words/say.ts'
import { openDisk } from './disk.ts'
import { openS3 } from './s3.ts'

/**
 * Keeps files under keys such as `proofs/<id>.webp`, out of reach of every address: only who may see one is handed its
 * bytes, by a call. When nothing can be kept or read for now, each of these throws `StorageDown`.
 */
export interface Storage {
  /** Keeps the bytes whole or not at all; what stood under the key before is replaced. */
  readonly put: (key: string, bytes: Uint8Array, type: string) => Promise<void>
  /** Undefined when nothing stands under the key. */
  readonly get: (key: string) => Promise<Uint8Array | undefined>
  /** What is not there is as good as removed. */
  readonly remove: (key: string) => Promise<void>
}

/** Refuses a request with 503 by itself, and fails a job. */
export class StorageDown extends Refusal {
  constructor() {
    const msg = say('storage.imagesTemporarilyUnavailableTry')
    super('busy', { code: 'STORAGE_DOWN', msg, retryAfter: 60 })
  }
}

type StorageEnv = Pick<Env, 'DATA_DIR' | 'STORAGE_URL' | 'STORAGE_REGION' | 'STORAGE_ACCESS_KEY' | 'STORAGE_SECRET_KEY'>

/** The object storage that the owner named, and else a folder in `DATA_DIR`. What cannot work stops the start. */
export const openStorage = async (env: StorageEnv, log: Log): Promise<Storage> => {
  const { STORAGE_URL: url, STORAGE_ACCESS_KEY: accessKey, STORAGE_SECRET_KEY: secretKey } = env
  if (url === undefined) return guarded(await openDisk(env.DATA_DIR), log)
  assert(accessKey !== undefined && secretKey !== undefined, 'the environment was checked')
  return guarded(await openS3({ url, region: env.STORAGE_REGION, accessKey, secretKey, log }), log)
}

const keyGrammar = /^[a-z][a-z-]{0,29}\/[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}\.webp$/

/** Lets no key through that could mean another place, and keeps from visitors what exactly went wrong below. */
const guarded = (storage: Storage, log: Log): Storage => {
  const through = async <T>(key: string, work: () => Promise<T>): Promise<T> => {
    assert(keyGrammar.test(key), 'a file is kept under a key of the form room/id.webp')
    return work().catch((error: unknown) => {
      log.error({ key, why: error instanceof Error ? error.message : String(error) }, 'storage error')
      throw new StorageDown()
    })
  }
  return {
    put: (key, bytes, type) => through(key, () => storage.put(key, bytes, type)),
    get: (key) => through(key, () => storage.get(key)),
    remove: (key) => through(key, () => storage.remove(key)),
  }
}
