import { createHmac } from 'node:crypto'
import { jsonNumber } from '#adapters/deposit/json.ts'
import { type Answer, type Call, type Got, startProvider } from './provider.ts'

const API_KEY = 'NP-API-KEY'
const SECRET = 'ipnsecret'

interface Invoice {
  readonly id: string
  readonly asked: Readonly<Record<string, unknown>>
}

/** A payment as it is shown; numbers stand in the JSON digit for digit as they are kept. */
type Payment = Record<string, unknown>

export type FakeNowpayments = Awaited<ReturnType<typeof startNowpayments>>

/** NOWPayments: hosted invoices, the payments that payers make of them, and signed notices. */
export const startNowpayments = async () => {
  const invoices = new Map<string, Invoice>()
  const payments = new Map<string, Payment>()
  const provider = await startProvider((got) => answer(got, { invoices, payments }))
  const config = { url: `${provider.url}/v1`, apiKey: API_KEY, ipnSecret: SECRET }
  const add = (payment: Payment): string => {
    const id = String(5_000_000_001 + payments.size)
    payments.set(id, { ...payment, payment_id: jsonNumber(id) })
    return id
  }
  const of = (id: string): Payment => {
    const payment = payments.get(id)
    if (payment === undefined) throw new Error(`no payment ${id}`)
    return payment
  }
  return {
    ...provider,
    config,
    invoices,
    payments,
    /** The payer chooses a coin on the invoice's page: from then on there is a payment. */
    choose: (invoiceId: string, { payAmount = '0.0001' }: { payAmount?: string } = {}): string => {
      const asked = invoices.get(invoiceId)?.asked
      if (asked === undefined) throw new Error(`no invoice ${invoiceId}`)
      return add({
        parent_payment_id: null,
        invoice_id: jsonNumber(invoiceId),
        payment_status: 'waiting',
        pay_address: 'bc1qexample',
        price_amount: jsonNumber(String(asked['price_amount'])),
        price_currency: asked['price_currency'],
        pay_amount: jsonNumber(payAmount),
        actually_paid: jsonNumber('0'),
        actually_paid_at_fiat: jsonNumber('0'),
        pay_currency: 'btc',
        order_id: asked['order_id'],
        order_description: asked['order_description'],
        purchase_id: '6084744717',
        outcome_amount: jsonNumber('0.00009'),
        outcome_currency: 'btc',
        payment_extra_ids: null,
        fee: { currency: 'btc', depositFee: 0.1, serviceFee: 0, withdrawalFee: 0 },
      })
    },
    /** Coins arrive; `paid` is of the coin. */
    settle: (id: string, { status, paid, fiat = '0' }: { status: string; paid: string; fiat?: string }): void => {
      const [arrived, worth] = [jsonNumber(paid), jsonNumber(fiat)]
      payments.set(id, { ...of(id), payment_status: status, actually_paid: arrived, actually_paid_at_fiat: worth })
    },
    change: (id: string, changes: Payment): void => void payments.set(id, { ...of(id), ...changes }),
    /** A further payment to the address of an earlier one: a payment of its own. */
    repeat: (id: string, { paid, fiat }: { paid: string; fiat: string }): string =>
      add({
        ...of(id),
        parent_payment_id: jsonNumber(id),
        payment_status: 'finished',
        actually_paid: jsonNumber(paid),
        actually_paid_at_fiat: jsonNumber(fiat),
      }),
    notice: (id: string, { secret = SECRET, ...changes }: { secret?: string } & Payment = {}): Call =>
      signed({ ...of(id), ...changes }, secret),
  }
}

const signed = (members: Payment, secret: string): Call => {
  const signature = createHmac('sha512', secret)
    .update(JSON.stringify(sorted(members)))
    .digest('hex')
  const headers = { 'content-type': 'application/json', 'x-nowpayments-sig': signature }
  return { body: Buffer.from(JSON.stringify(members)), query: '', headers }
}

/** As NOWPayments' own example does it. */
const sorted = (members: Payment): Payment => {
  const result: Payment = {}
  for (const key of Object.keys(members).toSorted()) {
    const value = members[key]
    const isPlain = typeof value === 'object' && value !== null && !('rawJSON' in value)
    // A value that is an object, no number as text and not null has members by name.
    result[key] = isPlain ? sorted(value as Payment) : value
  }
  return result
}

interface Account {
  readonly invoices: Map<string, Invoice>
  readonly payments: Map<string, Payment>
}

const answer = (got: Got, account: Account): Answer => {
  if (got.headers['x-api-key'] !== API_KEY) return problem(403, 'INVALID_API_KEY')
  if (got.method === 'POST' && got.path === '/v1/invoice') return create(got, account)
  if (got.method === 'GET' && got.path === '/v1/payment/') return problem(401, 'AUTH_REQUIRED')
  const [, id] = /^\/v1\/payment\/(\d+)$/.exec(got.path) ?? []
  if (got.method !== 'GET' || id === undefined) return problem(404, 'NOT_FOUND')
  const payment = account.payments.get(id)
  return payment === undefined ? problem(404, 'PAYMENT_NOT_FOUND') : { status: 200, body: payment }
}

const create = (got: Got, { invoices }: Account): Answer => {
  // Only this project's own adapter speaks to this server; a wrong shape fails the checks below.
  const asked = JSON.parse(got.body) as Record<string, unknown>
  if (typeof asked['price_amount'] !== 'number') return problem(400, 'INVALID_REQUEST_PARAMS')
  if (!/^[a-z]{3,5}$/.test(String(asked['price_currency']))) return problem(400, 'CURRENCY_UNAVAILABLE')
  if (!URL.canParse(String(asked['ipn_callback_url']))) return problem(400, 'INVALID_REQUEST_PARAMS')
  const id = String(4_000_000_001 + invoices.size)
  invoices.set(id, { id, asked })
  const body = {
    id,
    token_id: '5678',
    order_id: asked['order_id'],
    order_description: asked['order_description'],
    price_amount: String(asked['price_amount']),
    price_currency: asked['price_currency'],
    pay_currency: asked['pay_currency'] ?? null,
    ipn_callback_url: asked['ipn_callback_url'],
    invoice_url: `https://nowpayments.io/payment/?iid=${id}`,
    success_url: asked['success_url'],
    cancel_url: asked['cancel_url'],
    created_at: '2026-03-10T09:00:00.000Z',
    updated_at: '2026-03-10T09:00:00.000Z',
  }
  return { status: 200, body }
}

const problem = (statusCode: number, code: string): Answer => ({
  status: statusCode,
  body: { status: false, statusCode, code, message: code },
})
