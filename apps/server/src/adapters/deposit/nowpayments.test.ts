import { createHmac } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { newId } from '#kernel/id.ts'
import { inEnglish } from '#kernel/words/render.ts'
import { type FakeNowpayments, startNowpayments } from '#test/fakes/nowpayments.ts'
import { localHttp } from '#test/local-http.ts'
import type { DepositConfig, InvoiceOrder } from './deposit.ts'
import { jsonNumber } from './json.ts'
import { createNowpayments } from './nowpayments.ts'

const nowpayments = createNowpayments({ http: localHttp() })
let fake: FakeNowpayments
let config: DepositConfig
beforeAll(async () => {
  fake = await startNowpayments()
  config = configOf(fake.config)
})
afterAll(() => fake.close())

const configOf = (set: DepositConfig['nowpayments']): DepositConfig => ({
  btcpay: { url: '', apiKey: '', storeId: '', webhookSecret: '' },
  nowpayments: set,
  faucetpay: { url: '', username: '' },
})

const orderOf = (changes: Partial<InvoiceOrder> = {}): InvoiceOrder => ({
  id: newId(),
  amount: '5.00000',
  currency: 'USD',
  coin: null,
  description: 'Deposit',
  returnUrl: 'http://runnel.test/app/deposit',
  cancelUrl: 'http://runnel.test/app/deposit',
  webhookUrl: 'http://runnel.test/api/deposit/webhook/nowpayments',
  expiresAt: new Date('2026-03-10T10:00:00.000Z'),
  ...changes,
})

/** An open invoice, and how it is asked for. */
const opened = async (changes: Partial<InvoiceOrder> = {}) => {
  const order = orderOf(changes)
  const answer = await nowpayments.open(config, order)
  if (answer.kind !== 'opened') throw new Error(`not opened: ${answer.reason}`)
  const { providerId } = answer
  const question = {
    depositId: order.id,
    providerId,
    amount: order.amount,
    currency: order.currency,
    received: '0',
    tokens: [],
  }
  const look = (...tokens: string[]) => nowpayments.fetchInvoice(config, { ...question, tokens })
  return { order, id: providerId, question, look }
}

describe('opening', () => {
  it('opens an invoice that carries our deposit and the amount as a number', async () => {
    const order = orderOf({ amount: '12.34500', coin: 'BTC' })
    const answer = await nowpayments.open(config, order)
    const [invoice] = [...fake.invoices.values()].slice(-1)
    const depositUrl = `https://nowpayments.io/payment/?iid=${invoice?.id}`
    expect(answer).toEqual({ kind: 'opened', providerId: invoice?.id, depositUrl })
    expect(invoice?.asked).toMatchObject({
      price_amount: 12.345,
      price_currency: 'usd',
      pay_currency: 'btc',
      order_id: order.id,
      ipn_callback_url: order.webhookUrl,
    })
  })

  it('is refused for certain by a wrong key, and unknown when the answer is lost', async () => {
    const wrong = configOf({ ...fake.config, apiKey: 'other' })
    expect(await nowpayments.open(wrong, orderOf())).toMatchObject({ kind: 'refused' })
    for (const fault of ['drops after', 'fails before'] as const) {
      fake.failNext(fault)
      expect(await nowpayments.open(config, orderOf())).toMatchObject({ kind: 'unknown' })
    }
  })

  it('says what is not configured, and needs no address', () => {
    expect(nowpayments.closed(configOf({ ...fake.config, url: '' }))).toBeNull()
    expect(inEnglish(nowpayments.closed(configOf({ ...fake.config, ipnSecret: '' })) ?? '')).toContain('IPN secret')
  })
})

