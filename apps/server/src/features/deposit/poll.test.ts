import { beforeEach, describe, expect, test } from 'vitest'
import {
  AMOUNT,
  callsOf,
  depositBalance,
  depositRow,
  one,
  payIn,
  type Providers,
  useProviders,
} from '#test/features/depositing.ts'
import { refusal } from '#test/refusal.ts'
import { type Person, useWorld } from '#test/world.ts'

const world = useWorld({ connections: 30, limits: false })
const { providers, deliver: deliverTo } = useProviders(world)
// Each test looks at its own deposits only.
beforeEach(() => world.db.write((tx) => tx.updateTable('deposits').set({ poll_at: null }).execute()))

const deliver = async (...to: Parameters<typeof deliverTo>) => (await deliverTo(...to))[0]

const newest = async (person: Person) => {
  const { items } = await person.deposit.overview({})
  if (items[0] === undefined) throw new Error('there is no deposit')
  return items[0]
}

/** Opens a deposit whose answer from BTCPay Server gets lost. */
const openLost = async (name: string, ...faults: Parameters<Providers['btcpay']['failNext']>) => {
  const person = await world.user(name)
  providers().btcpay.failNext(...faults)
  const refused = await refusal(payIn(person, 'btcpay'))
  expect(refused).toMatchObject({ status: 503, failure: { code: 'PROVIDER_UNREACHABLE' } })
  expect(refused.failure['isMaintaining']).toBeUndefined()
  return { person, deposit: await newest(person) }
}

describe('an opening whose answer is lost', () => {
  test('is found by looking, and no second invoice is opened', async () => {
    const before = providers().btcpay.invoices.size
    const { person, deposit } = await openLost('lost_answer', 'drops after')
    expect(deposit).toMatchObject({ status: 'opening', depositUrl: null })
    expect(await world.runJob('deposits.poll')).toBe('Deposits checked: 0, credited: 0.')
    world.clock.turn(61)
    await world.runJob('deposits.poll')
    expect(providers().btcpay.invoices.size).toBe(before + 1)
    const found = await one(person, deposit)
    expect(found.status).toBe('waiting')
    expect(found.depositUrl).toContain('/i/Inv')
    const call = await providers().payers.btcpay.pay(found, '5')
    expect(await deliver('btcpay', call)).toBe(200)
    expect(await depositBalance(world, person)).toBe(AMOUNT)
  })

  test('is heard of first by a call, and then gets its address by looking', async () => {
    const { person, deposit } = await openLost('heard_first', 'drops after')
    const invoice = [...providers().btcpay.invoices.values()].at(-1)?.id ?? ''
    expect(await deliver('btcpay', providers().btcpay.webhook(invoice, 'InvoiceCreated'))).toBe(200)
    expect(await one(person, deposit)).toMatchObject({ status: 'waiting', depositUrl: null })
    world.clock.turn(61)
    await world.runJob('deposits.poll')
    expect((await one(person, deposit)).depositUrl).toContain(invoice)
  })

  test('waits while the provider is down, and fails when it knows no invoice', async () => {
    const { person, deposit } = await openLost('never_opened', 'fails before')
    world.clock.turn(61)
    providers().btcpay.failNext('fails before')
    await world.runJob('deposits.poll')
    expect((await one(person, deposit)).status).toBe('opening')
    world.clock.turn(61)
    await world.runJob('deposits.poll')
    expect((await one(person, deposit)).status).toBe('failed')
    expect((await depositRow(world, deposit)).poll_at).toBeNull()
  })

  test('fails when its provider is down until the end', async () => {
    const { person, deposit } = await openLost('down_for_long', 'drops after')
    world.clock.turn(3_601)
    providers().btcpay.failNext('fails before')
    await world.runJob('deposits.poll')
    expect((await one(person, deposit)).status).toBe('failed')
    const invoice = [...providers().btcpay.invoices.values()].at(-1)?.id ?? ''
    providers().btcpay.pay(invoice, { dollars: '5' })
    expect(await deliver('btcpay', providers().btcpay.webhook(invoice, 'InvoiceSettled'))).toBe(200)
    expect(await depositBalance(world, person)).toBe(AMOUNT)
  })

  test('has failed where nobody can be asked, and is credited when it is paid after all', async () => {
    const person = await world.user('nobody_to_ask')
    providers().nowpayments.failNext('drops after')
    expect(await refusal(payIn(person, 'nowpayments'))).toMatchObject({ status: 503 })
    const deposit = await newest(person)
    expect(deposit.status).toBe('failed')
    const invoice = [...providers().nowpayments.invoices.keys()].at(-1) ?? ''
    const payment = providers().nowpayments.choose(invoice)
    expect(await deliver('nowpayments', providers().nowpayments.notice(payment))).toBe(200)
    expect((await one(person, deposit)).status).toBe('waiting')
    providers().nowpayments.settle(payment, { status: 'finished', paid: '0.0001' })
    world.clock.turn(120)
    await world.runJob('deposits.poll')
    expect(await depositBalance(world, person)).toBe(AMOUNT)
  })

  test('a refusal of the provider opens nothing', async () => {
    const person = await world.user('wrong_key')
    await world.settings({ deposit_btcpay_key: 'another' })
    expect(await refusal(payIn(person, 'btcpay'))).toMatchObject({ status: 503 })
    await world.settings({ deposit_btcpay_key: providers().btcpay.config.apiKey })
    expect(await newest(person)).toMatchObject({ status: 'failed', received: 0 })
  })

  test('a process that died while it opened leaves a deposit that fails by itself', async () => {
    const person = await world.user('died_opening')
    const deposit = await payIn(person, 'faucetpay')
    const died = { status: 'opening', deposit_url: null, poll_at: world.clock.now() } as const
    await world.db.write((tx) => tx.updateTable('deposits').set(died).where('id', '=', deposit._id).execute())
    await world.runJob('deposits.poll')
    expect((await one(person, deposit)).status).toBe('failed')
  })
})

