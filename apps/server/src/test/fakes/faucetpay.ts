import { createHash } from 'node:crypto'
import { type Answer, type Call, type Got, startProvider } from './provider.ts'

const MERCHANT = 'runnel'

interface Payment {
  readonly transaction_id: string
  readonly merchant_username: string
  readonly amount1: string
  readonly currency1: string
  readonly amount2: string
  readonly currency2: string
  readonly custom: string
}

export type FakeFaucetpay = Awaited<ReturnType<typeof startFaucetpay>>

/** FaucetPay's merchant page: a payer pays what the address says, and a callback brings the token to ask with. */
export const startFaucetpay = async () => {
  const payments = new Map<string, Payment>()
  const provider = await startProvider((got) => answer(got, payments))
  return {
    ...provider,
    config: { url: provider.url, username: MERCHANT },
    payments,
    /**
     * The payer opens the address and pays; `changes` is what the payer or FaucetPay makes of it. Returns the token.
     */
    pay: async (depositUrl: string, changes: Partial<Payment> = {}): Promise<string> => {
      const page = await fetch(depositUrl)
      if (page.status !== 200) throw new Error(`the merchant page refuses: ${await page.text()}`)
      const fields = new URL(depositUrl).searchParams
      const number = String(payments.size + 1)
      const token = createHash('sha256').update(`token ${number}`).digest('base64url')
      payments.set(token, {
        transaction_id: createHash('sha1').update(`transaction ${number}`).digest('hex'),
        merchant_username: fields.get('merchant_username') ?? '',
        amount1: Number(fields.get('amount1')).toFixed(8),
        // One priced in dollars comes back in USDT.
        currency1: fields.get('currency1') === 'USD' ? 'USDT' : (fields.get('currency1') ?? ''),
        amount2: '0.05000000',
        currency2: fields.get('currency2') || 'LTC',
        custom: fields.get('custom') ?? '',
        ...changes,
      })
      return token
    },
    /** The callback as it reaches the address that the order named. `members` is what the form holds. */
    callback: (depositUrl: string, members: Record<string, string>): Call => ({
      body: Buffer.from(new URLSearchParams(members).toString()),
      query: new URL(new URL(depositUrl).searchParams.get('callback_url') ?? '').search.slice(1),
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
    }),
  }
}

const answer = (got: Got, payments: ReadonlyMap<string, Payment>): Answer => {
  if (got.method !== 'GET') return { status: 405, body: 'Method Not Allowed' }
  if (got.path === '/merchant/webscr') return page(got.query)
  const [, token = ''] = /^\/merchant\/get-payment\/([^/]+)$/.exec(got.path) ?? []
  const payment = payments.get(token)
  return { status: 200, body: payment === undefined ? { valid: false } : { valid: true, ...payment } }
}

const page = (fields: URLSearchParams): Answer => {
  const missing = ['merchant_username', 'item_description', 'amount1', 'currency1'].filter((name) => !fields.get(name))
  if (missing.length > 0) return { status: 400, body: `Missing: ${missing.join(', ')}` }
  if (fields.get('merchant_username') !== MERCHANT) return { status: 400, body: 'Unknown merchant' }
  if (!/^\d+(\.\d+)?$/.test(fields.get('amount1') ?? '')) return { status: 400, body: 'Invalid amount' }
  return { status: 200, body: '<title>FaucetPay</title>' }
}
