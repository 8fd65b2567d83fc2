import { createHash, createHmac } from 'node:crypto'
import { createServer, type IncomingHttpHeaders, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { buffer } from 'node:stream/consumers'

/** What goes wrong with the next request: nothing is done, and no, a broken or a late answer comes. */
export type S3Fault = 'fails' | 'breaks off' | 'hangs' | 'leads elsewhere'

export interface S3Account {
  readonly accessKey: string
  readonly secretKey: string
  readonly region: string
  readonly bucket: string
  /** Paths are answered as to a key that may do nothing else. */
  readonly mayNot?: readonly ('PUT' | 'GET' | 'DELETE')[]
}

export interface FakeS3 {
  /** The address of the bucket. */
  readonly url: string
  readonly files: ReadonlyMap<string, { bytes: Buffer; type: string }>
  readonly failNext: (...faults: S3Fault[]) => void
  /** How many requests came. */
  readonly asked: () => number
  /** Puts the clock of the storage ahead. */
  readonly ahead: (ms: number) => void
  readonly close: () => Promise<void>
}

/** A storage on this machine that believes a request only by its signature, as S3's documentation says. */
export const startS3 = async (account: S3Account): Promise<FakeS3> => {
  const files = new Map<string, { bytes: Buffer; type: string }>()
  const faults: S3Fault[] = []
  const state = { asked: 0, aheadMs: 0 }
  const server = createServer((request, response) => {
    state.asked += 1
    const fault = faults.shift()
    if (fault === 'hangs') return
    if (fault === 'breaks off') return void response.destroy()
    if (fault === 'fails') return void response.writeHead(500).end(said('InternalError'))
    if (fault === 'leads elsewhere') return void response.writeHead(307, { location: 'http://127.0.0.1:1/' }).end()
    void buffer(request).then((body) =>
      respond({ account, files, request, response, body, now: Date.now() + state.aheadMs }),
    )
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  // A server that listens on a port has an address of this kind.
  const { port } = server.address() as AddressInfo
  return {
    url: `http://127.0.0.1:${port}/${account.bucket}`,
    files,
    failNext: (...more) => void faults.push(...more),
    asked: () => state.asked,
    ahead: (ms) => void (state.aheadMs = ms),
    close: async () => {
      server.closeAllConnections()
      await new Promise<void>((resolve) => server.close(() => resolve()))
    },
  }
}

interface RespondInput {
  readonly account: S3Account
  readonly files: Map<string, { bytes: Buffer; type: string }>
  readonly request: IncomingMessage
  readonly response: ServerResponse
  readonly body: Buffer
  readonly now: number
}

const respond = ({ account, files, request, response, body, now }: RespondInput): void => {
  const { method = '', url = '', headers } = request
  const no = (status: number, code: string): void => void response.writeHead(status).end(said(code))
  const problem = problemOf({ account, method, url, headers, body, now })
  if (problem !== undefined) return no(problem === 'AuthorizationHeaderMalformed' ? 400 : 403, problem)
  const [path = '', query = ''] = url.split('?')
  const [, bucket, ...rest] = decodeURIComponent(path).split('/')
  const key = rest.join('/')
  if (bucket !== account.bucket) return no(404, 'NoSuchBucket')
  if (account.mayNot?.some((forbidden) => forbidden === method)) return no(403, 'AccessDenied')
  if (method === 'PUT') {
    if (headers['content-length'] !== String(body.length)) return no(411, 'MissingContentLength')
    files.set(key, { bytes: body, type: headers['content-type'] ?? 'binary/octet-stream' })
    return void response.writeHead(200).end()
  }
  if (method === 'DELETE') {
    files.delete(key)
    return void response.writeHead(204).end()
  }
  const asked = new URLSearchParams(query)
  if (asked.get('list-type') === '2') {
    const keys = [...files.keys()].filter((name) => name.startsWith(asked.get('prefix') ?? ''))
    return void response.writeHead(200).end(keys.map((name) => `<Contents><Key>${name}</Key></Contents>`).join(''))
  }
  const file = files.get(key)
  if (file === undefined) return no(404, 'NoSuchKey')
  response.writeHead(200, { 'content-type': file.type }).end(file.bytes)
}

const said = (code: string): string =>
  `<?xml version="1.0" encoding="UTF-8"?>\n<Error><Code>${code}</Code><Message>no</Message></Error>`

interface Checked {
  readonly account: Pick<S3Account, 'accessKey' | 'secretKey' | 'region'>
  readonly method: string
  readonly url: string
  readonly headers: IncomingHttpHeaders
  readonly body: Buffer
  readonly now: number
}

const SKEW_MS = 15 * 60_000
const grammar = new RegExp(
  [
    '^AWS4-HMAC-SHA256 Credential=([^/]+)/(\\d{8})/([^/]*)/s3/aws4_request',
    'SignedHeaders=([a-z0-9;-]+)',
    'Signature=([0-9a-f]{64})$',
  ].join(', ?'),
)

/** Why a request is not believed; undefined when it is. */
export const problemOf = ({ account, method, url, headers, body, now }: Checked): string | undefined => {
  const given = grammar.exec(headers.authorization ?? '')
  if (given === null) return headers.authorization === undefined ? 'AccessDenied' : 'AuthorizationHeaderMalformed'
  const [, accessKey, day = '', region = '', signed = '', signature] = given
  if (accessKey !== account.accessKey) return 'InvalidAccessKeyId'
  if (region !== account.region) return 'AuthorizationHeaderMalformed'
  const names = signed.split(';')
  const isComplete = ['host', 'x-amz-date', 'x-amz-content-sha256'].every((name) => names.includes(name))
  const hash = createHash('sha256').update(body).digest('hex')
  const date = String(headers['x-amz-date'])
  if (!isComplete || !date.startsWith(day)) return 'SignatureDoesNotMatch'
  if (Math.abs(now - instantOf(date)) > SKEW_MS) return 'RequestTimeTooSkewed'
  if (headers['x-amz-content-sha256'] !== hash) return 'XAmzContentSHA256Mismatch'
  const [path = '', query = ''] = url.split('?')
  const fields = names.map((name) => `${name}:${String(headers[name]).trim().replace(/ +/g, ' ')}\n`).join('')
  const canonical = [method, path, query, fields, signed, hash].join('\n')
  const scope = `${day}/${region}/s3/aws4_request`
  const text = ['AWS4-HMAC-SHA256', date, scope, createHash('sha256').update(canonical).digest('hex')].join('\n')
  const key = [day, region, 's3', 'aws4_request'].reduce<string | Buffer>(hmac, `AWS4${account.secretKey}`)
  return hmac(key, text).toString('hex') === signature ? undefined : 'SignatureDoesNotMatch'
}

const hmac = (key: string | Buffer, text: string): Buffer => createHmac('sha256', key).update(text).digest()

const instantOf = (text: string): number =>
  Date.parse(text.replace(/^(\d{4})(\d\d)(\d\d)T(\d\d)(\d\d)(\d\d)Z$/, '$1-$2-$3T$4:$5:$6Z'))
