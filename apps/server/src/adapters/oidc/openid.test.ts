import { afterEach, expect, test } from 'vitest'
import type { OidcSetup } from '#adapters/oidc/oidc.ts'
import { createOidc } from '#adapters/oidc/openid.ts'
import { type OpenIdServer, startOpenId } from '#test/fakes/oidc/openid.ts'
import { personaOf } from '#test/google.ts'
import { localHttp } from '#test/local-http.ts'

const redirectUri = 'http://runnel.test/login/callback/google'
let server: OpenIdServer | undefined
afterEach(() => server?.close())

const start = async (options: Omit<Parameters<typeof startOpenId>[0], 'redirectUri'> = {}) => {
  server = await startOpenId({ redirectUri, ...options })
  return { provider: server, signIn: signInAt(server) }
}

/** Goes through the whole of one sign-in, and returns who it is by the adapter. */
const signInAt = (provider: OpenIdServer) => {
  const oidc = createOidc({ http: localHttp() })
  const setup: OidcSetup = {
    provider: 'google',
    issuer: provider.issuer,
    clientId: provider.clientId,
    clientSecret: provider.clientSecret,
  }
  return async (name: string) => {
    const bound = {
      state: `state of ${name}`,
      nonce: `nonce of ${name}`,
      verifier: name.repeat(50).slice(0, 50),
      redirectUri,
    }
    const address = await oidc.addressOf(setup, { ...bound, purpose: 'login' })
    if (address.kind !== 'ok') throw new Error(address.reason)
    const { code, iss } = await provider.visit(address.url, personaOf(name))
    return oidc.identityOf(setup, { code, iss }, bound)
  }
}

test.each(['client_secret_basic', 'client_secret_post'] as const)(
  'proves the site by %s where that is the way',
  async (way) => {
    const { provider, signIn } = await start({ authMethods: [way] })
    expect(await signIn('ann')).toMatchObject({ kind: 'known', subject: 'ann' })
    expect(provider.proofs).toEqual([way])
  },
)

test('asks for the keys once, and once more right after the provider has changed its key', async () => {
  const { provider, signIn } = await start()
  for (const name of ['ann', 'ben']) expect(await signIn(name)).toMatchObject({ kind: 'known', subject: name })
  expect(provider.keysAsked()).toBe(1)
  provider.changeKey()
  for (const name of ['cid', 'dot']) expect(await signIn(name)).toMatchObject({ kind: 'known', subject: name })
  expect(provider.keysAsked()).toBe(2)
})
