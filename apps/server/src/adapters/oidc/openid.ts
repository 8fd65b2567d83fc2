import type { OidcProvider } from '@runnel/contract/account/oidc'
import * as openid from 'openid-client'
import * as z from 'zod/mini'
import type { Http } from '#adapters/deposit/http.ts'
import { parseWith } from '#adapters/deposit/json.ts'
import type { Oidc, OidcBinding, OidcCallback, OidcFailure, OidcIdentity, OidcSetup } from './oidc.ts'

/** What the provider publishes of itself is asked again after an hour. */
const KEEP_MS = 3_600_000

/** Claims as Google and others give them; the subject is all that must be there. */
const Claims = z.object({
  sub: z.string().check(z.minLength(1), z.maxLength(255)),
  email: z.optional(z.string().check(z.maxLength(254), z.email())),
  // Some send it as text.
  email_verified: z.optional(z.union([z.boolean(), z.string()])),
  name: z.optional(z.string()),
  preferred_username: z.optional(z.string()),
})

/** What each is asked for. */
const scopes = { google: 'openid email profile', telegram: 'openid profile' } as const satisfies Record<
  OidcProvider,
  string
>

/** A provider's own description of itself, and the keys by which it signs. */
interface KnownProvider {
  readonly of: string
  readonly until: number
  readonly server: openid.ServerMetadata
  keys?: ReturnType<typeof openid.getJwksCache>
}

interface OidcClientDeps {
  readonly http: Http
  readonly timeoutSeconds?: number
}

/** Signs people in at a provider of OpenID Connect: code flow, PKCE, state, nonce, signed tokens. */
export const createOidc = ({ http, timeoutSeconds = 10 }: OidcClientDeps): Oidc => {
  const known = new Map<OidcProvider, KnownProvider>()
  const deps = { http, timeoutSeconds }
  const providerOf = async (setup: OidcSetup): Promise<KnownProvider> => {
    const of = JSON.stringify(setup)
    const kept = known.get(setup.provider)
    if (kept !== undefined && kept.of === of && kept.until > performance.now()) return kept
    const server = await discover(setup, deps)
    const found = { of, until: performance.now() + KEEP_MS, server }
    known.set(setup.provider, found)
    return found
  }
  return {
    addressOf: async (setup, { state, nonce, verifier, redirectUri, purpose }) => {
      try {
        const config = configurationOf(setup, (await providerOf(setup)).server, deps)
        const url = openid.buildAuthorizationUrl(config, {
          redirect_uri: redirectUri,
          scope: scopes[setup.provider],
          state,
          nonce,
          code_challenge: await openid.calculatePKCECodeChallenge(verifier),
          code_challenge_method: 'S256',
          // Who proves or links is asked there again, and not taken through in silence.
          ...(purpose === 'login' ? {} : promptOf(setup)),
        })
        return { kind: 'ok', url: url.href }
      } catch (error) {
        return failureOf(error)
      }
    },
    identityOf: async (setup, returned, bound) => {
      try {
        const provider = await providerOf(setup)
        const config = configurationOf(setup, provider.server, deps)
        trustKnownKeys(config, provider)
        const identity = await redeem(config, returned, { ...bound, provider: setup.provider })
        provider.keys = openid.getJwksCache(config)
        return identity
      } catch (error) {
        return failureOf(error)
      }
    },
  }
}

/** Google knows no `login` here; others may know nothing else. Telegram has no such field: its app asks anyway. */
const promptOf = ({ provider, issuer }: OidcSetup): { readonly prompt?: string } => {
  if (provider === 'telegram') return {}
  return { prompt: new URL(issuer).hostname === 'accounts.google.com' ? 'select_account' : 'login' }
}

/** Without TLS only a provider of one's own network is believed, and only where the environment names it. */
const isOwnNetwork = ({ issuer }: OidcSetup, { http }: Pick<OidcClientDeps, 'http'>): boolean =>
  new URL(issuer).protocol === 'http:' && http.addressProblem(issuer) === null

