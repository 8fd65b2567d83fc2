import { describe, expect, test } from 'vitest'
import { runPayouts } from '#features/withdraw/payout/pay.ts'
import { later } from '#kernel/clock.ts'
import {
  addMethod,
  requestWithdrawal,
  earn,
  inReview,
  openHanded,
  payoutDeps,
  sandboxPayouts,
} from '#test/features/withdrawing.ts'
import { refusal } from '#test/refusal.ts'
import { type Person, useWorld } from '#test/world.ts'

const world = useWorld({ settings: openHanded })

const statusOf = async (person: Person) => (await person.withdraw.history({ query: {} })).items[0]?.status
const leftAs = async (id: string) => (await sandboxPayouts(world)).filter(({ reference }) => reference === id)
const setStatus = (id: string, status: string) =>
  world.db.raw('UPDATE withdrawals SET status = $2 WHERE id = $1', [id, status])

/** Somebody whose withdrawal waits for a person, and who was banned meanwhile. */
const banned = async (name: string) => {
  await world.settings(inReview)
  const owner = await world.owner()
  const method = await addMethod(owner, { fee: 0 })
  const person = await world.user(name)
  await earn(world, person, 5_000)
  const { withdrawal } = await requestWithdrawal(person, { method, amount: 2_000 })
  const unbanned = () => owner.admin.unban({ params: { id: person.id } })
  const ban = () => owner.admin.banUser({ params: { id: person.id }, body: { reason: 'Many accounts.' } })
  return { owner, person, id: withdrawal._id, ban, unbanned }
}

describe('somebody who is locked', () => {
  test('is not paid by an approval, which says what to do instead', async () => {
    const { owner, id, ban, unbanned } = await banned('locked_approved')
    await ban()
    const refused = await refusal(owner.admin.approveWithdrawals({ body: { ids: [id] } }))
    expect(refused).toMatchObject({ status: 409, failure: { code: 'USER_LOCKED' } })
    expect(refused.failure['msg']).toContain('locked_approved')
    await unbanned()
    expect(await owner.admin.approveWithdrawals({ body: { ids: [id] } })).toMatchObject({ done: 1 })
  })

  test('is not paid where another measure ends while the lock stays', async () => {
    const { owner, person, id, ban, unbanned } = await banned('locked_still')
    const body = { users: [person.id], kind: 'review' as const, reason: 'We look at it.' }
    await owner.admin.measureSuspects({ body })
    await ban()
    await world.settings(openHanded)
    const [measure] = await world.db.raw(
      "SELECT id FROM measures WHERE user_id = $1 AND kind = 'review' AND released_at IS NULL",
      [person.id],
    )
    await owner.admin.endMeasure({ params: { id: String(measure?.['id']) } })
    await runPayouts(payoutDeps(world))
    expect(await leftAs(id)).toEqual([])
    const [row] = (await owner.admin.withdrawals({ query: { username: person.username } })).items
    expect(row?.status).toBe('review')
    expect(row?.reviewReasons.join(' ')).toContain('locked')
    await unbanned()
    expect(await statusOf(person)).toBe('review')
  })

  test('is never taken by the payout job, until the lock has ended', async () => {
    const { owner, person, id, unbanned } = await banned('locked_taken')
    const until = later(world.clock.now(), 3_600).toISOString()
    await owner.admin.banUser({ params: { id: person.id }, body: { reason: 'Many accounts.', until } })
    await setStatus(id, 'approved')
    await runPayouts(payoutDeps(world))
    expect(await leftAs(id)).toEqual([])
    await unbanned()
    await runPayouts(payoutDeps(world))
    expect(await leftAs(id)).toHaveLength(1)
  })

  test('is not recorded as paid by hand', async () => {
    const { owner, id, ban } = await banned('locked_by_hand')
    await ban()
    await world.db.raw("UPDATE withdrawals SET status = 'approved', processor = 'manual' WHERE id = $1", [id])
    const refused = await refusal(owner.admin.markPaid({ params: { id }, body: { txId: 'by hand' } }))
    expect(refused).toMatchObject({ status: 409, failure: { code: 'USER_LOCKED' } })
  })
})
