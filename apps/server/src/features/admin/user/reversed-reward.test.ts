import { expect, test } from 'vitest'
import { purgeHistory } from '#features/admin/purge-expired.ts'
import { dayOf } from '#kernel/clock.ts'
import { earn } from '#test/features/earning.ts'
import { Refused, type Person, useWorld } from '#test/world.ts'

/** A reward that an admin reverses is as if it was never earned: for prizes, commission, challenges and statistics. */
const world = useWorld({ connections: 24, limits: false })
const reason = 'A look at a reversal.'
const DAY = 86_400

const statementOf = async ({ id }: Person) =>
  (await (await world.owner()).admin.userStatement({ params: { id }, query: {} })).items
const newest = async (person: Person, kind: string): Promise<{ params: { id: string }; transferId: string }> => {
  const items = await statementOf(person)
  return { params: { id: person.id }, transferId: items.find((item) => item.kind === kind)?._id ?? '' }
}
const undo = async (person: Person, kind: string): Promise<void> => {
  const { params, transferId } = await newest(person, kind)
  const owner = await world.owner()
  await owner.admin.reverseTransfer({ params, body: { transferId, reason } })
}
const countedOf = async ({ id }: Person) =>
  world.db.raw(
    `SELECT source, day::text, count, earned::int, (SELECT total_earned::int FROM users WHERE id = user_id) AS total
     FROM day_counters WHERE user_id = $1 ORDER BY source, day`,
    [id],
  )

test('many who reverse a reward at once lower what it counted once', async () => {
  const ann = await world.user('reversed_ann')
  await earn(world, ann.id, 70, 'link')
  await earn(world, ann.id, 30, 'link')
  const owner = await world.owner()
  const { params, transferId } = await newest(ann, 'link')
  const body = { transferId, reason }
  const undoing = () => owner.admin.reverseTransfer({ params, body })
  const done = await Promise.allSettled(Array.from({ length: 8 }, undoing))
  expect(done.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
  await expect(undoing()).rejects.toBeInstanceOf(Refused)
  const day = dayOf(world.clock.now())
  expect(await countedOf(ann)).toEqual([{ source: 'link', day, count: 1, earned: 70, total: 70 }])
})

test('it is lowered on the day on which it was earned, also once that day was added up to its month', async () => {
  const bob = await world.user('reversed_bob')
  world.clock.set('2027-03-10T23:59:59.000Z')
  await earn(world, bob.id, 200, 'bonus')
  await earn(world, bob.id, 50, 'bonus')
  world.clock.set('2027-03-11T00:00:01.000Z')
  await earn(world, bob.id, 9, 'bonus')
  const [, before] = (await statementOf(bob)).map(({ _id }) => _id)
  const owner = await world.owner()
  const params = { id: bob.id }
  await owner.admin.reverseTransfer({ params, body: { transferId: before ?? '', reason } })
  expect(await countedOf(bob)).toEqual([
    { source: 'bonus', day: '2027-03-10', count: 1, earned: 200, total: 209 },
    { source: 'bonus', day: '2027-03-11', count: 1, earned: 9, total: 209 },
  ])
  world.clock.set('2029-03-11T00:00:01.000Z')
  await purgeHistory(world.db, world.clock.now())
  const again = await world.owner()
  const oldest = (await statementOf(bob)).at(-1)?._id ?? ''
  await again.admin.reverseTransfer({ params, body: { transferId: oldest, reason } })
  expect(await countedOf(bob)).toEqual([{ source: 'bonus', day: '2027-03-01', count: 1, earned: 9, total: 9 }])
})

test('a correction by an admin is no reward: its reversal lowers nothing that was earned', async () => {
  const cid = await world.user('reversed_cid')
  const owner = await world.owner()
  await earn(world, cid.id, 40, 'coupon')
  await owner.admin.adjustUser({ params: { id: cid.id }, body: { account: 'main', amount: 30, reason } })
  await undo(cid, 'adjustment')
  expect(await countedOf(cid)).toMatchObject([{ count: 1, earned: 40, total: 40 }])
})

test('no prize is paid for a reward that was reversed', async () => {
  await world.settings({ leaderboard_prizes_week: [1_000], leaderboard_prizes_day: [], leaderboard_prizes_month: [] })
  world.clock.set('2032-03-01T00:01:00.000Z')
  await world.runJob('boards.count')
  const [first, second] = [await world.user('reversed_first'), await world.user('reversed_second')]
  await earn(world, first.id, 10_000_000, 'coupon')
  await earn(world, second.id, 5, 'coupon')
  await world.runJob('boards.count')
  await undo(first, 'coupon')
  world.clock.turn(60)
  await world.runJob('boards.count')
  const { items } = await second.leaderboard.board({ query: { board: 'all' } })
  expect(items.map(({ username }) => username)).not.toContain(first.username)
  world.clock.set('2032-03-08T00:05:00.000Z')
  await world.runJob('boards.pay')
  const paid = await world.db.raw("SELECT user_id FROM board_prizes WHERE board = 'week' AND start = '2032-03-01'")
  expect(paid).toEqual([{ user_id: second.id }])
})

test('no commission is paid for a reward that was reversed on its day', async () => {
  world.clock.set('2033-05-10T12:00:00.000Z')
  await world.runJob('referrals.settle')
  const [host, guest] = [await world.user('reversed_host'), await world.user('reversed_guest')]
  await world.db.raw('UPDATE users SET referrer_id = $1 WHERE id = $2', [host.id, guest.id])
  await world.db.raw("UPDATE sessions SET ip_net = '10.9.9.0/24' WHERE user_id = $1", [guest.id])
  await earn(world, guest.id, 100_000, 'faucet')
  await earn(world, guest.id, 100, 'link')
  await undo(guest, 'faucet')
  world.clock.set('2033-05-11T00:10:00.000Z')
  await world.runJob('referrals.settle')
  const paid = await world.db.raw("SELECT amount FROM transfers WHERE credit = $1 AND kind = 'referral'", [
    `main:${host.id}`,
  ])
  expect(paid, '10 % of the shortlink').toEqual([{ amount: 10 }])
})

test('the log of a day shows what the ledger says was earned', async () => {
  world.clock.set('2034-05-10T12:00:00.000Z')
  const dan = await world.user('reversed_dan')
  await earn(world, dan.id, 900, 'coupon')
  await earn(world, dan.id, 70, 'bonus')
  await undo(dan, 'coupon')
  world.clock.turn(DAY / 24)
  await world.runJob('stats.count')
  const owner = await world.owner()
  const { days } = await owner.admin.logStatistic({ query: {} })
  const ledger = await world.db.raw(
    `SELECT sum(CASE WHEN debit LIKE 'house:%' THEN amount ELSE -amount END)::int AS earned FROM transfers
     WHERE at >= '2034-05-10' AND at < '2034-05-11' AND (debit LIKE 'house:%' OR credit LIKE 'house:%')`,
  )
  expect(days.find(({ day }) => day === '2034-05-10')?.earned).toEqual({ bonus: 70 })
  expect(ledger).toEqual([{ earned: 70 }])
})
