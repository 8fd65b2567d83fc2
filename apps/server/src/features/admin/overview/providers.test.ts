import { expect, test } from 'vitest'
import { inEnglish } from '#kernel/words/render.ts'
import { say } from '#kernel/words/say.ts'
import { useWalls } from '#test/features/walling.ts'
import { useWorld } from '#test/world.ts'

const world = useWorld({ isProduction: true })
const { start } = useWalls(world)

const waysToPayIn = async () => {
  const { providers } = await (await world.owner()).admin.stats()
  return providers.flatMap(({ kind, name, state }) => (kind === 'deposit' ? [[name, state]] : []))
}

test('a way to pay in stands in the overview once it is set up: before, nothing can be heard of it', async () => {
  expect(await waysToPayIn()).toEqual([])
  await world.settings({ deposit_nowpayments_key: 'very secret', deposit_nowpayments_ipn_secret: 'hush' })
  expect(await waysToPayIn()).toEqual([['nowpayments', 'idle']])
})

test('a wall whose last call was refused says why, in words', async () => {
  const { user, wall } = await start('generic')
  const path = `/api/postback/${wall.slug}?user=${user}&tx=any&amount=100&usd=1&status=1&signature=guessed`
  expect((await world.guest().raw({ method: 'GET', path })).status).toBe(403)
  expect(await wallHealth(wall)).toMatchObject({
    state: 'warn',
    msg: inEnglish(say('owner.overview.lastPostbackRejectedInvalid')),
  })
})

const wallHealth = async ({ name }: { readonly name: string }) => {
  const { providers } = await (await world.owner()).admin.stats()
  return providers.find((provider) => provider.kind === 'wall' && provider.name === name)
}

/** A call that anybody could send, from this address. */
const forge = async (slug: string, from: string): Promise<void> => {
  const path = `/api/postback/${slug}?user=nobody&tx=any&amount=100&usd=1&status=1&signature=guessed`
  const headers = { 'x-forwarded-for': from }
  expect((await world.guest().raw({ method: 'GET', path, headers })).status).toBe(403)
}

test('a forged call from an address that is not in the list of a wall says nothing about its health', async () => {
  const { wall } = await start('generic', { allowedIps: ['198.51.100.4'] })
  await forge(wall.slug, '203.0.113.9')
  expect(await wallHealth(wall)).toMatchObject({ state: 'idle' })
  await forge(wall.slug, '198.51.100.4')
  expect(await wallHealth(wall)).toMatchObject({ state: 'warn' })
  await forge(wall.slug, '203.0.113.9')
  expect(await wallHealth(wall)).toMatchObject({ state: 'warn' })
})

test('nor does one without a list, once a call of the wall was accepted', async () => {
  const { wall, tell } = await start('generic', { allowedIps: [] })
  await tell('credit')
  await forge(wall.slug, '203.0.113.9')
  expect(await wallHealth(wall)).toMatchObject({ state: 'ok', msg: inEnglish(say('owner.overview.postbacksArriving')) })
})

test('a forged call says nothing of a deposit processor, one that could not be asked does', async () => {
  const me = await world.user('paying_in')
  await world.db.raw(
    `INSERT INTO deposits (id, user_id, method, processor, currency, amount, fee_basis_points, status,
       expires_at, created_at, updated_at)
     VALUES (gen_random_uuid(), $1, 'nowpayments', 'nowpayments', 'USD', 1000, 0, 'waiting',
       now(), now(), now())`,
    [me.id],
  )
  const called = async (verdict: string, second: number) =>
    world.db.raw(
      `INSERT INTO deposit_calls (id, processor, verdict, detail, body, ip_net, at)
       VALUES (($1 || '0000000-0000-7000-8000-000000000000')::uuid, 'nowpayments', $2, '', '', '', $3)`,
      [String(second), verdict, world.clock.now()],
    )
  const state = async () => Object.fromEntries(await waysToPayIn())['nowpayments']
  await called('heard', 1)
  await called('refused', 2)
  expect(await state()).toBe('ok')
  await called('unreachable', 3)
  expect(await state()).toBe('warn')
  await called('flood', 4)
  expect(await state()).toBe('warn')
  await called('credited', 5)
  expect(await state()).toBe('ok')
})
