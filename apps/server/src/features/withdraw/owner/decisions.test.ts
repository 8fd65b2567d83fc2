import { describe, expect, test } from 'vitest'
import { newId } from '#kernel/id.ts'
import { balancesOf } from '#money/accounts.ts'
import { requestWithdrawal, dogePlace, earn, inReview, withPendingWithdrawals } from '#test/features/withdrawing.ts'
import { refusal } from '#test/refusal.ts'
import { type Person, useWorld } from '#test/world.ts'

const world = useWorld({ connections: 30, settings: inReview })

const mainOf = async ({ id }: Person): Promise<number> => (await balancesOf(world.db.read, id)).main
const auditRows = (action: string, target: string) =>
  world.db.read.selectFrom('audit').selectAll().where('action', '=', action).where('target', '=', target).execute()

describe('deciding about withdrawals', () => {
  test('approving sends them on to the payout job, tells the user and leaves an audit row', async () => {
    const { owner, person, id } = await withPendingWithdrawals(world, 'ann')
    expect(await owner.admin.approveWithdrawals({ body: { ids: [id] } })).toMatchObject({ done: 1, skipped: 0 })
    expect((await person.user.refresh()).notification.notifications[0]?.kind).toBe('withdrawal-approved')
    expect(await auditRows('withdrawal.approve', id)).toMatchObject([
      { actor: owner.id, before: 'review', after: 'approved' },
    ])
    await world.runJobs()
    expect((await person.withdraw.history()).items[0]?.status).toBe('paid')
  })

  test('rejecting gives back whole, with the reason that the user reads', async () => {
    const { owner, person, ids } = await withPendingWithdrawals(world, 'ben', [10_000, 20_000])
    expect(await mainOf(person)).toBe(70_000)
    const reason = 'This address belongs to another account.'
    const unknown = newId()
    const body = { ids: [...ids, unknown], reason }
    expect(await owner.admin.rejectWithdrawals({ body })).toMatchObject({ done: 2, skipped: 1 })
    expect(await mainOf(person)).toBe(100_000)
    for (const item of (await person.withdraw.history()).items) {
      expect(item).toMatchObject({ status: 'rejected', reason })
    }
    const { notification } = await person.user.refresh()
    expect(notification.notifications[0]).toMatchObject({ kind: 'withdrawal-rejected', values: { reason } })
    expect(await owner.admin.rejectWithdrawals({ body })).toMatchObject({ done: 0, skipped: 3 })
    expect(await owner.admin.approveWithdrawals({ body: { ids } })).toMatchObject({ done: 0, skipped: 2 })
    expect(await mainOf(person)).toBe(100_000)
  })

  test('many admins at once decide each exactly once', async () => {
    const { owner, person, ids } = await withPendingWithdrawals(world, 'cem', [1_000, 2_000, 3_000, 4_000, 5_000])
    const other = await world.user('second', { role: 'admin' })
    const reason = 'No.'.padEnd(5, '.')
    const answers = await Promise.all(
      [owner, other, owner, other, owner, other].map((admin, turn) =>
        turn % 3 === 0
          ? admin.admin.rejectWithdrawals({ body: { ids: ids.toReversed(), reason } })
          : admin.admin.approveWithdrawals({ body: { ids } }),
      ),
    )
    for (const { done, skipped } of answers) expect(done + skipped).toBe(5)
    const { items } = await person.withdraw.history()
    const given = items.filter(({ status }) => status === 'rejected').reduce((sum, { amount }) => sum + amount, 0)
    expect(items.every(({ status }) => status === 'rejected' || status === 'approved')).toBe(true)
    expect(await mainOf(person)).toBe(85_000 + given)
    const refunds = await world.db.raw(
      "SELECT count(*)::int AS n FROM transfers WHERE kind = 'withdraw-refund' AND ref = ANY($1)",
      [ids],
    )
    expect(refunds[0]?.['n']).toBe(items.filter(({ status }) => status === 'rejected').length)
    for (const id of ids) {
      const approvals = await auditRows('withdrawal.approve', id)
      const rejections = await auditRows('withdrawal.reject', id)
      expect(approvals.length + rejections.length).toBeGreaterThan(0)
      expect(approvals.length).toBeLessThanOrEqual(1)
      expect(rejections.length).toBeLessThanOrEqual(1)
    }
  })

  test('marking paid is for what a person pays and for what is unknown, and for nothing else', async () => {
    const { owner, person, id } = await withPendingWithdrawals(world, 'dia')
    const paid = (target: string) => owner.admin.markPaid({ params: { id: target }, body: { txId: 'tx-by-hand' } })
    const failure = {
      code: 'WITHDRAWAL_STATE',
      msg: expect.stringMatching(/^This withdrawal is .+, so it can’t be marked as paid\.$/),
    }
    expect(await refusal(paid(id))).toMatchObject({ status: 409, failure })
    expect(await refusal(paid(newId()))).toMatchObject({ status: 404 })
    await owner.admin.approveWithdrawals({ body: { ids: [id] } })
    expect(await refusal(paid(id))).toMatchObject({ status: 409, failure: { code: 'PAID_BY_MACHINE' } })
    await makeUnknown(id)
    expect((await Promise.allSettled([paid(id), paid(id), paid(id)])).map(({ status }) => status).sort()).toEqual([
      'fulfilled',
      'rejected',
      'rejected',
    ])
    expect((await person.withdraw.history()).items[0]).toMatchObject({ status: 'paid', txId: 'tx-by-hand' })
    expect(await auditRows('withdrawal.paid', id)).toMatchObject([{ before: { status: 'unknown' } }])
  })

  test('an unknown one is either refunded or paid, whoever is first', async () => {
    const { owner, person, id } = await withPendingWithdrawals(world, 'eli')
    const refund = () => owner.admin.refundUnknown({ params: { id }, body: { reason: 'It never left.' } })
    expect(await refusal(refund())).toMatchObject({ status: 409, failure: { code: 'WITHDRAWAL_STATE' } })
    await owner.admin.approveWithdrawals({ body: { ids: [id] } })
    await makeUnknown(id)
    const paid = () => owner.admin.markPaid({ params: { id }, body: { txId: 'tx' } })
    const results = await Promise.allSettled([refund(), paid(), refund(), paid()])
    expect(results.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
    const [item] = (await person.withdraw.history()).items
    expect(await mainOf(person)).toBe(item?.status === 'failed' ? 100_000 : 90_000)
  })

  const makeUnknown = (id: string) =>
    world.db.write((tx) =>
      tx.updateTable('withdrawals').set({ status: 'unknown', reason: 'lost' }).where('id', '=', id).execute(),
    )

  test('the list has filters, reasons, sharers and history, in a fixed number of queries', async () => {
    const { owner, person, method } = await withPendingWithdrawals(world, 'fay', [1_000, 2_000, 3_000])
    const shared = dogePlace(person.id)
    const gus = await world.user('gus')
    await earn(world, gus, 10_000)
    await requestWithdrawal(gus, { method, amount: 1_000, address: shared })
    const mine = await owner.admin.withdrawals({ query: { username: 'FA' } })
    expect(mine.totalItems).toBe(3)
    expect(mine.items[0]).toMatchObject({
      user: { username: 'fay', level: 1, score: 30 },
      sharedAddress: 1,
      reviewReasons: ['All withdrawals are reviewed manually.'],
      risk: [{ family: 'payout', sentence: 'Withdrawal address shared by 2 accounts.', points: 30 }],
      history: [{ status: 'review', by: null }],
    })
    const there = await owner.admin.withdrawals({ query: { address: shared, limit: '2' } })
    expect(there.totalItems).toBe(4)
    expect(there.items).toHaveLength(2)
    expect((await owner.admin.withdrawals({ query: { address: 'no address' } })).totalItems).toBe(0)
    expect((await owner.admin.withdrawals({ query: { username: '%' } })).totalItems).toBe(0)
    expect((await owner.admin.withdrawals({ query: { currency: 'BTC' } })).totalItems).toBe(0)
    const paid = await owner.admin.withdrawals({ query: { status: 'paid' } })
    expect(paid.items.every(({ status }) => status === 'paid')).toBe(true)
  })
})
