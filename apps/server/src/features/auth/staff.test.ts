import { expect, test } from 'vitest'
import { codeOf } from '#test/authenticator.ts'
import { ticketOf } from '#test/google.ts'
import { expectRefused, PASSWORD, signIn, signUpVerified } from '#test/sign-up.ts'
import { useWorld, type Visitor } from '#test/world.ts'

const world = useWorld({ limits: false })

const rowsOf = (userId: string) =>
  world.db.read
    .selectFrom('audit')
    .select(['action', 'target', 'after', 'ip_net as from'])
    .where('actor', '=', userId)
    .orderBy('id')
    .execute()
const promote = (id: string, role: string) => world.db.raw('UPDATE users SET role = $2 WHERE id = $1', [id, role])
const tryIn = async (visitor: Visitor, login: string, password: string) =>
  visitor.auth.login({ body: { login, password, captcha: await visitor.solve.captcha('login') }, headers: {} })

test('sign-ins of the staff stand in the audit log with their network, and those of others do not', async () => {
  const [mod, ann] = [await signUpVerified(world, 'signs_mod'), await signUpVerified(world, 'signs_ann')]
  await promote(mod.id, 'moderator')
  await signIn(world.guest(), 'signs_mod')
  await signIn(world.guest(), 'signs_ann')
  await expectRefused(tryIn(world.guest(), 'signs_ann', 'wrong words'), 422, 'WRONG_LOGIN')
  expect(await rowsOf(mod.id)).toEqual([
    {
      action: 'staff.sign-in',
      target: mod.id,
      after: { role: 'moderator' },
      from: expect.stringMatching(/^10\..*\.0\/24$/),
    },
  ])
  expect(await rowsOf(ann.id)).toEqual([])
})

test('a wrong password and a wrong code for one of the staff stand there too', async () => {
  const boss = await signUpVerified(world, 'tried_boss')
  const { secret } = await boss.me.twoStep.start()
  await boss.me.twoStep.confirm({ body: { code: codeOf(secret, world.clock.now()) } })
  world.clock.turn(30)
  await promote(boss.id, 'admin')
  const visitor = world.guest()
  await expectRefused(tryIn(visitor, 'tried_boss@example.com', 'wrong words'), 422, 'WRONG_LOGIN')
  const ticket = ticketOf(await tryIn(visitor, 'tried_boss', PASSWORD))
  await expectRefused(visitor.auth.twoStep({ body: { ticket, code: '000000' }, headers: {} }), 422, 'WRONG_CODE')
  await visitor.auth.twoStep({ body: { ticket, code: codeOf(secret, world.clock.now()) }, headers: {} })
  expect((await rowsOf(boss.id)).map(({ action, after }) => ({ action, after }))).toEqual([
    { action: 'staff.sign-in-refused', after: { step: 'password' } },
    { action: 'staff.sign-in-refused', after: { step: 'code' } },
    { action: 'staff.sign-in', after: { role: 'admin' } },
  ])
})

test('whoever tries passwords fills no log', async () => {
  const mod = await signUpVerified(world, 'flooded_mod')
  await promote(mod.id, 'moderator')
  for (let count = 0; count < 13; count++) {
    await expectRefused(tryIn(world.guest(), 'flooded_mod', `wrong words ${count}`), 422, 'WRONG_LOGIN')
  }
  expect(await rowsOf(mod.id)).toHaveLength(10)
  world.clock.turn(3_601)
  await expectRefused(tryIn(world.guest(), 'flooded_mod', 'wrong words'), 422, 'WRONG_LOGIN')
  expect(await rowsOf(mod.id)).toHaveLength(11)
})

test('a wrong password and a wrong code stand there also where one of the staff is asked to confirm', async () => {
  const boss = await signUpVerified(world, 'asked_boss')
  const { secret } = await boss.me.twoStep.start()
  await boss.me.twoStep.confirm({ body: { code: codeOf(secret, world.clock.now()) } })
  world.clock.turn(30)
  const proveWith = (password: string, code: string) => boss.me.twoStep.stepUp({ body: { password, code } })
  const code = codeOf(secret, world.clock.now())
  await expectRefused(proveWith('wrong words', code), 422, 'WRONG_PASSWORD')
  expect(await rowsOf(boss.id)).toEqual([])
  await promote(boss.id, 'admin')
  await expectRefused(proveWith('wrong words', code), 422, 'WRONG_PASSWORD')
  await expectRefused(proveWith(PASSWORD, '000000'), 422, 'WRONG_CODE')
  const change = { currentPassword: 'wrong words', password: 'four other long words' }
  await expectRefused(boss.me.user.password({ body: change }), 422, 'WRONG_PASSWORD')
  await proveWith(PASSWORD, code)
  const refused = { action: 'staff.step-up-refused', target: boss.id, from: expect.stringMatching(/^10\..*\.0\/24$/) }
  expect(await rowsOf(boss.id)).toEqual([
    { ...refused, after: { step: 'password' } },
    { ...refused, after: { step: 'code' } },
    { ...refused, after: { step: 'password' } },
  ])
  for (let count = 0; count < 10; count++) {
    await expectRefused(proveWith('wrong words', code), 422, 'WRONG_PASSWORD')
  }
  expect(await rowsOf(boss.id)).toHaveLength(10)
})
