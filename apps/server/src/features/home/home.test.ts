import { expect, test } from 'vitest'
import { earn } from '#test/features/earning.ts'
import { useWorld } from '#test/world.ts'

const world = useWorld({
  settings: { faucet_reward: 0, leaderboard_prizes_week: [], leaderboard_prizes_month: [], referral_commission: 0 },
})

test('tells what today brought, and only the ways to earn that are open', async () => {
  const ann = await world.user('ann')
  await earn(world, ann.id, 70)
  await world.settings({ referral_offerwall_commission: 0 })
  const first = await world.guest().home.stats()
  expect(first).toMatchObject({ earnedToday: 70, paidToday: 0, payoutsToday: 0, totalEarned: 70, totalUsers: 1 })
  expect(first.ways).toEqual(['bonus', 'challenge'])
  world.clock.set('2026-03-11T00:00:00.000Z')
  await world.settings({ faucet_reward: 30, referral_commission: 1_000, leaderboard_prizes_day: [5] })
  await world.db.raw('UPDATE earn_challenges SET enabled = false')
  const next = await world.guest().home.stats()
  expect(next).toMatchObject({ earnedToday: 0, totalEarned: 70 })
  expect(next.ways).toEqual(['faucet', 'bonus', 'leaderboard', 'referral'])
})
