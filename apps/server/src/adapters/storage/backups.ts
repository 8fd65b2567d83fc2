import { createHash } from 'node:crypto'
import { createReadStream, openAsBlob } from 'node:fs'
import { writeFile } from 'node:fs/promises'
import { AwsV4Signer } from 'aws4fetch'
import type { Env } from '#kernel/env.ts'
import { StartupError } from '#kernel/startup-error.ts'

/** Backups in the bucket of `STORAGE_URL`, beside the images. */
export interface BackupBucket {
  readonly put: (name: string, path: string) => Promise<void>
  readonly fetch: (name: string, path: string) => Promise<void>
  readonly list: () => Promise<string[]>
  readonly remove: (name: string) => Promise<void>
}

const FOLDER = 'backups/'
/** Hours, as a backup may be large and a line slow. */
const TIMEOUT_MS = 6 * 3_600_000

type StorageEnv = Pick<Env, 'STORAGE_URL' | 'STORAGE_REGION' | 'STORAGE_ACCESS_KEY' | 'STORAGE_SECRET_KEY'>

export const openBackupBucket = (env: StorageEnv): BackupBucket => {
  const ask = (method: Call['method'], path: string, file?: Call['file']) => send(env, { method, path, file })
  return {
    put: async (name, path) => void (await ask('PUT', FOLDER + name, await fileAt(path))),
    fetch: async (name, path) => {
      const { body } = await ask('GET', FOLDER + name)
      if (body === null) throw new StartupError(`The storage returned no content for ${name}.`)
      await writeFile(path, body, { mode: 0o600 })
    },
    list: async () => {
      const answer = await ask('GET', `?list-type=2&prefix=${encodeURIComponent(FOLDER)}`)
      const keys = [...(await answer.text()).matchAll(/<Key>([^<]+)<\/Key>/g)].map(([, key = '']) => key)
      return keys.filter((key) => key.startsWith(FOLDER)).map((key) => key.slice(FOLDER.length))
    },
    remove: async (name) => void (await ask('DELETE', FOLDER + name)),
  }
}

interface Call {
  readonly method: 'PUT' | 'GET' | 'DELETE'
  readonly path: string
  readonly file: { readonly body: Blob; readonly sha256: string } | undefined
}

const fileAt = async (path: string) => {
  const hash = createHash('sha256')
  for await (const bytes of createReadStream(path)) hash.update(bytes)
  return { body: await openAsBlob(path), sha256: hash.digest('hex') }
}

const EMPTY = createHash('sha256').digest('hex')

const send = async (env: StorageEnv, { method, path, file }: Call): Promise<Response> => {
  const signed = await new AwsV4Signer({
    service: 's3',
    ...(env.STORAGE_REGION !== undefined && { region: env.STORAGE_REGION }),
    accessKeyId: env.STORAGE_ACCESS_KEY ?? '',
    secretAccessKey: env.STORAGE_SECRET_KEY ?? '',
    method,
    url: `${env.STORAGE_URL?.replace(/\/$/, '')}/${path}`,
    headers: { 'x-amz-content-sha256': file?.sha256 ?? EMPTY },
  }).sign()
  const answer = await fetch(signed.url, {
    method,
    headers: signed.headers,
    ...(file !== undefined && { body: file.body }),
    redirect: 'manual',
    signal: AbortSignal.timeout(TIMEOUT_MS),
  }).catch((error: Error) => {
    throw new StartupError(`The storage of STORAGE_URL doesn’t respond (${error.message}).`)
  })
  if (answer.ok) return answer
  const code = /<Code>(\w{1,60})<\/Code>/.exec(await answer.text())?.[1] ?? 'no reason'
  throw new StartupError(`The storage of STORAGE_URL refused the backup (${answer.status} ${code}).`)
}
