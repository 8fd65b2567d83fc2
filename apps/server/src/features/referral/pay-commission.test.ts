import fc from 'fast-check'
import { beforeEach, expect, test } from 'vitest'
import { newId } from '#kernel/id.ts'
import { inEnglish } from '#kernel/words/render.ts'
import { money, onDay, say } from '#kernel/words/say.ts'
import { earn, lock } from '#test/features/earning.ts'
import { type Person, useWorld } from '#test/world.ts'

const world = useWorld({ connections: 24 })

let turn = 0
let start = new Date()

/** Each test plays on days of its own, long after those of the test before. */
beforeEach(async () => {
  turn += 1
  start = new Date(Date.UTC(2027, turn * 2, 10, 12))
  world.clock.set(start.toISOString())
  await world.db.raw('TRUNCATE referral_settlements, referral_sums, referral_days, day_counters')
  await world.runJob('referrals.settle')
})

/** The first is the referrer of the others; each has a network of their own. */
const family = async (count: number): Promise<Person[]> => {
  const people: Person[] = []
  for (let index = 0; index < count; index++) {
    const person = await world.user(`f${turn}_${index}`)
    await world.db.raw('UPDATE sessions SET ip_net = $2 WHERE user_id = $1', [person.id, `10.${turn}.${index}.0/24`])
    if (index > 0) {
      await world.db.raw('UPDATE users SET referrer_id = $1 WHERE id = $2', [people[0]!.id, person.id])
    }
    people.push(person)
  }
  return people
}
const dayText = (days = 0): string => new Date(start.getTime() + days * 86_400_000).toISOString().slice(0, 10)
const goTo = (days: number, time = '00:10:00.000'): void => world.clock.set(`${dayText(days)}T${time}Z`)
const commissions = ({ id }: Person) =>
  world.db.raw("SELECT key, amount FROM transfers WHERE credit = $1 AND kind = 'referral' ORDER BY id", [`main:${id}`])
const marks = ({ id }: Person) =>
  world.db.raw("SELECT points FROM risk_marks WHERE user_id = $1 AND family = 'referral'", [id])

// 200 settlements at once of two processes: features/leaderboard/nodes.test.ts.
test('a day that is over is paid in one transfer, and 20 settlements at once pay once', async () => {
  const [host, a, b] = (await family(3)) as [Person, Person, Person]
  await earn(world, a.id, 109)
  await earn(world, a.id, 30, 'offerwall')
  await earn(world, b.id, 25, 'link')
  await earn(world, b.id, 9_000, 'coupon')
  expect(await world.runJob('referrals.settle'), 'the day is not over').toBe('Nothing to pay.')
  goTo(1)
  const notes = await Promise.all(Array.from({ length: 20 }, () => world.runJob('referrals.settle')))
  expect(notes).toContain(
    inEnglish(say('owner.job.commissionPaid', { day: onDay(dayText()), amount: money(14, 'USD'), referrers: 1 })),
  )
  expect(await commissions(host)).toEqual([{ key: `referral:${host.id}:${dayText()}`, amount: 14 }])
  const info = await host.referral.info()
  expect(info).toMatchObject({ earning: 14, pending: 0, activeCount: 2, refCount: 2, withheld: null })
  expect(info.stats.at(-2)).toMatchObject({ day: dayText(), earning: 14, withheld: 0 })
  const { items } = await host.referral.people({ query: {} })
  expect(new Set(items.map(({ earning }) => earning))).toEqual(new Set([12, 2]))
  expect(items[0]?.lastActiveDay).toBe(dayText())
  expect((await host.user.stats()).earning).toBe(14)
  expect((await host.user.me()).user).toMatchObject({ balance: 14, level: 1 })
  const [row] = await world.db.raw('SELECT referrers, commission FROM referral_settlements WHERE day = $1', [dayText()])
  expect(row).toEqual({ referrers: 1, commission: 14 })
})

test('fractions of a unit are kept for the referrer, however many people and days they come from', async () => {
  const [host, a, b] = (await family(3)) as [Person, Person, Person]
  for (const days of [0, 1, 2]) {
    goTo(days, '12:00:00.000')
    await earn(world, a.id, 5)
    await earn(world, b.id, 4)
  }
  expect((await host.referral.info()).pending, 'shown only as far as it is paid').toBe(0)
  goTo(3)
  await world.runJob('referrals.settle')
  expect(
    (await commissions(host)).map(({ amount }) => amount),
    '2.7 units',
  ).toEqual([1, 1])
  goTo(3, '12:00:00.000')
  await earn(world, b.id, 3)
  const info = await host.referral.info()
  expect(info).toMatchObject({ earning: 2, pending: 1 })
  const { items } = await host.referral.people({ query: {} })
  expect(items.reduce((sum, { earning }) => sum + earning, 0)).toBe(2)
  goTo(4)
  await world.runJob('referrals.settle')
  expect((await host.user.me()).user.balance, 'exactly 10 % of 30').toBe(3)
})

