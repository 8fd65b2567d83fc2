import * as z from 'zod/mini'
import { route } from '#contract/route.ts'
import { Done, line, Timestamp } from '#contract/values.ts'
import { SignedIn } from './sign-in.ts'

/** Passkeys that one account may have. */
export const PASSKEYS_MAX = 20

const base64url = (characters: number) => z.string().check(z.minLength(1), z.maxLength(characters), z.regex(/^[\w-]+$/))

const CredentialId = base64url(700)
const Name = line(1, 40)

const Timezone = z.object({ tz: z.optional(z.string().check(z.maxLength(64))) })

/** What the browser made of the options of a registration (WebAuthn Level 3, `RegistrationResponseJSON`). */
const Registration = z.object({
  id: CredentialId,
  response: z.object({
    clientDataJSON: base64url(1_500),
    attestationObject: base64url(4_000),
    transports: z.optional(z.array(z.string().check(z.maxLength(20), z.regex(/^[a-z-]+$/))).check(z.maxLength(8))),
  }),
})

/** The same of a sign-in (`AuthenticationResponseJSON`). */
const Assertion = z.object({
  id: CredentialId,
  response: z.object({
    clientDataJSON: base64url(1_500),
    authenticatorData: base64url(1_000),
    signature: base64url(1_000),
    userHandle: z.optional(base64url(100)),
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
    body: z.object({ signed: Assertion }),
    answer: SignedIn,
  }),
} as const
