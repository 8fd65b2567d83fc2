import { afterAll, beforeAll, expect, test } from 'vitest'
import { recordRiskSignal } from '#guard/trap.ts'
import { balancesOf } from '#money/accounts.ts'
import { depositBalance, one, payIn, type Providers, startProviders } from '#test/features/depositing.ts'
import { earn, lock } from '#test/features/earning.ts'
import { forViewing, viewing } from '#test/features/viewing.ts'
import { openTask, sentWork } from '#test/features/working.ts'
import { poison } from '#test/poison.ts'
import { type Person, useWorld } from '#test/world.ts'

const world = useWorld(forViewing)
const { another, view } = viewing(world)
let providers: Providers
beforeAll(async () => {
  providers = await startProviders(world)
})
afterAll(() => providers.close())

const DAY = 86_400
const main = async ({ id }: Pick<Person, 'id'>): Promise<number> => (await balancesOf(world.db.read, id)).main

/** The run must end in failure, so that it is tried again and its owner learns of it, and all others are through. */
const failing = (job: string) =>
  expect(world.runJob(job)).rejects.toThrow(/Failed: \d+\. First error: this row is poisoned/)

test('a deposit that cannot be credited stops no other, and is credited later', async () => {
  const [bad, good] = [await world.user('deposits_badly'), await world.user('deposits_well')]
  const open = async (person: Person) => ({ person, deposit: await payIn(person, 'btcpay') })
  const [first, second] = [await open(bad), await open(good)]
  for (const { deposit, person } of [first, second]) {
    await providers.payers.btcpay.pay(await one(person, deposit), '5')
  }
  const mend = await poison(world, {
    table: 'deposits',
    rows: `NEW.id = '${first.deposit._id}' AND NEW.status = 'paid'`,
  })
  world.clock.turn(121)
  await failing('deposits.poll')
  expect([await depositBalance(world, bad), await depositBalance(world, good)]).toEqual([0, 500_000])
  await mend()
  world.clock.turn(601)
  await world.runJob('deposits.poll')
  expect(await depositBalance(world, bad)).toBe(500_000)
})

test('a view that cannot be returned keeps no other campaign from its money', async () => {
  const [bad, good] = [await another(), await another()]
  const cheat = await world.user('views_for_two')
  await view(cheat, bad.id)
  await view(cheat, good.id)
  await lock(world, cheat.id)
  const mend = await poison(world, {
    table: 'ptc_views',
    rows: `NEW.campaign_id = '${bad.id}' AND NEW.status = 'returned'`,
  })
  const returned = async () =>
    (await world.db.raw(`SELECT campaign_id AS id FROM ptc_views WHERE status = 'returned' ORDER BY 1`)).map(
      (row) => row['id'],
    )
  await failing('ptc.review')
  expect(await returned()).toEqual([good.id])
  await mend()
  await world.runJob('ptc.review')
  expect(await returned()).toEqual([bad.id, good.id].toSorted())
})

test('an owner who cannot be warned keeps no worker from the pay', async () => {
  const [giver, other, worker] = [await world.user('cannot_hear'), await world.user('hears'), await world.user('works')]
  await sentWork(await openTask(world, giver, { hoursToReview: 72 }), worker)
  const mend = await poison(world, { table: 'notifications', rows: `NEW.kind = 'task-review-due'` })
  const due = await world.user('is_due')
  await sentWork(await openTask(world, other, { hoursToReview: 24 }), due)
  world.clock.turn(2 * DAY)
  await expect(world.runJob('tasks.due')).rejects.toThrow(/Steps that failed: 1,/)
  expect(await main(due)).toBe(1_000)
  await mend()
  await world.runJob('tasks.due')
  const { notification } = await giver.user.me()
  expect(notification.notifications.map(({ kind }) => kind)).toContain('task-review-due')
})