describe('what comes later', () => {
  test('each further payment is credited once, as a payment of its own', async () => {
    const { nowpayments } = providers()
    const person = await world.user('pays_again')
    const deposit = await payIn(person, 'nowpayments')
    const first = nowpayments.choose((await depositRow(world, deposit)).provider_id ?? '')
    nowpayments.settle(first, { status: 'partially_paid', paid: '0.00004' })
    await deliver('nowpayments', nowpayments.notice(first))
    expect(await one(person, deposit)).toMatchObject({ status: 'paid', received: 200_000, note: 'underpaid' })
    const second = nowpayments.repeat(first, { paid: '0.00006', fiat: '3' })
    await deliver('nowpayments', nowpayments.notice(second))
    await deliver('nowpayments', nowpayments.notice(first))
    expect(await one(person, deposit)).toMatchObject({ received: AMOUNT, note: null })
    expect(await depositBalance(world, person)).toBe(AMOUNT)
  })

  test('payments that wait for confirmations are shown as such, also when the news turn back', async () => {
    const { btcpay } = providers()
    const person = await world.user('unconfirmed')
    const deposit = await payIn(person, 'btcpay')
    const invoice = (await depositRow(world, deposit)).provider_id ?? ''
    btcpay.pay(invoice, { dollars: '5', confirmed: false })
    await deliver('btcpay', btcpay.webhook(invoice, 'InvoiceSettled'))
    expect(await one(person, deposit)).toMatchObject({ status: 'processing', received: 0 })
    btcpay.confirm(invoice)
    await deliver('btcpay', btcpay.webhook(invoice, 'InvoiceReceivedPayment'))
    await deliver('btcpay', btcpay.webhook(invoice, 'InvoiceProcessing'))
    await deliver('btcpay', btcpay.webhook(invoice, 'InvoiceExpired'))
    expect(await one(person, deposit)).toMatchObject({ status: 'paid', received: AMOUNT })
  })

  test('looks grow rarer and end seven days after the invoice', async () => {
    const person = await world.user('watched')
    const deposit = await payIn(person, 'btcpay')
    const start = world.clock.now().getTime()
    const gaps: number[] = []
    for (let next = (await depositRow(world, deposit)).poll_at; next !== null;) {
      gaps.push((next.getTime() - world.clock.now().getTime()) / 1_000)
      world.clock.set(next.toISOString())
      await world.runJob('deposits.poll')
      next = (await depositRow(world, deposit)).poll_at
    }
    expect(gaps[0]).toBe(60)
    expect(Math.max(...gaps)).toBe(6 * 3_600)
    expect(gaps.length).toBeLessThan(80)
    expect((world.clock.now().getTime() - start) / 1_000).toBe(3_600 + 7 * 86_400)
    expect((await one(person, deposit)).status).toBe('expired')
    expect((await depositRow(world, deposit)).polls).toBe(gaps.length)
  })

  test('runs at once share the deposits that are due, and ask about each once', async () => {
    const { btcpay } = providers()
    const person = await world.user('shared_out')
    const invoices: string[] = []
    for (let index = 0; index < 8; index += 1) {
      invoices.push((await depositRow(world, await payIn(person, 'btcpay'))).provider_id ?? '')
    }
    world.clock.turn(61)
    const before = btcpay.got.length
    const said = await Promise.all(Array.from({ length: 4 }, () => world.runJob('deposits.poll')))
    const asked = btcpay.got.slice(before).map(({ path }) => path.split('/').at(-1))
    expect(asked).toHaveLength(8)
    expect(new Set(asked)).toEqual(new Set(invoices))
    const looks = said.map((words) => Number(/\d+/.exec(words)?.[0]))
    expect(looks.reduce((sum, count) => sum + count, 0)).toBe(8)
  })

  test('a deposit is credited by the currency that it was ordered in, whatever the site counts in now', async () => {
    const [told, found] = [await world.user('other_money'), await world.user('found_money')]
    const deposit = await payIn(told, 'btcpay')
    await providers().payers.btcpay.pay(await payIn(found, 'btcpay'), '5')
    const call = await providers().payers.btcpay.pay(deposit, '5')
    await world.settings({ site_currency: 'EUR' })
    expect(await deliver('btcpay', call)).toBe(200)
    world.clock.turn(61)
    await world.runJob('deposits.poll')
    expect(await depositBalance(world, told)).toBe(AMOUNT)
    expect(await depositBalance(world, found)).toBe(AMOUNT)
    const from = await world.db.raw(
      "SELECT DISTINCT debit FROM transfers WHERE kind = 'deposit' AND credit = ANY ($1)",
      [[`deposit:${told.id}`, `deposit:${found.id}`]],
    )
    expect(from).toEqual([{ debit: 'external:deposit:USD' }])
    await world.settings({ site_currency: 'USD' })
  })

  test('nothing is credited in a currency that it was not ordered in', async () => {
    const person = await world.user('foreign_money')
    const deposit = await payIn(person, 'btcpay')
    const call = await providers().payers.btcpay.pay(deposit, '5')
    const { id } = await depositRow(world, deposit)
    await world.db.raw("UPDATE deposits SET currency = 'EUR' WHERE id = $1", [id])
    expect(await deliver('btcpay', call)).toBe(503)
    expect(await depositBalance(world, person)).toBe(0)
  })
})

