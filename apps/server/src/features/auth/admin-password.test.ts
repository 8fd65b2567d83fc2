import { expect, test } from 'vitest'
import { renewAdminPassword } from '#features/auth/admin-password.ts'
import { isPassword } from '#features/user/user.ts'
import { useWorld } from '#test/world.ts'

const world = useWorld()

test('an owner who lost the password gets another, and every old session ends', async () => {
  const owner = await world.owner()
  await owner.user.me({})
  const password = await renewAdminPassword(world.db, 'admin', world.clock.now())
  expect(password).toMatch(/^[\w-]{16}$/)
  await expect(owner.user.me({})).rejects.toMatchObject({ status: 401 })
  const { id, password_hash: hash } = await world.db.read
    .selectFrom('users')
    .select(['id', 'password_hash'])
    .where('username', '=', 'admin')
    .executeTakeFirstOrThrow()
  expect(await isPassword(hash, password ?? '')).toBe(true)
  const deeds = await world.db.read.selectFrom('audit').select(['actor', 'action', 'after', 'ip_net']).execute()
  expect(deeds).toEqual([{ actor: id, action: 'admin.password', after: null, ip_net: 'console' }])
})

test('a name that nobody has gets nothing', async () => {
  expect(await renewAdminPassword(world.db, 'nobody', world.clock.now())).toBeUndefined()
})
