import { contract } from '@runnel/contract'
import { describe, expect, test } from 'vitest'
import { ownAdsPay, rewardIsWorthSolving } from '#features/admin/overview/warnings.ts'
import { newId } from '#kernel/id.ts'
import { userAccount } from '#money/accounts.ts'
import { rollUpDailyTotals } from '#money/daily-totals.ts'
import { post } from '#money/ledger.ts'
import { past } from '#test/books.ts'
import { returnView, runningCampaign, watch } from '#test/features/advertising.ts'
import { inReview, withPendingWithdrawals } from '#test/features/withdrawing.ts'
import { useWorld } from '#test/world.ts'

const world = useWorld({ connections: 30, settings: inReview })

describe('every endpoint of the admin area', () => {
  const params = { id: newId() }
  const bodies: Record<string, object> = {
    approveWithdrawals: { ids: [newId()] },
    rejectWithdrawals: { ids: [newId()], reason: 'because' },
    markPaid: { txId: 'tx' },
    refundUnknown: { reason: 'because' },
    saveSettings: {},
    addMethod: {},
    editMethod: {},
  }

  // How much waits is told to moderators too, and they save views of their own lists.
  const ofModerators = ['waiting', 'savedViews', 'addSavedView', 'editSavedView', 'removeSavedView']
  const ofAdmins = Object.entries(contract.admin).filter(([name]) => !ofModerators.includes(name))
  test.each(ofAdmins)('%s is for admins alone', async (name, route) => {
    const path = route.path.replace('{id}', params.id)
    const request = { method: route.method, path, ...(bodies[name] === undefined ? {} : { body: bodies[name] }) }
    expect((await world.guest().raw(request)).status).toBe(401)
    for (const person of [await world.user('nobody'), await world.moderator()]) {
      expect(await person.raw(request)).toMatchObject({ status: 403, body: { code: 'FORBIDDEN' } })
    }
    expect((await (await world.owner()).raw(request)).status).not.toBe(403)
  })
})

