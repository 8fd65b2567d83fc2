import { afterAll, beforeAll, expect, it } from 'vitest'
import { type OpenIdServer, startOpenId } from '#test/fakes/oidc/openid.ts'
import { byGoogle, personaOf, settingsOf, ticketOf, tokenOf, useGoogle } from '#test/google.ts'
import { expectRefused, PASSWORD, signedIn, signUp } from '#test/sign-up.ts'
import { useWorld } from '#test/world.ts'

const world = useWorld({ connections: 24 })
const google = useGoogle(world)
let other: OpenIdServer
beforeAll(async () => {
  other = await startOpenId({ redirectUri: 'http://runnel.test/login/callback/google' })
})
afterAll(() => other.close())

/** Somebody who came by the first provider and has a name. */
const newcomer = async (username: string) => {
  const visitor = world.guest()
  const me = signedIn(visitor, tokenOf(await byGoogle(google.server, visitor, { persona: personaOf(username) })))
  await me.oidc.init({ body: { username } })
  return { visitor, me }
}

it('takes the same subject at another provider for somebody else', async () => {
  const { me } = await newcomer('same_subject')
  await world.settings(settingsOf(other))
  const stranger = world.guest()
  const persona = personaOf('same_subject', 'stranger@example.com')
  const outcome = await byGoogle(other, stranger, { persona })
  expect(outcome).toMatchObject({ isNew: true })
  expect((await signedIn(stranger, tokenOf(outcome)).user.me()).user.email).toBe('stranger@example.com')
  // Nor does that provider prove who sits at the screen of the first one's account.
  const proving = byGoogle(other, { oidc: me.oidc }, { persona, purpose: 'prove' })
  await expectRefused(proving, 409, 'PROVIDER_OTHER')
  await world.settings(settingsOf(google.server))
  const again = await byGoogle(google.server, world.guest(), { persona: personaOf('same_subject') })
  expect(again).toMatchObject({ isNew: false })
})

it('lets the new provider take the place of the one that is asked no more', async () => {
  const { visitor, email } = await signUp(world, 'moving_on')
  const persona = personaOf('moving-on', email)
  const link = async (server: OpenIdServer) => {
    const ticket = ticketOf(await byGoogle(server, visitor, { persona }))
    await visitor.oidc.link({ body: { ticket, password: PASSWORD }, headers: {} })
  }
  await link(google.server)
  await world.settings(settingsOf(other))
  await link(other)
  expect(await byGoogle(other, visitor, { persona })).toMatchObject({ isNew: false })
  await world.settings(settingsOf(google.server))
  expect(await byGoogle(google.server, visitor, { persona })).toMatchObject({ linkNeeded: true })
})
