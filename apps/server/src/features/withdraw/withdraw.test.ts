import { describe, expect, test } from 'vitest'
import { runPayouts } from '#features/withdraw/payout/pay.ts'
import { newId } from '#kernel/id.ts'
import { balancesOf } from '#money/accounts.ts'
import { addMethod, requestWithdrawal, dogePlace, earn, openHanded, payoutDeps } from '#test/features/withdrawing.ts'
import { refusal } from '#test/refusal.ts'
import { type Person, useWorld } from '#test/world.ts'

const world = useWorld({ connections: 40, settings: openHanded })

const aPlace = dogePlace('somewhere')
const etherPlace = '0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed'

const mainOf = async ({ id }: Person): Promise<number> => (await balancesOf(world.db.read, id)).main

describe('the ways to be paid', () => {
  test('show what each costs, what stands in the way, and nothing that is switched off', async () => {
    const owner = await world.owner()
    const method = await addMethod(owner, { name: 'Shown' })
    await addMethod(owner, { name: 'Hidden', enabled: false })
    const alice = await world.user('alice')
    await earn(world, alice, 5_000)
    const shown = await alice.withdraw.methods()
    expect(shown.balance).toBe(5_000)
    expect(shown.requirements).toEqual([])
    expect(shown.methods.map(({ name }) => name)).toEqual(['Shown'])
    expect(shown.methods[0]).toMatchObject({
      _id: method._id,
      currency: 'DOGE',
      fee: 100,
      rate: '10000',
      eta: null,
      closed: null,
      addressHint: 'Starts with D.',
    })
    expect(await refusal(world.guest().withdraw.methods())).toMatchObject({ status: 401 })
  })

  test('a price from a feed that is too old closes the method, a fixed one never ages', async () => {
    const owner = await world.owner()
    const method = await addMethod(owner, { name: 'Priced' })
    const alice = await world.user('alice')
    await earn(world, alice, 20_000)
    world.clock.turn(3 * 86_400)
    expect((await alice.withdraw.methods()).methods.find(({ _id }) => _id === method._id)?.closed).toBeNull()
    await world.db.write((tx) =>
      tx.updateTable('withdraw_methods').set({ rate_source: 'feed' }).where('id', '=', method._id).execute(),
    )
    expect((await alice.withdraw.methods()).methods.find(({ _id }) => _id === method._id)?.closed).toContain('outdated')
    const params = { methodId: method._id }
    const preview = alice.withdraw.preview({ params, body: { address: aPlace, amount: 10_000 } })
    expect(await refusal(preview)).toMatchObject({ status: 409, failure: { code: 'METHOD_CLOSED' } })
    expect(await refusal(requestWithdrawal(alice, { method }))).toMatchObject({
      status: 409,
      failure: { code: 'METHOD_CLOSED' },
    })
    await owner.admin.editMethod({ params: { id: method._id }, body: { rateSource: 'fixed', rate: '9000' } })
    expect((await alice.withdraw.methods()).methods.find(({ _id }) => _id === method._id)?.closed).toBeNull()
  })

  test('what must still happen is told and enforced', async () => {
    const owner = await world.owner()
    const method = await addMethod(owner)
    const dora = await world.user('dora')
    await earn(world, dora, 50_000)
    await world.settings({ withdraw_min_answers: 100, withdraw_min_days: 7 })
    await world.db.write((tx) =>
      tx.updateTable('users').set({ email_verified_at: null }).where('id', '=', dora.id).execute(),
    )
    const codes = async () => (await dora.withdraw.methods()).requirements.map(({ code }) => code)
    expect(await codes()).toEqual(['EMAIL_UNVERIFIED'])
    expect(await refusal(requestWithdrawal(dora, { method }))).toMatchObject({
      status: 409,
      failure: { code: 'EMAIL_UNVERIFIED' },
    })
    await world.db.write((tx) =>
      tx.updateTable('users').set({ email_verified_at: world.clock.now() }).where('id', '=', dora.id).execute(),
    )
    expect(await codes()).toEqual([])
  })

  test('on its first day a new account withdraws, and a person looks at it', async () => {
    const owner = await world.owner()
    const method = await addMethod(owner)
    await world.settings({ withdraw_min_answers: 100, withdraw_min_days: 7, payout_auto_max: 1_000_000 })
    const looked = 'The first withdrawal of a new account is reviewed manually.'
    /** Whether a person looks at the first withdrawal of somebody who answered so many captchas. */
    const isReviewed = async (name: string, [right, wrong]: readonly [number, number], days = 0) => {
      const person = await world.user(name)
      await earn(world, person, 50_000)
      const record = { user_id: person.id, right_count: right, wrong_count: wrong, first_answer_at: world.clock.now() }
      await world.db.write((tx) => tx.insertInto('answer_records').values(record).execute())
      world.clock.turn(days * 86_400)
      const params = { methodId: method._id }
      const told = await person.withdraw.preview({ params, body: { address: dogePlace(person.id), amount: 2_000 } })
      const { first } = await person.withdraw.methods()
      const { withdrawal } = await requestWithdrawal(person, { method, address: dogePlace(person.id) })
      expect(first?.review !== null).toBe(withdrawal.status === 'review')
      expect(told.review?.includes(looked) ?? false).toBe(withdrawal.status === 'review')
      return withdrawal.status === 'review'
    }
    // The captcha of the request itself is one more.
    expect(await isReviewed('dora_new', [90, 8])).toBe(true)
    expect(await isReviewed('dora_busy', [90, 10])).toBe(false)
    expect(await isReviewed('dora_old', [1, 0], 7)).toBe(false)
    // Where a person looks at all of them, nobody is promised that it ends.
    await world.settings({ payout_auto_max: 0 })
    const { first } = await (await world.user('dora_promised')).withdraw.methods()
    expect(first?.review).toBeNull()
    await world.settings(openHanded)
  })
})