test('over any days, people and rates, a referrer is paid the exact sum rounded down', async () => {
  const people = await family(4)
  const [host, ...brought] = people as [Person, ...Person[]]
  let day = 0
  let exact = 0
  const days = fc.record({ rate: fc.integer({ min: 1, max: 3_000 }), earned: fc.array(fc.nat(40), { maxLength: 3 }) })
  await fc.assert(
    fc.asyncProperty(fc.array(days, { minLength: 1, maxLength: 4 }), async (some) => {
      for (const { rate, earned } of some) {
        await world.settings({ referral_commission: rate })
        goTo(day, '12:00:00.000')
        for (const [index, amount] of earned.entries()) {
          const person = brought[index]
          if (amount > 0 && person !== undefined) await earn(world, person.id, amount)
          exact += amount * rate
        }
        day += 1
        goTo(day)
        await world.runJob('referrals.settle')
        expect((await host.user.me()).user.balance).toBe(Math.floor(exact / 10_000))
      }
    }),
    { numRuns: 8 },
  )
  await world.settings({ referral_commission: world.defaults.referral_commission })
})

test('days that were missed are paid one by one, and a clock that is set back pays none again', async () => {
  const [host, a] = (await family(2)) as [Person, Person]
  for (const days of [0, 1, 3]) {
    goTo(days, '23:59:59.999')
    await earn(world, a.id, 100 * (days + 1))
  }
  goTo(5)
  await world.runJob('referrals.settle')
  const paid = await commissions(host)
  expect(paid.map(({ amount }) => amount)).toEqual([10, 20, 40])
  for (const days of [2, 0, 5]) {
    goTo(days, '12:00:00.000')
    await world.runJob('referrals.settle')
  }
  expect(await commissions(host)).toEqual(paid)
})

test('a settlement that broke off goes on where it was', async () => {
  const [host, a] = (await family(2)) as [Person, Person]
  await earn(world, a.id, 100)
  goTo(1)
  await world.runJob('referrals.settle')
  await world.db.raw('DELETE FROM referral_settlements WHERE day = $1', [dayText()])
  await world.runJob('referrals.settle')
  expect(await commissions(host)).toHaveLength(1)
  expect((await host.referral.info()).earning).toBe(10)
})

test('a leap day is a day', async () => {
  start = new Date('2044-02-29T12:00:00.000Z')
  await world.db.raw('TRUNCATE referral_settlements')
  world.clock.set('2044-02-29T00:10:00.000Z')
  await world.runJob('referrals.settle')
  const [host, a] = (await family(2)) as [Person, Person]
  goTo(0, '23:59:59.000')
  await earn(world, a.id, 100)
  world.clock.set('2044-03-01T00:10:00.000Z')
  await earn(world, a.id, 50)
  await world.runJob('referrals.settle')
  expect(await commissions(host)).toEqual([{ key: `referral:${host.id}:2044-02-29`, amount: 10 }])
})

test('nothing is paid for accounts on the same device, and both are marked', async () => {
  const [host, a, b] = (await family(3)) as [Person, Person, Person]
  const device = newId()
  await world.db.raw('INSERT INTO devices VALUES ($1, $2)', [device, start])
  await world.db.raw(
    `INSERT INTO device_users SELECT $1, u, 'net of ' || u, 'test', $2, $2 FROM unnest($3::uuid[]) u`,
    [device, start, [host.id, a.id]],
  )
  await earn(world, a.id, 1_000)
  await earn(world, b.id, 500)
  goTo(1)
  await world.runJob('referrals.settle')
  expect((await commissions(host)).map(({ amount }) => amount)).toEqual([50])
  const info = await host.referral.info()
  expect(info.withheld).toEqual({ amount: 100, reason: 'Some of your referrals use the same device as you.' })
  expect(info.stats.at(-2)).toMatchObject({ earning: 50, withheld: 100 })
  expect((await host.referral.people({ query: {} })).items.filter(({ withheld }) => withheld)).toHaveLength(1)
  expect(await marks(host)).toEqual([{ points: 25 }])
  expect(await marks(a)).toEqual([{ points: 25 }])
  expect(await marks(b)).toEqual([])
})

test('a chain that goes over another device and back is not paid where it comes back', async () => {
  const [host, between, last] = (await family(3)) as [Person, Person, Person]
  await world.db.raw('UPDATE users SET referrer_id = $1 WHERE id = $2', [between.id, last.id])
  const device = newId()
  await world.db.raw('INSERT INTO devices VALUES ($1, $2)', [device, start])
  await world.db.raw(
    `INSERT INTO device_users SELECT $1, u, 'net of ' || u, 'test', $2, $2 FROM unnest($3::uuid[]) u`,
    [device, start, [host.id, last.id]],
  )
  await earn(world, between.id, 300)
  await earn(world, last.id, 1_000)
  goTo(1)
  await world.runJob('referrals.settle')
  expect((await commissions(host)).map(({ amount }) => amount)).toEqual([30])
  expect(await commissions(between)).toEqual([])
  const reason = 'Some of your referrals use the same device as the account that referred you.'
  expect((await between.referral.info()).withheld).toEqual({ amount: 100, reason })
  for (const [person, points] of [
    [between, [{ points: 25 }]],
    [last, [{ points: 25 }]],
    [host, []],
  ] as const) {
    expect(await marks(person)).toEqual(points)
  }
})

