import { beforeEach, describe, expect, test } from 'vitest'
import type { AutomaticPayout, PayoutAnswer, PayoutStatus, PayoutOrder } from '#adapters/payout/payout.ts'
import { manual } from '#adapters/payout/payouts.ts'
import { runPayouts } from '#features/withdraw/payout/pay.ts'
import { reconcilePayoutNow } from '#features/withdraw/payout/reconcile-payouts.ts'
import { newId } from '#kernel/id.ts'
import { inEnglish } from '#kernel/words/render.ts'
import { balancesOf } from '#money/accounts.ts'
import { auditBooks } from '#money/reconcile.ts'
import { faultKinds, faulty } from '#test/features/payout-faults.ts'
import {
  addMethod,
  requestWithdrawal,
  earn,
  openHanded,
  payoutDeps,
  sandboxPayouts,
} from '#test/features/withdrawing.ts'
import { type Person, useWorld } from '#test/world.ts'

const world = useWorld({ connections: 30, settings: openHanded })

const statusOf = async (id: string) =>
  world.db.read
    .selectFrom('withdrawals')
    .select(['status', 'reason', 'tx_id as txId', 'not_before as notBefore'])
    .where('id', '=', id)
    .executeTakeFirstOrThrow()

const mainOf = async ({ id }: { id: string }): Promise<number> => (await balancesOf(world.db.read, id)).main

/** A provider that answers as a test tells it, and remembers what it was told. */
const provider = (answer: (order: PayoutOrder) => PayoutAnswer | Promise<PayoutAnswer>, finding?: PayoutStatus) => {
  const sent: PayoutOrder[] = []
  const sandbox: AutomaticPayout = {
    way: 'automatic',
    closed: () => null,
    send: async (order) => {
      sent.push(order)
      return answer(order)
    },
    find: async () => finding ?? { kind: 'unknown' },
  }
  return { sent, deps: payoutDeps(world, { sandbox, manual }) }
}

// What one test's lost answer has stopped must not stop the next test.
beforeEach(async () => void (await world.db.raw('DELETE FROM payout_halts')))

let count = 0
const approved = async (): Promise<{ person: Person; id: string }> => {
  count += 1
  const method = await addMethod(await world.owner())
  const person = await world.user(`payee${count}`)
  await earn(world, person, 20_000)
  const { withdrawal } = await requestWithdrawal(person, { method })
  expect(withdrawal.status).toBe('approved')
  return { person, id: withdrawal._id }
}

