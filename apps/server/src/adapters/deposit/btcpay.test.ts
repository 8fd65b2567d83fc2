import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { newId } from '#kernel/id.ts'
import { inEnglish } from '#kernel/words/render.ts'
import { type FakeBtcpay, startBtcpay } from '#test/fakes/btcpay.ts'
import { localHttp } from '#test/local-http.ts'
import { createBtcpay } from './btcpay.ts'
import type { DepositConfig, InvoiceOrder } from './deposit.ts'

const now = new Date('2026-03-10T09:00:00.000Z')
const btcpay = createBtcpay({ http: localHttp(), clock: () => now })
let fake: FakeBtcpay
let config: DepositConfig
beforeAll(async () => {
  fake = await startBtcpay()
  config = configOf(fake.config)
})
afterAll(() => fake.close())

const configOf = (set: DepositConfig['btcpay']): DepositConfig => ({
  btcpay: set,
  nowpayments: { url: '', apiKey: '', ipnSecret: '' },
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
  webhookUrl: 'http://runnel.test/api/deposit/webhook/btcpay',
  expiresAt: new Date(now.getTime() + 3_600_000),
  ...changes,
})

/** An open invoice, and how it is asked for. */
const opened = async () => {
  const order = orderOf()
  const answer = await btcpay.open(config, order)
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
  return { order, id: providerId, question, look: () => btcpay.fetchInvoice(config, question) }
}

describe('opening', () => {
  it('opens an invoice that carries our deposit, for as long as the order stands', async () => {
    const order = orderOf({ coin: 'BTC-CHAIN' })
    const answer = await btcpay.open(config, order)
    const [invoice] = [...fake.invoices.values()].slice(-1)
    expect(answer).toEqual({ kind: 'opened', providerId: invoice?.id, depositUrl: `${fake.url}/i/${invoice?.id}` })
    expect(invoice).toMatchObject({
      amount: '5.00000',
      currency: 'USD',
      metadata: { orderId: order.id },
      checkout: { expirationMinutes: 60, paymentTolerance: 0, paymentMethods: ['BTC-CHAIN'] },
    })
  })

  it('is refused for certain by a wrong key, a wrong store or a wrong order', async () => {
    const wrongKey = configOf({ ...fake.config, apiKey: 'other' })
    const wrongStore = configOf({ ...fake.config, storeId: 'Other' })
    expect(await btcpay.open(wrongKey, orderOf())).toMatchObject({ kind: 'refused' })
    expect(await btcpay.open(wrongStore, orderOf())).toMatchObject({ kind: 'refused' })
    expect(await btcpay.open(config, orderOf({ coin: 'GOLD' }))).toMatchObject({ kind: 'refused' })
  })

  it('is unknown when the answer is lost, and the invoice is found by our id', async () => {
    const order = orderOf()
    fake.failNext('drops after')
    expect(await btcpay.open(config, order)).toMatchObject({ kind: 'unknown' })
    const found = await btcpay.find?.(config, { depositId: order.id })
    expect(fake.invoices.get(found?.providerId ?? '')?.metadata['orderId']).toBe(order.id)
    expect(found?.depositUrl).toBe(`${fake.url}/i/${found?.providerId}`)
  })

  it('is unknown when the server failed before, and nothing is found', async () => {
    const order = orderOf()
    fake.failNext('fails before')
    expect(await btcpay.open(config, order)).toMatchObject({ kind: 'unknown' })
    expect(await btcpay.find?.(config, { depositId: order.id })).toBeNull()
  })

  it('finds nothing for certain only when the server answers', async () => {
    fake.failNext('fails before')
    await expect(btcpay.find?.(config, { depositId: newId() })).rejects.toThrow('500')
  })

  it('says what is not configured', () => {
    expect(btcpay.closed(config)).toBeNull()
    expect(inEnglish(btcpay.closed(configOf({ ...fake.config, webhookSecret: '' })) ?? '')).toContain('webhook secret')
    expect(inEnglish(btcpay.closed(configOf({ ...fake.config, storeId: '../x' })) ?? '')).toContain('store ID')
    expect(inEnglish(btcpay.closed(configOf({ ...fake.config, url: 'http://btcpay.example' })) ?? '')).toContain(
      'https://',
    )
  })
})

