import type { OidcOutcome, OidcPurpose } from '@runnel/contract/account/oidc'
import { afterAll, beforeAll } from 'vitest'
import { type OpenIdServer, type Persona, startOpenId } from '#test/fakes/oidc/openid.ts'
import type { Visitor, World } from '#test/world.ts'

/** Starts a provider for the tests of a file and sets the site up with it. */
export const useGoogle = (world: World): { readonly server: OpenIdServer } => {
  let server: OpenIdServer | undefined
  beforeAll(async () => {
    server = await startOpenId({ redirectUri: 'http://runnel.test/login/callback/google' })
    await world.settings(settingsOf(server))
  })
  afterAll(() => server?.close())
  return {
    get server() {
      if (server === undefined) throw new Error('the provider runs only while tests do')
      return server
    },
  }
}

export const settingsOf = (server: OpenIdServer) => ({
  google_issuer: server.issuer,
  google_client_id: server.clientId,
  google_client_secret: server.clientSecret,
})

/** Who calls, as far as a visit to the provider is concerned. */
export type Goer = Pick<Visitor, 'oidc'>

interface GoogleVisit {
  readonly persona: Persona
  readonly purpose?: OidcPurpose
  readonly redirect?: string
  readonly ref?: string
}

/** Goes to the provider's pages and gives what the browser comes back with. */
export const goToGoogle = async (server: OpenIdServer, goer: Goer, { persona, ...body }: GoogleVisit) => {
  const { url } = await goer.oidc.start({ params: { provider: 'google' }, body })
  return server.visit(url, persona)
}

/** The whole way: there, through the pages, and back. */
export const byGoogle = async (server: OpenIdServer, goer: Goer, going: GoogleVisit): Promise<OidcOutcome> =>
  goer.oidc.callback({ params: { provider: 'google' }, body: await goToGoogle(server, goer, going), headers: {} })

/** The token of an outcome that signs in; fails for any other. */
export const tokenOf = (outcome: OidcOutcome): string => {
  if (!('token' in outcome)) throw new Error(`expected a token, got ${JSON.stringify(outcome)}`)
  return outcome.token
}

/** The ticket of an outcome that asks for more. */
export const ticketOf = (outcome: object): string => {
  if (!('ticket' in outcome) || typeof outcome.ticket !== 'string') throw new Error('expected a ticket')
  return outcome.ticket
}

/** Somebody with a mailbox that the provider has verified. */
export const personaOf = (sub: string, email = `${sub}@example.com`, isVerified = true): Persona => ({
  sub,
  email,
  email_verified: isVerified,
})
