import { expect, test } from 'vitest'
import { reward } from '#money/reward.ts'
import { useWorld } from '#test/world.ts'

const world = useWorld()

test('a reward that is undone counts as earned no more, once, and an adjustment never did', async () => {
  const owner = await world.owner()
  const ivy = await world.user('ivy')
  const params = { id: ivy.id }
  const give = (source: 'coupon' | 'faucet', amount: number) =>
    world.db.write((tx) =>
      reward(tx, { userId: ivy.id, source, amount, exp: 3, key: `${source}-${amount}` }, world.clock.now()),
    )
  const counted = async () => {
    const days = await world.db.raw(
      'SELECT source, count, earned FROM day_counters WHERE user_id = $1 ORDER BY source',
      [ivy.id],
    )
    const [user] = await world.db.raw('SELECT total_earned, exp FROM users WHERE id = $1', [ivy.id])
    return [...days.map((day) => `${day['source']} ${day['count']} ${day['earned']}`), user]
  }
  await give('coupon', 10_000_000)
  await give('coupon', 40)
  await give('faucet', 30)
  await owner.admin.adjustUser({ params, body: { account: 'main', amount: 90, reason: 'A gift.' } })
  const { items } = await owner.admin.userStatement({ params })
  const undo = (amount: number) => {
    const transferId = items.find((line) => line.amount === amount)?._id ?? ''
    return owner.admin.reverseTransfer({ params, body: { transferId, reason: 'A mistyped reward.' } })
  }
  expect(await counted()).toEqual(['coupon 2 10000040', 'faucet 1 30', { total_earned: 10_000_070, exp: 9 }])
  const tries = [10_000_000, 10_000_000, 10_000_000, 90].map(undo)
  const done = await Promise.allSettled(tries)
  expect(done.filter(({ status }) => status === 'fulfilled')).toHaveLength(2)
  expect(await counted()).toEqual(['coupon 1 40', 'faucet 1 30', { total_earned: 70, exp: 9 }])
  await undo(30)
  expect(await counted()).toEqual(['coupon 1 40', 'faucet 0 0', { total_earned: 40, exp: 9 }])
})