describe('webhooks', () => {
  it('hold to the published vector', async () => {
    const secret = configOf({ ...fake.config, webhookSecret: 'whsecret' })
    const signature = 'sha256=ab7059b47de3803e6055d96f428489834e9ba0908cf1ffb213fe9fa4437d3b8f'
    const call = (text: string) => ({ body: Buffer.from(text), query: '', headers: { 'btcpay-sig': signature } })
    // The signature is right, but the vector names no store.
    expect(await btcpay.readWebhook(secret, call('{"type":"InvoiceSettled","invoiceId":"abc"}'))).toEqual({
      kind: 'unreadable',
    })
    const changed = await btcpay.readWebhook(secret, call('{"type":"InvoiceSettled","invoiceId":"abd"}'))
    expect(changed).toEqual({ kind: 'bad-signature' })
  })

  it('name the deposit and the invoice, and nothing else', async () => {
    const { order, id } = await opened()
    const call = fake.webhook(id, 'InvoiceSettled', { amount: '1000000', overPaid: true })
    const heard = await btcpay.readWebhook(config, call)
    expect(heard).toEqual({ kind: 'heard', depositId: order.id, providerId: id, token: null })
  })

  it('are refused with a wrong, cut or missing signature and with a body written anew', async () => {
    const { id } = await opened()
    const good = fake.webhook(id, 'InvoiceSettled')
    const headers = (signature: string) => ({ ...good.headers, 'btcpay-sig': signature })
    const bad = [
      fake.webhook(id, 'InvoiceSettled', { secret: 'another' }),
      { ...good, headers: {} },
      { ...good, headers: headers('sha256=') },
      { ...good, headers: headers(good.headers['btcpay-sig']?.slice(0, -2) ?? '') },
      { ...good, headers: headers(good.headers['btcpay-sig']?.replace('sha256', 'sha1') ?? '') },
      { ...good, body: Buffer.from(JSON.stringify(JSON.parse(good.body.toString()))) },
    ]
    for (const call of bad) expect(await btcpay.readWebhook(config, call)).toEqual({ kind: 'bad-signature' })
    const unset = configOf({ ...fake.config, webhookSecret: '' })
    const forged = fake.webhook(id, 'InvoiceSettled', { secret: '' })
    expect(await btcpay.readWebhook(unset, forged)).toEqual({ kind: 'bad-signature' })
  })

  it('of another store, of no invoice or of no order of ours are ignored', async () => {
    const { id } = await opened()
    const ignored = [
      fake.webhook(id, 'InvoiceSettled', { storeId: 'Other' }),
      fake.webhook(id, 'PayoutApproved', { invoiceId: undefined }),
      fake.webhook(id, 'InvoiceSettled', { metadata: { orderId: "D-17' OR 1=1" } }),
    ]
    for (const call of ignored) expect((await btcpay.readWebhook(config, call)).kind).toBe('ignored')
  })
})

