import type { AdminMethod } from '@runnel/contract/admin/method'
import type { Settings } from '@runnel/contract/settings/settings'
import { describe, expect, test } from 'vitest'
import { withdraw } from '#features/withdraw/withdraw.ts'
import { say } from '#kernel/words/say.ts'
import { balancesOf } from '#money/accounts.ts'
import { addMethod, requestWithdrawal, dogePlace, earn, openHanded, payoutDeps } from '#test/features/withdrawing.ts'
import { refusal } from '#test/refusal.ts'
import { type Person, useWorld } from '#test/world.ts'

/** As many as have a connection each: more would only wait for one. */
const AT_ONCE = 40
const world = useWorld({ connections: AT_ONCE, settings: openHanded })

const aPlace = dogePlace('somewhere')
const etherPlace = '0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed'

const mainOf = async ({ id }: Person): Promise<number> => (await balancesOf(world.db.read, id)).main

describe('a request', () => {
  test('takes the amount at once, is seen by its owner alone, and is told under the bell', async () => {
    const owner = await world.owner()
    await world.settings({ payout_auto_max: 0 })
    const method = await addMethod(owner)
    const alice = await world.user('alice2')
    const bob = await world.user('bob2')
    await earn(world, alice, 30_000)
    const { withdrawal, balance } = await requestWithdrawal(alice, { method, amount: 12_000 })
    expect(withdrawal).toMatchObject({ status: 'review', amount: 12_000, fee: 100, receives: '1.19', txId: null })
    expect(balance).toBe(18_000)
    expect(await mainOf(alice)).toBe(18_000)
    expect((await alice.withdraw.history()).items).toEqual([withdrawal])
    expect(await bob.withdraw.history()).toEqual({ items: [], totalItems: 0 })
    expect(await alice.withdraw.history({ query: { status: 'paid' } })).toEqual({ items: [], totalItems: 0 })
    const { notification } = await alice.user.refresh()
    expect(notification.notifications[0]).toMatchObject({ kind: 'withdrawal-requested', values: { amount: 12_000 } })
    const { items } = await alice.user.statement({ query: { kind: 'withdraw-request' } })
    expect(items).toMatchObject([{ amount: -12_000, balanceAfter: 18_000, ref: withdrawal._id }])
    await world.settings(openHanded)
  })

  test('needs a right captcha, and nothing moves without one', async () => {
    const owner = await world.owner()
    const method = await addMethod(owner)
    const alice = await world.user('alice2')
    const before = await mainOf(alice)
    const params = { methodId: method._id }
    const wrong = await alice.solve.captcha('withdraw', { right: false })
    const body = { address: aPlace, amount: 2_000, captcha: wrong }
    expect(await refusal(alice.withdraw.request({ params, body }))).toMatchObject({ status: 400 })
    const elsewhere = await alice.solve.captcha('contact')
    const other = { ...body, captcha: elsewhere }
    expect(await refusal(alice.withdraw.request({ params, body: other }))).toMatchObject({ status: 400 })
    expect(await mainOf(alice)).toBe(before)
  })

  test('with a used Idempotency-Key is told of the first only when it asks for the same', async () => {
    const owner = await world.owner()
    const [method, other] = [await addMethod(owner), await addMethod(owner)]
    const nina = await world.user('nina')
    await earn(world, nina, 30_000)
    const send = async (changes: { amount?: number; address?: string; method?: AdminMethod }) =>
      nina.withdraw.request({
        params: { methodId: (changes.method ?? method)._id },
        body: {
          address: changes.address ?? aPlace,
          amount: changes.amount ?? 5_000,
          captcha: await nina.solve.captcha('withdraw'),
        },
        idempotencyKey: 'used-for-5000',
      })
    const first = await send({})
    expect(await send({}), 'with another captcha').toEqual(first)
    for (const changes of [{ amount: 6_000 }, { address: dogePlace('elsewhere') }, { method: other }]) {
      expect(await refusal(send(changes))).toMatchObject({
        status: 409,
        failure: { code: 'IDEMPOTENCY_KEY_REUSED' },
      })
    }
    expect(await mainOf(nina)).toBe(25_000)
  })

  test('with the same Idempotency-Key gives the same answer and moves nothing twice', async () => {
    const owner = await world.owner()
    const method = await addMethod(owner)
    const carol = await world.user('carol')
    await earn(world, carol, 30_000)
    const body = { address: aPlace, amount: 5_000, captcha: await carol.solve.captcha('withdraw') }
    const call = { params: { methodId: method._id }, body, idempotencyKey: 'the-same-key' }
    const answers = await Promise.all([1, 2, 3].map(() => carol.withdraw.request(call)))
    const again = await carol.withdraw.request(call)
    for (const answer of answers) expect(answer).toEqual(again)
    expect(await mainOf(carol)).toBe(25_000)
    expect((await carol.withdraw.history()).totalItems).toBe(1)
  })

  // The captcha is single use by itself, so races go straight to the rule, each call in a transaction of its own.
  const raceOf = async (
    person: Person,
    asked: { method: AdminMethod; amount: number; settings: Partial<Settings>; times?: number },
  ) => {
    const { method, amount, settings, times = AT_ONCE } = asked
    const { request } = withdraw({ ...payoutDeps(world), publicUrl: '' })
    const attempt = () =>
      world.db.write(async (tx) => {
        const base = { now: world.clock.now(), settings: { ...world.defaults, ...settings } }
        const nothing = () => undefined
        const writing = {
          tx,
          enqueue: async () => undefined,
          notifyLive: nothing,
          afterCommit: nothing,
          onRollback: nothing,
        }
        const body = { address: dogePlace(person.id), amount, captcha: { id: 'solved' } }
        const input = { params: { methodId: method._id }, query: undefined, headers: undefined, body }
        // The rule reads nothing else of its context than what stands here.
        const context = { ...base, ...writing, caller: { id: person.id } } as unknown as Parameters<typeof request>[1]
        return request(input, context)
      })
    const results = await Promise.allSettled(Array.from({ length: times }, attempt))
    return {
      done: results.filter(({ status }) => status === 'fulfilled').length,
      refused: new Set(results.flatMap((result) => (result.status === 'rejected' ? [String(result.reason)] : []))),
    }
  }

  test('many at once never overspend, whatever the balance allows', async () => {
    const method = await addMethod(await world.owner())
    const rita = await world.user('rita')
    await earn(world, rita, 55_500)
    const { done, refused } = await raceOf(rita, { method, amount: 5_000, settings: openHanded })
    expect(done).toBe(11)
    expect([...refused]).toEqual(['Refusal: Insufficient balance.'])
    expect(await mainOf(rita)).toBe(500)
    expect((await rita.withdraw.history()).totalItems).toBe(11)
  })

  test('many at once never pass the limit of the day', async () => {
    const method = await addMethod(await world.owner())
    const tina = await world.user('tina')
    await earn(world, tina, 1_000_000)
    const settings = { ...openHanded, payout_user_day_max: 17_000 }
    expect((await raceOf(tina, { method, amount: 5_000, settings })).done).toBe(3)
    expect(await mainOf(tina)).toBe(985_000)
  })

  test('40 people at once are paid by themselves only up to the limit of the site', async () => {
    world.clock.turn(86_400)
    const method = await addMethod(await world.owner())
    const people: Person[] = []
    for (let made = 0; made < 40; made++) {
      const person = await world.user(`crowd${made}`)
      await earn(world, person, 5_000)
      people.push(person)
    }
    const settings = { ...openHanded, payout_site_day_max: 52_000 }
    await Promise.all(people.map((person) => raceOf(person, { method, amount: 5_000, settings, times: 1 })))
    const { totalItems } = await (await world.owner()).admin.withdrawals({ query: { username: 'crowd' } })
    const approved = await (await world.owner()).admin.withdrawals({ query: { username: 'crowd', status: 'approved' } })
    expect([totalItems, approved.totalItems]).toEqual([40, 10])
  })

  test('stays inside what a user may withdraw in a day, and says what is left', async () => {
    const owner = await world.owner()
    const method = await addMethod(owner)
    const gina = await world.user('gina')
    await earn(world, gina, 50_000)
    await world.settings({ ...openHanded, payout_user_day_max: 15_000 })
    await requestWithdrawal(gina, { method, amount: 10_000 })
    const over = await refusal(requestWithdrawal(gina, { method, amount: 5_001 }))
    expect(over).toMatchObject({ status: 409, failure: { code: 'WITHDRAW_DAY_LIMIT' } })
    expect(String(over.failure['msg'])).toContain('You can withdraw $0.05 more')
    await requestWithdrawal(gina, { method, amount: 5_000 })
    world.clock.turn(86_400)
    expect((await requestWithdrawal(gina, { method, amount: 15_000 })).withdrawal.amount).toBe(15_000)
    await world.settings(openHanded)
  })

  test('waits for a person when the site has paid its day or the address is shared, not for a mark', async () => {
    const owner = await world.owner()
    const method = await addMethod(owner, { currency: 'ETH', name: 'Ether' })
    const hugo = await world.user('hugo')
    const ines = await world.user('ines')
    for (const person of [hugo, ines]) await earn(world, person, 100_000)
    world.clock.turn(86_400)
    await world.settings({ ...openHanded, payout_site_day_max: 8_000 })
    const own = '0xfb6916095ca1df60bb79ce92ce3ea74c37c5d359'
    expect((await requestWithdrawal(hugo, { method, amount: 8_000, address: own })).withdrawal.status).toBe('approved')
    expect((await requestWithdrawal(hugo, { method, amount: 2_000, address: own })).withdrawal.status).toBe('review')
    await world.settings(openHanded)
    expect((await requestWithdrawal(hugo, { method, amount: 2_000, address: own })).withdrawal.status).toBe('approved')
    // Ines asks for the same wallet in another spelling: both accounts are marked, and both wait from now on.
    const shared = await requestWithdrawal(ines, {
      method,
      amount: 2_000,
      address: '0xfB6916095ca1df60bB79Ce92cE3Ea74c37c5d359',
    })
    expect(shared.withdrawal.status).toBe('review')
    expect((await requestWithdrawal(hugo, { method, amount: 2_000, address: own })).withdrawal.status).toBe('review')
    const marks = await world.db.read
      .selectFrom('risk_marks')
      .select(['user_id', 'points', 'detail'])
      .where('user_id', 'in', [hugo.id, ines.id])
      .execute()
    expect(marks.map((mark) => mark.user_id).sort()).toEqual([hugo.id, ines.id].sort())
    for (const mark of marks)
      expect(mark).toMatchObject({
        points: 30,
        detail: say('withdraw.withdrawalAddressSharedAccounts', { accounts: 2 }),
      })
    const { review } = await hugo.withdraw.preview({
      params: { methodId: method._id },
      body: { address: etherPlace, amount: 2_000 },
    })
    expect(review).toBeNull()
  })

  test('to a new address waits a day after a password change; one that was paid before does not', async () => {
    const owner = await world.owner()
    const method = await addMethod(owner)
    const jana = await world.user('jana')
    await earn(world, jana, 100_000)
    const paid = await requestWithdrawal(jana, { method })
    await world.runJobs()
    await world.db.write((tx) =>
      tx.updateTable('users').set({ password_changed_at: world.clock.now() }).where('id', '=', jana.id).execute(),
    )
    const known = await requestWithdrawal(jana, { method, address: paid.withdrawal.address })
    const fresh = await requestWithdrawal(jana, { method, address: dogePlace('never seen') })
    expect(fresh.msg).toContain('The address is new')
    await world.runJobs()
    const statusOf = async (id: string) =>
      (await jana.withdraw.history({ query: { limit: '100' } })).items.find(({ _id }) => _id === id)?.status
    expect(await statusOf(known.withdrawal._id)).toBe('paid')
    expect(await statusOf(fresh.withdrawal._id)).toBe('approved')
  })
})
