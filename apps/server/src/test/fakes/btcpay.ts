import { createHmac } from 'node:crypto'
import { type Answer, type Call, type Got, startProvider } from './provider.ts'

const API_KEY = 'btcpay-api-key'
const STORE = '9CiNzKoANXxmk5ayZngSXrHTiVvvgCrwrpFQd4m2K776'
const SECRET = 'whsecret'
/** Dollars a bitcoin costs, so that a dollar is 2,000 of its smallest parts. */
const RATE = 50_000n
const SATOSHIS = 100_000_000n

interface Paid {
  readonly id: string
  readonly satoshis: bigint
  readonly receivedDate: number
  status: 'Processing' | 'Settled' | 'Invalid'
}

interface Invoice {
  readonly id: string
  amount: string
  currency: string
  status: 'New' | 'Processing' | 'Expired' | 'Invalid' | 'Settled'
  additionalStatus: 'None' | 'PaidLate' | 'PaidPartial' | 'Marked' | 'Invalid' | 'PaidOver'
  metadata: Record<string, unknown>
  readonly checkout: Record<string, unknown>
  readonly paid: Paid[]
}

export type FakeBtcpay = Awaited<ReturnType<typeof startBtcpay>>

/** BTCPay Server with one store: invoices of the Greenfield API, payments in bitcoin and signed webhooks. */
export const startBtcpay = async () => {
  const invoices = new Map<string, Invoice>()
  const provider = await startProvider((got) => answer(got, { invoices, url: () => provider.url }))
  const config = { url: provider.url, apiKey: API_KEY, storeId: STORE, webhookSecret: SECRET }
  const of = (id: string): Invoice => {
    const invoice = invoices.get(id)
    if (invoice === undefined) throw new Error(`no invoice ${id}`)
    return invoice
  }
  let count = 0
  return {
    ...provider,
    config,
    invoices,
    /** Pays in dollars. `confirmed` ones are settled at once. Returns the payment's own id. */
    pay: (id: string, { dollars, confirmed = true }: { dollars: string; confirmed?: boolean }): string => {
      const invoice = of(id)
      count += 1
      const paymentId = `${count.toString(16).padStart(64, '0')}-0`
      invoice.paid.push({
        id: paymentId,
        satoshis: (micro(dollars) * SATOSHIS) / (RATE * 1_000_000n),
        receivedDate: 1_780_000_000 + count,
        status: confirmed ? 'Settled' : 'Processing',
      })
      weigh(invoice)
      return paymentId
    },
    /** What waited for confirmations has them. */
    confirm: (id: string): void => {
      for (const paid of of(id).paid) if (paid.status === 'Processing') paid.status = 'Settled'
      weigh(of(id))
    },
    /** A payment that was double-spent counts no more. */
    doubleSpend: (id: string): void => {
      for (const paid of of(id).paid) if (paid.status === 'Processing') paid.status = 'Invalid'
    },
    expire: (id: string): void => void (of(id).status = 'Expired'),
    /** The owner of the store decides by hand. */
    mark: (id: string, status: 'Settled' | 'Invalid'): void => {
      Object.assign(of(id), { status, additionalStatus: 'Marked' })
    },
    change: (id: string, changes: Partial<Invoice>): void => void Object.assign(of(id), changes),
    webhook: (id: string, type: string, { secret = SECRET, ...changes }: WebhookChanges = {}): Call =>
      webhook({ type, invoiceId: id, metadata: of(id).metadata, ...changes }, secret),
  }
}

interface WebhookChanges {
  readonly secret?: string
  readonly [member: string]: unknown
}

const webhook = (members: Record<string, unknown>, secret: string): Call => {
  const delivery = {
    deliveryId: 'FpMhpnZ8xFYqLnm1Q8sYb1',
    webhookId: 'TsHMe8DgTdBxVQm1m2PzYm',
    originalDeliveryId: 'FpMhpnZ8xFYqLnm1Q8sYb1',
    isRedelivery: false,
    timestamp: 1_780_000_000,
    storeId: STORE,
    manuallyMarked: false,
    overPaid: false,
    ...members,
  }
  // The real one sends its JSON indented, which is why nobody may write it again before checking the signature.
  const body = Buffer.from(JSON.stringify(delivery, null, 2))
  const signature = createHmac('sha256', secret).update(body).digest('hex')
  return { body, query: '', headers: { 'content-type': 'application/json', 'btcpay-sig': `sha256=${signature}` } }
}

interface Store {
  readonly invoices: Map<string, Invoice>
  readonly url: () => string
}

const answer = (got: Got, store: Store): Answer => {
  if (got.headers.authorization !== `token ${API_KEY}`) return problem(401, 'unauthenticated')
  const [, storeId, rest = ''] = /^\/api\/v1\/stores\/([^/]+)\/invoices(?:\/(.+))?$/.exec(got.path) ?? []
  if (storeId === undefined) return problem(404, 'not-found')
  if (storeId !== STORE) return problem(403, 'missing-permission')
  if (got.method === 'POST' && rest === '') return create(got, store)
  if (got.method !== 'GET') return problem(405, 'method-not-allowed')
  if (rest === '') return { status: 200, body: search(got.query.getAll('orderId'), store) }
  const [id = '', part] = rest.split('/')
  const invoice = store.invoices.get(id)
  if (invoice === undefined) return problem(404, 'invoice-not-found')
  return { status: 200, body: part === 'payment-methods' ? methodsOf(invoice) : shown(invoice, store) }
}