describe('notices', () => {
  const signed = (text: string, signature: string) => ({
    body: Buffer.from(text),
    query: '',
    headers: { 'x-nowpayments-sig': signature },
  })
  const hmac = (text: string) => createHmac('sha512', 'ipnsecret').update(text).digest('hex')

  it('hold to the published vector, whatever the order of its keys', async () => {
    const signature =
      '7b9673c6f843f75c9fe2d78afcdf300fa4c29af9e2de756c3e34a8e4c89be39e' +
      '1f3df8e29011e687fbb3bb6eb9e92114c78fdef28a34e783e82c76ae8f946005'
    const text =
      '{"price_amount":5,"payment_status":"finished","fee":{"withdrawalFee":0,"depositFee":0.1,"currency":"btc"},' +
      '"payment_id":123456789,"order_id":"D-1"}'
    // The signature is right, but the vector's order is none of ours.
    expect((await nowpayments.readWebhook(config, signed(text, signature))).kind).toBe('ignored')
    const changed = text.replace('"price_amount":5', '"price_amount":6')
    expect(await nowpayments.readWebhook(config, signed(changed, signature))).toEqual({ kind: 'bad-signature' })
  })

  it.each(['1e-7', '5.00', '1E+2', '12345678901234567890'])('keep the number %s as it was sent', async (number) => {
    const id = newId()
    const sorted = `{"order_id":"${id}","payment_id":6033754129,"price_amount":${number}}`
    const sent = `{ "price_amount": ${number}, "payment_id": 6033754129, "order_id": "${id}" }`
    expect((await nowpayments.readWebhook(config, signed(sent, hmac(sorted)))).kind).toBe('heard')
  })

  it('are believed when the sender signed its numbers or lists as its own script writes them', async () => {
    const id = newId()
    const sent = `{"payment_id":6033754129,"order_id":"${id}","extra":[2,1],"paid":5.00}`
    const script = `{"extra":[2,1],"order_id":"${id}","paid":5,"payment_id":6033754129}`
    const lists = `{"extra":{"0":2,"1":1},"order_id":"${id}","paid":5.00,"payment_id":6033754129}`
    expect((await nowpayments.readWebhook(config, signed(sent, hmac(script)))).kind).toBe('heard')
    expect((await nowpayments.readWebhook(config, signed(sent, hmac(lists)))).kind).toBe('heard')
    expect((await nowpayments.readWebhook(config, signed(sent, hmac(script).toUpperCase()))).kind).toBe('heard')
  })

  it('name the deposit, the invoice and the payment, its id digit for digit', async () => {
    const { order, id } = await opened()
    const payment = fake.choose(id)
    const heard = await nowpayments.readWebhook(
      config,
      fake.notice(payment, { payment_id: jsonNumber('90071992547409931') }),
    )
    expect(heard).toEqual({ kind: 'heard', depositId: order.id, providerId: id, token: '90071992547409931' })
  })

  it('are refused with a wrong or missing signature, a changed amount or no secret', async () => {
    const { id } = await opened()
    const payment = fake.choose(id)
    const good = fake.notice(payment, { payment_status: 'finished' })
    const changed = Buffer.from(Buffer.from(good.body).toString().replace('"price_amount":5', '"price_amount":5000'))
    const bad = [
      fake.notice(payment, { secret: 'another' }),
      { ...good, headers: {} },
      { ...good, body: changed },
      signed('{"deep":'.repeat(3) + '1' + '}'.repeat(3), 'ff'),
    ]
    for (const call of bad) expect(await nowpayments.readWebhook(config, call)).toEqual({ kind: 'bad-signature' })
    expect(await nowpayments.readWebhook(config, signed('not json', 'ff'))).toEqual({ kind: 'unreadable' })
    expect((await nowpayments.readWebhook(config, signed('['.repeat(200_000), 'ff'))).kind).toBe('unreadable')
    expect(
      (await nowpayments.readWebhook(config, signed('['.repeat(200_000) + ']'.repeat(200_000), 'ff'))).kind,
    ).not.toBe('heard')
    const unset = configOf({ ...fake.config, ipnSecret: '' })
    expect(await nowpayments.readWebhook(unset, fake.notice(payment, { secret: '' }))).toEqual({
      kind: 'bad-signature',
    })
  })
})

