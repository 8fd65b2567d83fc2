import { describe, expect, test } from 'vitest'
import { refusal } from '#test/refusal.ts'
import { useWorld } from '#test/world.ts'

const world = useWorld()

const methodId = '01900000-0000-7000-8000-000000000001'

/** A withdrawal as it would stand there; nothing moves, so that no book is touched. */
const withdrawal = (
  id: number,
  fields: { status: 'paid' | 'rejected'; seconds?: number; amount: number; userId: string },
) => {
  const at = world.clock.now()
  const paid = fields.status === 'paid'
  return {
    id: `01900000-0000-7000-8000-0000000001${String(id).padStart(2, '0')}`,
    user_id: fields.userId,
    method_id: methodId,
    currency: 'DOGE',
    processor: 'manual',
    address: 'D',
    address_key: 'D',
    amount: fields.amount,
    fee: 10,
    rate: '1',
    receives: '1',
    status: fields.status,
    reason: paid ? null : 'Not you.',
    review_reasons: [],
    tx_id: paid ? `tx${id}` : null,
    created_at: at,
    updated_at: at,
    paid_at: paid ? new Date(at.getTime() + (fields.seconds ?? 0) * 1_000) : null,
  }
}

describe('statistic of withdrawals', () => {
  test('adds up by day, method, currency and processor, with the times to pay', async () => {
    const ann = await world.user('ann')
    const owner = await world.owner()
    await world.db.write(async (tx) => {
      const now = world.clock.now()
      const fields = { minimum: 100, maximum: 1_000, fee: 10, rate: '1', rate_at: now, decimals: 8, enabled: true }
      await tx
        .insertInto('withdraw_methods')
        .values({
          id: methodId,
          currency: 'DOGE',
          name: 'Dogecoin',
          processor: 'manual',
          ...fields,
          created_at: now,
          options: '{}',
        })
        .execute()
      await tx
        .insertInto('withdrawals')
        .values([
          withdrawal(1, { status: 'paid', seconds: 60, amount: 200, userId: ann.id }),
          withdrawal(2, { status: 'paid', seconds: 600, amount: 400, userId: ann.id }),
          withdrawal(3, { status: 'paid', seconds: 30, amount: 300, userId: ann.id }),
          withdrawal(4, { status: 'rejected', amount: 100, userId: ann.id }),
        ])
        .execute()
    })
    const found = await owner.admin.withdrawalStatistic({ query: { from: '2026-03-09', to: '2026-03-10' } })
    const figures = { count: 4, amount: 1_000, average: 250, paid: 3, paidAmount: 870, fee: 30, rejected: 1, failed: 0 }
    expect(found.totals).toMatchObject({ ...figures, medianSeconds: 60, p95Seconds: 600 })
    expect(found.days.map(({ day, count }) => [day, count])).toEqual([
      ['2026-03-09', 0],
      ['2026-03-10', 4],
    ])
    expect(found.methods).toMatchObject([
      { methodId, method: 'Dogecoin', currency: 'DOGE', processor: 'manual', ...figures },
    ])
    expect(found.currencies).toMatchObject([{ currency: 'DOGE', ...figures }])
    expect(found.processors).toMatchObject([{ processor: 'manual', ...figures }])
    expect(found.reasons).toEqual([{ status: 'rejected', reason: 'Not you.', count: 1 }])
    const file = await owner.raw({ method: 'GET', path: '/api/admin/withdrawal/statistic.csv?from=2026-03-09' })
    expect(file.body['text']).toContain('2026-03-10,4,1000,250,3,870,30,1,0,0,0,60,600')
  })

  test('refuses ranges that are no ranges, and everybody but an admin', async () => {
    const owner = await world.owner()
    const query = { from: '2026-03-10', to: '2026-03-09' }
    expect(await refusal(owner.admin.withdrawalStatistic({ query }))).toMatchObject({ status: 422 })
    expect(await refusal(owner.admin.logStatistic({ query: { from: '2020-01-01' } }))).toMatchObject({ status: 422 })
    const user = await world.user('bob')
    for (const person of [user, await world.moderator()]) {
      expect(await refusal(person.admin.withdrawalStatistic({ query: {} }))).toMatchObject({ status: 403 })
      expect(await refusal(person.admin.logStatistic({ query: {} }))).toMatchObject({ status: 403 })
    }
  })
})

describe('the log of days', () => {
  test('counts what happened, keeps days that are over, and goes on with the running one', async () => {
    world.clock.set('2026-04-01T10:00:00.000Z')
    const carol = await world.user('carol')
    // Sessions of the test world never end by their age; this one began today.
    await world.db.raw('UPDATE sessions SET created_at = $1 WHERE user_id = $2', [world.clock.now(), carol.id])
    await carol.faucet.claim({ body: await carol.solve.claim() })
    await world.db.write((tx) =>
      tx.insertInto('day_tallies').values({ day: '2026-04-01', what: 'error', count: 2 }).execute(),
    )
    await world.runJob('stats.count')
    world.clock.set('2026-04-02T10:00:00.000Z')
    await carol.faucet.claim({ body: await carol.solve.claim() })
    await world.runJob('stats.count')
    const owner = await world.owner()
    const log = await owner.admin.logStatistic({ query: { from: '2026-03-31', to: '2026-04-02' } })
    expect(log.days).toMatchObject([
      { day: '2026-03-31', registrations: 0, claims: 0, earned: {} },
      { day: '2026-04-01', registrations: 1, logins: 1, active: 1, claims: 1, earned: { faucet: 30 }, errors: 2 },
      { day: '2026-04-02', claims: 1, earned: { faucet: 30 }, challengesRight: 2 },
    ])
    const file = await owner.raw({ method: 'GET', path: '/api/admin/stats/log.csv?from=2026-04-01&to=2026-04-02' })
    expect(file.body['text']).toContain('Earned: faucet')
  })
})

test('a job that goes on failing is told to the owner, once a day', async () => {
  world.clock.set('2026-05-01T10:00:00.000Z')
  await world.owner()
  const told = () => world.mails.filter(({ text }) => text.includes('The job “Deposit polling” has failed'))
  await world.db.write(async (tx) => {
    const run = { last_run_at: world.clock.now(), ok: false, note: 'the provider is away' }
    await tx
      .insertInto('job_runs')
      .values({ name: 'deposits.poll', ...run })
      .execute()
    await tx.insertInto('day_tallies').values({ day: '2026-05-01', what: 'failed deposits.poll', count: 2 }).execute()
  })
  await world.runJob('stats.count')
  await world.runJobs()
  expect(told()).toHaveLength(0)
  await world.db.raw("UPDATE day_tallies SET count = 3 WHERE what = 'failed deposits.poll'")
  for (let time = 0; time < 2; time++) {
    await world.runJob('stats.count')
    await world.runJobs()
  }
  expect(told()).toHaveLength(1)
  expect(told()[0]?.text).toContain('3 times today. Last message: the provider is away')
})
