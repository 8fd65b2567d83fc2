import { describe, expect, test } from 'vitest'
import { runPayouts } from '#features/withdraw/payout/pay.ts'
import { later } from '#kernel/clock.ts'
import { balancesOf } from '#money/accounts.ts'
import { detailOf } from '#test/features/suspecting.ts'
import { useWalls } from '#test/features/walling.ts'
import {
  addMethod,
  requestWithdrawal,
  inReview,
  openHanded,
  payoutDeps,
  sandboxPayouts,
} from '#test/features/withdrawing.ts'
import { refusal } from '#test/refusal.ts'
import { type Person, useWorld } from '#test/world.ts'

const world = useWorld({ connections: 40, settings: openHanded })
const { start } = useWalls(world)

/** What a wall credits by one call in these tests. */
const CREDIT = 5_000
const wallOf = () => start('family', { unitsPerAmount: '1', maxReward: 100_000, holdDays: 0 })
const statusOf = async (person: Person) =>
  (await person.withdraw.history({ query: {} })).items.map(({ status }) => status)
const owns = async (person: Person) => {
  const { user } = await person.user.me()
  return { main: user.balance, deposit: user.depositBalance, debt: user.debt }
}

/** Somebody whom a wall credited, who asked for all of it. */
const asked = async () => {
  const owner = await world.owner()
  const method = await addMethod(owner, { fee: 0 })
  const { person, tell } = await wallOf()
  const named = (tx: string) => `${tx} of ${person.username}`
  const credit = (tx: string, amount = CREDIT) => tell('credit', { tx: named(tx), amount: String(amount) })
  const takeBack = (tx: string, amount = CREDIT) => tell('reversal', { tx: named(tx), amount: String(amount) })
  await credit('first')
  const { withdrawal } = await requestWithdrawal(person, { method, amount: CREDIT })
  return { owner, method, person, id: withdrawal._id, credit, takeBack }
}

describe('somebody in debt', () => {
  test('is not paid by what a rejected withdrawal gives back: it repays first', async () => {
    await world.settings(inReview)
    const { owner, method, person, id, takeBack } = await asked()
    await takeBack('first')
    expect(await owns(person)).toEqual({ main: 0, deposit: 0, debt: CREDIT })
    await world.settings(openHanded)
    await owner.admin.rejectWithdrawals({ body: { ids: [id], reason: 'The offer was charged back.' } })
    expect(await owns(person)).toEqual({ main: 0, deposit: 0, debt: 0 })
    expect(await refusal(requestWithdrawal(person, { method, amount: 3_000 }))).toMatchObject({ status: 409 })
  })

  test.each(['credit and charge-back', 'another offer'] as const)(
    'has every payout that has not left held in the moment in which the debt arises (%s)',
    async (which) => {
      const { owner, person, id, credit, takeBack } = await asked()
      expect(await statusOf(person)).toEqual(['approved'])
      if (which === 'another offer') await credit('second', 1_000)
      await takeBack('first')
      expect(await statusOf(person)).toEqual(['review'])
      await runPayouts(payoutDeps(world))
      expect((await sandboxPayouts(world)).filter(({ reference }) => reference === id)).toEqual([])
      const row = (await owner.admin.withdrawals({ query: { username: person.username } })).items[0]
      expect(row?.reviewReasons.join(' ')).toContain('debt')
      const debt = which === 'another offer' ? 4_000 : CREDIT
      expect(row?.user.debt).toBe(debt)
      expect(await detailOf(owner, person)).toMatchObject({ debt })
      expect(row?.history.at(-1)).toMatchObject({ status: 'review', by: null })
    },
  )

  test('is not paid although the charge-back comes while a delay keeps the payout back', async () => {
    const { person, id, takeBack } = await asked()
    await world.db.raw('UPDATE withdrawals SET not_before = $2 WHERE id = $1', [id, later(world.clock.now(), 86_400)])
    await takeBack('first')
    expect(await statusOf(person)).toEqual(['review'])
  })

  test('is never taken by the payout job, even where a payout stands approved', async () => {
    const { person, id, takeBack } = await asked()
    await takeBack('first')
    await world.db.raw("UPDATE withdrawals SET status = 'approved' WHERE id = $1", [id])
    await runPayouts(payoutDeps(world))
    expect(await statusOf(person)).toEqual(['approved'])
    expect((await sandboxPayouts(world)).filter(({ reference }) => reference === id)).toEqual([])
    await world.db.raw("UPDATE withdrawals SET status = 'review' WHERE id = $1", [id])
  })

  test('cannot be approved or recorded as paid, only rejected, which repays', async () => {
    const { owner, person, id, takeBack } = await asked()
    await takeBack('first')
    const approved = await refusal(owner.admin.approveWithdrawals({ body: { ids: [id] } }))
    expect(approved).toMatchObject({ status: 409, failure: { code: 'IN_DEBT' } })
    expect(approved.failure['msg']).toContain('$0.05')
    await world.db.raw("UPDATE withdrawals SET status = 'approved', processor = 'manual' WHERE id = $1", [id])
    const paid = await refusal(owner.admin.markPaid({ params: { id }, body: { txId: 'by hand' } }))
    expect(paid).toMatchObject({ status: 409, failure: { code: 'IN_DEBT' } })
    await owner.admin.rejectWithdrawals({ body: { ids: [id], reason: 'The offer was charged back.' } })
    expect(await owns(person)).toEqual({ main: 0, deposit: 0, debt: 0 })
  })

  test('cannot request or preview a withdrawal, nor move earnings, and reads the sum', async () => {
    const { method, person, takeBack } = await asked()
    await takeBack('first')
    const body = { address: (await person.withdraw.history({ query: {} })).items[0]?.address ?? '', amount: 1_000 }
    for (const refused of [
      await refusal(requestWithdrawal(person, { method, amount: 1_000 })),
      await refusal(person.withdraw.preview({ params: { methodId: method._id }, body })),
      await refusal(person.deposit.exchange({ body: { amount: 1_000 } })),
    ]) {
      expect(refused).toMatchObject({ status: 409, failure: { code: 'IN_DEBT' } })
      expect(refused.failure['msg']).toContain('$0.05')
    }
    expect((await person.withdraw.methods()).requirements.map(({ code }) => code)).toContain('IN_DEBT')
  })

  test('with charge-back, rejection, approval and the payout job all at once: paid or repaid, never both', async () => {
    for (let round = 0; round < 6; round++) {
      await world.settings(round % 2 === 0 ? openHanded : inReview)
      const { owner, person, id, takeBack } = await asked()
      await Promise.allSettled([
        takeBack('first'),
        runPayouts(payoutDeps(world)),
        owner.admin.approveWithdrawals({ body: { ids: [id] } }),
        round % 3 === 0 ? owner.admin.rejectWithdrawals({ body: { ids: [id], reason: 'charged back' } }) : undefined,
      ])
      await runPayouts(payoutDeps(world))
      const [status] = await statusOf(person)
      const { main } = await balancesOf(world.db.read, person.id)
      const { debt } = await owns(person)
      expect(main, status).toBe(0)
      expect(debt, status).toBe(status === 'rejected' ? 0 : CREDIT)
      // One that had left before stays paid; whatever had not waits for a person.
      expect(['paid', 'rejected', 'review']).toContain(status)
    }
    await world.settings(openHanded)
  })
})
