import { createHash, generateKeyPairSync, type KeyObject, randomUUID, sign } from 'node:crypto'
import { createServer, type IncomingMessage } from 'node:http'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'

/** Somebody with an account at Telegram. */
export interface TelegramPerson {
  readonly sub: string
  readonly preferred_username?: string
  readonly name?: string
}

/** What is wrong with the next tokens: claims that replace the right ones, or a key that nobody published. */
export interface Flaw {
  readonly claims?: Readonly<Record<string, unknown>>
  readonly foreignKey?: boolean
}

/** What stands in the place of Telegram's provider of OpenID Connect, with our site as its only client. */
export interface TelegramLogin {
  readonly issuer: string
  readonly clientId: string
  readonly clientSecret: string
  /** From now on this person presses the button of its page. */
  readonly welcome: (person: TelegramPerson) => void
  /** Goes to its page as this person and gives what the browser is sent back with. */
  readonly visit: (url: string, person: TelegramPerson) => Promise<{ code: string; state: string }>
  /** Every token from now on has this flaw; undefined: none has. */
  readonly spoil: (flaw: Flaw | undefined) => void
  readonly stop: () => Promise<void>
  readonly start: () => Promise<void>
}

const CLIENT = { id: '7012345678', secret: 'what @BotFather shows once' }

interface Grant {
  readonly person: TelegramPerson
  readonly nonce: string | null
  readonly challenge: string
}

/**
 * Written from what is published of Telegram's login: discovery, authorization code with PKCE, `client_secret_basic`, a
 * signed ID token without an address, and no `iss` beside the code.
 */
export const startTelegramLogin = async ({ redirectUri }: { redirectUri: string }): Promise<TelegramLogin> => {
  const state: State = { redirectUri, issuer: '', person: undefined, flaw: undefined, grants: new Map() }
  const listener = createServer((request, response) => {
    void answerOf(state, request).then(({ status, json, html, location }) => {
      const type = json === undefined ? 'text/html' : 'application/json'
      response.writeHead(status, { 'content-type': type, ...(location === undefined ? {} : { location }) })
      response.end(json === undefined ? html : JSON.stringify(json))
    })
  })
  const start = (port: number) =>
    new Promise<void>((resolve) => void listener.listen(port, '127.0.0.1', () => resolve()))
  await start(0)
  // A server that listens on a port has an address of this kind.
  const { port } = listener.address() as AddressInfo
  state.issuer = `http://127.0.0.1:${port}`
  return {
    issuer: state.issuer,
    clientId: CLIENT.id,
    clientSecret: CLIENT.secret,
    welcome: (person) => void (state.person = person),
    visit: async (url, person) => {
      state.person = person
      const response = await fetch(`${url}&confirmed=1`, { redirect: 'manual' })
      const location = response.headers.get('location')
      if (location === null) throw new Error(`Telegram refused: ${await response.text()}`)
      const { searchParams } = new URL(location)
      return { code: searchParams.get('code') ?? '', state: searchParams.get('state') ?? '' }
    },
    spoil: (flaw) => void (state.flaw = flaw),
    stop: async () => {
      listener.closeAllConnections()
      await new Promise<void>((resolve) => listener.close(() => resolve()))
    },
    start: () => start(port),
  }
}

interface State {
  readonly redirectUri: string
  readonly grants: Map<string, Grant>
  issuer: string
  /** Who is signed in to Telegram in the browser that comes. */
  person: TelegramPerson | undefined
  flaw: Flaw | undefined
}

const answerOf = async (state: State, request: IncomingMessage): Promise<Answer> => {
  const url = new URL(request.url ?? '/', state.issuer)
  if (url.pathname === '/auth') return authorize(state, url.searchParams)
  if (url.pathname === '/.well-known/openid-configuration') return { status: 200, json: metadataOf(state.issuer) }
  if (url.pathname === '/.well-known/jwks.json') {
    return { status: 200, json: { keys: [{ ...ownKeys.publicKey.export({ format: 'jwk' }), ...keyFacts }] } }
  }
  if (url.pathname === '/token' && request.method === 'POST') {
    return redeem(state, new URLSearchParams(await text(request)), request.headers.authorization)
  }
  return { status: 404, html: 'Nothing is here.' }
}