describe('calls', () => {
  test('about a processor that is not set up are kept, and to be repeated', async () => {
    await world.settings({ deposit_nowpayments_ipn_secret: '' })
    const call = { body: Buffer.from('{}'), query: '', headers: {} }
    expect(await deliver('nowpayments', call)).toBe(503)
    await world.settings({ deposit_nowpayments_ipn_secret: providers().nowpayments.config.ipnSecret })
    const [kept] = (await callsOf(world, 'nowpayments')).slice(-1)
    expect(kept).toMatchObject({ verdict: 'refused', body: '{}' })
    expect(JSON.stringify(kept)).not.toContain(providers().nowpayments.config.ipnSecret)
  })

  test('are cut where nobody vouches for them, and forgotten after a while', async () => {
    const large = { body: Buffer.alloc(20_000, 'x'), query: '', headers: {} }
    expect(await deliver('btcpay', large)).toBe(403)
    const [kept] = (await callsOf(world, 'btcpay')).slice(-1)
    expect(kept?.body).toHaveLength(1_024)
    world.clock.turn(3 * 86_400 + 1)
    await world.runJob('deposits.sweep')
    const left = await callsOf(world, 'btcpay')
    expect(left.every(({ verdict }) => verdict !== 'refused')).toBe(true)
    expect(left.length).toBeGreaterThan(0)
    world.clock.turn(90 * 86_400)
    await world.runJob('deposits.sweep')
    expect(await callsOf(world, 'btcpay')).toEqual([])
  })
})
