import { hash } from '@node-rs/argon2'
import { describe, expect, it } from 'vitest'
import { erase } from '#features/own-data/anonymize.ts'
import type { Tx } from '#kernel/db.ts'
import { byGoogle, personaOf, tokenOf, useGoogle } from '#test/google.ts'
import { expectRefused, PASSWORD, signedIn, signUp } from '#test/sign-up.ts'
import { someoneWaits } from '#test/waiting.ts'
import { useWorld, type Visitor } from '#test/world.ts'

const world = useWorld({ connections: 24 })
const google = useGoogle(world)

const login = async (visitor: Visitor, username: string) => {
  const captcha = await visitor.solve.captcha('login')
  return () => visitor.auth.login({ body: { login: username, password: PASSWORD, captcha }, headers: {} })
}

/** Signs in with a password that is right, while this is being done to the account. */
const crossing = async (username: string, change: (tx: Tx, id: string) => Promise<unknown>) => {
  const { visitor, id } = await signUp(world, username)
  const signingIn = await login(visitor, username)
  const answer = await world.db.write(async (tx) => {
    await change(tx, id)
    const begun = signingIn()
    // Looked at later: a refusal in between is no error of this transaction.
    begun.catch(() => undefined)
    await someoneWaits(world)
    return { begun }
  })
  const sessions = async (): Promise<number> =>
    (await world.db.raw('SELECT id FROM sessions WHERE user_id = $1', [id])).length
  return { ...answer, sessions }
}

describe('a login that crosses a change of its account', () => {
  it('does not open it by the password of before', async () => {
    const { begun, sessions } = await crossing('changing', async (tx, id) => {
      const set = { password_hash: await hash('another one entirely') }
      await tx.updateTable('users').set(set).where('id', '=', id).execute()
      await tx.deleteFrom('sessions').where('user_id', '=', id).execute()
    })
    await expectRefused(begun, 422, 'WRONG_LOGIN')
    expect(await sessions()).toBe(0)
  })

  it('goes on when only the hash of the same password is another', async () => {
    const { begun } = await crossing('rehashing', async (tx, id) => {
      const set = { password_hash: await hash(PASSWORD) }
      await tx.updateTable('users').set(set).where('id', '=', id).execute()
    })
    expect(await begun).toHaveProperty('token')
  })

  it('asks for it as well where Google says who it is', async () => {
    const visitor = world.guest()
    const persona = personaOf('crossing')
    const { user } = await signedIn(visitor, tokenOf(await byGoogle(google.server, visitor, { persona }))).user.me()
    const { begun } = await world.db.write(async (tx) => {
      await tx.updateTable('users').set({ two_step_at: world.clock.now() }).where('id', '=', user._id).execute()
      const begun = byGoogle(google.server, visitor, { persona })
      begun.catch(() => undefined)
      await someoneWaits(world)
      return { begun }
    })
    expect(await begun).toMatchObject({ twoStep: true })
  })

  it('asks for the second step that has just been switched on', async () => {
    const { begun } = await crossing('stepping', (tx, id) =>
      tx.updateTable('users').set({ two_step_at: world.clock.now() }).where('id', '=', id).execute(),
    )
    expect(await begun).toMatchObject({ twoStep: true })
  })

  it('finds nobody where its user has just left', async () => {
    const now = world.clock.now()
    const { begun, sessions } = await crossing('parting', (tx, id) => erase(tx, { id, username: 'parting', now }))
    await expectRefused(begun, 422, 'WRONG_LOGIN')
    expect(await sessions()).toBe(0)
  })
})
