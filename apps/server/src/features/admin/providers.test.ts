import { expect, test } from 'vitest'

import { useWalls } from '#test/walling.ts'
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
  const { providers } = await (await world.owner()).admin.stats()
  expect(providers.filter(({ kind }) => kind === 'wall')).toMatchObject([
    { state: 'warn', msg: 'Its last call was refused: its signature was wrong.' },
  ])
})
