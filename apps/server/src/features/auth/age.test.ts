import { describe, expect, it } from 'vitest'
import { byGoogle, personaOf, tokenOf, useGoogle } from '#test/google.ts'
import { expectRefused, registration, signedIn, signUp } from '#test/sign-up.ts'
import { type Visitor, useWorld } from '#test/world.ts'

const world = useWorld({ limits: false })
const google = useGoogle(world)

const registerWith = async (visitor: Visitor, username: string, answer: { ageConfirmed?: boolean }) => {
  const { body, headers } = await registration(visitor, username)
  return visitor.auth.register({ body: { ...body, ...answer }, headers })
}

const shownOf = async (username: string) => {
  const owner = await world.owner()
  const { items } = await owner.admin.users({ query: { search: username } })
  const [found] = items
  if (found === undefined) throw new Error(`nobody is called ${username}`)
  return (await owner.admin.userDetail({ params: { id: found._id } })).user.ageConfirmed
}

describe('a minimum age', () => {
  it('is asked of nobody while it is 0, and nothing is stored', async () => {
    const visitor = world.guest()
    expect((await visitor.home.site()).minimumAge).toBe(0)
    await registerWith(visitor, 'unasked', { ageConfirmed: true })
    expect(await shownOf('unasked')).toBeNull()
  })

  it('is confirmed by whoever registers, and shown to admins with its time', async () => {
    await world.settings({ minimum_age: 18 })
    const visitor = world.guest()
    expect((await visitor.home.site()).minimumAge).toBe(18)
    for (const answer of [{}, { ageConfirmed: false }]) {
      const failure = await expectRefused(registerWith(visitor, 'adult', answer), 422, 'AGE_UNCONFIRMED')
      expect(failure).toMatchObject({ errors: { ageConfirmed: 'Confirm that you are 18 or older.' } })
    }
    await registerWith(visitor, 'adult', { ageConfirmed: true })
    expect(await shownOf('adult')).toEqual({ years: 18, at: world.clock.now().toISOString() })
    await world.settings({ minimum_age: 21 })
    expect(await shownOf('adult')).toMatchObject({ years: 18 })
    await world.settings({ minimum_age: 0 })
  })

  it('is confirmed with the username by whoever comes by Google, before anything else can be done', async () => {
    await world.settings({ minimum_age: 18 })
    const visitor = world.guest()
    const me = signedIn(visitor, tokenOf(await byGoogle(google.server, visitor, { persona: personaOf('grown') })))
    await expectRefused(me.oidc.init({ body: { username: 'grown' } }), 422, 'AGE_UNCONFIRMED')
    await expectRefused(me.faucet.info(), 409, 'NEEDS_INIT')
    await me.oidc.init({ body: { username: 'grown', ageConfirmed: true } })
    await me.faucet.info()
    expect(await shownOf('grown')).toEqual({ years: 18, at: world.clock.now().toISOString() })
    await world.settings({ minimum_age: 0 })
  })

  it('goes with the account that is deleted', async () => {
    await world.settings({ minimum_age: 18 })
    const visitor = world.guest()
    const { token } = await registerWith(visitor, 'leaving', { ageConfirmed: true })
    const me = signedIn(visitor, token)
    const { user } = await me.user.me()
    const { body } = await visitor.raw({
      method: 'GET',
      path: '/api/user/export',
      headers: { authorization: `Bearer ${token}` },
    })
    expect(body['profile']).toMatchObject({ ageConfirmed: 18, ageConfirmedAt: world.clock.now().toISOString() })
    await world.db.raw('UPDATE sessions SET proved_at = $1 WHERE user_id = $2', [world.clock.now(), user._id])
    await me.ownData.remove({ body: { username: 'leaving', waive: true, password: 'seven quiet otters' } })
    const [row] = await world.db.raw('SELECT age_confirmed, age_confirmed_at FROM users WHERE id = $1', [user._id])
    expect(row).toEqual({ age_confirmed: null, age_confirmed_at: null })
    await world.settings({ minimum_age: 0 })
  })

  it('lets those in who had their account before', async () => {
    const { me } = await signUp(world, 'earlier')
    await world.settings({ minimum_age: 18 })
    await me.faucet.info()
    await world.settings({ minimum_age: 0 })
  })
})
