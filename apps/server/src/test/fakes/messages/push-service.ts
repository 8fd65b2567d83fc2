import { createDecipheriv, createECDH, createHmac, createPublicKey, type ECDH, randomBytes, verify } from 'node:crypto'
import { createServer, type IncomingHttpHeaders } from 'node:http'
import type { AddressInfo } from 'node:net'
import { buffer } from 'node:stream/consumers'

/** A message as the browser behind the service reads it, with what the service saw of it. */
export interface Delivered {
  readonly payload: Record<string, unknown>
  readonly headers: IncomingHttpHeaders
  /** The public key that signed for the site (RFC 8292). */
  readonly signer: string
  readonly claims: { readonly aud: string; readonly exp: number; readonly sub: string }
  readonly at: string
}

/** A browser that is subscribed: what it gives to the site, and what it keeps. */
export interface Subscribed {
  readonly endpoint: string
  readonly p256dh: string
  readonly auth: string
}

/** A browser's keys. */
export interface Receiver {
  readonly ecdh: ECDH
  readonly auth: Buffer
}

/** A push service by RFC 8030, with the browsers behind it; written from the RFCs, not from a library. */
export const startPushService = async () => {
  const receivers = new Map<string, Receiver>()
  const delivered: Delivered[] = []
  const refused: string[] = []
  let next: { readonly status: number; readonly retryAfter?: string }[] = []
  const server = createServer((request, response) => {
    void buffer(request).then((body) => {
      const answer = next.shift()
      const receiver = receivers.get(request.url ?? '')
      if (answer !== undefined) {
        response.writeHead(answer.status, answer.retryAfter === undefined ? {} : { 'retry-after': answer.retryAfter })
        return response.end()
      }
      try {
        if (receiver === undefined) throw new Refusal(404, 'no such subscription')
        delivered.push({ ...accepted(request.headers, body, receiver, url()), at: request.url ?? '' })
        return response.writeHead(201, { location: `${url()}/message/${delivered.length}` }).end()
      } catch (error) {
        refused.push(String(error))
        return response.writeHead(error instanceof Refusal ? error.status : 400).end()
      }
    })
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  // A server that listens on a port has an address of this form.
  const url = (): string => `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  return {
    delivered,
    refused,
    /** A browser subscribes. */
    subscribe: (): Subscribed => {
      const path = `/push/${randomBytes(12).toString('base64url')}`
      const ecdh = createECDH('prime256v1')
      ecdh.generateKeys()
      const auth = randomBytes(16)
      receivers.set(path, { ecdh, auth })
      const p256dh = ecdh.getPublicKey('base64url')
      return { endpoint: url() + path, p256dh, auth: auth.toString('base64url') }
    },
    /** The browser has thrown its subscription away. */
    unsubscribe: (subscribed: Subscribed): void => void receivers.delete(new URL(subscribed.endpoint).pathname),
    answerNext: (...answers: typeof next): void => {
      next = answers
    },
    close: () => new Promise<void>((resolve) => server.close(() => resolve())),
  }
}

class Refusal extends Error {
  readonly status: number
  constructor(status: number, message: string) {
    super(message)
    this.status = status
  }
}

const DAY_SECONDS = 86_400
const PAYLOAD_MAX_BYTES = 4_096

const accepted = (headers: IncomingHttpHeaders, body: Buffer, receiver: Receiver, origin: string) => {
  if (!/^\d+$/.test(String(headers['ttl']))) throw new Refusal(400, 'RFC 8030 §5.2: TTL is missing')
  if (headers['content-encoding'] !== 'aes128gcm') throw new Refusal(400, 'RFC 8291 §4: not aes128gcm')
  if (body.byteLength > PAYLOAD_MAX_BYTES) throw new Refusal(413, 'RFC 8030 §7.2: too large')
  const topic = headers['topic']
  if (topic !== undefined && !/^[\w-]{1,32}$/.test(String(topic))) throw new Refusal(400, 'RFC 8030 §5.4: topic')
  const { signer, claims } = signed(String(headers['authorization']), origin)
  // JSON is what our site sends.
  const payload = JSON.parse(decrypt(body, receiver).toString('utf8')) as Record<string, unknown>
  return { payload, headers, signer, claims }
}

/** RFC 8292 §2 and §3: who signs for the site, for this very service and not for long. */
const signed = (authorization: string, origin: string) => {
  const [, header, body, signature, signer] =
    /^vapid t=([\w-]+)\.([\w-]+)\.([\w-]+),\s*k=([\w-]+)$/.exec(authorization) ?? []
  if (!header || !body || !signature || !signer) throw new Refusal(401, 'RFC 8292 §3: no vapid')
  const { alg, typ } = json(header)
  if (alg !== 'ES256' || typ !== 'JWT') throw new Refusal(401, 'RFC 8292 §2: algorithm')
  const point = Buffer.from(signer, 'base64url')
  const [x, y] = [point.subarray(1, 33), point.subarray(33)].map((part) => part.toString('base64url'))
  const key = createPublicKey({ format: 'jwk', key: { kty: 'EC', crv: 'P-256', x: x ?? '', y: y ?? '' } })
  const isGood = verify(
    'sha256',
    Buffer.from(`${header}.${body}`),
    { key, dsaEncoding: 'ieee-p1363' },
    Buffer.from(signature, 'base64url'),
  )
  if (!isGood) throw new Refusal(403, 'RFC 8292 §4.2: signature')
  const claims = json(body) as unknown as Delivered['claims']
  const seconds = claims.exp - Date.now() / 1_000
  if (claims.aud !== origin) throw new Refusal(403, `RFC 8292 §2: aud ${claims.aud}`)
  if (seconds < 0 || seconds > DAY_SECONDS) throw new Refusal(403, 'RFC 8292 §2: exp')
  if (!/^(mailto:.+@|https:)/.test(claims.sub)) throw new Refusal(403, 'RFC 8292 §2.1: sub')
  return { signer, claims }
}

const json = (part: string): Record<string, unknown> =>
  JSON.parse(Buffer.from(part, 'base64url').toString('utf8')) as Record<string, unknown>

const hmac = (key: Buffer, ...parts: readonly (Buffer | string)[]): Buffer =>
  createHmac('sha256', key)
    .update(Buffer.concat(parts.map((part) => Buffer.from(part as string))))
    .digest()

/** RFC 8291 §3.4 with the one record of RFC 8188 §2. */
export const decrypt = (message: Buffer, { ecdh, auth }: Receiver): Buffer => {
  const salt = message.subarray(0, 16)
  const recordSize = message.readUInt32BE(16)
  const idLength = message.readUInt8(20)
  const sender = message.subarray(21, 21 + idLength)
  const record = message.subarray(21 + idLength)
  if (idLength !== 65 || record.byteLength > recordSize) throw new Error('RFC 8188 §2.1: header')
  const shared = hmac(auth, ecdh.computeSecret(sender))
  const ikm = hmac(shared, 'WebPush: info\0', ecdh.getPublicKey(), sender, Buffer.of(1))
  const prk = hmac(salt, ikm)
  const key = hmac(prk, 'Content-Encoding: aes128gcm\0', Buffer.of(1)).subarray(0, 16)
  const nonce = hmac(prk, 'Content-Encoding: nonce\0', Buffer.of(1)).subarray(0, 12)
  const decipher = createDecipheriv('aes-128-gcm', key, nonce)
  decipher.setAuthTag(record.subarray(-16))
  const plain = Buffer.concat([decipher.update(record.subarray(0, -16)), decipher.final()])
  const end = plain.findLastIndex((byte) => byte !== 0)
  if (plain[end] !== 2) throw new Error('RFC 8188 §2: the last record ends in 2')
  return plain.subarray(0, end)
}