const authorize = ({ redirectUri, person, grants }: State, query: URLSearchParams): Answer => {
  const problem = problemOf(query, redirectUri)
  if (problem !== undefined) return { status: 400, html: problem }
  if (person === undefined) return { status: 200, html: 'Nobody is signed in to Telegram here.' }
  if (query.get('confirmed') === null) return { status: 200, html: confirmPage(query) }
  const code = randomUUID()
  grants.set(code, { person, nonce: query.get('nonce'), challenge: query.get('code_challenge') ?? '' })
  const back = new URL(redirectUri)
  back.search = new URLSearchParams({ code, state: query.get('state') ?? '' }).toString()
  return { status: 302, location: back.href }
}

const redeem = (state: State, form: URLSearchParams, authorization: string | undefined): Answer => {
  if (!isClient(authorization)) return { status: 401, json: { error: 'invalid_client' } }
  const code = form.get('code') ?? ''
  const grant = state.grants.get(code)
  // A code works once, whatever comes of it.
  state.grants.delete(code)
  const verifier = form.get('code_verifier') ?? ''
  const isBound = grant?.challenge === createHash('sha256').update(verifier).digest('base64url')
  const isSame = form.get('redirect_uri') === state.redirectUri && form.get('grant_type') === 'authorization_code'
  if (!isBound || !isSame) return { status: 400, json: { error: 'invalid_grant' } }
  const now = Math.floor(Date.now() / 1_000)
  const nonce = grant.nonce ?? undefined
  const lasting = { iss: state.issuer, aud: CLIENT.id, iat: now, exp: now + 600, nonce }
  const { privateKey } = state.flaw?.foreignKey === true ? foreignKeys : ownKeys
  const id_token = tokenOf({ ...lasting, ...grant.person, ...state.flaw?.claims }, privateKey)
  return { status: 200, json: { access_token: randomUUID(), token_type: 'Bearer', expires_in: 600, id_token } }
}

interface Answer {
  readonly status: number
  readonly json?: object
  readonly html?: string
  readonly location?: string
}

const problemOf = (query: URLSearchParams, redirectUri: string): string | undefined => {
  if (query.get('client_id') !== CLIENT.id) return 'unknown client'
  if (query.get('redirect_uri') !== redirectUri) return 'this redirect address is not registered'
  if (query.get('response_type') !== 'code') return 'only codes are given out'
  if (query.get('code_challenge_method') !== 'S256' || !query.get('code_challenge')) return 'PKCE is missing'
  if (!query.get('scope')?.split(' ').includes('openid')) return 'the scope openid is missing'
  return undefined
}

/** The one page of it that a person sees. */
const confirmPage = (query: URLSearchParams): string => {
  const onward = new URLSearchParams([...query, ['confirmed', '1']]).toString().replaceAll('&', '&amp;')
  return `<!doctype html><title>Telegram</title><a href="/auth?${onward}">Log in</a>`
}

/** Each half of it is written as in a form before both are joined. */
const isClient = (authorization = ''): boolean => {
  const joined = Buffer.from(authorization.replace(/^Basic /, ''), 'base64').toString()
  const [id, secret] = joined.split(':').map((half) => decodeURIComponent(half.replaceAll('+', ' ')))
  return authorization.startsWith('Basic ') && id === CLIENT.id && secret === CLIENT.secret
}

const keyFacts = { kid: 'telegram', alg: 'RS256', use: 'sig' } as const

const ownKeys = generateKeyPairSync('rsa', { modulusLength: 2_048 })
const foreignKeys = generateKeyPairSync('rsa', { modulusLength: 2_048 })

const metadataOf = (issuer: string) => ({
  issuer,
  authorization_endpoint: `${issuer}/auth`,
  token_endpoint: `${issuer}/token`,
  jwks_uri: `${issuer}/.well-known/jwks.json`,
  response_types_supported: ['code'],
  subject_types_supported: ['public'],
  id_token_signing_alg_values_supported: ['RS256'],
  token_endpoint_auth_methods_supported: ['client_secret_basic'],
  code_challenge_methods_supported: ['S256'],
  scopes_supported: ['openid', 'profile', 'phone'],
})

const tokenOf = (claims: object, key: KeyObject): string => {
  const part = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url')
  const signed = `${part({ typ: 'JWT', alg: keyFacts.alg, kid: keyFacts.kid })}.${part(claims)}`
  return `${signed}.${sign('sha256', Buffer.from(signed), key).toString('base64url')}`
}
