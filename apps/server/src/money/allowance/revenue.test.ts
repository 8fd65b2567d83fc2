import { describe, expect, test } from 'vitest'
import { reviewViews } from '#features/ptc/review.ts'
import { auditBooks, lastReconciliation, proveHourly, proveNightly } from '#money/reconcile.ts'
import { forViewing, viewing } from '#test/features/viewing.ts'
import { spend, useWalls } from '#test/features/walling.ts'
import { addMethod, earn } from '#test/features/withdrawing.ts'
import { openTask, proof, settle } from '#test/features/working.ts'
import { type Person, useWorld } from '#test/world.ts'

// Each of these tests ends with the proof of what is counted against the transfers (`proveAllowances`).
const world = useWorld(forViewing)
const { someone, campaign, view } = viewing(world)
const { start } = useWalls(world)
const DAY = 86_400

/** An offer of 900 units for $0.45: 5 % of it are the commission of whoever referred the account. */
const OFFER_LEAVES = 45_000 - 900 - 45

const countedFor = async ({ id }: Person): Promise<{ revenue: number; used: number; reduced: number }> => {
  const [row] = await world.db.raw(
    `SELECT coalesce((SELECT sum(revenue) FROM day_counters WHERE user_id = u.id), 0)::int AS revenue,
       allowance_used::int AS used, reduced_paid::int AS reduced FROM users u WHERE id = $1`,
    [id],
  )
  return row as { revenue: number; used: number; reduced: number }
}
const revenueOf = async (person: Person): Promise<number> => (await countedFor(person)).revenue

describe('what an earning leaves to the site', () => {
  test('an offer: what its wall pays, less reward and commission, once however often it is told', async () => {
    const { person, tell } = await start('family')
    await Promise.all([tell('credit'), tell('credit'), tell('credit')])
    await tell('credit')
    expect(await countedFor(person)).toEqual({ revenue: OFFER_LEAVES, used: 0, reduced: 0 })
    await Promise.all([tell('reversal'), tell('reversal'), tell('reversal')])
    await tell('credit')
    expect(await revenueOf(person)).toBe(0)
  })

  test('an offer that is held counts when it is released, and never where it is charged back before', async () => {
    const released = await start('family', { holdAbove: 0, holdDays: 3 })
    const charged = await start('family', { holdAbove: 0, holdDays: 3 })
    await released.tell('credit')
    await charged.tell('credit')
    expect([await revenueOf(released.person), await revenueOf(charged.person)]).toEqual([0, 0])
    await charged.tell('reversal')
    world.clock.turn(3 * DAY)
    await Promise.all([world.runJob('offers.release'), world.runJob('offers.release')])
    expect([await revenueOf(released.person), await revenueOf(charged.person)]).toEqual([OFFER_LEAVES, 0])
    await released.tell('reversal')
    expect(await revenueOf(released.person)).toBe(0)
  })

  test('a part that is charged back takes its part, and the rest the rest, also where it was spent', async () => {
    const rules = { ...(await start('family')).wall.rules, partialReversals: true }
    const { person, tell } = await start('family', { rules })
    await tell('credit')
    await spend(world, person, 800)
    await tell('reversal', { amount: '151', back: 'part-1' })
    expect(await revenueOf(person)).toBe(Math.floor((OFFER_LEAVES * (900 - 302)) / 900))
    await tell('reversal', { amount: '299', back: 'part-2' })
    await tell('reversal', { amount: '299', back: 'part-2' })
    expect(await revenueOf(person)).toBe(0)
  })

  test('a wall that tells no dollars leaves nothing that is known', async () => {
    const { person, tell } = await start('family', { unitsPerAmount: '2000', maxReward: 10_000_000 })
    await tell('credit')
    expect(await revenueOf(person)).toBe(0)
  })

  test('a view: half of the fee, as the other half may be a referrer’s; none once it is returned', async () => {
    const { id } = await campaign()
    const viewer = await someone('viewer')
    await view(viewer, id)
    // 50 units, of which 35 are the viewer's.
    expect(await revenueOf(viewer)).toBe(7)
    await world.db.raw(`UPDATE users SET locked_at = $2, lock_reason = 'A farm.' WHERE id = $1`, [
      viewer.id,
      world.clock.now(),
    ])
    const settings = { current: () => world.defaults }
    const review = () =>
      reviewViews({ db: world.db, clock: world.clock.now, live: { notify: () => undefined }, settings })
    await Promise.all([review(), review()])
    expect(await revenueOf(viewer)).toBe(0)
  })

  test('work: half of the fee without the bonus of an exchange that may be in it, for the worker', async () => {
    await world.settings({ exchange_bonus_percent: 4 })
    const [owner, worker] = [await someone('taskowner'), await someone('worker')]
    const task = await openTask(world, owner)
    await worker.task.start({ params: { id: task._id } })
    const { submission } = await worker.task.submit({ params: { id: task._id }, body: proof })
    await owner.task.accept({ params: { id: task._id }, body: { submissionIds: [submission._id] } })
    world.clock.turn(61)
    await Promise.all([settle(world), settle(world)])
    await world.settings({ exchange_bonus_percent: 0 })
    // 1,100 units may be 1,057.69 without the bonus, of which 1,000 are the worker's.
    expect(await revenueOf(worker)).toBe(28)
    expect(await revenueOf(owner)).toBe(0)
  })
})

describe('what counts against the allowance', () => {
  test('is off it again once an administrator reverses it, once', async () => {
    const person = await someone('reversed')
    await earn(world, person, 500)
    await earn(world, person, 200)
    expect((await countedFor(person)).used).toBe(700)
    const owner = await world.owner()
    await addMethod(owner)
    const { items } = await owner.admin.userStatement({ params: { id: person.id }, query: {} })
    const body = { transferId: items[0]?._id ?? '', reason: 'It was a mistake.' }
    await owner.admin.reverseTransfer({ params: { id: person.id }, body })
    await owner.admin.reverseTransfer({ params: { id: person.id }, body }).catch(() => undefined)
    expect((await countedFor(person)).used).toBe(500)
  })

  test('a counter that is not what the transfers say is found by the proof', async () => {
    const person = await someone('wrong')
    await earn(world, person, 40)
    const account = `main:${person.id} (allowance used)`
    await world.db.raw('UPDATE users SET allowance_used = 39 WHERE id = $1', [person.id])
    const { mismatches } = await auditBooks(world.db.read)
    expect(mismatches).toEqual([{ account, balance: 39, sum: 40 }])
    await world.db.write((tx) => proveNightly(tx, world.clock.now()))
    // Each night looks at a part of the accounts.
    const nightly = () => world.db.write((tx) => proveNightly(tx, world.clock.now()))
    const hourly = () => world.db.write((tx) => proveHourly(tx, world.clock.now()))
    const found = { balanced: false, mismatches: [{ account, balance: 39, sum: 40 }] }
    for (let night = 0; night < 32; night += 1) {
      world.clock.turn(DAY)
      if (!(await nightly()).balanced) break
    }
    expect(await lastReconciliation(world.db.read)).toMatchObject(found)
    expect(await hourly(), 'the proof of the hour does not forget it').toMatchObject(found)
    world.clock.turn(DAY)
    expect(await nightly(), 'nor does the next night').toMatchObject(found)
    await world.db.raw('UPDATE users SET allowance_used = 40 WHERE id = $1', [person.id])
    expect(await hourly()).toMatchObject({ balanced: true, mismatches: [] })
  })
})