describe('the overview', () => {
  test('adds up to the unit, before and after the days are rolled up', async () => {
    const owner = await world.owner()
    const before = await owner.admin.stats()
    const { id } = await withPendingWithdrawals(world, 'ivo')
    await owner.admin.approveWithdrawals({ body: { ids: [id] } })
    await world.runJobs()
    const after = await owner.admin.stats()
    expect(after.overview.earned - before.overview.earned).toBe(100_000)
    expect(after.overview.earnedToday - before.overview.earnedToday).toBe(100_000)
    const [rose = 0, roseBefore = 0] = [after, before].map(({ days }) => days.at(-1)?.owed)
    expect(after.overview.owed.total - before.overview.owed.total).toBe(rose - roseBefore)
    expect(after.activeBefore).toEqual({ yesterday: 0, dayBefore: 0 })
    // Other approved ones of this file were paid in the same run.
    const paid = await world.db.raw("SELECT sum(amount - fee)::bigint AS net FROM withdrawals WHERE status = 'paid'")
    expect(after.overview.paid).toBe(paid[0]?.['net'])
    const owed = await world.db.raw(`
      SELECT ((SELECT sum(balance) FROM accounts) + (SELECT coalesce(sum(amount), 0) FROM withdrawals
        WHERE status IN ('review', 'approved', 'sending', 'unknown')))::bigint AS owed`)
    expect(after.overview.owed.total).toBe(owed[0]?.['owed'])
    expect(after.days).toHaveLength(30)
    expect(after.days.at(-1)?.day).toBe(world.clock.now().toISOString().slice(0, 10))
    world.clock.turn(86_400)
    const again = await world.owner()
    const open = await again.admin.stats()
    expect(await world.db.write((tx) => rollUpDailyTotals(tx, world.clock.now()))).toBeGreaterThan(0)
    expect(await world.db.write((tx) => rollUpDailyTotals(tx, world.clock.now()))).toBe(0)
    const rolled = await again.admin.stats()
    expect(rolled).toEqual(open)
    expect(rolled.overview).toMatchObject({ earned: after.overview.earned, earnedToday: 0, paidToday: 0 })
    expect(rolled.days.at(-2)).toEqual(after.days.at(-1))
  })

  test('counts what advertisers pay people for as earned, until it comes back', async () => {
    const owner = await world.owner()
    const { _id: id } = await runningCampaign(world, await world.user('advertises'))
    const viewers = await Promise.all(['views_kept', 'views_back', 'views_debt'].map((name) => world.user(name)))
    const before = (await owner.admin.stats()).overview
    const tickets: string[] = []
    for (const viewer of viewers) tickets.push((await watch(world, id, viewer)).ticket)
    const { reward } = await world.db.read
      .selectFrom('campaigns')
      .select('reward')
      .where('id', '=', id)
      .executeTakeFirstOrThrow()
    const earned = async () => {
      const { overview } = await owner.admin.stats()
      return [overview.earned - before.earned, overview.earnedToday - before.earnedToday]
    }
    expect(await earned()).toEqual([3 * reward, 3 * reward])
    const [, back = '', debt = ''] = tickets
    await returnView(world, back)
    // One of them has spent it meanwhile, so that it becomes a debt.
    const { id: spender = '' } = viewers[2] ?? {}
    const [debit, credit] = [userAccount(spender, 'main'), userAccount(spender, 'deposit')]
    const spent = { kind: 'exchange', debit, credit, amount: reward, key: 'exchange:spender' } as const
    await world.db.write((tx) => post(tx, [spent], world.clock.now()))
    await returnView(world, debt)
    expect(await earned()).toEqual([reward, reward])
    await world.runJob('books.reconcile')
    expect((await owner.admin.stats()).books.mismatches).toEqual([])
  })

  test('shows what the ledger says, and a mismatch stops payouts and warns', async () => {
    const owner = await world.owner()
    await world.runJob('books.reconcile')
    expect((await owner.admin.stats()).books).toMatchObject({ balanced: true, mismatches: [] })
    const { person, id } = await withPendingWithdrawals(world, 'joe')
    await owner.admin.approveWithdrawals({ body: { ids: [id] } })
    await world.db.raw(`UPDATE accounts SET balance = balance + 7 WHERE name = $1 AND ${past}`, [`main:${person.id}`])
    await world.runJob('books.reconcile')
    const { books, warnings } = await owner.admin.stats()
    expect(books.balanced).toBe(false)
    expect(books.mismatches).toEqual([{ account: `main:${person.id}`, balance: 90_007, sum: 90_000 }])
    expect(warnings.map(({ code }) => code)).toContain('BOOKS_UNBALANCED')
    await world.runJobs()
    expect((await person.withdraw.history()).items[0]?.status).toBe('approved')
    await world.db.raw(`UPDATE accounts SET balance = balance - 7 WHERE name = $1 AND ${past}`, [`main:${person.id}`])
    await world.runJob('books.reconcile')
    expect((await owner.admin.stats()).books.balanced).toBe(true)
    expect((await owner.admin.stats()).jobs).toContainEqual(expect.objectContaining({ name: 'payout.run', ok: true }))
  })

  test('warns when less bonus is given than is set, since members would gain by their own ads and tasks', async () => {
    const owner = await world.owner()
    const at = (exchange_bonus_percent: number, ptc_viewer_percent: number, task_fee_basis_points: number) =>
      ownAdsPay({ ...world.defaults, exchange_bonus_percent, ptc_viewer_percent, task_fee_basis_points })
    expect([at(0, 100, 0), at(9, 70, 1_000), at(24, 80, 9_000), at(11, 90, 1_200)]).toEqual(Array(4).fill(false))
    expect([at(1, 100, 1_000), at(10, 70, 1_000), at(25, 80, 9_000), at(12, 89, 1_200)]).toEqual(Array(4).fill(true))
    expect((await owner.admin.stats()).warnings.map(({ code }) => code)).not.toContain('OWN_ADS_PAY')
    await world.settings({ exchange_bonus_percent: 50 })
    expect((await owner.admin.stats()).warnings.map(({ code }) => code)).toContain('OWN_ADS_PAY')
    await world.settings({ exchange_bonus_percent: 0 })
  })

  test('warns when the prizes of a period are above the daily budget for prizes', async () => {
    const owner = await world.owner()
    const warned = async (leaderboard: number) => {
      await world.settings({ daily_budgets: { ...world.defaults.daily_budgets, leaderboard } })
      return (await owner.admin.stats()).warnings.some(({ code }) => code === 'PRIZES_ABOVE_BUDGET')
    }
    await world.settings({
      leaderboard_prizes_day: [9],
      leaderboard_prizes_week: [60, 41],
      leaderboard_prizes_month: [],
    })
    expect([await warned(0), await warned(100), await warned(101)]).toEqual([false, true, false])
    const { daily_budgets, leaderboard_prizes_day, leaderboard_prizes_week, leaderboard_prizes_month } = world.defaults
    await world.settings({
      daily_budgets,
      leaderboard_prizes_day,
      leaderboard_prizes_week,
      leaderboard_prizes_month,
    })
  })

  test('warns when a claim is worth more than 0.6 of a bought answer', async () => {
    const of = (faucet_reward: number, solve_price_usd: string) =>
      rewardIsWorthSolving({ ...world.defaults, faucet_reward, solve_price_usd })
    expect(of(30, '0.0005')).toBe(false)
    expect(of(31, '0.0005')).toBe(true)
    expect(of(0, '0')).toBe(false)
    const owner = await world.owner()
    await world.settings({ faucet_reward: 31 })
    expect((await owner.admin.stats()).warnings.map(({ code }) => code)).toContain('REWARD_ABOVE_SOLVE_PRICE')
    await world.settings({ faucet_reward: 30 })
  })
})

describe('what nobody can change', () => {
  test.each(['audit', 'transfers', 'withdrawal_events'])('the database refuses to change rows of %s', async (table) => {
    await withPendingWithdrawals(world, `immutable_${table}`.slice(0, 20))
    const { owner } = await withPendingWithdrawals(world, `im_${table}`.slice(0, 20))
    await owner.admin.saveSettings({ body: { site_hue: table.length } })
    for (const statement of [`UPDATE ${table} SET at = at`, `DELETE FROM ${table}`, `TRUNCATE ${table} CASCADE`]) {
      await expect(world.db.raw(statement), statement).rejects.toMatchObject({ code: 'RN001' })
    }
  })
})
