import { setTimeout as pause } from 'node:timers/promises'
import { describe, expect, test } from 'vitest'
import { runPayouts } from '#features/withdraw/payout/pay.ts'
import { newId } from '#kernel/id.ts'
import { balancesOf } from '#money/accounts.ts'
import { auditBooks } from '#money/reconcile.ts'
import { stopPayouts } from '#server/operations/stop-payouts.ts'
import { inReview, payoutDeps, sandboxPayouts, withPendingWithdrawals } from '#test/features/withdrawing.ts'
import { refusal } from '#test/refusal.ts'
import { someoneWaits } from '#test/waiting.ts'
import { useWorld } from '#test/world.ts'

const world = useWorld({ connections: 30, settings: inReview })

/** As a restore leaves the site: what was approved waits, and nothing is paid. */
const restored = () =>
  stopPayouts(
    { query: async (text, values) => (await world.db.raw(text, values)) as never },
    '2026-01-01T00:00:00.000Z',
  )
const openStop = async () => {
  const { open } = await (await world.owner()).admin.outflow()
  return open[0]?._id ?? ''
}
const resume = async () => (await world.owner()).admin.resumeOutflow({ params: { id: await openStop() }, body: {} })

const approved = async (name: string, amounts?: readonly number[]) => {
  const made = await withPendingWithdrawals(world, name, amounts)
  await made.owner.admin.approveWithdrawals({ body: { ids: made.ids } })
  const mark = (id: string, by: Pick<typeof made.owner, 'admin'> = made.owner) =>
    by.admin.markPaid({ params: { id }, body: { txId: `outside-${id}` } })
  return { ...made, mark }
}
const auditOf = (target: string) =>
  world.db.read
    .selectFrom('audit')
    .select(['before', 'after'])
    .where('action', '=', 'withdrawal.paid')
    .where('target', '=', target)
    .execute()

describe('an automatic withdrawal that was paid after the backup', () => {
  test('is marked as paid once while payouts are stopped, and never sent', async () => {
    const { person, id, mark } = await approved('ann')
    const [guest, member, moderator] = [world.guest(), await world.user('no_owner'), await world.moderator()]
    await restored()
    for (const by of [guest, member, moderator]) expect([401, 403]).toContain((await refusal(mark(id, by))).status)
    const results = await Promise.allSettled([mark(id), mark(id), mark(id)])
    expect(results.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected', 'rejected'])
    expect(await refusal(mark(id))).toMatchObject({ status: 409, failure: { code: 'WITHDRAWAL_STATE' } })
    expect((await person.withdraw.history()).items[0]).toMatchObject({ status: 'paid', txId: `outside-${id}` })
    expect(await auditOf(id)).toEqual([
      { before: { status: 'approved', processor: 'sandbox' }, after: { status: 'paid', txId: `outside-${id}` } },
    ])
    await resume()
    await world.runJobs()
    await runPayouts(payoutDeps(world))
    expect(await sandboxPayouts(world)).toEqual([])
    expect((await balancesOf(world.db.read, person.id)).main).toBe(90_000)
    const legs = await world.db.raw('SELECT kind, amount::int FROM transfers WHERE ref = $1 ORDER BY id', [id])
    expect(legs.map(({ kind }) => kind)).toEqual(['withdraw-request', 'withdraw-paid', 'withdraw-fee'])
    expect((await auditBooks(world.db.read)).mismatches).toEqual([])
  })

  test('is refused while payouts run, and where an attempt is recorded', async () => {
    const { owner, id, mark } = await approved('ben')
    const offered = async () =>
      (await owner.admin.withdrawals({ query: {} })).items.find(({ _id }) => _id === id)?.canMarkPaid
    expect(await offered()).toBe(false)
    expect(await refusal(mark(id))).toMatchObject({
      status: 409,
      failure: { code: 'PAID_BY_MACHINE', msg: expect.stringContaining('Stop payouts first') },
    })
    await restored()
    expect(await offered()).toBe(true)
    const attempt = { id: newId(), withdrawal_id: id, processor: 'sandbox', queue: null, options: null }
    await world.db.write((tx) =>
      tx
        .insertInto('payout_attempts')
        .values({ ...attempt, started_at: world.clock.now(), finished_at: world.clock.now(), outcome: 'retry' })
        .execute(),
    )
    expect(await offered()).toBe(false)
    expect(await refusal(mark(id))).toMatchObject({ status: 409, failure: { code: 'PAYOUT_ATTEMPTED' } })
    await world.db.raw("UPDATE withdrawals SET status = 'sending' WHERE id = $1", [id])
    expect(await refusal(mark(id))).toMatchObject({ status: 409, failure: { code: 'WITHDRAWAL_STATE' } })
    await world.db.raw("UPDATE withdrawals SET status = 'approved' WHERE id = $1", [id])
    await owner.admin.rejectWithdrawals({ body: { ids: [id], reason: 'Tried before.' } })
    await resume()
  })

  test('can be marked although its user was locked since, because it was sent before', async () => {
    const { owner, id, person, mark } = await approved('cem')
    await restored()
    await world.db.raw("UPDATE users SET locked_at = $2, lock_reason = 'Locked.' WHERE id = $1", [
      person.id,
      world.clock.now(),
    ])
    expect((await owner.admin.withdrawals({ query: {} })).items[0]).toMatchObject({ _id: id, canMarkPaid: true })
    expect(await mark(id)).toMatchObject({ msg: 'Marked as paid.' })
    await resume()
  })

  test('waits for who is resuming payouts, and is refused behind them', async () => {
    const { id, mark } = await approved('dia')
    await restored()
    const stop = await openStop()
    let marking: Promise<unknown> = Promise.resolve()
    await world.db.write(async (tx) => {
      await tx
        .updateTable('outflow_trips')
        .set((is) => ({ state: 'resumed', resumed_at: world.clock.now(), resumed_by: is.ref('by_user') }))
        .where('id', '=', stop)
        .execute()
      marking = refusal(mark(id))
      expect(await Promise.race([marking, someoneWaits(world).then(() => 'waits')])).toBe('waits')
    })
    expect(await marking).toMatchObject({ failure: { code: 'PAID_BY_MACHINE' } })
  })

  test('is either marked or sent, however close resuming and the job are', async () => {
    const { ids, mark } = await approved('eli', [1_000, 2_000, 3_000, 4_000, 5_000, 6_000])
    await restored()
    const running = resume().then(() => Promise.all([1, 2].map(() => runPayouts(payoutDeps(world)))))
    const marks = await Promise.allSettled(ids.map(async (id, turn) => pause(turn * 4).then(() => mark(id))))
    await running
    const marked = ids.filter((_, turn) => marks[turn]?.status === 'fulfilled')
    const sent = (await sandboxPayouts(world)).map(({ reference }) => reference).filter((id) => ids.includes(id))
    expect([...marked, ...sent].toSorted()).toEqual(ids.toSorted())
  })
})
