import { faucetpayCoins } from '@runnel/contract/admin/method'
import { afterAll, describe, expect, test } from 'vitest'
import { createFaucetpay } from '#adapters/payout/faucetpay.ts'
import { runPayouts } from '#features/withdraw/payout/pay.ts'
import { startFaucetpayPayouts } from '#test/fakes/faucetpay-payouts.ts'
import { addMethod, dogePlace, earn, openHanded, payoutDeps, requestWithdrawal } from '#test/features/withdrawing.ts'
import { localHttp } from '#test/local-http.ts'
import { type Person, Refused, useWorld } from '#test/world.ts'

const faucetpay = await startFaucetpayPayouts(() => world.clock.now())
const world = useWorld({
  settings: { ...openHanded, payout_faucetpay_key: faucetpay.key },
  outside: { faucetpayUrl: `${faucetpay.url}/api/v1` },
})
afterAll(() => faucetpay.close())

const start = async (name: string) => {
  const owner = await world.owner()
  const method = await addMethod(owner, { processor: 'faucetpay', name: `FaucetPay ${name}` })
  const person = await world.user(name)
  await earn(world, person, 100_000)
  return { owner, method, person }
}
type Started = Awaited<ReturnType<typeof start>>
const preview = ({ person, method }: Pick<Started, 'person' | 'method'>, address: string) =>
  person.withdraw.preview({ params: { methodId: method._id }, body: { address, amount: 10_000 } })
const codeOf = async (work: Promise<unknown>): Promise<unknown> => {
  const error = await work.then(
    () => undefined,
    (thrown: unknown) => thrown,
  )
  return error instanceof Refused ? error.failure['code'] : error
}
const checks = (): number => faucetpay.got.filter(({ path }) => path.endsWith('checkaddress')).length

describe('FaucetPay as people use it', () => {
  test.each(['ada@example.com', 'Ada_L', dogePlace('ada')])('pays to %s', async (address) => {
    faucetpay.link(address, 'ada')
    const all = await start(`to_${address.toLowerCase().replaceAll(/\W/g, '').slice(0, 8)}`)
    expect(await preview(all, address)).toMatchObject({ receives: '0.99' })
    const { withdrawal } = await requestWithdrawal(all.person, { method: all.method, address })
    expect(withdrawal).toMatchObject({ address })
  })

  test('an email, a username and an address of one account are one: the reviewer sees the tie', async () => {
    for (const place of ['eve@example.com', 'eve', dogePlace('eve')]) faucetpay.link(place, 'eve')
    const first = await start('eve_one')
    await preview(first, 'eve@example.com')
    await requestWithdrawal(first.person, { method: first.method, address: 'eve@example.com' })
    const second = await start('eve_two')
    expect((await preview(second, 'eve')).review).toContain('Another account uses this address.')
    const asked = await requestWithdrawal(second.person, { method: second.method, address: 'eve' })
    expect(asked.withdrawal.status).toBe('review')
    const { items } = await second.owner.admin.withdrawals({ query: { username: 'eve_two' } })
    expect(items).toMatchObject([{ sharedAddress: 1, reviewReasons: ['Another account uses this address.'] }])
    expect(items[0]?.risk).toMatchObject([{ family: 'payout' }])
    const found = await second.owner.admin.withdrawals({ query: { address: 'EVE@example.com' } })
    expect(found.items.map(({ user }) => user.username).toSorted()).toEqual(['eve_one', 'eve_two'])
  })

  test('nobody of FaucetPay is refused before anything is confirmed, with words that help', async () => {
    const all = await start('nobody')
    const error = await preview(all, 'nobody@example.com').catch((thrown: unknown) => thrown)
    if (!(error instanceof Refused)) throw new Error('it was not refused')
    expect(error.failure).toMatchObject({
      code: 'ADDRESS_UNKNOWN',
      errors: { address: expect.stringContaining('no account with this email') },
    })
    expect(await codeOf(requestWithdrawal(all.person, { method: all.method, address: 'nobody@example.com' }))).toBe(
      'ADDRESS_UNCHECKED',
    )
    expect(await codeOf(preview(all, 'no name at all'))).toBe('ADDRESS_INVALID')
  })

  test('without an answer nothing is confirmed, and an account is not asked for twice within minutes', async () => {
    faucetpay.link('busy@example.com')
    const all = await start('busy')
    faucetpay.failNext('fails before')
    expect(await codeOf(preview(all, 'busy@example.com'))).toBe('PROVIDER_UNREACHABLE')
    const before = checks()
    await preview(all, 'busy@example.com')
    await preview(all, 'Busy@example.com')
    expect(checks()).toBe(before + 1)
    world.clock.turn(301)
    await preview(all, 'busy@example.com')
    expect(checks()).toBe(before + 2)
  })

  test('a check of one person or of yesterday does not count for a request', async () => {
    faucetpay.link('late@example.com')
    const all = await start('late')
    await preview(all, 'late@example.com')
    const other = await start('late_other')
    const ask = (person: Person) => requestWithdrawal(person, { method: all.method, address: 'late@example.com' })
    expect(await codeOf(ask(other.person))).toBe('ADDRESS_UNCHECKED')
    world.clock.turn(86_401)
    expect(await codeOf(ask(await world.user('late')))).toBe('ADDRESS_UNCHECKED')
  })

  test('what is sent goes to the name as it was entered', async () => {
    faucetpay.link('Mia@example.com')
    const all = await start('mia')
    await preview(all, 'Mia@example.com')
    await requestWithdrawal(all.person, { method: all.method, address: 'Mia@example.com' })
    const adapter = createFaucetpay({ http: localHttp(), url: `${faucetpay.url}/api/v1` })
    await runPayouts(payoutDeps(world, { faucetpay: adapter }))
    expect(faucetpay.sent.at(-1)).toMatchObject({ to: 'Mia@example.com', currency: 'DOGE' })
  })
})

test.each(faucetpayCoins)('%s is paid by FaucetPay and by nobody else', async (currency) => {
  const owner = await world.owner()
  expect(await addMethod(owner, { currency, processor: 'faucetpay' })).toMatchObject({ currency })
  expect(await codeOf(addMethod(owner, { currency, processor: 'manual' }))).toBe('FAUCETPAY_ONLY')
})