test('a referrer who cannot be paid keeps no other from it, and is paid for that day later', async () => {
  world.clock.set('2027-03-10T12:00:00.000Z')
  await world.runJob('referrals.settle')
  const [bad, good] = [await world.user('refers_badly'), await world.user('refers_well')]
  const earning = async (amount: number): Promise<void> => {
    for (const [index, host] of [bad, good].entries()) {
      const person = await world.user(`referred_${index}`)
      await world.db.raw('UPDATE users SET referrer_id = $1 WHERE id = $2', [host.id, person.id])
      await world.db.raw('UPDATE sessions SET ip_net = $2 WHERE user_id = $1', [person.id, `10.9.${index}.0/24`])
      await earn(world, person.id, amount)
    }
  }
  await earning(100)
  const mend = await poison(world, { table: 'referral_totals', rows: `NEW.referrer_id = '${bad.id}'` })
  world.clock.set('2027-03-11T00:10:00.000Z')
  await failing('referrals.settle')
  expect([await main(bad), await main(good)]).toEqual([0, 10])
  await earning(200)
  world.clock.set('2027-03-12T00:10:00.000Z')
  await failing('referrals.settle')
  expect([await main(bad), await main(good)]).toEqual([0, 30])
  await mend()
  expect(await world.runJob('referrals.settle')).toBe(
    'March 10, 2027: $0.0002 to 2 referrers. March 11, 2027: $0.0004 to 2 referrers.',
  )
  expect([await main(bad), await main(good)]).toEqual([30, 30])
})

test('a day whose prizes cannot be paid keeps no week from its winners', async () => {
  world.clock.set('2032-02-29T12:00:00.000Z')
  await world.settings({
    leaderboard_prizes_day: [50],
    leaderboard_prizes_week: [1_000],
    leaderboard_prizes_month: [],
  })
  await world.db.raw('TRUNCATE board_scores, board_marks, board_state, board_closings, board_prizes')
  await world.runJob('boards.count')
  const winner = await world.user('wins_twice')
  await earn(world, winner.id, 100)
  const mend = await poison(world, {
    table: 'board_closings',
    rows: `NEW.board = 'today' AND NEW.start = '2032-02-29'`,
  })
  world.clock.set('2032-03-01T00:10:00.000Z')
  await failing('boards.pay')
  expect(await main(winner)).toBe(1_100)
  await mend()
  await world.runJob('boards.pay')
  expect(await main(winner)).toBe(1_150)
})

test('an account that is gone and cannot be emptied keeps no other from it', async () => {
  const [bad, good] = [await world.user('gone_badly'), await world.user('gone_well')]
  for (const person of [bad, good]) {
    await person.ownData.remove({ body: { username: person.username, waive: true } })
    // What comes in late, as a commission does.
    await earn(world, person.id, 70)
  }
  const mend = await poison(world, { table: 'transfers', rows: `NEW.ref = '${bad.id}' AND NEW.kind = 'waived'` })
  await failing('own-data.waive')
  expect([await main(bad), await main(good)]).toEqual([70, 0])
  await mend()
  await world.runJob('own-data.waive')
  expect(await main(bad)).toBe(0)
})

test('an account that cannot be judged keeps no other from being judged', async () => {
  const [bad, good] = [await world.user('judged_badly'), await world.user('judged_well')]
  const detail = 'Something was seen.'
  const mark = { family: 'payout', reason: 'address-shared', points: 60, detail, now: world.clock.now() } as const
  await world.db.write(async (tx) => {
    for (const { id } of [bad, good]) await recordRiskSignal(tx, { userId: id, ...mark })
  })
  const mend = await poison(world, { table: 'suspects', rows: `NEW.user_id = '${bad.id}'` })
  const scores = () =>
    world.db.read.selectFrom('suspects').select('user_id').where('user_id', 'in', [bad.id, good.id]).execute()
  await failing('suspects.judge')
  expect(await scores()).toEqual([{ user_id: good.id }])
  await mend()
  await world.runJob('suspects.judge')
  expect(await scores()).toHaveLength(2)
})
