import { expect, test } from 'vitest'
import { createSecrets } from '#kernel/secrets.ts'
import { useWorld } from '#test/world.ts'
import { liveMonth } from './month.ts'

const world = useWorld()

const now = new Date('2026-03-30T15:20:00.000Z')
const DAYS = 30

const add = (figures: readonly number[]): number => figures.reduce((sum, one) => sum + one, 0)

test('home, solvency, statistics and overview show one sum each, and it is the ledger’s', async () => {
  await liveMonth({
    db: world.db,
    settings: world.deps.settings,
    secrets: createSecrets('x'.repeat(32)),
    publicUrl: 'http://runnel.test',
    now,
    days: DAYS,
    people: 14,
    seed: 'sums',
    adminUsername: 'admin',
    tell: () => undefined,
  })
  world.clock.set(now.toISOString())
  await world.runJob('solvency.add-up')
  const owner = await world.user('treasurer', { role: 'admin' })
  const range = { from: '2026-02-28', to: '2026-03-30' }
  const [home, solvency, { overview, deposit, days }, statistic, log] = await Promise.all([
    world.guest().home.stats(),
    world.guest().solvency.figures(),
    owner.admin.stats(),
    owner.admin.withdrawalStatistic({ query: range }),
    owner.admin.logStatistic({ query: range }),
  ])
  const [ledger] = await world.db.raw(`SELECT
    coalesce(sum(amount) FILTER (WHERE kind = 'withdraw-paid'), 0)::bigint AS paid,
    coalesce(sum(amount) FILTER (WHERE kind = 'withdraw-fee'), 0)::bigint AS fees,
    -sum(amount * ((credit ~ '^(house|external):')::int - (debit ~ '^(house|external):')::int))::bigint AS owed
    FROM transfers`)
  const paid = Number(ledger?.['paid'])
  expect(Number(ledger?.['fees']), 'with fees, so that gross and net differ').toBeGreaterThan(0)
  expect(
    {
      home: home.paidOut,
      solvency: solvency.paid.ever.amount,
      month: solvency.paid.month.amount,
      overview: overview.paid,
      chart: add(days.map((day) => day.paid)),
      statistic: statistic.totals.paidAmount,
      statisticDays: add(statistic.days.map((day) => day.paidAmount)),
      log: add(log.days.map((day) => day.paid)),
    },
    'paid out',
  ).toEqual({
    home: paid,
    solvency: paid,
    month: paid,
    overview: paid,
    chart: paid,
    statistic: paid,
    statisticDays: paid,
    log: paid,
  })
  expect(statistic.totals.fee).toBe(Number(ledger?.['fees']))
  expect(overview.owed).toEqual(solvency.owed)
  const { total, ...parts } = solvency.owed
  expect(add(Object.values(parts)), 'the parts add up').toBe(total)
  expect(total, 'all that is neither the site’s nor outside').toBe(Number(ledger?.['owed']))
  expect(deposit).toMatchObject({ balance: parts.deposit, escrow: parts.escrow })
  expect(home.totalEarned, 'something was taken back, and counts nowhere').toBe(overview.earned)
  expect([home.earnedToday, home.paidToday]).toEqual([overview.earnedToday, overview.paidToday])
  expect(overview.claimsEarnedToday).toBeGreaterThan(0)
  expect(overview.claimsEarnedToday).toBeLessThan(overview.earnedToday)
})
