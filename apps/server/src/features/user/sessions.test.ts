import { describe, expect, it } from 'vitest'
import { expectRefused, signIn, signUp } from '#test/sign-up.ts'
import { useWorld } from '#test/world.ts'

const world = useWorld({ connections: 24 })

describe('sessions', () => {
  it('are listed with device and place, this one first, and ended one by one', async () => {
    const { me, visitor } = await signUp(world, 'lister')
    const { me: other } = await signIn(visitor, 'lister')
    const { sessions } = await me.user.sessions()
    expect(sessions.map(({ current }) => current)).toEqual([true, false])
    expect(sessions[0]?.place).toMatch(/^10\.\d+\.\d+\.0\/24$/)
    const id = sessions[1]?._id ?? ''
    await me.user.endSession({ params: { id } })
    await expectRefused(other.user.me(), 401, 'SESSION_ENDED')
    await expectRefused(me.user.endSession({ params: { id } }), 404, 'NO_SUCH_SESSION')
    expect((await me.user.sessions()).sessions).toHaveLength(1)
  })

  it('of others cannot be seen or ended', async () => {
    const { me: mine } = await signUp(world, 'mine')
    const { me: theirs } = await signUp(world, 'theirs')
    const [session] = (await theirs.user.sessions()).sessions
    await expectRefused(mine.user.endSession({ params: { id: session?._id ?? '' } }), 404, 'NO_SUCH_SESSION')
    await expectRefused(mine.user.endSession({ params: { id: 'nonsense' } }), 404, 'NOT_FOUND')
    await theirs.user.me()
  })

  it('that have ended are not listed', async () => {
    const { me, visitor, id } = await signUp(world, 'expired')
    await signIn(visitor, 'expired')
    await world.db.raw(
      `UPDATE sessions SET expires_at = $2 WHERE id = (SELECT max(id::text)::uuid FROM sessions WHERE user_id = $1)`,
      [id, world.clock.now()],
    )
    expect((await me.user.sessions()).sessions).toHaveLength(1)
  })
})