describe('the payout job', () => {
  test('pays an approved withdrawal once, books net and fee apart, and tells the user', async () => {
    const { person, id } = await approved()
    await world.runJobs()
    const row = await statusOf(id)
    expect(row.status).toBe('paid')
    expect(await sandboxPayouts(world)).toMatchObject([
      { reference: id, amount: '0.990000000000000000', tx_id: row.txId },
    ])
    await runPayouts(payoutDeps(world))
    expect(await sandboxPayouts(world)).toHaveLength(1)
    expect(await mainOf(person)).toBe(10_000)
    const legs = await world.db.raw('SELECT kind, amount, credit FROM transfers WHERE ref = $1 ORDER BY id', [id])
    expect(legs).toMatchObject([
      { kind: 'withdraw-request', amount: 10_000 },
      { kind: 'withdraw-paid', amount: 9_900, credit: 'external:payout:DOGE' },
      { kind: 'withdraw-fee', amount: 100, credit: 'house:fee' },
    ])
    const { notification } = await person.user.refresh()
    expect(notification.notifications[0]).toMatchObject({ kind: 'withdrawal-paid', values: { txId: row.txId } })
  })

  test('is told the same reference, address and amount that the user confirmed', async () => {
    const { id } = await approved()
    const { sent, deps } = provider(() => ({ kind: 'paid', txId: 'tx-1' }))
    await runPayouts(deps)
    expect(sent).toMatchObject([{ reference: id, currency: 'DOGE', amount: '0.99' }])
  })

  test('gives back whole what the provider refused for certain, with its reason', async () => {
    const { person, id } = await approved()
    const { deps, sent } = provider(() => ({ kind: 'refused', reason: 'The address is on a blocked list.' }))
    await runPayouts(deps)
    await runPayouts(deps)
    expect(sent).toHaveLength(1)
    expect(await statusOf(id)).toMatchObject({ status: 'failed', reason: 'The address is on a blocked list.' })
    expect(await mainOf(person)).toBe(20_000)
    const { notification } = await person.user.refresh()
    expect(notification.notifications[0]).toMatchObject({ kind: 'withdrawal-failed' })
  })

  test('tries later what was not sent, each time waiting longer', async () => {
    const { id } = await approved()
    let ready = false
    const { deps, sent } = provider(() =>
      ready ? { kind: 'paid', txId: 'late' } : { kind: 'retry', reason: 'No funds.' },
    )
    await runPayouts(deps)
    await runPayouts(deps)
    expect(sent).toHaveLength(1)
    expect((await statusOf(id)).status).toBe('approved')
    world.clock.turn(30)
    await runPayouts(deps)
    world.clock.turn(30)
    await runPayouts(deps)
    expect(sent).toHaveLength(2)
    ready = true
    world.clock.turn(30)
    await runPayouts(deps)
    expect(sent).toHaveLength(3)
    expect(await statusOf(id)).toMatchObject({ status: 'paid', txId: 'late' })
  })

  test('never sends again what has no answer: unknown, until a person decides', async () => {
    const { id, person } = await approved()
    const { deps, sent } = provider(() => Promise.reject(new Error('connection reset')))
    await runPayouts(deps)
    for (let minute = 0; minute < 10; minute++) {
      world.clock.turn(600)
      await runPayouts(deps)
    }
    expect(sent).toHaveLength(1)
    expect((await statusOf(id)).status).toBe('unknown')
    expect(await mainOf(person)).toBe(10_000)
    const owner = await world.owner()
    await owner.admin.refundUnknown({ params: { id }, body: { reason: 'It never left.' } })
    expect(await statusOf(id)).toMatchObject({ status: 'failed', reason: 'It never left.' })
    expect(await mainOf(person)).toBe(20_000)
  })

  test('a proof that comes after the amount was given back tells the owner, and books nothing', async () => {
    const owner = await world.owner()
    const { person, id } = await approved()
    const { deps } = provider(() => Promise.reject(new Error('lost')))
    await runPayouts(deps)
    const params = { id }
    const find = async (): Promise<PayoutStatus> => {
      await owner.admin.refundUnknown({ params, body: { reason: 'It never left.' } })
      return { kind: 'paid', txId: 'it did' }
    }
    const send = () => Promise.reject(new Error('nobody sends'))
    const sandbox: AutomaticPayout = { way: 'automatic', closed: () => null, send, find }
    const found = await reconcilePayoutNow({ ...deps, payouts: { sandbox } }, id)
    expect(found.status).toBe('failed')
    expect(inEnglish(found.msg)).toContain('also refunded')
    expect((await statusOf(id)).status).toBe('failed')
    expect(await mainOf(person)).toBe(20_000)
    const alerts = await world.db.read.selectFrom('owner_alerts').select('what').execute()
    expect(alerts).toContainEqual({ what: `paid-and-refunded:${id}` })
  })

  test('a lost answer is looked up, and a proof that it arrived settles it', async () => {
    const { id } = await approved()
    const { deps } = provider(() => Promise.reject(new Error('timeout')), { kind: 'paid', txId: 'found' })
    await runPayouts(deps)
    expect(await statusOf(id)).toMatchObject({ status: 'paid', txId: 'found' })
  })

  test('stops while the ledger does not balance, and goes on when it does again', async () => {
    const { id } = await approved()
    const found = (balanced: boolean) =>
      world.db.write((tx) =>
        tx
          .insertInto('reconciliations')
          .values({ id: newId(), at: world.clock.now(), balanced, accounts: 1, transfers: 1, mismatches: '[]' })
          .execute(),
      )
    await found(false)
    expect(inEnglish(await runPayouts(payoutDeps(world)))).toContain('Stopped')
    expect((await statusOf(id)).status).toBe('approved')
    world.clock.turn(1)
    await found(true)
    await runPayouts(payoutDeps(world))
    expect((await statusOf(id)).status).toBe('paid')
  })

  test('ten at once pay each withdrawal once', async () => {
    const ids: string[] = []
    for (let made = 0; made < 4; made++) ids.push((await approved()).id)
    const { deps, sent } = provider(async ({ reference }) => ({ kind: 'paid', txId: `tx ${reference}` }))
    await Promise.all(Array.from({ length: 10 }, () => runPayouts(deps)))
    expect(sent.map(({ reference }) => reference).sort()).toEqual(ids.sort())
    for (const id of ids) expect((await statusOf(id)).status).toBe('paid')
  })

  test('leaves to a person what is paid by hand', async () => {
    const owner = await world.owner()
    const method = await addMethod(owner, { processor: 'manual' })
    const person = await world.user('byhand')
    await earn(world, person, 20_000)
    const { withdrawal } = await requestWithdrawal(person, { method })
    await world.runJobs()
    expect((await statusOf(withdrawal._id)).status).toBe('approved')
    await owner.admin.markPaid({ params: { id: withdrawal._id }, body: { txId: 'hand-written' } })
    expect(await statusOf(withdrawal._id)).toMatchObject({ status: 'paid', txId: 'hand-written' })
  })
})

