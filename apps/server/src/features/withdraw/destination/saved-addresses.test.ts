import { SAVED_ADDRESSES_MAX } from '@runnel/contract/withdraw'
import { describe, expect, test } from 'vitest'
import { runPayouts } from '#features/withdraw/payout/pay.ts'
import { addMethod, dogePlace, earn, openHanded, payoutDeps, requestWithdrawal } from '#test/features/withdrawing.ts'
import { type Person, Refused, useWorld } from '#test/world.ts'

const HOURS = 24
const world = useWorld({ settings: { ...openHanded, payout_address_wait_hours: HOURS }, limits: false })

const start = async (name: string) => {
  const method = await addMethod(await world.owner())
  const person = await world.user(name)
  await earn(world, person, 100_000)
  return { method, person, address: dogePlace(name) }
}
type Started = Awaited<ReturnType<typeof start>>
const save = ({ person, method, address }: Started, label = 'Wallet') =>
  person.withdraw.saveAddress({ params: { methodId: method._id }, body: { address, label } })
const statusOf = async (person: Person) => (await person.withdraw.history({})).items[0]?.status
const mailsTo = (name: string) => world.mails.filter(({ to }) => to.includes(name))
const codeOf = async (work: Promise<unknown>): Promise<unknown> => {
  const error = await work.then(
    () => undefined,
    (thrown: unknown) => thrown,
  )
  return error instanceof Refused ? error.failure['code'] : error
}

describe('a new address', () => {
  test('waits before it is paid automatically, is told by mail once, and waits no more after it was paid', async () => {
    const all = await start('nina')
    const { person, method, address } = all
    const preview = { params: { methodId: method._id }, body: { address, amount: 10_000 } }
    expect((await person.withdraw.preview(preview)).review).toMatch(/will be paid after Mar 11, 2026, 9:00\sAM UTC/)
    const asked = await requestWithdrawal(person, { method, address })
    expect(asked.withdrawal).toMatchObject({ status: 'approved', notBefore: '2026-03-11T09:00:00.000Z' })
    expect(asked.msg).toContain('will be paid after')
    await requestWithdrawal(person, { method, address })
    await world.runJobs()
    expect(mailsTo('nina').map(({ subject }) => subject)).toEqual([expect.stringContaining('New payout address')])
    expect(mailsTo('nina')[0]?.text).toContain(address)
    await runPayouts(payoutDeps(world))
    expect(await statusOf(person)).toBe('approved')
    world.clock.turn(HOURS * 3_600)
    await runPayouts(payoutDeps(world))
    expect(await statusOf(person)).toBe('paid')
    const again = await world.user('nina')
    expect((await requestWithdrawal(again, { method, address })).withdrawal.notBefore).toBeNull()
  })

  test('an approval by a person does not shorten the wait', async () => {
    await world.settings({ payout_auto_max: 0 })
    const { person, method, address } = await start('omar')
    const { withdrawal } = await requestWithdrawal(person, { method, address })
    expect(withdrawal.status).toBe('review')
    const owner = await world.owner()
    const { items } = await owner.admin.withdrawals({ query: { username: 'omar' } })
    expect(items[0]?.notBefore).toEqual(withdrawal.notBefore)
    await owner.admin.approveWithdrawals({ body: { ids: [withdrawal._id] } })
    await runPayouts(payoutDeps(world))
    expect(await statusOf(person)).toBe('approved')
    await world.settings({ payout_auto_max: openHanded.payout_auto_max ?? 0 })
  })

  test('that was saved ahead has waited already', async () => {
    const all = await start('pia')
    expect((await save(all)).address.readyAt).not.toBeNull()
    world.clock.turn(HOURS * 3_600)
    const person = await world.user('pia')
    expect((await person.withdraw.addresses()).addresses).toMatchObject([{ label: 'Wallet', readyAt: null }])
    const { withdrawal } = await requestWithdrawal(person, { method: all.method, address: all.address })
    expect(withdrawal.notBefore).toBeNull()
  })

  test('does not wait where the owner says so', async () => {
    await world.settings({ payout_address_wait_hours: 0 })
    const { person, method, address } = await start('quin')
    expect((await requestWithdrawal(person, { method, address })).withdrawal.notBefore).toBeNull()
    await world.settings({ payout_address_wait_hours: HOURS })
  })
})

describe('saved addresses', () => {
  test('the same one again, many times at once, is one with the last label, and one mail', async () => {
    const all = await start('rita')
    await Promise.all(Array.from({ length: 8 }, () => save(all)))
    await save(all, 'Savings')
    const { addresses } = await all.person.withdraw.addresses()
    expect(addresses).toMatchObject([{ label: 'Savings', address: all.address, methodId: all.method._id }])
    await world.runJobs()
    expect(mailsTo('rita')).toHaveLength(1)
  })

  test('of others are neither shown nor removed, and what is no address is refused', async () => {
    const mine = await start('sam')
    const { address } = await save(mine)
    const other = await start('tom')
    expect((await other.person.withdraw.addresses()).addresses).toEqual([])
    const params = { id: address._id }
    expect(await codeOf(other.person.withdraw.removeAddress({ params }))).toBe('NOT_FOUND')
    await mine.person.withdraw.removeAddress({ params })
    expect(await codeOf(mine.person.withdraw.removeAddress({ params }))).toBe('NOT_FOUND')
    expect(await codeOf(save({ ...mine, address: 'nowhere' }))).toBe('ADDRESS_INVALID')
  })

  test('are only so many', async () => {
    const all = await start('uma')
    for (let count = 0; count < SAVED_ADDRESSES_MAX; count += 1) {
      await save({ ...all, address: dogePlace(`uma ${count}`) })
    }
    expect(await codeOf(save(all))).toBe('TOO_MANY_ADDRESSES')
  })
})
