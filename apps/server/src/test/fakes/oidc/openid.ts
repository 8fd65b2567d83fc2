import { generateKeyPairSync } from 'node:crypto'
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import Provider from 'oidc-provider'

/** Somebody who has an account at the provider. */
export interface Persona {
  readonly sub: string
  email: string
  email_verified: boolean
}

/** A real provider of OpenID Connect on this machine, with our site as its only client. */
export interface OpenIdServer {
  readonly issuer: string
  readonly clientId: string
  readonly clientSecret: string
  /** From now on this person can sign in at the provider, in a real browser too. */
  readonly welcome: (persona: Persona) => void
  /** Goes through the provider's pages as this person would, and gives what it sends the browser back with. */
  readonly visit: (url: string, persona: Persona) => Promise<{ code: string; state: string; iss: string }>
  /** How the site proved itself at the token endpoint, call by call. */
  readonly proofs: ('client_secret_basic' | 'client_secret_post')[]
  /** How often the keys were asked for. */
  readonly keysAsked: () => number
  /** From now on tokens are signed by another key, with an id of its own. */
  readonly changeKey: () => void
  /** Stops answering, or answers again under the same address. */
  readonly stop: () => Promise<void>
  readonly start: () => Promise<void>
  readonly close: () => Promise<void>
}

const CLIENT = { id: 'runnel-site', secret: 'a secret between the site and the provider' }

interface OpenIdOptions {
  readonly redirectUri: string
  /** The ways in which a site may prove itself, as the metadata name them; unset: the library's own. */
  readonly authMethods?: readonly ('client_secret_basic' | 'client_secret_post')[]
}

export const startOpenId = async ({ redirectUri, authMethods }: OpenIdOptions): Promise<OpenIdServer> => {
  const personas = new Map<string, Persona>()
  let server = createServer()
  const port = await listen(server, 0)
  const issuer = `http://127.0.0.1:${port}`
  const proofs: OpenIdServer['proofs'] = []
  let [keysAsked, keyNumber] = [0, 0]
  const newProvider = () =>
    createProvider(issuer, { redirectUri, personas, authMethods, kid: `key-${(keyNumber += 1)}` })
  let current = newProvider().callback()
  const answer = (request: IncomingMessage, response: ServerResponse): void => {
    if (request.url === '/jwks') keysAsked += 1
    if (request.url === '/token') {
      proofs.push(request.headers.authorization === undefined ? 'client_secret_post' : 'client_secret_basic')
    }
    void current(request, response)
  }
  server.on('request', answer)
  const stop = async (): Promise<void> => {
    server.closeAllConnections()
    await new Promise<void>((resolve) => server.close(() => resolve()))
  }
  return {
    issuer,
    clientId: CLIENT.id,
    clientSecret: CLIENT.secret,
    welcome: (persona) => void personas.set(persona.sub, persona),
    visit: (url, persona) => {
      personas.set(persona.sub, persona)
      return walk(url, persona)
    },
    proofs,
    keysAsked: () => keysAsked,
    changeKey: () => {
      current = newProvider().callback()
    },
    stop,
    start: async () => {
      server = createServer(answer)
      await listen(server, port)
    },
    close: stop,
  }
}

const listen = async (server: Server, port: number): Promise<number> => {
  await new Promise<void>((resolve) => server.listen(port, '127.0.0.1', resolve))
  // A server that listens on a port has an address of this kind.
  return (server.address() as AddressInfo).port
}

interface ProviderSite extends OpenIdOptions {
  readonly personas: Map<string, Persona>
  readonly kid: string
}

const createProvider = (issuer: string, site: ProviderSite) =>
  new Provider(issuer, {
    ...(site.authMethods && { clientAuthMethods: [...site.authMethods] }),
    clients: [
      {
        client_id: CLIENT.id,
        client_secret: CLIENT.secret,
        redirect_uris: [site.redirectUri],
        response_types: ['code'],
        grant_types: ['authorization_code'],
        ...(site.authMethods?.[0] && { token_endpoint_auth_method: site.authMethods[0] }),
        // The site of a test has no protected address.
        application_type: 'web',
      },
    ],
    pkce: { required: () => true },
    claims: { openid: ['sub'], email: ['email', 'email_verified'], profile: ['name'] },
    // As Google does: what was asked for stands in the token itself.
    conformIdTokenClaims: false,
    features: { devInteractions: { enabled: true } },
    cookies: { keys: ['only of this test'] },
    jwks: { keys: [signingKey(site.kid)] },
    ttl: { AccessToken: 600, Grant: 600, IdToken: 600, Interaction: 600, Session: 600 },
    findAccount: (_context, sub) => {
      const persona = site.personas.get(sub)
      return persona === undefined ? undefined : { accountId: sub, claims: () => ({ ...persona }) }
    },
  })

const signingKey = (kid: string) => {
  const { privateKey } = generateKeyPairSync('rsa', { modulusLength: 2_048 })
  return { ...privateKey.export({ format: 'jwk' }), alg: 'RS256', use: 'sig', kid }
}

const PAGES_MAX = 12

/** Follows the provider's pages with the cookies that it sets, types the name, and agrees. */
const walk = async (url: string, { sub }: Persona): Promise<{ code: string; state: string; iss: string }> => {
  const jar = new Map<string, string>()
  let next = { url, form: undefined as URLSearchParams | undefined }
  for (let page = 0; page < PAGES_MAX; page++) {
    const response = await fetch(next.url, {
      redirect: 'manual',
      headers: { cookie: [...jar].map(([name, value]) => `${name}=${value}`).join('; ') },
      ...(next.form === undefined ? {} : { method: 'POST', body: next.form }),
    })
    for (const cookie of response.headers.getSetCookie()) storeCookie(jar, cookie)
    const location = response.headers.get('location')
    if (location === null) {
      const html = await response.text()
      if (!response.ok) throw new Error(`the provider answered ${response.status}: ${html.slice(0, 500)}`)
      next = formOf(html, sub, next.url)
      continue
    }
    const target = new URL(location, next.url)
    const [code, state, iss] = ['code', 'state', 'iss'].map((name) => target.searchParams.get(name))
    if (code && state && iss) return { code, state, iss }
    if (target.searchParams.has('error')) throw new Error(`the provider refused: ${target.search}`)
    next = { url: target.href, form: undefined }
  }
  throw new Error('the provider asked for too many pages')
}

const storeCookie = (jar: Map<string, string>, cookie: string): void => {
  const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(cookie) ?? []
  if (value === '') jar.delete(name)
  else jar.set(name, value)
}

/** The form of a page for people, as somebody with this name fills it in. */
const formOf = (html: string, sub: string, base: string) => {
  const action = /<form[^>]* action="([^"]+)"/.exec(html)?.[1] ?? ''
  const prompt = /name="prompt" value="([^"]+)"/.exec(html)?.[1] ?? ''
  const form = new URLSearchParams(prompt === 'login' ? { prompt, login: sub, password: 'any' } : { prompt })
  return { url: new URL(action, base).href, form }
}
