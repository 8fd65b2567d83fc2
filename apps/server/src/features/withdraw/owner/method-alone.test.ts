import { describe, expect, test } from 'vitest'
import { type Coin, twoAdmins } from '#test/features/two-admins.ts'
import { addMethod, openHanded } from '#test/features/withdrawing.ts'
import { useWorld } from '#test/world.ts'

const world = useWorld({ settings: openHanded })
const { admins, methodOf, edit, actsOf, actOf, ratesOf } = twoAdmins(world)

/** What the wallet of a coin is worth, as the admins read it. */
const unitsOf = async (currency: Coin) =>
  (await (await world.owner()).admin.wallets()).wallets.find((wallet) => wallet.currency === currency)?.units

/** What the sources told, as the job writes it down. */
const told = (id: string, rate: string) =>
  world.db.write((tx) =>
    tx.updateTable('withdraw_methods').set({ rate, rate_at: world.clock.now() }).where('id', '=', id).execute(),
  )

describe('one admin alone', () => {
  test('adds no cheaper method, open or closed; it pays once the other agreed', async () => {
    const { first, second } = await admins({ currency: 'BTC' })
    const { _id: id, ...made } = await addMethod(first, { currency: 'BTC', rate: '100' })
    const closed = 'The rate is waiting for a second admin.'
    expect(made).toMatchObject({ rate: '100', rateAt: null, closed, waiting: { rate: '100' } })
    await edit(first, id, { enabled: false })
    await edit(first, id, { enabled: true })
    const hidden = await addMethod(first, { currency: 'BTC', rate: '200', enabled: false })
    await edit(first, hidden._id, { enabled: true })
    // A rate that nobody accepted is none that the next one could be held against.
    await addMethod(first, { currency: 'BTC', rate: '201' })
    expect(await ratesOf('BTC')).toEqual(['10000'])
    await addMethod(first, { currency: 'BTC', rate: '10000' })
    await second.admin.denyApproval({ params: await actOf(hidden._id), body: { reason: 'No.'.padEnd(5, '.') } })
    expect((await methodOf(hidden._id))?.closed).toContain('No second admin has approved the rate.')
    expect((await edit(first, hidden._id, {})).method).toMatchObject({ closed, waiting: { rate: '200' } })
    expect((await actsOf(id))[0]?.sentence).toBe('Set the rate of Dogecoin to 100 units per BTC.')
    await second.admin.acceptApproval({ params: await actOf(id) })
    expect((await ratesOf('BTC')).toSorted()).toEqual(['100', '10000', '10000'])
  })

  test('names no first rate of a coin: its wallet may hold some for fees', async () => {
    const { first, second } = await admins()
    const now = world.clock.now()
    const two = { processor: 'faucetpay', currency: 'BNB', amount: '2', at: now, asked_at: now, error: null }
    await world.db.write((tx) => tx.insertInto('payout_wallets').values(two).execute())
    const { _id: id, closed } = await addMethod(first, { currency: 'BNB' })
    expect([closed, await ratesOf('BNB')]).toEqual(['The rate is waiting for a second admin.', []])
    const { methods } = await (await world.user('rate_reader')).withdraw.methods()
    const offered = methods.find(({ _id }) => _id === id)
    expect(offered).toMatchObject({ rateAt: null, closed: expect.stringContaining('isn’t available yet') })
    expect(await unitsOf('BNB')).toBeNull()
    await second.admin.acceptApproval({ params: await actOf(id) })
    expect(await ratesOf('BNB')).toEqual(['10000'])
    expect(await unitsOf('BNB')).toBe(20_000)
  })

  test('turns no method to another coin for less', async () => {
    const { first, ids } = await admins({ currency: 'ETH', rate: '10000' }, { currency: 'POL', rate: '10' })
    const [, other = ''] = ids
    await edit(first, other, { currency: 'ETH' })
    expect(await methodOf(other)).toMatchObject({ currency: 'ETH', rateAt: null, waiting: { rate: '10' } })
    expect(await ratesOf('ETH')).toEqual(['10000'])
    await edit(first, other, { rate: '10000' })
    expect(await ratesOf('ETH')).toEqual(['10000', '10000'])
  })

  test('makes no rate up by way of the sources', async () => {
    const { first, second, ids } = await admins({ currency: 'SOL' }, { currency: 'SOL', rateSource: 'feed' })
    const [fixed = '', fed = ''] = ids
    await told(fed, '12000')
    // To the sources and back.
    const { _id: made } = await addMethod(first, { currency: 'SOL', rate: '1', rateSource: 'feed' })
    await edit(first, made, { rateSource: 'fixed' })
    await edit(first, made, { rateSource: 'fixed', rate: '2' }).catch(() => undefined)
    await edit(first, fixed, { rateSource: 'feed', rate: '3' })
    await addMethod(first, { currency: 'SOL', rate: '3' })
    expect((await ratesOf('SOL')).map(Number).filter((rate) => rate < 10_000)).toEqual([])
    // From a rate that they told to a lower one: until the other agreed it follows them.
    const left = await edit(first, fed, { rateSource: 'fixed', rate: '11999' })
    expect(left.method).toMatchObject({ rateSource: 'feed', rate: '12000', waiting: { rate: '11999' } })
    expect((await actsOf(fed))[0]?.sentence).toBe(
      'Set the rate of Dogecoin to 11999 units per SOL, regardless of the price sources.',
    )
    await second.admin.acceptApproval({ params: await actOf(fed) })
    expect(await methodOf(fed)).toMatchObject({ rateSource: 'fixed', rate: '11999', waiting: null })
  })

  test('keeps no price of yesterday that the sources told', async () => {
    const { first, id } = await admins({ currency: 'USDT-TRC20', rateSource: 'feed' })
    await told(id, '10000')
    world.clock.turn(86_400)
    expect((await edit(first, id, { rateSource: 'fixed' })).method).toMatchObject({ rateSource: 'feed' })
    expect(await ratesOf('USDT-TRC20')).toEqual([])
    await told(id, '10000')
    const { method } = await edit(first, id, { rateSource: 'fixed', rate: '10000' })
    expect(method).toMatchObject({ rateSource: 'fixed', rate: '10000' })
  })

  test('opens no old method that is cheaper, even after closing the others', async () => {
    const { first, second, ids } = await admins(
      { currency: 'POL', rate: '20000' },
      { currency: 'POL', rate: '50', enabled: false },
      { currency: 'POL', rate: '60', enabled: false },
    )
    const [dear = '', old = '', older = ''] = ids
    await edit(first, dear, { enabled: false })
    for (const id of [old, older]) await edit(first, id, { enabled: true })
    await addMethod(first, { currency: 'POL', rate: '60' })
    expect(await ratesOf('POL')).toEqual([])
    await edit(first, dear, { enabled: true })
    expect(await ratesOf('POL')).toEqual(['20000'])
    await second.admin.acceptApproval({ params: await actOf(old) })
    expect((await ratesOf('POL')).toSorted()).toEqual(['20000', '50'])
  })

  test('lets no rate count for coins at which nothing was ever paid but play money', async () => {
    const { first, second, id } = await admins({ currency: 'USDC-ERC20', rate: '5' })
    expect((await edit(first, id, { processor: 'manual' })).method).toMatchObject({
      rateAt: null,
      waiting: { rate: '5' },
    })
    const { _id: pretended } = await addMethod(first, { currency: 'USDC-ERC20', rate: '6' })
    await addMethod(first, { currency: 'USDC-ERC20', rate: '6', processor: 'manual' })
    expect(await ratesOf('USDC-ERC20')).toEqual([])
    await second.admin.acceptApproval({ params: await actOf(id) })
    expect(await ratesOf('USDC-ERC20')).toEqual(['5'])
    // By now there is a rate that two wanted.
    expect((await edit(first, pretended, { processor: 'manual' })).method).toMatchObject({ closed: null, rate: '6' })
  })

  test('moves no cheap method from hand to a machine', async () => {
    const coin = { currency: 'USDT-ERC20', processor: 'manual' } as const
    const { first, ids } = await admins({ ...coin, rate: '7' }, { ...coin, rate: '100' })
    const [cheap = '', dear = ''] = ids
    expect((await edit(first, dear, { processor: 'faucetpay' })).method).toMatchObject({ rate: '100', waiting: null })
    expect((await edit(first, cheap, { processor: 'faucetpay' })).method).toMatchObject({ rateAt: null })
  })

  test('sends no other token under the name of a coin', async () => {
    const [known, other] = [`0x${'c2'.repeat(20)}`, `0x${'d3'.repeat(20)}`]
    const token = { currency: 'USDT-POLYGON', processor: 'evm', decimals: 6 } as const
    const { first, second, id } = await admins({ ...token, options: { network: 'polygon', contract: known } })
    const wanted = { network: 'polygon', contract: other, confirmations: 9 } as const
    const { method, msg } = await edit(first, id, { options: wanted })
    expect(method).toMatchObject({ options: { contract: known, confirmations: 9 }, waiting: { contract: other } })
    expect(msg).toContain('its contract must be approved')
    const added = await addMethod(first, { ...token, rateSource: 'feed', options: wanted })
    expect(added.options).toEqual({ network: 'polygon', confirmations: 9 })
    expect((await actsOf(id))[0]?.sentence).toBe(`Pay USDT-POLYGON of Dogecoin with the token contract ${other}.`)
    await second.admin.acceptApproval({ params: await actOf(id) })
    expect(await methodOf(id)).toMatchObject({ options: wanted, rate: '10000', waiting: null })
    // In another spelling it is the same.
    const same = { ...wanted, contract: `0x${'D3'.repeat(20)}` }
    expect((await edit(first, added._id, { options: same })).method.options).toEqual(same)
  })
})
