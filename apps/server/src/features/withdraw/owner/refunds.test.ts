import { beforeAll, expect, test } from 'vitest'
import { balancesOf } from '#money/accounts.ts'
import { addMethod, inReview, withPendingWithdrawals } from '#test/features/withdrawing.ts'
import { refusal } from '#test/refusal.ts'
import { type Person, useWorld } from '#test/world.ts'

const world = useWorld({ settings: inReview, connections: 30 })
const rule = { four_eyes: true, four_eyes_adjust_min: 1_000, four_eyes_withdrawal_min: 10_000 }
const reason = 'The provider never heard of it.'
const DAY_SECONDS = 86_400

// The rate of a coin was known before the rule.
beforeAll(async () => addMethod(await world.owner()))

/** An admin approves payouts, and what became of them is lost. */
const lose = async (admin: Person, ids: readonly string[]) => {
  await admin.admin.approveWithdrawals({ body: { ids: [...ids] } })
  await world.db.write((tx) =>
    tx
      .updateTable('withdrawals')
      .set({ status: 'unknown', reason: 'lost' })
      .where('id', 'in', [...ids])
      .execute(),
  )
}

const admins = async () => {
  await world.settings(rule)
  return { first: await world.owner(), second: await world.user('partner', { role: 'admin' }) }
}

/** Payouts of a user of which nobody knows, and the two admins who decide about them. */
const unknowns = async (name: string, amounts: readonly number[]) => {
  await world.settings({ four_eyes: false })
  const { ids } = await withPendingWithdrawals(world, name, amounts)
  await lose(await world.owner(), ids)
  // What was approved before counts no more.
  world.clock.turn(DAY_SECONDS + 1)
  return { ...(await admins()), ids, person: await world.user(name) }
}

const refund = async (admin: Person, id = '') =>
  (await admin.admin.refundUnknown({ params: { id }, body: { reason } })).approval

const mainOf = async ({ id }: Person): Promise<number> => (await balancesOf(world.db.read, id)).main

const refundsOf = (id: string) =>
  world.db.raw("SELECT FROM transfers WHERE kind = 'withdraw-refund' AND ref = $1", [id])

test('a small one is given back at once, a large one once the other admin agrees, however many ask', async () => {
  const { first, second, ids, person } = await unknowns('back_ann', [9_999, 10_000])
  const [small = '', large = ''] = ids
  expect(await refund(first, small)).toBeNull()
  expect(await mainOf(person)).toBe(90_000)
  const id = (await refund(first, large)) ?? ''
  expect(await refusal(refund(second, large))).toMatchObject({ failure: { code: 'PROPOSED_ALREADY' } })
  expect(await mainOf(person)).toBe(90_000)
  const [act] = (await second.admin.approvals({ query: { state: 'pending' } })).items
  expect(act).toMatchObject({ _id: id, kind: 'withdrawal.refund', amount: 10_000, ref: large, reason })
  expect(act?.sentence).toBe('Refund a withdrawal of $0.10 to back_ann, because it was never sent.')
  const params = { id }
  expect(await refusal(first.admin.acceptApproval({ params }))).toMatchObject({ failure: { code: 'OWN_PROPOSAL' } })
  const third = await world.user('third_eye', { role: 'admin' })
  const all = await Promise.allSettled([second, third, second].map((one) => one.admin.acceptApproval({ params })))
  expect(all.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
  expect([await mainOf(person), (await refundsOf(large)).length]).toEqual([100_000, 1])
  const [deed] = (await first.admin.audit({ query: { target: large, action: 'withdrawal.refund' } })).items
  expect(deed?.by).not.toBe('admin')
  expect((await person.withdraw.history()).items[0]).toMatchObject({ status: 'failed', reason })
})

test('small ones of one user add up over a day with each other and with what was approved', async () => {
  const { first, second, ids } = await unknowns('back_bob', [4_000, 4_000, 4_000])
  const [one, two, three] = ids
  expect([await refund(first, one), await refund(second, two)]).toEqual([null, null])
  const id = await refund(second, three)
  expect(id).toEqual(expect.any(String))
  const { ids: more } = await withPendingWithdrawals(world, 'back_bob', [2_000])
  expect(await first.admin.approveWithdrawals({ body: { ids: more } })).toMatchObject({ done: 0, proposed: 1 })
  await first.admin.acceptApproval({ params: { id: id ?? '' } })
  // What two admins wanted does not use up what one may do alone.
  const { ids: less } = await withPendingWithdrawals(world, 'back_bob', [1_999])
  expect(await first.admin.approveWithdrawals({ body: { ids: less } })).toMatchObject({ done: 1, proposed: 0 })
})

test('one that was approved alone today is counted once when it comes back', async () => {
  const { first } = await admins()
  const { id, ids } = await withPendingWithdrawals(world, 'back_cid', [6_000])
  await lose(first, ids)
  expect(await refund(first, id)).toBeNull()
  const { ids: next } = await withPendingWithdrawals(world, 'back_cid', [3_999, 4_000])
  expect(await first.admin.approveWithdrawals({ body: { ids: next } })).toMatchObject({ done: 1, proposed: 1 })
})

test('denied, taken back, too old or decided meanwhile, nothing is given back', async () => {
  const { first, second, ids } = await unknowns('back_dan', [20_000, 30_000])
  const [one = '', two = ''] = ids
  const deny = async (admin: Person) => {
    const id = (await refund(first, one)) ?? ''
    await admin.admin.denyApproval({ params: { id }, body: { reason: 'It did arrive.' } })
  }
  await deny(second)
  await deny(first)
  const old = (await refund(first, one)) ?? ''
  world.clock.turn(7 * DAY_SECONDS)
  const later = await admins()
  expect(await refusal(later.second.admin.acceptApproval({ params: { id: old } }))).toMatchObject({
    failure: { code: 'APPROVAL_EXPIRED' },
  })
  const id = (await refund(later.first, two)) ?? ''
  // Recording that it arrived gives nothing to anybody, so that it waits for nobody.
  await later.first.admin.markPaid({ params: { id: two }, body: { txId: 'found' } })
  const { approval } = await later.second.admin.acceptApproval({ params: { id } })
  expect(approval).toMatchObject({ state: 'failed', outcome: expect.stringContaining('already been decided') })
  expect([...(await refundsOf(one)), ...(await refundsOf(two))]).toEqual([])
  expect(await refusal(refund(later.first, two))).toMatchObject({ failure: { code: 'WITHDRAWAL_STATE' } })
})

test('without the rule one admin decides', async () => {
  const { first, ids } = await unknowns('back_eve', [50_000])
  await world.settings({ four_eyes: false })
  expect(await refund(first, ids[0])).toBeNull()
})