describe('looking an invoice up', () => {
  it('waits, processes and is paid exactly once by one payment', async () => {
    const { id, look } = await opened()
    expect(await look()).toEqual({ kind: 'waiting' })
    const payment = fake.pay(id, { dollars: '5', confirmed: false })
    expect(await look()).toEqual({ kind: 'processing' })
    fake.confirm(id)
    const paid = { kind: 'paid', note: 'exact', payments: [{ paidId: `${id}:${payment}`, paid: '5' }] }
    expect(await look()).toEqual(paid)
    expect(await look()).toEqual(paid)
  })

  it('takes two payments of one invoice each by itself', async () => {
    const { id, look } = await opened()
    fake.pay(id, { dollars: '2' })
    expect(await look()).toEqual({ kind: 'processing' })
    fake.pay(id, { dollars: '3' })
    expect(await look()).toMatchObject({ kind: 'paid', note: 'exact', payments: [{ paid: '2' }, { paid: '3' }] })
  })

  it('does not credit what rounding to a satoshi added, but all that was paid over', async () => {
    const { id, look } = await opened()
    fake.pay(id, { dollars: '5' })
    fake.change(id, { amount: '4.9996' })
    expect(await look()).toMatchObject({ note: 'exact', payments: [{ paid: '4.9996' }] })
    fake.change(id, { amount: '5.00000' })
    fake.pay(id, { dollars: '2' })
    expect(await look()).toMatchObject({ note: 'over', payments: [{ paid: '5' }, { paid: '2' }] })
  })

  it('credits a part only when the invoice is over, and what comes late beside it', async () => {
    const { id, look } = await opened()
    fake.pay(id, { dollars: '2' })
    fake.expire(id)
    const first = await look()
    expect(first).toMatchObject({ kind: 'paid', note: 'partial', payments: [{ paid: '2' }] })
    fake.pay(id, { dollars: '3', confirmed: false })
    expect(await look()).toMatchObject({ note: 'late', payments: [{ paid: '2' }] })
    fake.confirm(id)
    const second = await look()
    expect(second).toMatchObject({ note: 'late', payments: [{ paid: '2' }, { paid: '3' }] })
    expect(second.kind === 'paid' && second.payments[0]).toEqual(first.kind === 'paid' && first.payments[0])
  })

  it('expires without a payment, waits for a late one, and forgets one that was spent twice', async () => {
    const { id, look } = await opened()
    fake.expire(id)
    expect(await look()).toEqual({ kind: 'expired' })
    fake.pay(id, { dollars: '5', confirmed: false })
    expect(await look()).toEqual({ kind: 'processing' })
    fake.doubleSpend(id)
    expect(await look()).toEqual({ kind: 'expired' })
  })

  it('follows the owner of the store: marked settled counts as paid, marked invalid as failed', async () => {
    const settled = await opened()
    const payment = fake.pay(settled.id, { dollars: '2' })
    fake.mark(settled.id, 'Settled')
    expect(await settled.look()).toEqual({
      kind: 'paid',
      note: 'exact',
      payments: [
        { paidId: `${settled.id}:${payment}`, paid: '2' },
        { paidId: `${settled.id}:marked`, paid: '3' },
      ],
    })
    const invalid = await opened()
    fake.pay(invalid.id, { dollars: '5', confirmed: false })
    fake.mark(invalid.id, 'Invalid')
    expect(await invalid.look()).toEqual({ kind: 'failed' })
  })

  it('does not count a payment on its way as missing when the owner marks the invoice', async () => {
    const { id, look } = await opened()
    fake.pay(id, { dollars: '5', confirmed: false })
    fake.mark(id, 'Settled')
    expect(await look()).toEqual({ kind: 'processing' })
    fake.confirm(id)
    expect(await look()).toMatchObject({ kind: 'paid', payments: [{ paid: '5' }] })
  })

  it('takes no invoice of another deposit, currency or store for this one', async () => {
    const { id, question } = await opened()
    fake.pay(id, { dollars: '5' })
    expect((await btcpay.fetchInvoice(config, { ...question, depositId: newId() })).kind).toBe('unknown')
    expect((await btcpay.fetchInvoice(config, { ...question, currency: 'EUR' })).kind).toBe('unknown')
    expect((await btcpay.fetchInvoice(config, { ...question, providerId: 'unknown' })).kind).toBe('unknown')
    expect((await btcpay.fetchInvoice(config, { ...question, providerId: '../../keys' })).kind).toBe('unknown')
    expect((await btcpay.fetchInvoice(config, { ...question, providerId: null })).kind).toBe('unknown')
  })

  it('learns nothing from a server that fails', async () => {
    const { id, look } = await opened()
    fake.pay(id, { dollars: '5' })
    for (const fault of ['fails before', 'hangs', 'drops after', 'redirects', 'too long'] as const) {
      fake.failNext(fault)
      expect((await look()).kind).toBe('unknown')
    }
    expect((await look()).kind).toBe('paid')
  })
})
