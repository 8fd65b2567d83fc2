import { describe, expect, test } from 'vitest'
import { earn } from '#test/features/earning.ts'
import { refusal } from '#test/refusal.ts'
import { useWorld } from '#test/world.ts'

const world = useWorld({ connections: 20 })

const noLimits = () =>
  world.settings({ outflow_limits: world.defaults.outflow_limits, daily_budgets: world.defaults.daily_budgets })
const budget = (amounts: Partial<typeof world.defaults.daily_budgets>) =>
  world.settings({ daily_budgets: { ...world.defaults.daily_budgets, ...amounts } })
const limit = (source: 'faucet' | 'link' | 'bonus', limits: Partial<typeof world.defaults.outflow_limits.faucet>) =>
  world.settings({
    outflow_limits: {
      ...world.defaults.outflow_limits,
      [source]: { ...world.defaults.outflow_limits[source], ...limits },
    },
  })
const claimAs = async (name: string) => {
  const user = await world.user(name)
  return user.faucet.claim({ body: await user.solve.claim() })
}

describe('daily budgets', () => {
  test('a source with its budget used up says so before anybody works, and pays again after midnight', async () => {
    world.clock.set('2026-04-01T10:00:00.000Z')
    await budget({ faucet: 3_030 })
    const alice = await world.user('alice')
    const bob = await world.user('bob')
    await earn(world, alice.id, 2_970)
    await claimAs('alice')
    await world.runJob('outflow.watch')
    expect((await alice.outflow.closed()).closed).toEqual([])
    const begun = await bob.solve.claim()
    await claimAs('carol')
    await world.runJob('outflow.watch')
    expect((await alice.outflow.closed()).closed).toEqual([
      {
        source: 'faucet',
        code: 'BUDGET_USED_UP',
        msg: 'The faucet has paid what there is for today. It goes on at midnight UTC.',
        resetsAt: '2026-04-02T00:00:00.000Z',
      },
    ])
    expect(await refusal(alice.antibot.challenge())).toMatchObject({
      status: 409,
      failure: { code: 'BUDGET_USED_UP', retryAfter: 50_400 },
    })
    expect(await refusal(alice.captcha.challenge({ query: { action: 'faucet' } }))).toMatchObject({ status: 409 })
    world.clock.turn(100)
    expect((await bob.faucet.claim({ body: begun })).reward).toBe(30)
    world.clock.set('2026-04-02T00:00:01.000Z')
    expect((await alice.outflow.closed()).closed).toEqual([])
    expect((await claimAs('alice')).reward).toBe(30)
    await world.runJob('outflow.watch')
    await noLimits()
  })

  test('nothing is paid once what was begun must be over, and a larger budget opens the source at once', async () => {
    world.clock.set('2026-04-03T10:00:00.000Z')
    await budget({ faucet: 3_000 })
    await earn(world, (await world.user('dora')).id, 2_970)
    await claimAs('dora')
    const eve = await world.user('eve')
    const body = await eve.solve.claim()
    await world.runJob('outflow.watch')
    world.clock.turn(140)
    const fay = await world.user('fay')
    expect((await eve.faucet.claim({ body, idempotencyKey: 'begun-before' })).reward).toBe(30)
    world.clock.turn(60)
    expect(await refusal(fay.antibot.challenge())).toMatchObject({ failure: { code: 'BUDGET_USED_UP' } })
    await budget({ faucet: 10_000 })
    await world.runJob('outflow.watch')
    expect((await claimAs('fay')).reward).toBe(30)
    await noLimits()
    await world.runJob('outflow.watch')
  })

  test('a bonus and a code are refused with the same word; other sources go on', async () => {
    world.clock.set('2026-04-05T10:00:00.000Z')
    await world.settings({ bonus_min_claims: 0 })
    await budget({ bonus: 1, coupon: 1 })
    const gil = await world.user('gil')
    await world.db.write((tx) =>
      tx
        .insertInto('closed_sources')
        .values(
          (['bonus', 'coupon'] as const).map((source) => ({
            source,
            code: 'BUDGET_USED_UP' as const,
            since: '2026-04-05T09:00:00.000Z',
            until: '2026-04-06T00:00:00.000Z',
          })),
        )
        .execute(),
    )
    await world.deps.closed.announce()
    expect(await refusal(gil.captcha.challenge({ query: { action: 'bonus' } }))).toMatchObject({
      failure: { code: 'BUDGET_USED_UP' },
    })
    expect(await refusal(gil.coupon.check({ body: { code: 'ANYTHING-1' } }))).toMatchObject({
      status: 409,
      failure: { code: 'BUDGET_USED_UP' },
    })
    expect((await claimAs('gil')).reward).toBe(30)
    await noLimits()
    await world.runJob('outflow.watch')
    expect((await gil.outflow.closed()).closed).toEqual([])
  })
})