describe('a preview', () => {
  test('tells to the last digit what arrives, and moves nothing', async () => {
    const owner = await world.owner()
    const method = await addMethod(owner, { rate: '7', fee: 1_000, minimum: 2_000, decimals: 8 })
    const alice = await world.user('alice')
    await earn(world, alice, 100_000)
    const before = await mainOf(alice)
    const params = { methodId: method._id }
    const told = await alice.withdraw.preview({ params, body: { address: aPlace, amount: 11_000 } })
    // 10,000 / 7 = 1428.571428571…, cut after eight digits.
    expect(told).toMatchObject({ amount: 11_000, fee: 1_000, net: 10_000, receives: '1428.57142857', review: null })
    expect(await mainOf(alice)).toBe(before)
  })

  test('tells why it will wait for a person', async () => {
    const owner = await world.owner()
    const byHand = await addMethod(owner, { processor: 'manual' })
    const bob = await world.user('bob')
    await earn(world, bob, 100_000)
    const review = async (amount: number, method = byHand) => {
      const body = { address: dogePlace(bob.id), amount }
      return (await bob.withdraw.preview({ params: { methodId: method._id }, body })).review
    }
    expect(await review(2_000)).toBe('Payouts with this method are sent manually.')
    const method = await addMethod(owner)
    expect(await review(2_000, method)).toBeNull()
    await world.settings({ payout_auto_max: 1_999 })
    expect(await review(2_000, method)).toBe('Withdrawals above $0.01999 are reviewed manually.')
    expect(await review(1_999, method)).toBeNull()
    await world.settings({ payout_auto_max: 0 })
    expect(await review(1_999, method)).toContain('All withdrawals')
    await world.settings({ ...openHanded, payout_site_day_max: 1 })
    expect(await review(1_999, method)).toContain('reached')
    await world.settings(openHanded)
  })

  test('refuses each wrong field with a sentence beside it', async () => {
    const owner = await world.owner()
    const method = await addMethod(owner)
    const alice = await world.user('alice')
    const wrong = async (body: { address: string; amount: number }, methodId = method._id) =>
      refusal(alice.withdraw.preview({ params: { methodId }, body }))
    const one = aPlace
    const two = etherPlace
    expect(await wrong({ address: two, amount: 2_000 })).toMatchObject({
      status: 422,
      failure: { code: 'ADDRESS_INVALID' },
    })
    expect(await wrong({ address: one, amount: 999 })).toMatchObject({
      status: 422,
      failure: { code: 'AMOUNT_TOO_SMALL', errors: { amount: 'The minimum is $0.01.' } },
    })
    expect(await wrong({ address: one, amount: 500_001 })).toMatchObject({
      status: 422,
      failure: { code: 'AMOUNT_TOO_LARGE' },
    })
    expect(await wrong({ address: one, amount: 2_000 }, newId())).toMatchObject({ status: 404 })
    const poor = await world.user('poor')
    const body = { address: one, amount: 2_000 }
    const refused = await refusal(poor.withdraw.preview({ params: { methodId: method._id }, body }))
    expect(refused).toMatchObject({ status: 409, failure: { code: 'INSUFFICIENT_BALANCE' } })
  })
})

describe('the proof that this site pays', () => {
  test('shows paid ones with their transaction and the median time', async () => {
    // What earlier tests left is paid first and forgotten after a month.
    world.clock.turn(2 * 86_400)
    await runPayouts(payoutDeps(world))
    world.clock.turn(40 * 86_400)
    const method = await addMethod(await world.owner())
    const kim = await world.user('kim')
    await earn(world, kim, 50_000)
    for (const seconds of [10, 20, 90]) {
      await requestWithdrawal(kim, { method, amount: 2_000 })
      world.clock.turn(seconds)
      await world.runJobs()
    }
    const { payouts, medianPaySeconds, methods } = await kim.withdraw.methods()
    expect(medianPaySeconds).toBe(20)
    expect(methods.find(({ _id }) => _id === method._id)?.eta).toBe(20)
    expect(payouts[0]).toMatchObject({ amount: 2_000, receives: '0.19', currency: 'DOGE' })
    expect(payouts[0]?.txId).toMatch(/^[0-9a-f]{64}$/)
  })
})
