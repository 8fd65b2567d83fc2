import { createHmac } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { newId } from '#kernel/id.ts'
import { inEnglish } from '#kernel/words/render.ts'
import { type FakeFaucetpay, startFaucetpay } from '#test/fakes/faucetpay.ts'
import { localHttp } from '#test/local-http.ts'
import type { DepositConfig, InvoiceOrder } from './deposit.ts'
import { createFaucetpay } from './faucetpay.ts'

const sign = (text: string): string => createHmac('sha256', 'site').update(text).digest('base64url')
const faucetpay = createFaucetpay({ http: localHttp(), sign })
let fake: FakeFaucetpay
let config: DepositConfig
beforeAll(async () => {
  fake = await startFaucetpay()
  config = configOf(fake.config)
})
afterAll(() => fake.close())

const configOf = (set: DepositConfig['faucetpay']): DepositConfig => ({
  btcpay: { url: '', apiKey: '', storeId: '', webhookSecret: '' },
  nowpayments: { url: '', apiKey: '', ipnSecret: '' },
  faucetpay: set,
})

/** An open order, and how it is asked for. */
const opened = async (changes: Partial<InvoiceOrder> = {}) => {
  const order: InvoiceOrder = {
    id: newId(),
    amount: '5.00000',
    currency: 'USD',
    coin: null,
    description: 'Deposit',
    returnUrl: 'http://runnel.test/app/deposit',
    cancelUrl: 'http://runnel.test/app/deposit',
    webhookUrl: 'http://runnel.test/api/deposit/webhook/faucetpay',
    expiresAt: new Date('2026-03-10T10:00:00.000Z'),
    ...changes,
  }
  const answer = await faucetpay.open(config, order)
  if (answer.kind !== 'opened') throw new Error(`not opened: ${answer.reason}`)
  const { amount, currency, id } = order
  const question = { depositId: id, providerId: answer.providerId, amount, currency, received: '0', tokens: [] }
  const look = (...tokens: string[]) => faucetpay.fetchInvoice(config, { ...question, tokens })
  return { order, url: answer.depositUrl, question, look }
}

describe('opening', () => {
  it('gives an address that FaucetPay takes, with our id signed in it', async () => {
    const { order, url } = await opened({ coin: 'LTC' })
    const fields = new URL(url).searchParams
    expect(url.startsWith(`${fake.url}/merchant/webscr?`)).toBe(true)
    expect(Object.fromEntries(fields)).toMatchObject({
      merchant_username: 'runnel',
      amount1: '5.00000',
      currency1: 'USD',
      currency2: 'LTC',
      custom: `${order.id}.${sign(`faucetpay deposit ${order.id}`)}`,
    })
    expect(fields.get('callback_url')).toContain(`${order.webhookUrl}?deposit=${order.id}.`)
    expect((await fetch(url)).status).toBe(200)
  })

  it('says what is not configured', () => {
    expect(faucetpay.closed(config)).toBeNull()
    expect(inEnglish(faucetpay.closed(configOf({ url: '', username: '' })) ?? '')).toContain('username')
  })
})

const always = async () => true

describe('callbacks', () => {
  it('name the deposit and the token, and nothing else', async () => {
    const { order, url } = await opened()
    const token = await fake.pay(url)
    const before = fake.got.length
    const heard = await faucetpay.readWebhook(config, fake.callback(url, { token, amount1: '1000000' }))
    expect(heard).toEqual({ kind: 'heard', depositId: order.id, providerId: null, token })
    expect(fake.got).toHaveLength(before)
  })

  it('are understood as a form of either kind, and with our id only in the form', async () => {
    const { order, url } = await opened()
    const token = await fake.pay(url)
    const custom = new URL(url).searchParams.get('custom') ?? ''
    const plain = { ...fake.callback(url, { token, custom }), query: '' }
    expect(await faucetpay.readWebhook(config, plain)).toMatchObject({ kind: 'heard', depositId: order.id })
    const form = new FormData()
    form.set('token', token)
    const sent = new Response(form)
    const headers = { 'content-type': sent.headers.get('content-type') ?? '' }
    const multipart = { ...plain, headers, query: `deposit=${custom}`, body: new Uint8Array(await sent.arrayBuffer()) }
    expect(await faucetpay.readWebhook(config, multipart)).toMatchObject({ kind: 'heard', depositId: order.id, token })
  })

  it('that bring a token only are resolved by FaucetPay, and put off when it does not answer', async () => {
    const { order, url } = await opened()
    const token = await fake.pay(url)
    const bare = { ...fake.callback(url, { token }), query: '' }
    expect(await faucetpay.readWebhook(config, bare, always)).toMatchObject({
      kind: 'heard',
      depositId: order.id,
      token,
    })
    fake.failNext('fails before')
    expect((await faucetpay.readWebhook(config, bare, always)).kind).toBe('unreachable')
    const invented = { ...fake.callback(url, { token: 'invented-token' }), query: '' }
    expect((await faucetpay.readWebhook(config, invented, always)).kind).toBe('ignored')
    const before = fake.got.length
    for (const mayAsk of [undefined, async () => false]) {
      expect(await faucetpay.readWebhook(config, bare, mayAsk)).toEqual({ kind: 'crowded' })
    }
    expect(fake.got).toHaveLength(before)
  })

  it('with a token that could lead elsewhere, or none, cannot be read', async () => {
    const { url } = await opened()
    for (const token of ['', '../../admin', 'a/b', 'a?b', 'a%2Fb', 'a b', 'a'.repeat(201)]) {
      expect(await faucetpay.readWebhook(config, fake.callback(url, { token }))).toEqual({ kind: 'unreadable' })
    }
    const noForm = { ...fake.callback(url, { token: 'abcdef' }), headers: {} }
    expect(await faucetpay.readWebhook(config, noForm)).toEqual({ kind: 'unreadable' })
  })

  it('with an id that we did not sign are refused', async () => {
    const { url } = await opened()
    const call = fake.callback(url, { token: 'abcdef' })
    for (const custom of [newId(), `${newId()}.${sign('x')}`, 'x', `${newId()}.`]) {
      expect(await faucetpay.readWebhook(config, { ...call, query: `deposit=${custom}` })).toEqual({
        kind: 'bad-signature',
      })
    }
  })
})

