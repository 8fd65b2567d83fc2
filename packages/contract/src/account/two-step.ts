import * as z from 'zod/mini'
import { OidcProvider } from '#contract/account/oidc.ts'
import { route } from '#contract/route.ts'
import { Done, Timestamp } from '#contract/values.ts'
import { Password } from './auth.ts'
import { Code } from './sign-in.ts'

/** How many recovery codes there are at a time. */
export const RECOVERY_CODES = 10

const RecoveryCodes = z.object({
  /** Shown this once. Each opens one login. */
  recoveryCodes: z.array(z.string()),
  msg: z.optional(z.string()),
})

/** What proves that the person at the screen is the account's: its password if it has one, and its code if it asks. */
export const proof = {
  password: z.optional(Password),
  code: z.optional(Code),
}

export const twoStep = {
  status: route({
    method: 'GET',
    path: '/api/user/two-step',
    summary:
      'Sign-in methods of the account: password, Google, Telegram, two-factor authentication, and until when the ' +
      'last confirmation counts.',
    access: 'user',
    transaction: 'read',
    beforeInit: true,
    answer: z.object({
      enabled: z.boolean(),
      enabledAt: z.nullable(Timestamp),
      recoveryCodesLeft: z.int(),
      /** The site asks it of this account. */
      required: z.boolean(),
      /** It can be switched on only once the e-mail address is verified. */
      needsVerified: z.boolean(),
      hasPassword: z.boolean(),
      google: z.nullable(z.object({ email: z.string(), linkedAt: Timestamp })),
      telegram: z.nullable(z.object({ name: z.string(), linkedAt: Timestamp })),
      /** The provider that proves who has neither password nor code; null where only a passkey can. */
      provesBy: z.nullable(OidcProvider),
      /** Until when dangerous acts need no new proof. */
      provedUntil: z.nullable(Timestamp),
      /** What `stepUp` wants; neither: only a provider can prove it (`oidc.start` with `purpose: 'prove'`). */
      asks: z.object({ password: z.boolean(), code: z.boolean() }),
    }),
  }),
  start: route({
    method: 'POST',
    path: '/api/user/two-step/start',
    summary: 'Creates the two-factor setup key; it takes effect once a code has confirmed it.',
    access: 'user',
    transaction: 'write',
    stepUp: true,
    limits: [{ by: 'user', points: 20, seconds: 3_600 }],
    answer: z.object({
      /** For typing into the app by hand. */
      secret: z.string(),
      /** `otpauth://…`, to be drawn as a QR code. */
      uri: z.string(),
    }),
  }),
  confirm: route({
    method: 'POST',
    path: '/api/user/two-step/confirm',
    summary: 'Turns on two-factor authentication with a first code and returns the recovery codes.',
    access: 'user',
    transaction: 'write',
    stepUp: true,
    limits: [{ by: 'user', points: 30, seconds: 3_600 }],
    body: z.object({ code: Code }),
    answer: RecoveryCodes,
  }),
  disable: route({
    method: 'POST',
    path: '/api/user/two-step/disable',
    summary: 'Turns off two-factor authentication with password and code.',
    access: 'user',
    transaction: 'write',
    limits: [{ by: 'user', points: 20, seconds: 3_600 }],
    body: z.object(proof),
    answer: Done,
  }),
  newCodes: route({
    method: 'POST',
    path: '/api/user/two-step/recovery',
    summary: 'Generates new recovery codes; the old ones stop working.',
    access: 'user',
    transaction: 'write',
    limits: [{ by: 'user', points: 20, seconds: 3_600 }],
    body: z.object(proof),
    answer: RecoveryCodes,
  }),
  stepUp: route({
    method: 'POST',
    path: '/api/user/step-up',
    summary: 'Confirms the user’s identity; for ten minutes, sensitive actions are allowed in this session.',
    access: 'user',
    transaction: 'write',
    beforeInit: true,
    limits: [{ by: 'user', points: 60, seconds: 3_600 }],
    body: z.object(proof),
    answer: z.object({ provedUntil: Timestamp, msg: z.optional(z.string()) }),
  }),
} as const
