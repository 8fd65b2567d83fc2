import { createHash, generateKeyPairSync, type KeyObject, randomBytes, sign as signBytes } from 'node:crypto'

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

/** COSE numbers of the algorithms that this authenticator knows. */
export type PasskeyAlgorithm = -48 | -8 | -7 | -257

interface PasskeyOptions {
  /** Unset: ES256. */
  readonly algorithm?: PasskeyAlgorithm
  readonly idBytes?: number
}

/** An authenticator with one passkey, made from WebAuthn Level 3 and CTAP 2, not from a library. */
export const createPasskey = (origin: string, { algorithm = -7, idBytes = 32 }: PasskeyOptions = {}) => {
  const id = randomBytes(idBytes)
  const { publicKey, privateKey } = newKeys[algorithm]()
  let counter = 0
  let handle = ''
  const head = (rpID: string, flags: number, lies: PasskeyLies): Buffer => {
    if (lies.counter === undefined) counter += 1
    const count = Buffer.alloc(4)
    count.writeUInt32BE(lies.counter ?? counter)
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
        cbor(coseOf(publicKey, algorithm)),
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
      const key = lies.otherKey === true ? newKeys[algorithm]().privateKey : privateKey
      // Ed25519 and ML-DSA hash for themselves.
      const hash = algorithm === -7 || algorithm === -257 ? 'sha256' : null
      const signature = signBytes(hash, Buffer.concat([data, sha256(client)]), key)
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

const newKeys = {
  [-48]: () => generateKeyPairSync('ml-dsa-44'),
  [-8]: () => generateKeyPairSync('ed25519'),
  [-7]: () => generateKeyPairSync('ec', { namedCurve: 'P-256' }),
  [-257]: () => generateKeyPairSync('rsa', { modulusLength: 4_096 }),
}

/**
 * A public key as COSE writes it: key type, algorithm, then the parts of the key (RFC 9053 for EC2 and OKP, RFC 8230
 * for RSA, draft-ietf-cose-dilithium for ML-DSA, whose key type is AKP).
 */
const coseOf = (key: KeyObject, algorithm: PasskeyAlgorithm): Map<number, unknown> => {
  const jwk = key.export({ format: 'jwk' })
  const part = (name: string) => Buffer.from(String(jwk[name]), 'base64url')
  const keys = {
    [-48]: () => [
      [1, 7],
      [3, -48],
      [-1, part('pub')],
    ],
    [-8]: () => [
      [1, 1],
      [3, -8],
      [-1, 6],
      [-2, part('x')],
    ],
    [-7]: () => [
      [1, 2],
      [3, -7],
      [-1, 1],
      [-2, part('x')],
      [-3, part('y')],
    ],
    [-257]: () => [
      [1, 3],
      [3, -257],
      [-1, part('n')],
      [-2, part('e')],
    ],
  } satisfies Record<PasskeyAlgorithm, () => (readonly [number, unknown] | (number | Buffer)[])[]>
  return new Map(keys[algorithm]() as [number, unknown][])
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
