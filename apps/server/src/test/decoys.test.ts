import { expect, test } from 'vitest'

import { useWorld } from '#test/world.ts'

const world = useWorld()

test('a decoy address answers like any unknown one, and notes a flood of one network only so often', async () => {
  const [bot, other] = [world.guest(), world.guest()]
  const answers = await Promise.all(
    Array.from({ length: 40 }, () => bot.raw({ method: 'POST', path: '/faucet/verify', body: {} })),
  )
  expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([404]))
  await other.raw({ method: 'GET', path: '/api/faucet/auto' })
  const [row] = await world.db.raw('SELECT count(*)::int AS hits, count(DISTINCT ip_net)::int AS nets FROM trap_hits')
  expect(row).toEqual({ hits: 11, nets: 2 })
})