const STEPS_AT_MOST = 40

describe('a fault at every step in turn', () => {
  test.each(faultKinds)(
    '$manner $when: nothing is paid twice, nothing is lost, every row ends',
    async ({ manner, when }) => {
      const method = await addMethod(await world.owner())
      for (let at = 1; at <= STEPS_AT_MOST; at++) {
        count += 1
        const person = await world.user(`faulty${count}`)
        await earn(world, person, 30_000)
        const ids = [await requestWithdrawal(person, { method }), await requestWithdrawal(person, { method })].map(
          ({ withdrawal }) => withdrawal._id,
        )
        const { deps, struck } = faulty(payoutDeps(world), { at, manner, when })
        await runPayouts(deps).catch(() => undefined)
        const seen = await sandboxPayouts(world)
        // The next runs find a healthy world, at once and after every waiting call has timed out.
        for (const seconds of [0, 121, 60]) {
          world.clock.turn(seconds)
          await runPayouts(payoutDeps(world))
        }
        const after = await sandboxPayouts(world)
        expect(after).toEqual(expect.arrayContaining(seen))
        await expectSettled(ids, person)
        expect((await auditBooks(world.db.read)).mismatches).toEqual([])
        if (!struck()) return expect(at).toBeGreaterThan(6)
      }
      throw new Error('the job has more steps than this test strikes')
    },
    120_000,
  )
})

/** Paid exactly if the provider paid it, unknown otherwise; and the balance says the same. */
const expectSettled = async (ids: readonly string[], person: Person): Promise<void> => {
  const paidOut = new Set((await sandboxPayouts(world)).map(({ reference }) => reference))
  for (const id of ids) {
    const { status } = await statusOf(id)
    expect(['paid', 'unknown']).toContain(status)
    expect(status === 'paid').toBe(paidOut.has(id))
    const attempts = await world.db.read
      .selectFrom('payout_attempts')
      .select('outcome')
      .where('withdrawal_id', '=', id)
      .execute()
    expect(attempts).toEqual([{ outcome: status }])
  }
  expect(await mainOf(person)).toBe(10_000)
}
