import * as z from 'zod/mini'
import { USERNAME_MAX } from '#contract/constants.ts'
import { route } from '#contract/route.ts'
import { Done } from '#contract/values.ts'
import { AgeConfirmed, Password, Username } from './auth.ts'
import { LoginAnswer, SignedIn, Ticket } from './sign-in.ts'

/** Who can say who somebody is, by OpenID Connect. */
export const OidcProvider = z.enum(['google', 'telegram'])
export type OidcProvider = z.infer<typeof OidcProvider>

/** The page that a provider sends people back to; its address must be registered there exactly. */
export const oidcCallbackPaths = {
  google: '/login/callback/google',
  telegram: '/login/callback/telegram',
} as const satisfies Record<OidcProvider, string>

/** Why somebody is sent there: to sign in, to link the account they are signed in to, or to prove it is them. */
export const OidcPurpose = z.enum(['login', 'link', 'prove'])
export type OidcPurpose = z.infer<typeof OidcPurpose>

/** A path of our own to go on to; anything that could lead elsewhere is no path. */
const Redirect = z.string().check(z.maxLength(500), z.regex(/^\/(?![/\\])[^\\\p{Cc}]*$/u))
const Returned = z.string().check(z.minLength(1), z.maxLength(2_000), z.regex(/^[\x20-\x7e]*$/))

const Timezone = z.object({ tz: z.optional(z.string().check(z.maxLength(64))) })

/** What became of a visit to a provider; `redirect` is what the start was given. */
export const OidcOutcome = z.union([
  z.extend(SignedIn, {
    purpose: z.literal('login'),
    /** An account was made, by Google only: it chooses its username next, at `/app/account/init`. */
    isNew: z.boolean(),
    redirect: z.nullable(z.string()),
  }),
  z.object({ twoStep: z.literal(true), ticket: Ticket, redirect: z.nullable(z.string()) }),
  /** The address at Google belongs to an account already: its password is asked once, by `link`. */
  z.object({ linkNeeded: z.literal(true), ticket: Ticket, email: z.string(), redirect: z.nullable(z.string()) }),
  z.object({ purpose: z.enum(['link', 'prove']), redirect: z.nullable(z.string()), msg: z.optional(z.string()) }),
])
export type OidcOutcome = z.infer<typeof OidcOutcome>

const params = z.object({ provider: OidcProvider })

export const oidc = {
  start: route({
    method: 'POST',
    path: '/api/auth/{provider}/start',
    summary:
      'Returns the URL to open at Google or Telegram. Linking and confirming need a session; linking also a recent ' +
      'confirmation.',
    access: 'anyone',
    transaction: 'none',
    whileMaintained: true,
    limits: [{ by: 'net', points: 60, seconds: 600 }],
    params,
    body: z.object({
      purpose: z._default(OidcPurpose, 'login'),
      redirect: z.optional(Redirect),
      ref: z.optional(z.string().check(z.maxLength(USERNAME_MAX))),
    }),
    answer: z.object({ url: z.string() }),
  }),
  callback: route({
    method: 'POST',
    path: '/api/auth/{provider}/callback',
    summary:
      'Handles the return from Google or Telegram: signs in, links, or confirms the identity; Google also creates ' +
      'accounts.',
    access: 'anyone',
    transaction: 'none',
    whileMaintained: true,
    limits: [{ by: 'net', points: 60, seconds: 600 }],
    params,
    headers: Timezone,
    body: z.object({ code: Returned, state: z.string().check(z.maxLength(200)), iss: z.optional(Returned) }),
    answer: OidcOutcome,
  }),
  link: route({
    method: 'POST',
    path: '/api/auth/google/link',
    summary: 'Links Google to the account with its email address by that account’s password, and signs in.',
    access: 'anyone',
    transaction: 'write',
    whileMaintained: true,
    limits: [{ by: 'net', points: 60, seconds: 600 }],
    headers: Timezone,
    body: z.object({ ticket: Ticket, password: Password }),
    answer: LoginAnswer,
  }),
  unlink: route({
    method: 'DELETE',
    path: '/api/user/{provider}',
    summary: 'Unlinks Google or Telegram from the account; the last way to sign in stays.',
    access: 'user',
    transaction: 'write',
    stepUp: true,
    limits: [{ by: 'user', points: 20, seconds: 3_600 }],
    params,
    answer: Done,
  }),
  init: route({
    method: 'POST',
    path: '/api/user/init',
    summary: 'Sets the username of an account created with Google, once.',
    access: 'user',
    transaction: 'write',
    beforeInit: true,
    limits: [{ by: 'user', points: 60, seconds: 3_600 }],
    body: z.object({
      username: Username,
      tz: z.optional(z.string().check(z.maxLength(64))),
      ref: z.optional(z.string().check(z.maxLength(USERNAME_MAX))),
      ageConfirmed: AgeConfirmed,
    }),
    answer: Done,
  }),
} as const