describe('the breaker', () => {
  test('a source above its limit stops with all payouts, the owner hears, and only an admin lets it run', async () => {
    world.clock.set('2026-05-01T10:00:00.000Z')
    const owner = await world.owner()
    await limit('faucet', { hourAmount: 50 })
    await claimAs('hal')
    await world.runJob('outflow.watch')
    expect((await owner.admin.outflow()).open).toEqual([])
    await claimAs('ida')
    expect(await world.runJob('outflow.watch')).toContain('$0.0006 in the last 60 minutes')
    await world.runJobs()
    const jim = await world.user('jim')
    expect(
      (await jim.outflow.closed()).closed.map(({ source, code, resetsAt }) => ({ source, code, resetsAt })),
    ).toEqual([
      { source: 'faucet', code: 'PAUSED_FOR_CHECK', resetsAt: null },
      { source: 'payout', code: 'PAUSED_FOR_CHECK', resetsAt: null },
    ])
    expect(await refusal(jim.antibot.challenge())).toMatchObject({
      status: 409,
      failure: { code: 'PAUSED_FOR_CHECK', msg: expect.stringContaining('paused while we check') },
    })
    const seen = await owner.admin.outflow()
    expect(seen.payoutsStopped).toContain('The faucet: credited')
    expect(seen.open).toMatchObject([
      { source: 'faucet', cause: 'hour-amount', measured: 60, limit: 50, state: 'open' },
    ])
    const row = seen.sources.find(({ source }) => source === 'faucet')
    expect(row).toMatchObject({ state: 'stopped', today: { amount: 60, count: 2 }, hour: { amount: 60, count: 2 } })
    expect(row?.hours.at(-1)).toMatchObject({ amount: 60, count: 2 })
    expect((await owner.user.refresh()).notification.notifications[0]).toMatchObject({ kind: 'site-alert' })
    expect(world.mails.filter(({ subject }) => subject.includes('Action needed on'))).toHaveLength(1)
    // Looking again neither stops nor tells twice.
    await world.runJob('outflow.watch')
    expect((await owner.admin.trips({ query: {} })).totalItems).toBe(1)

    const id = seen.open[0]?._id ?? ''
    const resumed = await owner.admin.resumeOutflow({ params: { id }, body: { note: 'A holiday.' } })
    expect(resumed.trip).toMatchObject({ state: 'resumed', resumedBy: 'admin', note: 'A holiday.' })
    expect(await refusal(owner.admin.resumeOutflow({ params: { id }, body: {} }))).toMatchObject({
      status: 409,
      failure: { code: 'NOT_STOPPED' },
    })
    // What was paid before counts no more.
    await world.runJob('outflow.watch')
    expect((await owner.admin.outflow()).open).toEqual([])
    expect((await claimAs('jim')).reward).toBe(30)
    await noLimits()
  })

  test('what is many times more than usual at that hour stops too, once there is something usual', async () => {
    await world.settings({ outflow_usual_floor: 100 })
    for (let day = 1; day <= 5; day++) {
      world.clock.set(`2026-06-0${day}T15:10:00.000Z`)
      await claimAs(`usual${day}`)
      await world.runJob('outflow.watch')
    }
    world.clock.set('2026-06-06T15:10:00.000Z')
    for (let claim = 0; claim < 12; claim++) await claimAs(`flood${claim}`)
    expect(await world.runJob('outflow.watch')).toContain('are usual')
    const owner = await world.owner()
    const { open, sources } = await owner.admin.outflow()
    expect(open).toMatchObject([{ cause: 'usual', measured: 360, usual: expect.any(Number) }])
    expect(sources.find(({ source }) => source === 'faucet')?.usual).toMatchObject({ amount: expect.any(Number) })
    await owner.admin.resumeOutflow({ params: { id: open[0]?._id ?? '' }, body: {} })
    await world.settings({ outflow_usual_floor: world.defaults.outflow_usual_floor })
  })

  test('a dry run notes what it would stop, once, and stops nothing', async () => {
    world.clock.set('2026-07-01T10:00:00.000Z')
    const owner = await world.owner()
    await world.settings({ outflow_dry_run: true })
    await limit('faucet', { dayCount: 1 })
    await claimAs('kim')
    await claimAs('leo')
    await world.runJob('outflow.watch')
    world.clock.turn(120)
    await world.runJob('outflow.watch')
    const { items, totalItems } = await owner.admin.trips({ query: { state: 'dry' } })
    expect(totalItems).toBe(1)
    expect(items[0]).toMatchObject({ source: 'faucet', cause: 'day-count', measured: 2, limit: 1 })
    expect((await owner.admin.outflow()).payoutsStopped).toBeNull()
    expect((await claimAs('mia')).reward).toBe(30)
    await world.settings({ outflow_dry_run: false })
    await noLimits()
  })

  test('the owner stops by hand what they choose, and payouts without any source', async () => {
    world.clock.set('2026-08-01T10:00:00.000Z')
    const owner = await world.owner()
    const ned = await world.user('ned')
    const { trips } = await owner.admin.stopOutflow({
      body: { sources: ['link', 'task', 'ptc'], payouts: true, reason: 'Something is odd.' },
    })
    expect(trips.map(({ source }) => source)).toEqual(['link', 'task', 'ptc', 'payout'])
    expect((await ned.outflow.closed()).closed.map(({ source }) => source)).toEqual(['link', 'ptc', 'task', 'payout'])
    expect((await owner.admin.outflow()).payoutsStopped).toBe('Stopped manually: Something is odd.')
    expect((await owner.admin.stats()).outflow.open).toHaveLength(4)
    const again = await owner.admin.stopOutflow({ body: { sources: ['link'], payouts: false, reason: 'Again.' } })
    expect(again.trips).toEqual([])
    const file = await owner.raw({ method: 'GET', path: '/api/admin/outflow/trip.csv?state=open' })
    expect(file.status).toBe(200)
    for (const { _id } of trips) await owner.admin.resumeOutflow({ params: { id: _id }, body: {} })
    expect((await ned.outflow.closed()).closed).toEqual([])
    const done = await world.db.read.selectFrom('audit').select('action').where('action', 'like', 'outflow.%').execute()
    expect(done.filter(({ action }) => action === 'outflow.stop')).toHaveLength(4)
  })

  test('looking at once tells what it found', async () => {
    const owner = await world.owner()
    expect(await owner.admin.lookOutflow()).toMatchObject({ tripped: 0 })
    await limit('faucet', { hourCount: 1 })
    await claimAs('oda')
    await claimAs('pit')
    const found = await owner.admin.lookOutflow()
    expect(found).toMatchObject({ tripped: 1 })
    const { open } = await owner.admin.outflow()
    await owner.admin.resumeOutflow({ params: { id: open[0]?._id ?? '' }, body: {} })
    await noLimits()
  })

  test('is nothing for users and moderators', async () => {
    const quin = await world.user('quin')
    const moderator = await world.moderator()
    for (const person of [quin, moderator]) {
      expect(await refusal(person.admin.outflow())).toMatchObject({ status: 403 })
      expect(await refusal(person.admin.trips({ query: {} }))).toMatchObject({ status: 403 })
      expect(await refusal(person.admin.lookOutflow())).toMatchObject({ status: 403 })
      const body = { sources: ['faucet' as const], payouts: true, reason: 'Mine.' }
      expect(await refusal(person.admin.stopOutflow({ body }))).toMatchObject({ status: 403 })
    }
    expect(await refusal(world.guest().outflow.closed())).toMatchObject({ status: 401 })
    const owner = await world.owner()
    const id = '01900000-0000-7000-8000-000000000000'
    expect(await refusal(owner.admin.resumeOutflow({ params: { id }, body: {} }))).toMatchObject({ status: 404 })
  })
})
