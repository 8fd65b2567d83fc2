import { expect, test } from 'vitest'
import { signedIn, signIn, signUp } from '#test/sign-up.ts'
import { useWorld } from '#test/world.ts'

const world = useWorld()

const devicesOf = async (id: string): Promise<number> => {
  const counted = 'SELECT count(*)::integer AS count FROM device_users WHERE user_id = $1'
  const [row] = await world.db.raw(counted, [id])
  return Number(row?.['count'])
}

test('a session that is carried to another device is noted there once a day, and told once', async () => {
  const { id } = await signUp(world, 'roamer')
  const { me, token } = await signIn(world.guest(), 'roamer')
  const before = await devicesOf(id)
  const elsewhere = signedIn(world.guest(), token)
  await Promise.all([elsewhere.user.refresh(), elsewhere.user.refresh(), elsewhere.user.refresh()])
  await expect.poll(() => devicesOf(id)).toBe(before + 1)
  const told = async () =>
    (await me.user.refresh()).notification.notifications.filter(({ kind }) => kind === 'new-device').length
  await expect.poll(told).toBe(2)
  const lastSeen = async () =>
    (await world.db.raw('SELECT max(last_seen_at) AS at FROM device_users WHERE user_id = $1', [id]))[0]?.['at']
  const first = await lastSeen()
  world.clock.turn(86_400)
  await elsewhere.user.refresh()
  await expect.poll(lastSeen).not.toEqual(first)
  expect([await devicesOf(id), await told()]).toEqual([before + 1, 2])
})

test('a program that keeps no cookies fills no table', async () => {
  const { id } = await signUp(world, 'jarless')
  const { token } = await signIn(world.guest(), 'jarless')
  const before = await devicesOf(id)
  const headers = { authorization: `Bearer ${token}`, cookie: '' }
  for (let call = 0; call < 3; call += 1) {
    const { status } = await world.guest().raw({ method: 'GET', path: '/api/user/refresh', headers })
    expect(status).toBe(200)
  }
  expect(await devicesOf(id)).toBe(before)
})
