import * as openid from 'openid-client'
import * as z from 'zod/mini'
import type { Http } from '#adapters/deposit/http.ts'
import type { OidcBinding, Google, GoogleFailure, GoogleIdentity, GoogleSetup, OidcCallback } from './google.ts'

/** What the provider publishes of itself is asked again after an hour. */
const KEEP_MS = 3_600_000

/** Claims as Google and others give them; the subject is all that must be there. */
const Claims = z.object({
  sub: z.string().check(z.minLength(1), z.maxLength(255)),
  email: z.optional(z.string().check(z.maxLength(254), z.email())),
  // Some send it as text.
  email_verified: z.optional(z.union([z.boolean(), z.string()])),
})

interface GoogleClientDeps {
  readonly http: Http
  readonly timeoutSeconds?: number
}

/** Signs people in at a provider of OpenID Connect: code flow, PKCE, state, nonce, signed tokens. */
export const createGoogle = ({ http, timeoutSeconds = 10 }: GoogleClientDeps): Google => {
  let known: { readonly of: string; readonly until: number; readonly config: openid.Configuration } | undefined
  const configOf = async (setup: GoogleSetup): Promise<openid.Configuration> => {
    const of = JSON.stringify(setup)
    if (known !== undefined && known.of === of && known.until > performance.now()) return known.config
    const config = await discover(setup, { http, timeoutSeconds })
    known = { of, until: performance.now() + KEEP_MS, config }
    return config
  }
  return {
    addressOf: async (setup, { state, nonce, verifier, redirectUri, purpose }) => {
      try {
        const config = await configOf(setup)
        const url = openid.buildAuthorizationUrl(config, {
          redirect_uri: redirectUri,
          scope: 'openid email profile',
          state,
          nonce,
          code_challenge: await openid.calculatePKCECodeChallenge(verifier),
          code_challenge_method: 'S256',
          // Who proves or links is asked there again, and not taken through in silence.
          ...(purpose === 'login' ? {} : { prompt: isGoogle(setup) ? 'select_account' : 'login' }),
        })
        return { kind: 'ok', url: url.href }
      } catch (error) {
        return failureOf(error)
      }
    },
    identityOf: async (setup, returned, bound) => {
      try {
        return await redeem(await configOf(setup), returned, bound)
      } catch (error) {
        return failureOf(error)
      }
    },
  }
}

/** Google knows no `login` here; others may know nothing else. */
const isGoogle = ({ issuer }: GoogleSetup): boolean => new URL(issuer).hostname === 'accounts.google.com'

const discover = async (
  { issuer, clientId, clientSecret }: GoogleSetup,
  { http, timeoutSeconds }: Required<GoogleClientDeps>,
) => {
  const server = new URL(issuer)
  // Without TLS only a provider of one's own network is believed, and only where the environment names it.
  const isOwn = server.protocol === 'http:' && http.addressProblem(issuer) === null
  return openid.discovery(server, clientId, clientSecret, undefined, {
    timeout: timeoutSeconds,
    [openid.customFetch]: fetchBy(http, timeoutSeconds * 1_000),
    execute: [
      // The token comes over a protected line already; its signature is checked nevertheless.
      openid.enableNonRepudiationChecks,
      ...(isOwn ? [openid.allowInsecureRequests] : []),
    ],
  })
}

/** The library's requests as calls to any provider: what it publishes of itself may name addresses of every kind. */
const fetchBy =
  (http: Http, timeoutMs: number): openid.CustomFetch =>
  async (url, { method, headers, body }) => {
    const sent = typeof body === 'string' || body instanceof URLSearchParams ? { body: body.toString() } : {}
    const answer = await http.call({ method, url, headers, ...sent, timeoutMs })
    if (answer.kind !== 'answered') throw new TypeError(answer.reason)
    const { status, text, contentType } = answer
    return new Response(text, {
      status,
      ...(contentType === undefined ? {} : { headers: { 'content-type': contentType } }),
    })
  }

const redeem = async (
  config: openid.Configuration,
  { code, iss }: OidcCallback,
  bound: OidcBinding,
): Promise<GoogleIdentity> => {
  const address = new URL(bound.redirectUri)
  address.search = new URLSearchParams({ code, state: bound.state, ...(iss === undefined ? {} : { iss }) }).toString()
  const tokens = await openid.authorizationCodeGrant(config, address, {
    pkceCodeVerifier: bound.verifier,
    expectedState: bound.state,
    expectedNonce: bound.nonce,
    idTokenExpected: true,
  })
  const claims = z.parse(Claims, tokens.claims())
  return {
    kind: 'known',
    issuer: config.serverMetadata().issuer.replace(/\/+$/, ''),
    subject: claims.sub,
    email: claims.email ?? null,
    isEmailVerified: claims.email_verified === true || claims.email_verified === 'true',
  }
}

/** Errors in which the provider has spoken, and what it said does not hold. */
const failureOf = (error: unknown): GoogleFailure => {
  const reason = reasonOf(error)
  if (error instanceof z.core.$ZodError) return { kind: 'refused', reason }
  if (error instanceof openid.AuthorizationResponseError) return { kind: 'refused', reason }
  if (error instanceof openid.ResponseBodyError) {
    return { kind: error.status >= 500 ? 'unreachable' : 'refused', reason: `${error.error} ${reason}` }
  }
  if (error instanceof openid.ClientError && !SILENT.has(error.code ?? '')) return { kind: 'refused', reason }
  return { kind: 'unreachable', reason }
}

/** Codes of the library for a provider that did not answer, or not as a provider does. */
const SILENT = new Set(['OAUTH_TIMEOUT', 'OAUTH_ABORT', 'OAUTH_RESPONSE_IS_NOT_CONFORM', 'OAUTH_RESPONSE_IS_NOT_JSON'])

const reasonOf = (error: unknown): string =>
  error instanceof Error
    ? `${error.message}${error.cause instanceof Error ? `: ${error.cause.message}` : ''}`
    : 'unknown'
