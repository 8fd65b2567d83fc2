import { describe, expect, test } from 'vitest'
import type { Call } from '#test/fakes/provider.ts'
import { AMOUNT, callsOf, depositBalance, depositRow, one, payIn, useProviders } from '#test/features/depositing.ts'
import { useWorld } from '#test/world.ts'

const world = useWorld({ connections: 30, limits: false })
const { providers, deliver: deliverTo } = useProviders(world)

const again = 20

/** What every processor must hold, over its fake and over a real network. */
describe.each(['btcpay', 'nowpayments', 'faucetpay'] as const)('%s', (processor) => {
  const payer = () => providers().payers[processor]
  const deliver = (call: Call, times = 1) => deliverTo(processor, call, times)
  /** The verdicts on the calls that were made since. */
  const listen = async () => {
    const before = (await callsOf(world, processor)).length
    return async () => (await callsOf(world, processor)).slice(before)
  }
  let count = 0
  const start = async () => {
    count += 1
    const person = await world.user(`${processor}_${count}`)
    const deposit = await payIn(person, processor)
    const calls = await listen()
    const balance = () => depositBalance(world, person)
    return { person, deposit, calls, balance, verdicts: async () => (await calls()).map(({ verdict }) => verdict) }
  }

  test('an invoice is opened, paid, told of and credited', async () => {
    const { person, deposit, calls, balance } = await start()
    expect(deposit).toMatchObject({ status: 'waiting', amount: AMOUNT, received: 0, processor })
    expect(deposit.depositUrl).toMatch(/^https?:/)
    expect(await deliver(await payer().pay(deposit, '5'))).toEqual([200])
    expect(await balance()).toBe(AMOUNT)
    const paidAt = world.clock.now().toISOString()
    expect(await one(person, deposit)).toMatchObject({ status: 'paid', received: AMOUNT, fee: 0, note: null, paidAt })
    const [call, ...more] = await calls()
    expect(more).toEqual([])
    expect(call).toMatchObject({ verdict: 'credited', deposit_id: deposit._id })
    expect(call?.body.length).toBeGreaterThan(10)
  })

  test('the same call is credited once, one after the other and all at once', async () => {
    const { person, deposit, calls, balance } = await start()
    const call = await payer().pay(deposit, '5')
    const atOnce = await Promise.all(Array.from({ length: again }, () => deliver(call)))
    expect(atOnce.flat()).toEqual(Array.from({ length: again }, () => 200))
    expect(await balance()).toBe(AMOUNT)
    expect(await deliver(call, again)).toEqual(Array.from({ length: again }, () => 200))
    expect(await balance()).toBe(AMOUNT)
    expect(await one(person, deposit)).toMatchObject({ status: 'paid', received: AMOUNT, note: null })
    const kept = await calls()
    expect(kept).toHaveLength(2 * again)
    expect(kept.filter(({ verdict }) => verdict === 'credited')).toHaveLength(1)
  })

  test('what a call says of amount and state counts for nothing, before and after', async () => {
    const { person, deposit, balance } = await start()
    const call = await payer().pay(deposit, '5')
    const lie = await payer().lie(deposit, call)
    expect(await deliver(lie)).toEqual([200])
    expect(await balance()).toBe(AMOUNT)
    expect(await deliver(call)).toEqual([200])
    expect(await deliver(lie)).toEqual([200])
    expect(await balance()).toBe(AMOUNT)
    expect(await one(person, deposit)).toMatchObject({ status: 'paid', received: AMOUNT })
  })

  test('a wrong signature is refused and kept, and nothing is credited', async () => {
    const { person, deposit, balance, verdicts } = await start()
    const call = await payer().pay(deposit, '5')
    expect(await deliver(await payer().forge(deposit, call))).toEqual([403])
    const noise = { ...call, body: Buffer.from([0, 255, 1, 2]) }
    expect(await deliver(noise)).toEqual([403])
    expect(await verdicts()).toEqual(['refused', 'refused'])
    expect(await balance()).toBe(0)
    expect((await one(person, deposit)).status).toBe('waiting')
  })

  test('an invoice that is none of ours is taken and kept, and nothing is credited', async () => {
    const { deposit, balance, verdicts } = await start()
    const call = await payer().pay(deposit, '5')
    await world.db.write((tx) => tx.deleteFrom('deposits').where('id', '=', deposit._id).execute())
    expect(await deliver(call)).toEqual([200])
    expect(await verdicts()).toEqual(['no-deposit'])
    expect(await balance()).toBe(0)
  })

  test('too little and too much are credited as they are, and said so', async () => {
    const short = await start()
    await deliver(await payer().pay(short.deposit, '2'))
    expect(await short.balance()).toBe(200_000)
    expect(await one(short.person, short.deposit)).toMatchObject({
      status: 'paid',
      received: 200_000,
      note: 'underpaid',
    })
    const long = await start()
    await deliver(await payer().pay(long.deposit, '10'))
    expect(await long.balance()).toBe(1_000_000)
    expect(await one(long.person, long.deposit)).toMatchObject({ received: 1_000_000, note: 'overpaid' })
  })

  test('a payment after the end is credited too', async () => {
    const { person, deposit, balance } = await start()
    world.clock.turn(3_700)
    await payer().expire(deposit)
    await world.runJob('deposits.poll')
    expect(await one(person, deposit)).toMatchObject({ status: 'expired', depositUrl: null })
    expect(await deliver(await payer().pay(deposit, '5'))).toEqual([200])
    expect(await balance()).toBe(AMOUNT)
    expect(await one(person, deposit)).toMatchObject({ status: 'paid', received: AMOUNT, note: 'late' })
  })

  test('a call that comes while the provider is down is repeated by it, and then credited once', async () => {
    const { deposit, balance, verdicts } = await start()
    const call = await payer().pay(deposit, '5')
    payer().provider.failNext('fails before')
    expect(await deliver(call)).toEqual([503])
    payer().provider.failNext('drops after')
    expect(await deliver(call)).toEqual([503])
    expect(await balance()).toBe(0)
    expect(await deliver(call, 3)).toEqual([200, 200, 200])
    expect(await balance()).toBe(AMOUNT)
    expect(await verdicts()).toEqual(['unknown', 'unknown', 'credited', 'heard', 'heard'])
  })

  test('a payment whose call is lost is found by looking, by two processes at once, and credited once', async () => {
    const { person, deposit, balance } = await start()
    const call = await payer().pay(deposit, '5')
    // Two of the three can be asked for nothing that they never named: a first call came while they were down.
    payer().provider.failNext('fails before')
    if (processor !== 'btcpay') await deliver(call)
    world.clock.turn(61)
    if (processor === 'btcpay') await world.runJob('deposits.poll')
    world.clock.turn(120)
    await Promise.all(Array.from({ length: 4 }, () => world.runJob('deposits.poll')))
    expect(await balance()).toBe(AMOUNT)
    await deliver(call, 2)
    world.clock.turn(7_200)
    await world.runJob('deposits.poll')
    expect(await balance()).toBe(AMOUNT)
    expect(await one(person, deposit)).toMatchObject({ status: 'paid', received: AMOUNT })
  })

  test('a payment that was credited is never credited to another deposit', async () => {
    const { person, deposit, balance } = await start()
    const call = await payer().pay(deposit, '5')
    await deliver(call)
    const other = await payIn(person, processor)
    const { provider_id, provider_tokens } = await depositRow(world, deposit)
    // FaucetPay's token is forgotten with its credit.
    const token = new URLSearchParams(Buffer.from(call.body).toString()).get('token')
    const set = { provider_id, provider_tokens: processor === 'faucetpay' ? [token ?? ''] : provider_tokens }
    await world.db.write((tx) => tx.updateTable('deposits').set(set).where('id', '=', other._id).execute())
    world.clock.turn(61)
    await world.runJob('deposits.poll')
    expect(await balance()).toBe(AMOUNT)
    expect((await one(person, other)).status).toBe('waiting')
  })
})
