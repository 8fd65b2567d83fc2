import { expect, test } from 'vitest'
import { runningCampaign, watch } from '#test/features/advertising.ts'
import { couponFields } from '#test/features/gifts.ts'
import { requestWithdrawal, openHanded, withPendingWithdrawals } from '#test/features/withdrawing.ts'
import { openTask, sentWork, settle } from '#test/features/working.ts'
import { useWorld } from '#test/world.ts'

const world = useWorld({ connections: 12, limits: false, settings: openHanded })

const closedNow = async () =>
  (await world.db.read.selectFrom('closed_sources').select('source').orderBy('source').execute()).map(
    ({ source }) => source,
  )
const openAgain = async () => {
  const owner = await world.owner()
  for (const { _id: id } of (await owner.admin.outflow()).open) {
    await owner.admin.resumeOutflow({ params: { id }, body: {} })
  }
}

test('what the site itself pays stops payouts, on a new site from its first minute on', async () => {
  const owner = await world.owner()
  await owner.admin.addCoupons({ body: { ...couponFields, code: 'STOLEN-1', reward: 5_000_001 } })
  await (await world.user('thief')).coupon.check({ body: { code: 'STOLEN-1' } })
  expect(await world.runJob('outflow.watch')).toContain('above $50.00, the limit of a new site')
  expect(await closedNow()).toEqual(['coupon', 'payout'])
  await openAgain()
})

test('two members who pay each other by a large task stop no payout of anybody', async () => {
  world.clock.turn(2 * 86_400)
  const { method, person } = await withPendingWithdrawals(world, 'honest', [])
  const [boss, accomplice] = [await world.user('boss'), await world.user('accomplice')]
  // 55 USD of their own, where the limit of an hour is 50.
  const task = await openTask(world, boss, { reward: 5_500_000, places: 1 })
  const { _id: id } = await sentWork(task, accomplice)
  await boss.task.accept({ params: { id: task._id }, body: { submissionIds: [id] } })
  world.clock.turn(61)
  await settle(world)
  expect((await accomplice.user.me()).user.balance).toBe(5_500_000)
  expect(await world.runJob('outflow.watch')).toContain('Starting tasks: credited $55')
  expect(await closedNow()).toEqual(['task'])
  const owner = await world.owner()
  expect(await owner.admin.outflow()).toMatchObject({
    payoutsStopped: null,
    open: [{ source: 'task', stopsPayouts: false }],
  })
  await requestWithdrawal(person, { method, amount: 10_000 })
  expect(await world.runJob('payout.run')).toContain('Sent: 1.')
  await openAgain()
})

test('nor do paid views of an ad', async () => {
  world.clock.turn(2 * 86_400)
  const advertiser = await world.user('advertiser')
  await world.settings({
    outflow_limits: {
      ...world.defaults.outflow_limits,
      ptc: { hourAmount: 0, dayAmount: 0, hourCount: 1, dayCount: 0, usualTimes: 0 },
    },
  })
  const campaign = await runningCampaign(world, advertiser)
  for (const name of ['viewer_a', 'viewer_b']) await watch(world, campaign._id, await world.user(name))
  await world.runJob('outflow.watch')
  expect(await closedNow()).toEqual(['ptc'])
  await openAgain()
})

test('prizes are bound from the first minute on too, which come all at once', () => {
  expect(world.defaults.outflow_limits.leaderboard.hourAmount).toBe(5_000_000)
})
