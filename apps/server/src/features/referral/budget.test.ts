import { beforeEach, expect, test } from 'vitest'
import { earn } from '#test/features/earning.ts'
import { type Person, useWorld } from '#test/world.ts'

const world = useWorld({ connections: 24 })

const BUDGET = 1_000

let turn = 0
let start = new Date()
const dayText = (days: number): string => new Date(start.getTime() + days * 86_400_000).toISOString().slice(0, 10)
const goTo = (days: number, time: string): void => world.clock.set(`${dayText(days)}T${time}.000Z`)
const setBudget = (referral: number) => world.settings({ daily_budgets: { ...world.defaults.daily_budgets, referral } })

/** Each test has days of its own, on which nothing is open and nothing left. */
beforeEach(async () => {
  turn += 1
  start = new Date(Date.UTC(2027, turn * 2, 10))
  await world.db.raw('TRUNCATE referral_settlements, referral_sums, referral_days, day_counters')
  goTo(0, '12:00:00')
  await setBudget(BUDGET)
  await world.runJob('referrals.settle')
})

interface Pair {
  readonly host: Person
  readonly guest: Person
}
/** Referrers in the order in which they are paid, each with a referral on another network. */
const pairs = async (count: number): Promise<Pair[]> => {
  const made: Pair[] = []
  for (let index = 0; index < count; index++) {
    const [host, guest] = [await world.user(`h${turn}_${index}`), await world.user(`g${turn}_${index}`)]
    await world.db.raw('UPDATE sessions SET ip_net = $2 WHERE user_id = $1', [guest.id, `10.${turn}.${index}.0/24`])
    await world.db.raw('UPDATE users SET referrer_id = $1 WHERE id = $2', [host.id, guest.id])
    made.push({ host, guest })
  }
  return made.toSorted((one, other) => (one.host.id < other.host.id ? -1 : 1))
}
/** What a referrer was paid: for which day, on which day, and how much. */
const paidTo = async ({ host }: Pair): Promise<string[]> => {
  const rows = await world.db.raw(
    `SELECT right(key, 10) AS day, to_char(at AT TIME ZONE 'UTC', 'YYYY-MM-DD') AS on, amount FROM transfers
     WHERE credit = $1 AND kind = 'referral' ORDER BY id`,
    [`main:${host.id}`],
  )
  return rows.map(({ day, on, amount }) => `${String(day)} on ${String(on)}: ${String(amount)}`)
}
const paidOn = async (days: number): Promise<unknown> => {
  const [row] = await world.db.raw(
    `SELECT coalesce(sum(amount), 0)::int AS sum FROM transfers
     WHERE kind = 'referral' AND (at AT TIME ZONE 'UTC')::date = $1`,
    [dayText(days)],
  )
  return row?.['sum']
}
const closedDays = async (): Promise<unknown[]> => {
  const rows = await world.db.raw('SELECT day FROM referral_settlements WHERE day >= $1 ORDER BY day', [dayText(0)])
  return rows.map(({ day }) => day)
}

test('a commission above the whole budget is paid alone on the next day, and stops nobody’s later days', async () => {
  const [small, big] = (await pairs(2)) as [Pair, Pair]
  await earn(world, big.guest.id, 20_000)
  for (let days = 0; days <= 3; days++) {
    goTo(days, '12:00:00')
    await earn(world, small.guest.id, 300)
    goTo(days + 1, '00:10:00')
    const note = await world.runJob('referrals.settle')
    expect(note.includes('commission is stopped')).toBe(days <= 1)
    await world.runJob('referrals.settle')
  }
  expect(await paidTo(big)).toEqual([`${dayText(0)} on ${dayText(2)}: 2000`])
  expect(await paidTo(small)).toEqual([
    `${dayText(0)} on ${dayText(1)}: 30`,
    `${dayText(1)} on ${dayText(3)}: 30`,
    `${dayText(2)} on ${dayText(3)}: 30`,
    `${dayText(3)} on ${dayText(4)}: 30`,
  ])
  expect(await closedDays()).toEqual([dayText(0), dayText(1), dayText(2), dayText(3)])
  expect((await big.host.user.me()).user.balance).toBe(2_000)
})

test('what has no room today leaves the day open, and what came later is paid from the rest', async () => {
  const [small, big] = (await pairs(2)) as [Pair, Pair]
  await earn(world, small.guest.id, 5_000)
  await earn(world, big.guest.id, 9_000)
  goTo(1, '12:00:00')
  await earn(world, small.guest.id, 3_000)
  goTo(2, '00:10:00')
  await world.runJob('referrals.settle')
  expect(await paidTo(big)).toEqual([])
  expect(await paidTo(small)).toEqual([`${dayText(0)} on ${dayText(2)}: 500`, `${dayText(1)} on ${dayText(2)}: 300`])
  expect(await closedDays(), 'the later day waits for the earlier one').toEqual([])
  goTo(3, '00:10:00')
  await Promise.all(Array.from({ length: 20 }, () => world.runJob('referrals.settle')))
  expect(await paidTo(big)).toEqual([`${dayText(0)} on ${dayText(3)}: 900`])
  expect(await paidTo(small)).toHaveLength(2)
  expect(await closedDays()).toEqual([dayText(0), dayText(1), dayText(2)])
})

test('several whose sum is above the budget are no single payment: each day pays what it has room for', async () => {
  const all = await pairs(3)
  for (const { guest } of all) await earn(world, guest.id, 6_000)
  for (const days of [1, 2, 3]) {
    goTo(days, '00:10:00')
    await Promise.all([1, 2, 3].map(() => world.runJob('referrals.settle')))
    expect(await paidOn(days)).toBe(600)
  }
  for (const pair of all) expect(await paidTo(pair)).toHaveLength(1)
})

test('of two commissions above the budget one is paid a day, even when many settle at once', async () => {
  const all = await pairs(2)
  for (const { guest } of all) await earn(world, guest.id, 20_000)
  for (const days of [1, 2]) {
    goTo(days, '00:10:00')
    await Promise.all(Array.from({ length: 20 }, () => world.runJob('referrals.settle')))
    expect(await paidOn(days)).toBe(2_000)
  }
  for (const pair of all) expect(await paidTo(pair)).toHaveLength(1)
})
