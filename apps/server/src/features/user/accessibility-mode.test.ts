import { describe, expect, it } from 'vitest'
import { newId } from '#kernel/id.ts'
import { expectRefused, signedIn, signIn, signUp } from '#test/sign-up.ts'
import { useWorld } from '#test/world.ts'

const world = useWorld({ connections: 24 })

describe('the way without pictures', () => {
  const choose = (me: Awaited<ReturnType<typeof signUp>>['me'], withoutPictures: boolean) =>
    me.user.accessible({ body: { withoutPictures } })

  it('opens for a verified account of a day on its own device, and closes any time', async () => {
    const { me, id } = await signUp(world, 'blind')
    const says = async () => (await expectRefused(choose(me, true), 409, 'WAY_NOT_OPEN'))['msg']
    expect(await says()).toContain('Verify your email')
    await world.db.raw('UPDATE users SET email_verified_at = joined_at WHERE id = $1', [id])
    expect(await says()).toContain('at least 1 day old')
    world.clock.turn(86_400)
    expect((await choose(me, true)).withoutPictures).toBe(true)
    const kept = () => world.db.raw('SELECT without_pictures AS w FROM answer_records WHERE user_id = $1', [id])
    expect(await kept()).toEqual([{ w: true }])
    const { me: elsewhere } = await signIn(world.guest(), 'blind')
    const failure = await expectRefused(choose(elsewhere, true), 409, 'WAY_NOT_OPEN')
    expect(failure['msg']).toContain('this device')
    expect((await choose(elsewhere, false)).withoutPictures).toBe(false)
    expect(await kept()).toEqual([{ w: false }])
  })

  it('stays closed for an account that much speaks against', async () => {
    const { me, id } = await signUp(world, 'suspect')
    await world.db.raw('UPDATE users SET email_verified_at = joined_at WHERE id = $1', [id])
    world.clock.turn(86_400)
    await world.db.raw(
      `INSERT INTO risk_marks (id, user_id, family, reason, points, detail, at)
       VALUES ($1, $2, 'place', 'r', 45, 'd', $3)`,
      [newId(), id, world.clock.now()],
    )
    const failure = await expectRefused(choose(me, true), 409, 'WAY_NOT_OPEN')
    expect(failure['msg']).toContain('unusual')
  })

  it('opens for three accounts on one device', async () => {
    const people = []
    for (const name of ['one', 'two', 'three', 'four']) people.push(await signUp(world, `shared_${name}`))
    const [first] = people
    const ids = people.map(({ id }) => id)
    await world.db.raw('UPDATE users SET email_verified_at = joined_at WHERE id = ANY($1::uuid[])', [ids])
    await world.db.raw(
      `INSERT INTO device_users SELECT d.device_id, u, d.ip_net, d.user_agent, d.first_seen_at, d.last_seen_at
        FROM device_users d, unnest($1::uuid[]) u WHERE d.user_id = $2`,
      [ids.slice(1), first?.id],
    )
    world.clock.turn(86_400)
    const onDevice = people.map(({ token }) => signedIn(first?.visitor ?? world.guest(), token))
    for (const me of onDevice.slice(0, 3)) await choose(me, true)
    const fourth = onDevice[3]
    const failure = await expectRefused(choose(fourth ?? onDevice[0]!, true), 409, 'WAY_NOT_OPEN')
    expect(failure['msg']).toContain('Too many accounts')
  })
})
