import { createHash } from 'node:crypto'
import { type Answer, type Got, startProvider } from './provider.ts'

const KEY = 'faucetpay-api-key'
const PARTS = 100_000_000n

interface Sent {
  readonly to: string
  readonly amount: bigint
  readonly currency: string
  readonly at: Date
}

interface Site {
  /** Accounts by each of their addresses and names. */
  readonly users: Map<string, string>
  readonly balances: Map<string, bigint>
  readonly sent: Sent[]
  readonly now: () => Date
  /** Statuses that the next calls of `send` are answered with instead. */
  readonly refusals: number[]
}

/** FaucetPay's payout API: six methods, balances by currency, and users who linked their addresses. */
export const startFaucetpayPayouts = async (now: () => Date) => {
  const site: Site = {
    users: new Map(),
    balances: new Map([['DOGE', 1_000_000n * PARTS]]),
    sent: [],
    now,
    refusals: [],
  }
  const provider = await startProvider((got) => answer(got, site))
  return {
    ...provider,
    key: KEY,
    /** Everything that it paid, in order. */
    sent: site.sent,
    /** Links an address or a name to somebody's account there. */
    link: (address: string, account = address.toLowerCase()): void => void site.users.set(address, account),
    fund: (currency: string, parts: bigint): void => void site.balances.set(currency, parts),
    /** Answers the next calls of `send` with these statuses; nothing is paid then. */
    refuseNext: (...statuses: number[]): void => void site.refusals.push(...statuses),
  }
}

const answer = (got: Got, site: Site): Answer => {
  const form = new URLSearchParams(got.body)
  const field = (name: string): string => form.get(name) ?? ''
  if (got.method !== 'POST') return told(404, 'Invalid API method accessed')
  if (field('api_key') !== KEY) return told(403, 'Invalid API key')
  const currency = field('currency') || 'BTC'
  const method = got.path.split('/').at(-1)
  if (method === 'balance' || method === 'getbalance') return told(200, 'OK', balanceIn(site, currency))
  if (method === 'currencies') return told(200, 'OK', { currencies: ['BTC', 'DOGE', 'LTC'] })
  if (method === 'checkaddress') {
    return hashOf(site, field('address')) === undefined
      ? told(456, UNKNOWN)
      : told(200, 'OK', { payout_user_hash: hashOf(site, field('address')) })
  }
  if (method === 'payouts') return told(200, 'OK', { rewards: rewardsIn(site, currency, Number(field('count') || 10)) })
  return method === 'send' ? send(site, { to: field('to'), currency, amount: field('amount') }) : told(404, 'Invalid')
}

const hashOf = ({ users }: Site, place: string): string | undefined => {
  const account = users.get(place)
  return account === undefined ? undefined : createHash('sha256').update(account).digest('hex')
}

const UNKNOWN = 'The address does not belong to any user.'

const send = (site: Site, asked: { to: string; currency: string; amount: string }): Answer => {
  const refusal = site.refusals.shift()
  if (refusal !== undefined) return told(refusal, 'Not now.')
  const { to, currency, amount: text } = asked
  if (!/^[1-9]\d{0,18}$/.test(text)) return told(405, 'Invalid amount.')
  const balance = site.balances.get(currency)
  if (balance === undefined) return told(410, 'Invalid currency.')
  if (!site.users.has(to)) return told(456, UNKNOWN)
  const amount = BigInt(text)
  if (balance < amount) return told(402, 'The faucet does not have sufficient funds.')
  site.balances.set(currency, balance - amount)
  site.sent.push({ to, amount, currency, at: site.now() })
  const payout_id = site.sent.length
  return told(200, 'OK', {
    rate_limit_remaining: 9.5,
    ...balanceIn(site, currency),
    payout_id,
    payout_user_hash: hashOf(site, to),
  })
}

const balanceIn = ({ balances }: Site, currency: string) => {
  const parts = balances.get(currency) ?? 0n
  return { currency, balance: String(parts), balance_bitcoin: (Number(parts) / 1e8).toFixed(8) }
}

/** The newest first. */
const rewardsIn = ({ sent }: Site, currency: string, count: number) =>
  sent
    .filter((one) => one.currency === currency)
    .toReversed()
    .slice(0, Math.min(count, 100))
    .map(({ to, amount, at }) => ({ to, amount: String(amount), date: dateText(at) }))

/** `10-03-26 09:00:00 GMT`. */
const dateText = (at: Date): string => {
  const [year = '', month = '', rest = ''] = at.toISOString().split('-')
  return `${rest.slice(0, 2)}-${month}-${year.slice(2)} ${rest.slice(3, 11)} GMT`
}

// The result stands in the body; HTTP says 200 to everything.
const told = (status: number, message: string, more: object = {}): Answer => ({
  status: 200,
  body: { status, message, ...more },
})
