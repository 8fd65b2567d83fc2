import { createHash } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import { AwsV4Signer } from 'aws4fetch'
import { newId } from '#kernel/id.ts'
import type { Log } from '#kernel/log.ts'
import { StartupError } from '#kernel/startup-error.ts'
import type { Storage } from './storage.ts'

const TIMEOUT_MS = 10_000
const RETRY_AFTER_MS = 200
const ANSWER_BYTES_MAX = 16 * 1_024 * 1_024

export interface S3Options {
  /** Under it, behind a slash, lies each file: `https://host/bucket` or `https://bucket.host`. */
  readonly url: string
  /** Undefined: told by the address, and else `us-east-1`. */
  readonly region: string | undefined
  readonly accessKey: string
  readonly secretKey: string
  readonly log: Log
  readonly timeoutMs?: number
}

/** Keeps files in any storage that speaks S3. Tries at the start whether it may write, read and remove there. */
export const openS3 = async (options: S3Options): Promise<Storage> => {
  const storage = createS3(options)
  const probe = `start/${newId()}.webp`
  try {
    await storage.put(probe, Buffer.from('probe'), 'image/webp')
    if ((await storage.get(probe)) === undefined) throw new StorageRefused('what it kept is not there', 'NoSuchKey')
    await storage.remove(probe)
  } catch (error) {
    if (error instanceof StorageRefused) throw new StartupError(sentenceOf(error))
    // A storage that does not answer today may do so in a minute; the site can do without it until then.
    options.log.warn(
      { why: String(error) },
      'the storage of STORAGE_URL doesn’t respond: images can’t be stored for now',
    )
  }
  return storage
}

const createS3 = (options: S3Options): Storage => ({
  put: async (key, bytes, type) => {
    const answer = await call(options, { method: 'PUT', key, bytes, type })
    if (!answer.ok) throw refusalOf('store', answer)
  },
  get: async (key) => {
    const answer = await call(options, { method: 'GET', key })
    if (answer.ok) return answer.bytes
    // A storage that keeps its list to itself says 403 of what is not there: that stays a refusal.
    if (answer.status === 404 && codeOf(answer) !== 'NoSuchBucket') return undefined
    throw refusalOf('read', answer)
  },
  remove: async (key) => {
    const answer = await call(options, { method: 'DELETE', key })
    if (!answer.ok && (answer.status !== 404 || codeOf(answer) === 'NoSuchBucket')) throw refusalOf('remove', answer)
  },
})

interface Called {
  readonly method: 'PUT' | 'GET' | 'DELETE'
  readonly key: string
  readonly bytes?: Uint8Array
  readonly type?: string
}

interface Answer {
  readonly ok: boolean
  readonly status: number
  readonly bytes: Uint8Array
}

/** Each of these calls does the same when made twice, so one that met a passing trouble is made once more. */
const call = async (options: S3Options, called: Called): Promise<Answer> => {
  const first = await send(options, called).catch(() => undefined)
  if (first !== undefined && first.status < 500) return first
  await sleep(RETRY_AFTER_MS)
  const answer = await send(options, called)
  if (answer.status >= 500) throw new Error(`the storage answered ${answer.status} twice`)
  return answer
}

const send = async (options: S3Options, { method, key, bytes, type }: Called): Promise<Answer> => {
  const { region, accessKey: accessKeyId, secretKey: secretAccessKey, timeoutMs = TIMEOUT_MS } = options
  const sent = bytes ?? new Uint8Array()
  const signed = await new AwsV4Signer({
    service: 's3',
    ...(region !== undefined && { region }),
    accessKeyId,
    secretAccessKey,
    method,
    url: `${options.url.replace(/\/$/, '')}/${key}`,
    headers: {
      // The signature covers what is kept, not only that something is.
      'x-amz-content-sha256': createHash('sha256').update(sent).digest('hex'),
      ...(type !== undefined && { 'content-type': type }),
    },
  }).sign()
  const response = await fetch(signed.url, {
    method,
    headers: signed.headers,
    ...(bytes !== undefined && { body: new Uint8Array(bytes) }),
    // An answer that leads elsewhere is none: the signature is for this place only.
    redirect: 'manual',
    signal: AbortSignal.timeout(timeoutMs),
  })
  return { ok: response.ok, status: response.status, bytes: await readLimited(response) }
}

const readLimited = async (response: Response): Promise<Uint8Array> => {
  const chunks: Uint8Array[] = []
  let size = 0
  for await (const chunk of response.body ?? []) {
    size += chunk.length
    if (size > ANSWER_BYTES_MAX) throw new Error('the storage answered with more than any image has')
    chunks.push(chunk)
  }
  return Buffer.concat(chunks)
}

/** The storage understood and said no. */
class StorageRefused extends Error {
  readonly code: string
  constructor(message: string, code: string) {
    super(message)
    this.code = code
  }
}

const refusalOf = (verb: string, answer: Answer): StorageRefused => {
  const code = codeOf(answer)
  return new StorageRefused(`the storage refused to ${verb} a file (${answer.status} ${code})`, code)
}

const codeOf = ({ bytes }: Answer): string =>
  /<Code>(\w{1,60})<\/Code>/.exec(Buffer.from(bytes.subarray(0, 4_096)).toString())?.[1] ?? 'no reason'

/** What the owner can do about the commonest refusals. */
const advice: Readonly<Record<string, string>> = {
  InvalidAccessKeyId: 'STORAGE_ACCESS_KEY is unknown to the storage.',
  SignatureDoesNotMatch: 'STORAGE_SECRET_KEY doesn’t belong to STORAGE_ACCESS_KEY.',
  AccessDenied: 'The key needs permission to write, read and delete files in the bucket.',
  NoSuchBucket: 'STORAGE_URL names a bucket that doesn’t exist.',
  NoSuchKey: 'STORAGE_URL must name one bucket that all nodes write to.',
  AuthorizationHeaderMalformed: 'STORAGE_REGION isn’t the region of the bucket.',
  PermanentRedirect: 'STORAGE_URL isn’t the bucket’s URL, or STORAGE_REGION isn’t its region.',
  RequestTimeTooSkewed: 'The server’s clock is off by more than 15 minutes.',
}

const sentenceOf = ({ message, code }: StorageRefused): string =>
  `STORAGE_URL can’t be used: ${message}. ${advice[code] ?? 'Check STORAGE_URL, its keys and its region.'}`
