import { createHash, createSign, generateKeyPairSync, type KeyObject, randomBytes } from 'node:crypto'

interface Options {
  readonly challenge: string
  readonly rpId?: string
  readonly rp?: { readonly id: string }
  readonly user?: { readonly id: string }
  readonly allowCredentials?: readonly { readonly id: string }[]
}

/** What an authenticator does wrong, for tests of refusals. */
export interface PasskeyLies {
  readonly origin?: string
  readonly rpID?: string
  readonly challenge?: string
  readonly type?: string
  /** Nobody has shown a finger, a face or a PIN. */
  readonly unverified?: boolean
  readonly counter?: number
  readonly userHandle?: string
  /** Signs with a key that it does not have. */
  readonly otherKey?: boolean
}

/** An authenticator with one passkey, made from WebAuthn Level 3 and CTAP 2, not from a library. */
export const createPasskey = (origin: string) => {
  const id = randomBytes(32)
  const { publicKey, privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' })
  let counter = 0
  let handle = ''
  const head = (rpID: string, flags: number, lies: PasskeyLies): Buffer => {
    counter = lies.counter ?? counter + 1
    const count = Buffer.alloc(4)
    count.writeUInt32BE(counter)
    const bits = flags | PRESENT | (lies.unverified === true ? 0 : VERIFIED)
    return Buffer.concat([sha256(lies.rpID ?? rpID), Buffer.of(bits), count])
  }
  return {
    id: id.toString('base64url'),
    /** Answers the options of a registration. */
    create: (options: Record<string, unknown>, lies: PasskeyLies = {}) => {
      // The server's own answer.
      const asked = options as unknown as Options
      handle = asked.user?.id ?? ''
      const length = Buffer.alloc(2)
      length.writeUInt16BE(id.byteLength)
      const data = Buffer.concat([
        head(asked.rp?.id ?? '', ATTESTED, lies),
        Buffer.alloc(16),
        length,
        id,
        cbor(coseOf(publicKey)),
      ])
      const attestation = new Map<unknown, unknown>([
        ['fmt', 'none'],
        ['attStmt', new Map()],
        ['authData', data],
      ])
      return {
        id: id.toString('base64url'),
        response: {
          clientDataJSON: clientDataOf('webauthn.create', origin, { asked, lies }).toString('base64url'),
          attestationObject: cbor(attestation).toString('base64url'),
          transports: ['internal'],
        },
      }
    },
    /** Answers the options of a sign-in. */
    sign: (options: Record<string, unknown>, lies: PasskeyLies = {}) => {
      const asked = options as unknown as Options
      const client = clientDataOf('webauthn.get', origin, { asked, lies })
      const data = head(asked.rpId ?? '', 0, lies)
      const key = lies.otherKey === true ? generateKeyPairSync('ec', { namedCurve: 'P-256' }).privateKey : privateKey
      const signature = createSign('sha256')
        .update(Buffer.concat([data, sha256(client)]))
        .sign(key)
      return {
        id: id.toString('base64url'),
        response: {
          clientDataJSON: client.toString('base64url'),
          authenticatorData: data.toString('base64url'),
          signature: signature.toString('base64url'),
          userHandle: lies.userHandle ?? handle,
        },
      }
    },
  }
}

const clientDataOf = (type: string, origin: string, { asked, lies }: { asked: Options; lies: PasskeyLies }): Buffer =>
  Buffer.from(
    JSON.stringify({
      type: lies.type ?? type,
      challenge: lies.challenge ?? asked.challenge,
      origin: lies.origin ?? origin,
      crossOrigin: false,
    }),
  )

const PRESENT = 0x01
const VERIFIED = 0x04
const ATTESTED = 0x40

const sha256 = (data: Buffer | string): Buffer => createHash('sha256').update(data).digest()

/** A public key as COSE writes it: EC2, ES256, P-256, x and y (RFC 9053). */
const coseOf = (key: KeyObject): Map<number, unknown> => {
  const { x = '', y = '' } = key.export({ format: 'jwk' })
  return new Map<number, unknown>([
    [1, 2],
    [3, -7],
    [-1, 1],
    [-2, Buffer.from(x, 'base64url')],
    [-3, Buffer.from(y, 'base64url')],
  ])
}

/** As much of CBOR (RFC 8949) as an authenticator needs: numbers, bytes, texts and maps. */
const cbor = (value: unknown): Buffer => {
  if (typeof value === 'number') return value < 0 ? header(1, -1 - value) : header(0, value)
  if (Buffer.isBuffer(value)) return Buffer.concat([header(2, value.byteLength), value])
  if (typeof value === 'string') return Buffer.concat([header(3, Buffer.byteLength(value)), Buffer.from(value)])
  if (!(value instanceof Map)) throw new Error('no CBOR for this')
  return Buffer.concat([header(5, value.size), ...[...value].flat().map(cbor)])
}

const header = (major: number, size: number): Buffer => {
  const first = major << 5
  if (size < 24) return Buffer.of(first | size)
  return size < 256 ? Buffer.of(first | 24, size) : Buffer.of(first | 25, size >> 8, size & 255)
}
