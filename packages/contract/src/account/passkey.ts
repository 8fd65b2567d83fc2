import * as z from 'zod/mini'
import { route } from '#contract/route.ts'
import { Done, line, Timestamp } from '#contract/values.ts'
import { SignedIn } from './sign-in.ts'

/** Passkeys that one account may have. */
export const PASSKEYS_MAX = 20

const base64url = (bytes: number) =>
  z.string().check(z.minLength(1), z.maxLength(Math.ceil((bytes * 4) / 3)), z.regex(/^[\w-]+$/))

/**
 * The algorithms of the keys that the site asks for, the most wanted first, by their COSE numbers (IANA registry "COSE
 * Algorithms"), with the bytes of the longest signature: ML-DSA-44 (FIPS 204), Ed25519 (RFC 8032), ES256 as DER (RFC
 * 3279), and RS256 of 4,096 bits. The limits of a body follow from this list.
 */
export const PASSKEY_ALGORITHMS = [
  { cose: -48, signatureBytes: 2_420 },
  { cose: -8, signatureBytes: 64 },
  { cose: -7, signatureBytes: 72 },
  { cose: -257, signatureBytes: 512 },
] as const

const SIGNATURE_BYTES = Math.max(...PASSKEY_ALGORITHMS.map(({ signatureBytes }) => signatureBytes))
/** WebAuthn Level 3 ends a credential's id at 1,023 bytes. */
const CREDENTIAL_ID_BYTES = 1_023
/** A browser may add members to the challenge, the type and the origin, also with an origin that frames the page. */
const CLIENT_DATA_BYTES = 2_000
/** 37 bytes, and the outputs of extensions that nobody asked for. */
const AUTHENTICATOR_DATA_BYTES = 1_000
/** A device may attest itself although nobody asks for it, with a chain of certificates and a signature. */
const ATTESTATION_BYTES = 12_000

const CredentialId = base64url(CREDENTIAL_ID_BYTES)
const Name = line(1, 40)

const Timezone = z.object({ tz: z.optional(z.string().check(z.maxLength(64))) })

/** The answer of `navigator.credentials.create` (WebAuthn Level 3, `RegistrationResponseJSON`). */
const Registration = z.object({
  id: CredentialId,
  response: z.object({
    clientDataJSON: base64url(CLIENT_DATA_BYTES),
    attestationObject: base64url(ATTESTATION_BYTES),
    transports: z.optional(z.array(z.string().check(z.maxLength(20), z.regex(/^[a-z-]+$/))).check(z.maxLength(8))),
  }),
})

/** The answer of `navigator.credentials.get` (`AuthenticationResponseJSON`). */
const Assertion = z.object({
  id: CredentialId,
  response: z.object({
    clientDataJSON: base64url(CLIENT_DATA_BYTES),
    authenticatorData: base64url(AUTHENTICATOR_DATA_BYTES),
    signature: base64url(SIGNATURE_BYTES),
    userHandle: z.optional(base64url(64)),
  }),
})
export type PasskeyRegistration = z.infer<typeof Registration>
export type PasskeyAssertion = z.infer<typeof Assertion>

/** For the browser as it is: `navigator.credentials` knows what is in there. */
const Options = z.object({ options: z.record(z.string(), z.unknown()) })

export const passkey = {
  list: route({
    method: 'GET',
    path: '/api/user/passkey',
    summary: 'The passkeys of the account.',
    access: 'user',
    transaction: 'read',
    answer: z.object({
      passkeys: z.array(
        z.object({
          id: z.string(),
          name: z.string(),
          /** Kept in an account of its vendor, and so not lost with the device. */
          synced: z.boolean(),
          createdAt: Timestamp,
          lastUsedAt: z.nullable(Timestamp),
        }),
      ),
    }),
  }),
  start: route({
    method: 'POST',
    path: '/api/user/passkey/start',
    summary: 'Returns what the browser needs to create a passkey.',
    access: 'user',
    transaction: 'write',
    stepUp: true,
    limits: [{ by: 'user', points: 60, seconds: 3_600 }],
    answer: Options,
  }),
  add: route({
    method: 'POST',
    path: '/api/user/passkey',
    summary: 'Adds the passkey that the browser created.',
    access: 'user',
    transaction: 'write',
    stepUp: true,
    limits: [{ by: 'user', points: 60, seconds: 3_600 }],
    bodyLimit: 24 * 1_024,
    body: z.object({ name: Name, created: Registration }),
    answer: Done,
  }),
  rename: route({
    method: 'PATCH',
    path: '/api/user/passkey/{id}',
    summary: 'Renames a passkey.',
    access: 'user',
    transaction: 'write',
    limits: [{ by: 'user', points: 60, seconds: 3_600 }],
    params: z.object({ id: CredentialId }),
    body: z.object({ name: Name }),
    answer: Done,
  }),
  remove: route({
    method: 'DELETE',
    path: '/api/user/passkey/{id}',
    summary: 'Removes a passkey, unless it is the last way to sign in.',
    access: 'user',
    transaction: 'write',
    stepUp: true,
    limits: [{ by: 'user', points: 60, seconds: 3_600 }],
    params: z.object({ id: CredentialId }),
    answer: Done,
  }),
  proveStart: route({
    method: 'POST',
    path: '/api/user/step-up/passkey/start',
    summary: 'Returns what the browser needs to confirm the user’s identity with a passkey.',
    access: 'user',
    transaction: 'write',
    beforeInit: true,
    limits: [{ by: 'user', points: 60, seconds: 3_600 }],
    answer: Options,
  }),
  prove: route({
    method: 'POST',
    path: '/api/user/step-up/passkey',
    summary:
      'Confirms the user’s identity with a passkey; for ten minutes, sensitive actions are allowed in this session.',
    access: 'user',
    transaction: 'write',
    beforeInit: true,
    limits: [{ by: 'user', points: 60, seconds: 3_600 }],
    bodyLimit: 12 * 1_024,
    body: z.object({ signed: Assertion }),
    answer: z.object({ provedUntil: Timestamp }),
  }),
  loginStart: route({
    method: 'POST',
    path: '/api/auth/passkey/start',
    summary: 'Returns what the browser needs to sign in with a passkey.',
    access: 'anyone',
    transaction: 'write',
    whileMaintained: true,
    limits: [{ by: 'net', points: 120, seconds: 600 }],
    answer: Options,
  }),
  login: route({
    method: 'POST',
    path: '/api/auth/passkey',
    summary: 'Signs in with a passkey; it counts as both steps of a sign-in.',
    access: 'anyone',
    transaction: 'write',
    whileMaintained: true,
    limits: [{ by: 'net', points: 60, seconds: 600 }],
    headers: Timezone,
    bodyLimit: 12 * 1_024,
    body: z.object({ signed: Assertion }),
    answer: SignedIn,
  }),
} as const