describe('looking payments up', () => {
  it('is waiting without a token and with one that FaucetPay does not know', async () => {
    const { look } = await opened()
    const missing = (token: string) => ({ kind: 'waiting', tokens: [{ token, kind: 'missing' }] })
    expect(await look()).toEqual({ kind: 'waiting', tokens: [] })
    expect(await look('invented-token')).toEqual(missing('invented-token'))
    const before = fake.got.length
    expect(await look('../merchant')).toEqual(missing('../merchant'))
    expect(fake.got).toHaveLength(before)
  })

  it('is paid, in dollars or their coin, and names the payment the same each time', async () => {
    const { url, look } = await opened()
    const token = await fake.pay(url)
    const transaction = fake.payments.get(token)?.transaction_id
    const settled = [{ token, kind: 'settled' }]
    const paid = { kind: 'paid', note: 'exact', payments: [{ paidId: transaction, paid: '5' }], tokens: settled }
    expect(await look(token)).toEqual(paid)
    expect(await look(token, token)).toEqual(paid)
  })

  it('credits what FaucetPay says was paid when the payer changed the amount in the address', async () => {
    const { url, look } = await opened()
    const less = await fake.pay(url.replace('amount1=5.00000', 'amount1=0.01'))
    expect(await look(less)).toMatchObject({ kind: 'paid', note: 'partial', payments: [{ paid: '0.01' }] })
    const more = await fake.pay(url, { amount1: '7.50000000' })
    expect(await look(less, more)).toMatchObject({ note: 'over', payments: [{ paid: '0.01' }, { paid: '7.5' }] })
  })

  it('judges a further payment together with what was credited before', async () => {
    const { url, question } = await opened()
    const token = await fake.pay(url, { amount1: '3.00000000' })
    for (const [received, note] of [
      ['0', 'partial'],
      ['2.00000', 'exact'],
      ['2.00001', 'over'],
    ]) {
      expect(
        await faucetpay.fetchInvoice(config, { ...question, received: received ?? '', tokens: [token] }),
      ).toMatchObject({ note, payments: [{ paid: '3' }] })
    }
  })

  it('asks no more once FaucetPay does not answer, and tells what it learned before', async () => {
    const { url, look } = await opened()
    const token = await fake.pay(url)
    const before = fake.got.length
    fake.failNext('fails before')
    expect(await look('first-token', token)).toMatchObject({
      kind: 'unknown',
      tokens: [{ token: 'first-token', kind: 'open' }],
    })
    expect(fake.got).toHaveLength(before + 1)
    expect(await look('first-token', token)).toMatchObject({
      kind: 'paid',
      tokens: [
        { token: 'first-token', kind: 'missing' },
        { token, kind: 'settled' },
      ],
    })
  })

  it.each([
    ['another merchant', { merchant_username: 'mallory' }],
    ['another currency', { currency1: 'DOGE' }],
    ['no amount', { amount1: '-5' }],
    ['nothing', { amount1: '0.00000000' }],
    ['an id that we did not sign', { custom: newId() }],
  ])('takes no payment with %s', async (_name, changes) => {
    const { url, look } = await opened()
    const token = await fake.pay(url, changes)
    expect(await look(token)).toMatchObject({ kind: 'unknown', tokens: [{ token, kind: 'open' }] })
  })

  it('credits one payment although another cannot be read, and tells that there is one', async () => {
    const { url, look } = await opened()
    const [strange, good] = [await fake.pay(url, { currency1: 'DOGE' }), await fake.pay(url)]
    expect(await look(strange, good)).toMatchObject({
      kind: 'paid',
      payments: [{ paid: '5' }],
      unread: expect.stringMatching(/./),
    })
  })

  it('takes no payment of another deposit for this one', async () => {
    const [one, other] = [await opened(), await opened()]
    const token = await fake.pay(one.url)
    expect(await other.look(token)).toEqual({ kind: 'waiting', tokens: [{ token, kind: 'missing' }] })
    expect((await one.look(token)).kind).toBe('paid')
  })

  it('learns nothing from a server that fails', async () => {
    const { url, look } = await opened()
    const token = await fake.pay(url)
    for (const fault of ['fails before', 'hangs', 'drops after', 'redirects', 'too long'] as const) {
      fake.failNext(fault)
      expect((await look(token)).kind).toBe('unknown')
    }
    expect((await look(token)).kind).toBe('paid')
  })
})
