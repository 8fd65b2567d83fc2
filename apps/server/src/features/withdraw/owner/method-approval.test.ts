import { describe, expect, test } from 'vitest'
import { twoAdmins, twoAdminsRule } from '#test/features/two-admins.ts'
import { requestWithdrawal, earn, openHanded } from '#test/features/withdrawing.ts'
import { refusal } from '#test/refusal.ts'
import { useWorld } from '#test/world.ts'

const world = useWorld({ settings: openHanded, connections: 30 })
const { admins, methodOf, edit, actsOf, actOf, ratesOf } = twoAdmins(world)
const WEEK_SECONDS = 7 * 86_400

const rateIn = (deed: string): string | undefined => /"rate":\s*"(\d+)"/.exec(deed)?.[1]

describe('a lower rate', () => {
  test('waits for the other admin, the rest of the save does not, and nobody is paid by it before', async () => {
    const { first, second, id } = await admins({ currency: 'DOGE' })
    expect((await first.admin.methods()).needsSecond).toBe(true)
    const saved = await edit(first, id, { rate: '8000', name: 'Doge' })
    expect(saved.method).toMatchObject({ name: 'Doge', rate: '10000', waiting: { rate: '8000', contract: null } })
    expect(saved.msg).toBe('Withdrawal method saved, but its rate must be approved by a second admin.')
    const ann = await world.user('rate_ann')
    await earn(world, ann, 50_000)
    const before = await requestWithdrawal(ann, { method: saved.method, amount: 8_100 })
    expect(before.withdrawal.receives).toBe('0.8')
    const [act] = await actsOf(id)
    expect(act).toMatchObject({ kind: 'method.edit', state: 'pending', amount: null, user: null, mine: true })
    expect(act?.sentence).toBe('Set the rate of Doge to 8000 units per DOGE instead of 10000.')
    const params = await actOf(id)
    expect(await refusal(first.admin.acceptApproval({ params }))).toMatchObject({ failure: { code: 'OWN_PROPOSAL' } })
    const { approval } = await second.admin.acceptApproval({ params })
    expect(approval).toMatchObject({ state: 'accepted', decidedBy: 'partner' })
    expect(await methodOf(id)).toMatchObject({ rate: '8000', rateAt: world.clock.now().toISOString(), waiting: null })
    expect((await requestWithdrawal(ann, { method: saved.method, amount: 8_100 })).withdrawal.receives).toBe('1')
    const [asked] = (await ann.withdraw.history()).items.slice(-1)
    expect(asked).toMatchObject({ _id: before.withdrawal._id, receives: '0.8' })
    const { items } = await first.admin.audit({ query: { target: id } })
    expect(items.map(({ action, by }) => [action, by])).toEqual([
      ['method.edit', 'partner'],
      ['method.edit', 'admin'],
      ['method.add', 'admin'],
    ])
  })

  test('that is denied, taken back or too old leaves the rate as it is, and can be proposed again', async () => {
    const { first, second, id } = await admins({ currency: 'LTC' })
    await edit(first, id, { rate: '1' })
    await second.admin.denyApproval({ params: await actOf(id), body: { reason: 'A slip of the finger.' } })
    await edit(first, id, { rate: '2' })
    await first.admin.denyApproval({ params: await actOf(id), body: { reason: 'Of mine.' } })
    await edit(first, id, { rate: '3' })
    const params = await actOf(id)
    world.clock.turn(WEEK_SECONDS)
    expect(await refusal(second.admin.acceptApproval({ params }))).toMatchObject({
      failure: { code: 'APPROVAL_EXPIRED' },
    })
    expect(await methodOf(id)).toMatchObject({ rate: '10000', waiting: null })
    await edit(first, id, { rate: '4' })
    expect((await actsOf(id)).map(({ state }) => state)).toEqual(['pending', 'expired', 'denied', 'denied'])
    expect(await ratesOf('LTC')).toEqual(['10000'])
  })

  test('waits once, however often it is saved, and not beside another one', async () => {
    const { first, second, id } = await admins({ currency: 'DASH' })
    await edit(first, id, { rate: '9000' })
    const again = await edit(second, id, { rate: '9000.0', position: 3 })
    expect(again.method).toMatchObject({ position: 3, waiting: { rate: '9000' } })
    expect(await refusal(edit(first, id, { rate: '8999' }))).toMatchObject({ failure: { code: 'PROPOSED_ALREADY' } })
    expect(await actsOf(id)).toHaveLength(1)
    // What is not lower is asked of nobody.
    expect((await edit(first, id, { rate: '10001' })).method.rate).toBe('10001')
  })

  test('that many accept at once counts once', async () => {
    const { first, second, id } = await admins({ currency: 'XRP' })
    const third = await world.user('third_eye', { role: 'admin' })
    await edit(first, id, { rate: '5000' })
    const params = await actOf(id)
    const all = await Promise.allSettled([
      ...[second, third, second, third].map((admin) => admin.admin.acceptApproval({ params })),
      edit(second, id, { fee: 50 }),
    ])
    expect(all.slice(0, 4).filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
    expect(await methodOf(id)).toMatchObject({ rate: '5000', fee: 50 })
    const { items } = await first.admin.audit({ query: { target: id, action: 'method.edit' } })
    const cheaper = items.filter(({ before, after }) => rateIn(before) === '10000' && rateIn(after) === '5000')
    expect(cheaper.map(({ by }) => by)).toEqual([expect.stringMatching(/partner|third_eye/)])
  })

  test.each([
    ['as low already', { rate: '7000' }, 'The rate is already this low.'],
    ['of the sources now', { rateSource: 'feed' }, 'The rate source has changed in the meantime.'],
    ['of another coin now', { currency: 'SOL' }, 'The method now pays another currency.'],
  ] as const)('is asked about again in the world as it is: %s', async (_what, meanwhile, outcome) => {
    const { first, second, id } = await admins({ currency: 'TRX' })
    await edit(first, id, { rate: '8000' })
    await world.settings({ four_eyes: false })
    await edit(first, id, meanwhile)
    await world.settings(twoAdminsRule)
    const before = await methodOf(id)
    const { approval, msg } = await second.admin.acceptApproval({ params: await actOf(id) })
    expect([approval.state, approval.outcome, msg]).toEqual(['failed', outcome, outcome])
    expect(await methodOf(id)).toEqual({ ...before, waiting: null })
    await edit(first, id, { enabled: false })
  })

  test('is a matter of one admin where there is one, or no such rule', async () => {
    const { first, second, id } = await admins({ currency: 'BCH' })
    const become = (role: 'admin' | 'user') =>
      world.db.write((tx) =>
        tx
          .updateTable('users')
          .set({ role })
          .where('role', '=', role === 'user' ? 'admin' : 'user')
          .where('username', 'in', ['partner', 'third_eye'])
          .execute(),
      )
    await become('user')
    expect((await first.admin.methods()).needsSecond).toBe(false)
    expect((await edit(first, id, { rate: '9000' })).method).toMatchObject({ rate: '9000', waiting: null })
    await become('admin')
    expect((await edit(second, id, { rate: '8000' })).method.rate).toBe('9000')
    await world.settings({ four_eyes: false })
    expect((await edit(first, id, { rate: '8000' })).method.rate).toBe('8000')
  })
})
