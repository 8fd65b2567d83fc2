import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'
import { earn } from '#test/features/earning.ts'
import { useWorld } from '#test/world.ts'

const world = useWorld()
const program = fileURLToPath(new URL('../../test/settling-process.ts', import.meta.url))

const settleElsewhere = async (moment: string): Promise<number> => {
  const args = [program, world.url, moment, '100']
  const child = spawn(process.execPath, args, { stdio: ['ignore', 'inherit', 'inherit'] })
  const [code] = (await once(child, 'exit')) as [number]
  return code
}

test('prizes and commissions, paid by two processes a hundred times at once each, are paid once', async () => {
  world.clock.set('2026-03-02T00:01:00.000Z')
  await world.runJob('boards.count')
  await world.runJob('referrals.settle')
  const host = await world.user('hanna')
  const people = []
  for (let index = 0; index < 5; index++) people.push(await world.user(`guest_${index}`))
  const ids = people.map(({ id }) => id)
  await world.db.raw('UPDATE users SET referrer_id = $1 WHERE id = ANY($2::uuid[])', [host.id, ids])
  await world.db.raw("UPDATE sessions SET ip_net = '10.9.9.0/24' WHERE user_id = $1", [host.id])
  world.clock.set('2026-03-08T12:00:00.000Z')
  for (const [index, id] of ids.entries()) await earn(world, id, 100 * (index + 1))
  const codes = await Promise.all([1, 2].map(() => settleElsewhere('2026-03-09T00:10:00.000Z')))
  expect(codes).toEqual([0, 0])
  const paid = await world.db.raw(
    'SELECT kind, count(*)::integer AS times, sum(amount)::integer AS sum FROM transfers GROUP BY kind ORDER BY kind',
  )
  expect(paid).toEqual([
    { kind: 'faucet', times: 5, sum: 1_500 },
    { kind: 'leaderboard', times: 3, sum: 1_750 },
    { kind: 'referral', times: 1, sum: 150 },
  ])
  expect(await world.db.raw('SELECT count(*)::integer AS news FROM news')).toEqual([{ news: 1 }])
})