test('nothing is paid for accounts on the same network within thirty days', async () => {
  const [host, a, b] = (await family(3)) as [Person, Person, Person]
  await world.db.raw('UPDATE sessions SET ip_net = $2 WHERE user_id = ANY($1::uuid[])', [
    [host.id, a.id, b.id],
    `10.77.${turn}.0/24`,
  ])
  await world.db.raw("UPDATE sessions SET last_seen_at = last_seen_at - interval '32 days' WHERE user_id = $1", [b.id])
  await earn(world, a.id, 1_000)
  await earn(world, b.id, 500)
  goTo(1)
  await world.runJob('referrals.settle')
  expect((await commissions(host)).map(({ amount }) => amount)).toEqual([50])
  expect((await host.referral.info()).withheld?.reason).toContain('same network')
  expect(await marks(a)).toHaveLength(1)
})

test('nothing is paid for a locked account, nor to one, and a lock alone marks nobody', async () => {
  const [host, a, b] = (await family(3)) as [Person, Person, Person]
  await earn(world, a.id, 1_000)
  await earn(world, b.id, 500)
  await lock(world, a.id)
  goTo(1)
  await world.runJob('referrals.settle')
  expect((await commissions(host)).map(({ amount }) => amount)).toEqual([50])
  expect(await marks(host)).toEqual([])
  await earn(world, b.id, 500)
  await lock(world, host.id)
  goTo(2)
  await world.runJob('referrals.settle')
  expect(await commissions(host)).toHaveLength(1)
})

test('what somebody earned before they left is paid for, and a referrer who left gets nothing', async () => {
  const [host, a, b] = (await family(3)) as [Person, Person, Person]
  const leave = ({ id }: Person) =>
    world.db.raw(`UPDATE users SET deleted_at = $2, locked_at = $2, lock_reason = 'x' WHERE id = $1`, [
      id,
      world.clock.now(),
    ])
  await earn(world, a.id, 1_000)
  await leave(a)
  goTo(1)
  await world.runJob('referrals.settle')
  expect((await commissions(host)).map(({ amount }) => amount)).toEqual([100])
  await earn(world, b.id, 500)
  await leave(host)
  goTo(2)
  await world.runJob('referrals.settle')
  expect(await commissions(host)).toHaveLength(1)
})

test('what is won and brought by others brings nothing, and a commission of nothing moves nothing', async () => {
  const [host, a] = (await family(2)) as [Person, Person]
  await earn(world, a.id, 9)
  for (const source of ['referral', 'leaderboard', 'bonus', 'challenge', 'coupon'] as const) {
    await earn(world, a.id, 1_000, source)
  }
  goTo(1)
  await world.runJob('referrals.settle')
  expect(await commissions(host)).toEqual([])
  expect((await host.referral.info()).activeCount).toBe(1)
})

test('what was withheld is paid once when a person clears the referrer, and is not withheld again', async () => {
  const [host, a] = (await family(2)) as [Person, Person]
  const device = newId()
  await world.db.raw('INSERT INTO devices (id, first_seen_at) VALUES ($1, $2)', [device, start])
  await world.db.raw(
    `INSERT INTO device_users (device_id, user_id, ip_net, user_agent, first_seen_at, last_seen_at)
     SELECT $1, u, '10.9.9.0/24', '', $2, $2 FROM unnest($3::uuid[]) u`,
    [device, start, [host.id, a.id]],
  )
  await earn(world, a.id, 1_000)
  goTo(1)
  await world.runJob('referrals.settle')
  expect(await host.referral.info()).toMatchObject({ earning: 0, withheld: { amount: 100 } })
  const owner = await world.owner()
  const body = { users: [host.id], note: 'Two sisters.' }
  const released = await Promise.all([1, 2, 3].map(() => owner.admin.releaseSuspects({ body })))
  expect(released.map(({ paid }) => paid).toSorted((one, other) => one - other)).toEqual([0, 0, 100])
  const info = await host.referral.info()
  expect(info).toMatchObject({ earning: 100, withheld: null })
  expect(info.stats.at(-2)).toMatchObject({ earning: 100, withheld: 0 })
  expect((await host.user.me()).user.balance).toBe(100)
  await earn(world, a.id, 1_000)
  goTo(2)
  await world.runJob('referrals.settle')
  expect(await host.referral.info()).toMatchObject({ earning: 200, withheld: null })
  expect(await marks(host)).toEqual([])
})