describe('looking payments up', () => {
  it('is waiting as long as no payment is known', async () => {
    const { look } = await opened()
    expect(await look()).toEqual({ kind: 'waiting' })
  })

  it('follows one payment to its end and names it the same each time', async () => {
    const { id, look } = await opened()
    const payment = fake.choose(id)
    expect(await look(payment)).toEqual({ kind: 'waiting' })
    for (const status of ['confirming', 'confirmed', 'sending']) {
      fake.change(payment, { payment_status: status })
      expect(await look(payment)).toEqual({ kind: 'processing' })
    }
    fake.settle(payment, { status: 'finished', paid: '0.0001', fiat: '4.97' })
    const paid = { kind: 'paid', note: 'exact', payments: [{ paidId: payment, paid: '5' }] }
    expect(await look(payment)).toEqual(paid)
    expect(await look(payment, payment)).toEqual(paid)
  })

  it.each([
    ['expired', 'expired'],
    ['failed', 'failed'],
    ['refunded', 'failed'],
    ['brand_new', 'unknown'],
  ])('reads %s as %s', async (status, kind) => {
    const { id, look } = await opened()
    const payment = fake.choose(id)
    fake.change(payment, { payment_status: status })
    expect((await look(payment)).kind).toBe(kind)
  })

  it.each([
    [{ status: 'partially_paid', paid: '0.00005' }, 'partial', '2.5'],
    [{ status: 'partially_paid', paid: '5e-5', fiat: '2.49' }, 'partial', '2.49'],
    [{ status: 'partially_paid', paid: '0.00003333', fiat: '9' }, 'partial', '1.6665'],
    [{ status: 'finished', paid: '0.00005' }, 'partial', '2.5'],
    [{ status: 'finished', paid: '0.0002' }, 'over', '10'],
    [{ status: 'finished', paid: '0.0002', fiat: '9.9' }, 'over', '9.9'],
  ])('credits what really arrived: %j', async (settled, note, paid) => {
    const { id, look } = await opened()
    const payment = fake.choose(id)
    fake.settle(payment, settled)
    expect(await look(payment)).toEqual({ kind: 'paid', note, payments: [{ paidId: payment, paid }] })
  })

  it('rounds down and never up', async () => {
    const { id, look } = await opened()
    const payment = fake.choose(id, { payAmount: '0.0003' })
    fake.settle(payment, { status: 'partially_paid', paid: '0.0001' })
    expect(await look(payment)).toMatchObject({ payments: [{ paid: '1.666666666666666666' }] })
  })

  it('takes a further payment to the same address as one of its own, by what it is worth', async () => {
    const { id, look } = await opened()
    const first = fake.choose(id)
    fake.settle(first, { status: 'partially_paid', paid: '0.00005' })
    const second = fake.repeat(first, { paid: '0.00004', fiat: '1.9' })
    expect(await look(first, second)).toEqual({
      kind: 'paid',
      note: 'partial',
      payments: [
        { paidId: first, paid: '2.5' },
        { paidId: second, paid: '1.9' },
      ],
    })
  })

  it('credits one payment although another expired or cannot be read', async () => {
    const { id, look } = await opened()
    const [left, taken] = [fake.choose(id), fake.choose(id)]
    fake.change(left, { payment_status: 'expired' })
    fake.settle(taken, { status: 'finished', paid: '0.0001' })
    expect(await look(left, taken)).toEqual({ kind: 'paid', note: 'exact', payments: [{ paidId: taken, paid: '5' }] })
    const both = await look(left, taken, '999')
    expect(both).toMatchObject({ kind: 'paid', payments: [{ paidId: taken }] })
    expect(both, 'and tells that there is one').toMatchObject({ unread: expect.stringMatching(/./) })
    fake.change(taken, { payment_status: 'waiting' })
    expect(await look(left, taken)).toEqual({ kind: 'waiting' })
  })

  it('takes no payment of another deposit, invoice, price or currency for this one', async () => {
    const { id, order, look, question } = await opened()
    const payment = fake.choose(id)
    fake.settle(payment, { status: 'finished', paid: '0.0001' })
    const other = await opened()
    expect((await other.look(payment)).kind).toBe('unknown')
    expect((await nowpayments.fetchInvoice(config, { ...question, amount: '50', tokens: [payment] })).kind).toBe(
      'unknown',
    )
    fake.change(payment, { price_currency: 'eur' })
    expect((await look(payment)).kind).toBe('unknown')
    fake.change(payment, { price_currency: 'usd', invoice_id: jsonNumber('1') })
    expect((await look(payment)).kind).toBe('unknown')
    fake.change(payment, { invoice_id: null, order_id: order.id })
    expect((await look(payment)).kind).toBe('paid')
    expect((await look('../invoice')).kind).toBe('unknown')
  })

  it('learns nothing from a server that fails', async () => {
    const { id, look } = await opened()
    const payment = fake.choose(id)
    fake.settle(payment, { status: 'finished', paid: '0.0001' })
    for (const fault of ['fails before', 'hangs', 'drops after', 'redirects', 'too long'] as const) {
      fake.failNext(fault)
      expect((await look(payment)).kind).toBe('unknown')
    }
    expect((await look(payment)).kind).toBe('paid')
  })
})