const discover = async (setup: OidcSetup, deps: Required<OidcClientDeps>): Promise<openid.ServerMetadata> => {
  const found = await openid.discovery(new URL(setup.issuer), setup.clientId, setup.clientSecret, proof, {
    timeout: deps.timeoutSeconds,
    [openid.customFetch]: fetchBy(deps),
    execute: isOwnNetwork(setup, deps) ? [openid.allowInsecureRequests] : [],
  })
  return found.serverMetadata()
}

/** One for each sign-in: the library keeps keys by configuration, and refuses to look for new ones for a minute. */
const configurationOf = (
  setup: OidcSetup,
  server: openid.ServerMetadata,
  deps: Required<OidcClientDeps>,
): openid.Configuration => {
  const config = new openid.Configuration(server, setup.clientId, setup.clientSecret, proof)
  config.timeout = deps.timeoutSeconds
  config[openid.customFetch] = fetchBy(deps)
  // The token comes over a protected line already; its signature is checked nevertheless.
  openid.enableNonRepudiationChecks(config)
  if (isOwnNetwork(setup, deps)) openid.allowInsecureRequests(config)
  return config
}

/**
 * Proves the site to the provider as its metadata say. Where they say nothing, the way is `client_secret_basic` (OpenID
 * Connect Discovery 1.0, section 3).
 */
const proof: openid.ClientAuth = (server, client, body, headers) => {
  const { token_endpoint_auth_methods_supported: methods = [] } = server
  const { client_secret: secret } = client
  const by = methods.includes('client_secret_post') ? openid.ClientSecretPost : openid.ClientSecretBasic
  by(String(secret))(server, client, body, headers)
}

/**
 * Saves asking for the provider's keys at each sign-in, as long as the key that signed the token is among the known
 * ones; a provider that has just changed its key is asked once.
 */
const trustKnownKeys = (config: openid.Configuration, { keys }: KnownProvider): void => {
  const ask = config[openid.customFetch]
  const { token_endpoint: tokenEndpoint } = config.serverMetadata()
  if (keys === undefined || ask === undefined) return
  config[openid.customFetch] = async (url, options) => {
    const answer = await ask(url, options)
    if (url !== tokenEndpoint || !answer.ok) return answer
    const kid = keyOf(await answer.clone().text())
    if (keys.jwks.keys.some((key) => key.kid === kid)) openid.setJwksCache(config, keys)
    return answer
  }
}

/** The id of the key that signed the token of an answer; undefined where it names none. */
const keyOf = (answer: string): string | undefined => {
  const [header = ''] = parseWith(TokenAnswer, answer)?.id_token.split('.') ?? []
  return parseWith(TokenHeader, Buffer.from(header, 'base64url').toString())?.kid
}

const TokenAnswer = z.object({ id_token: z.string() })
const TokenHeader = z.object({ kid: z.string() })

/** The library's requests as calls to any provider: what it publishes of itself may name addresses of every kind. */
const fetchBy =
  ({ http, timeoutSeconds }: Required<OidcClientDeps>): openid.CustomFetch =>
  async (url, { method, headers, body }) => {
    const sent = typeof body === 'string' || body instanceof URLSearchParams ? { body: body.toString() } : {}
    const answer = await http.call({ method, url, headers, ...sent, timeoutMs: timeoutSeconds * 1_000 })
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
  bound: OidcBinding & Pick<OidcSetup, 'provider'>,
): Promise<OidcIdentity> => {
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
    provider: bound.provider,
    issuer: config.serverMetadata().issuer.replace(/\/+$/, ''),
    subject: claims.sub,
    email: claims.email ?? null,
    isEmailVerified: claims.email_verified === true || claims.email_verified === 'true',
    name: nameOf(claims),
  }
}

/** Characters of a name that are kept; it is shown to its own user only. */
const NAME_MAX = 64

/** Of a name that anybody may choose, what can be shown in one line. */
const nameOf = ({ name = '', preferred_username: username = '' }: z.infer<typeof Claims>): string | null => {
  const said = username === '' ? name : `@${username}`
  const line = said.replaceAll(/[\p{C}\s]+/gu, ' ').trim()
  return line === '' ? null : [...line].slice(0, NAME_MAX).join('')
}

/** Errors in which the provider has spoken, and what it said does not hold. */
const failureOf = (error: unknown): OidcFailure => {
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
