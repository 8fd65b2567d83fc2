import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { startShortlinks } from '#test/fakes/shortlinks.ts'
import { earn } from '#test/features/earning.ts'
import { linking } from '#test/features/linking.ts'
import { useWalls } from '#test/features/walling.ts'
import { requestWithdrawal, openHanded, withPendingWithdrawals } from '#test/features/withdrawing.ts'
import { refusal } from '#test/refusal.ts'
import { useWorld } from '#test/world.ts'

const world = useWorld({ connections: 24, limits: false })
let fake: Awaited<ReturnType<typeof startShortlinks>>
beforeAll(async () => {
  fake = await startShortlinks()
})
afterAll(() => fake.close())
const { regular, onlyLink, open, verify } = linking(world, () => fake)
const { start, admin } = useWalls(world)

type Code = 'BUDGET_USED_UP' | 'PAUSED_FOR_CHECK'

/** Closes a source as the breaker or its budget would. */
const close = async (source: string, code: Code) => {
  const since = world.clock.now()
  const until = code === 'BUDGET_USED_UP' ? new Date(since.getTime() + 3_600_000) : null
  await world.db.write((tx) => tx.insertInto('closed_sources').values({ source, code, since, until }).execute())
  await world.deps.closed.announce()
}
const openAll = async () => {
  await world.db.raw('DELETE FROM closed_sources')
  await world.deps.closed.announce()
}

describe('shortlinks', () => {
  test('none is opened without a budget, and one that was opened before is paid', async () => {
    const { _id: id } = await onlyLink()
    const ann = await regular()
    const visit = await open(ann, id)
    await close('link', 'BUDGET_USED_UP')
    expect(await refusal(ann.link.open({ params: { id } }))).toMatchObject({
      status: 409,
      failure: { code: 'BUDGET_USED_UP', msg: expect.stringContaining('Shortlinks have paid') },
    })
    world.clock.turn(40)
    expect(await verify(ann, visit)).toMatchObject({ status: 'paid', reward: 120 })
    await openAll()
  })

  test('one that ends while links are stopped waits for a person, and nothing of it is lost', async () => {
    const { _id: id } = await onlyLink()
    const bob = await regular()
    const visit = await open(bob, id)
    await close('link', 'PAUSED_FOR_CHECK')
    world.clock.turn(40)
    expect(await verify(bob, visit)).toMatchObject({ status: 'held', reward: 0 })
    await openAll()
    const { items } = await admin().heldVisits({ query: {} })
    expect(items.at(0)?.reason).toContain('while shortlinks were paused')
  })
})

describe('walls', () => {
  test('are not shown without a budget, and what their users have done already is credited', async () => {
    const { wall, person, tell, last, owned } = await start('adgate', { holdDays: 0 })
    await close('offerwall', 'BUDGET_USED_UP')
    expect(await refusal(person.offerwall.wall({ params: { id: wall._id } }))).toMatchObject({ status: 409 })
    await tell('credit')
    expect(await last()).toMatchObject({ verdict: 'credited' })
    expect((await owned()).main).toBeGreaterThan(0)
    await openAll()
  })

  test('hold what comes while they are stopped, and release nothing before they run again', async () => {
    const { person, tell, last } = await start('adgate', { holdDays: 0 })
    await close('offerwall', 'PAUSED_FOR_CHECK')
    await tell('credit')
    expect(await last()).toMatchObject({
      verdict: 'held',
      detail: 'Held for 1 day. Offerwalls are stopped for a check.',
    })
    const held = (await person.user.me()).user
    world.clock.turn(2 * 86_400)
    expect(await world.runJob('offers.release')).toContain('Offerwalls are paused')
    await openAll()
    expect(await world.runJob('offers.release')).toBe('1 offer released.')
    expect((await person.user.me()).user.balance).toBeGreaterThan(held.balance)
  })
})

describe('what jobs pay', () => {
  test('commission waits for a budget, and is paid for the day it was earned on', async () => {
    world.clock.set('2027-01-10T12:00:00.000Z')
    await world.runJob('referrals.settle')
    const host = await world.user('host')
    const guest = await world.user('guest')
    await world.db.raw('UPDATE sessions SET ip_net = $2 WHERE user_id = $1', [guest.id, '10.77.1.0/24'])
    await world.db.raw('UPDATE users SET referrer_id = $1 WHERE id = $2', [host.id, guest.id])
    await earn(world, guest.id, 1_000)
    world.clock.set('2027-01-11T00:10:00.000Z')
    await close('referral', 'PAUSED_FOR_CHECK')
    expect(await world.runJob('referrals.settle')).toBe(
      'January 10, 2027: commission is stopped; payment resumes with it.',
    )
    await openAll()
    expect(await world.runJob('referrals.settle')).toBe('January 10, 2027: $0.001 to 1 referrer.')
  })

  test('prizes wait as well', async () => {
    world.clock.set('2027-03-10T12:00:00.000Z')
    await world.settings({ leaderboard_prizes_day: [100] })
    await world.runJob('boards.pay')
    const winner = await world.user('winner')
    await earn(world, winner.id, 1_000)
    await world.runJob('boards.count')
    world.clock.set('2027-03-11T01:05:00.000Z')
    await world.runJob('boards.count')
    await close('leaderboard', 'PAUSED_FOR_CHECK')
    expect(await world.runJob('boards.pay')).toBe('Prizes are stopped; payment resumes with them.')
    await openAll()
    expect(await world.runJob('boards.pay')).toContain('Day of March 10, 2027')
    await world.settings({ leaderboard_prizes_day: [] })
  })
})

describe('payouts', () => {
  test('stop before the next one once the limit of an hour is crossed, and go on when an admin says so', async () => {
    world.clock.set('2027-05-10T12:00:00.000Z')
    await world.settings({
      ...openHanded,
      outflow_limits: {
        ...world.defaults.outflow_limits,
        payout: { hourAmount: 15_000, dayAmount: 0, hourCount: 0, dayCount: 0, usualTimes: 0 },
      },
    })
    const { owner, method, person } = await withPendingWithdrawals(world, 'payee', [10_000, 10_000])
    await requestWithdrawal(person, { method, amount: 10_000 })
    expect(await world.runJob('payout.run')).toContain('Sent: 2.')
    expect(await world.runJob('payout.run')).toContain('Stopped: Paying out: paid out $0.20 in the last 60 minutes')
    expect((await owner.admin.outflow()).payoutsStopped).toContain('above $0.15')
    await world.runJob('outflow.watch')
    const [trip] = (await owner.admin.outflow()).open
    expect(trip).toMatchObject({ source: 'payout', cause: 'hour-amount', measured: 20_000 })
    world.clock.turn(10)
    await owner.admin.resumeOutflow({ params: { id: trip?._id ?? '' }, body: {} })
    expect(await world.runJob('payout.run')).toContain('Sent: 1.')
  })
})