const search = (orderIds: readonly string[], store: Store): unknown[] =>
  [...store.invoices.values()]
    .filter(({ metadata }) => orderIds.length === 0 || orderIds.includes(String(metadata['orderId'])))
    .map((invoice) => shown(invoice, store))

const create = (got: Got, store: Store): Answer => {
  // Only this project's own adapter speaks to this server; a wrong shape fails the checks below.
  const asked = JSON.parse(got.body) as Record<'amount' | 'currency', unknown> &
    Record<'metadata' | 'checkout', Record<string, unknown>>
  const errors = [
    ...(/^\d+(\.\d+)?$/.test(String(asked.amount)) ? [] : [{ path: 'amount', message: 'Invalid amount' }]),
    ...(/^[A-Z]{3,5}$/.test(String(asked.currency)) ? [] : [{ path: 'currency', message: 'Invalid currency' }]),
    ...(Number(asked.checkout['expirationMinutes']) >= 1 ? [] : [{ path: 'checkout', message: 'Too short' }]),
    ...(known(asked.checkout['paymentMethods']) ? [] : [{ path: 'checkout', message: 'Invalid payment method' }]),
  ]
  if (errors.length > 0) return { status: 422, body: errors }
  const id = `Inv${String(store.invoices.size + 1).padStart(19, '0')}`
  const invoice: Invoice = {
    id,
    amount: String(asked.amount),
    currency: String(asked.currency),
    status: 'New',
    additionalStatus: 'None',
    metadata: asked.metadata,
    checkout: asked.checkout,
    paid: [],
  }
  store.invoices.set(id, invoice)
  return { status: 200, body: shown(invoice, store) }
}

const known = (methods: unknown): boolean =>
  methods === undefined || (Array.isArray(methods) && methods.every((one) => one === 'BTC-CHAIN' || one === 'BTC-LN'))

const problem = (status: number, code: string): Answer => ({ status, body: { code, message: code } })

/** Where the payments bring an invoice; one that expired stays so, whatever comes late. */
const weigh = (invoice: Invoice): void => {
  const ordered = (micro(invoice.amount) * SATOSHIS) / (RATE * 1_000_000n)
  const counted = invoice.paid.filter(({ status }) => status !== 'Invalid')
  const total = counted.reduce((sum, { satoshis }) => sum + satoshis, 0n)
  const isSettled = counted.every(({ status }) => status === 'Settled')
  if (invoice.status === 'Expired') {
    invoice.additionalStatus = total < ordered ? 'PaidPartial' : 'PaidLate'
  } else if (invoice.status !== 'Invalid' && invoice.additionalStatus !== 'Marked') {
    invoice.additionalStatus = total < ordered ? 'PaidPartial' : total > ordered ? 'PaidOver' : 'None'
    invoice.status = total < ordered ? 'New' : isSettled ? 'Settled' : 'Processing'
  }
}

const shown = (invoice: Invoice, { url }: Store): Record<string, unknown> => {
  const { paid, ...rest } = invoice
  const counted = paid.filter(({ status }) => status !== 'Invalid')
  return {
    ...rest,
    storeId: STORE,
    type: 'Standard',
    paidAmount: dollars(counted.reduce((sum, { satoshis }) => sum + satoshis, 0n)),
    checkoutLink: `${url()}/i/${invoice.id}`,
    createdTime: 1_780_000_000,
    expirationTime: 1_780_000_900,
    monitoringExpiration: 1_780_604_800,
    archived: false,
  }
}

const methodsOf = ({ paid }: Invoice): unknown => [
  {
    paymentMethodId: 'BTC-CHAIN',
    currency: 'BTC',
    destination: 'bc1qexample',
    rate: String(RATE),
    activated: true,
    payments: paid
      .filter(({ status }) => status !== 'Invalid')
      .map(({ id, satoshis, receivedDate, status }) => {
        return { id, receivedDate, value: coins(satoshis), fee: '0.0', status, destination: 'bc1qexample' }
      }),
  },
  { paymentMethodId: 'BTC-LN', currency: 'BTC', rate: String(RATE), activated: true, payments: [] },
]

/** Dollars as millionths of one. */
const micro = (text: string): bigint => {
  const [whole = '0', fraction = ''] = text.split('.')
  return BigInt(whole + fraction.slice(0, 6).padEnd(6, '0'))
}

const coins = (satoshis: bigint): string => {
  const digits = satoshis.toString().padStart(9, '0')
  return `${digits.slice(0, -8)}.${digits.slice(-8)}`
}
const dollars = (satoshis: bigint): string => coins(satoshis * RATE)
