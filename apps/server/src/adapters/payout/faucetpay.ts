import { faucetpayCoins } from '@runnel/contract/admin/method'
import type { Settings } from '@runnel/contract/settings/settings'
import * as z from 'zod/mini'
import { decimalOf } from '#adapters/deposit/decimal.ts'
import { type Http, isRefusal, refusalOf } from '#adapters/deposit/http.ts'
import { parseWith } from '#adapters/deposit/json.ts'
import { say, together } from '#kernel/words/say.ts'
import { decimalText } from '#money/amount.ts'
import { dateOf } from './faucetpay-date.ts'
import { compareEntries, DECIMALS, isAmount, isPlace, LISTED, partsOf, SKEW_MS } from './faucetpay-entries.ts'
import type {
  AutomaticPayout,
  DestinationCheck,
  PayoutAnswer,
  PayoutMethod,
  PayoutStatus,
  PayoutOrder,
  PayoutStatusQuery,
  Retry,
} from './payout.ts'
import type { WalletBooks, WalletFinding } from './wallet-books.ts'

const ADDRESS = 'https://faucetpay.io/api/v1'

/** Our currencies by FaucetPay's names; others it did not have when this was written. */
const names: Readonly<Record<string, string>> = {
  BTC: 'BTC',
  LTC: 'LTC',
  DOGE: 'DOGE',
  BCH: 'BCH',
  DASH: 'DASH',
  TRX: 'TRX',
  ETH: 'ETH',
  BNB: 'BNB',
  POL: 'POL',
  SOL: 'SOL',
  XRP: 'XRP',
  TON: 'TON',
  'USDT-TRC20': 'USDT',
  ...Object.fromEntries(faucetpayCoins.map((coin) => [coin, coin])),
}

/**
 * FaucetPay pays to its own users, found by the addresses that they linked there. It knows no references: a payout
 * whose answer was lost is found among its last ones by address, amount and time.
 */
export const createFaucetpay = ({ http, url = ADDRESS, now = Date.now }: FaucetpayDeps): AutomaticPayout => {
  const ask = createRequest(http, url)
  const list = createList(ask, now)
  return {
    way: 'automatic',
    closed: (settings, { currency, decimals }) => {
      if (settings.payout_faucetpay_key === '') return say('owner.payout.faucetpayNeedsApiKey')
      if (names[currency] === undefined) return say('owner.payout.faucetpayDoesntPay', { currency })
      return decimals > DECIMALS ? say('owner.payout.faucetpayCountsCoinsMost') : list.problem(currency)
    },
    send: (order, settings) => pay(ask, order, settings),
    find: (question, settings) => find(ask, question, settings),
    compare: (settings, method, books) => compare(ask, { settings, method, books }),
    checkDestination: (asked, settings) => check(ask, asked, settings),
    holdings: async (settings, { currency }) => {
      await list.refresh(settings)
      const problem = list.problem(currency)
      if (problem !== null) throw new Error(problem)
      const answer = await ask('balance', settings, { currency: names[currency] ?? currency })
      if (answer.kind !== 'answered') throw new Error(answer.reason)
      const balance = decimalOf(answer.body.balance)
      if (answer.status !== '200' || balance === undefined) throw new Error(textOf(answer))
      return [{ currency, amount: decimalText(balance / 10n ** 18n, DECIMALS) }]
    },
  }
}

interface FaucetpayDeps {
  readonly http: Http
  readonly url?: string
  /** In milliseconds. */
  readonly now?: () => number
}

const LISTED_MS = 86_400_000

/** The coins that FaucetPay itself lists, which come and go. Asked once a day, when balances are. */
const createList = (ask: Ask, now: () => number) => {
  let coins: readonly string[] = []
  let until = 0
  return {
    refresh: async (settings: Settings): Promise<void> => {
      if (now() < until) return
      const answer = await ask('currencies', settings, {})
      const said = answer.kind === 'answered' && answer.status === '200' ? (answer.body.currencies ?? []) : []
      if (said.length === 0) return
      coins = said
      until = now() + LISTED_MS
    },
    /** Null for coins that it lists, and while nobody knows. */
    problem: (currency: string): string | null => {
      const coin = names[currency] ?? currency
      if (now() >= until || coins.includes(coin)) return null
      return say('owner.payout.faucetpayNotListed', { coin, coins: coins.join(', ').slice(0, 200) })
    },
  }
}

const Body = z.object({
  status: z.string(),
  message: z.nullish(z.string()),
  payout_id: z.nullish(z.string()),
  payout_user_hash: z.nullish(z.string()),
  balance: z.nullish(z.string()),
  currencies: z.nullish(z.array(z.string())),
  rewards: z.nullish(z.array(z.object({ to: z.string(), amount: z.string(), date: z.nullish(z.string()) }))),
})

/** `readable`: FaucetPay's own word. Otherwise only the status of HTTP tells something. */
type Said =
  | { readonly kind: 'answered'; readonly status: string; readonly body: z.infer<typeof Body> }
  | { readonly kind: 'unsent' | 'lost'; readonly reason: string }

type Ask = (method: string, settings: Settings, fields: Readonly<Record<string, string>>) => Promise<Said>

const createRequest =
  (http: Http, url: string): Ask =>
  async (method, settings, fields) => {
    const answer = await http.call({
      method: 'POST',
      url: `${url}/${method}`,
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
      body: new URLSearchParams({ api_key: settings.payout_faucetpay_key, ...fields }).toString(),
    })
    if (answer.kind !== 'answered') return answer
    const body = parseWith(Body, answer.text)
    if (body !== undefined && answer.status < 500) return { kind: 'answered', status: body.status, body }
    // Something in front of FaucetPay that turned us away has not passed the order on.
    return { kind: isRefusal(answer.status) ? 'unsent' : 'lost', reason: refusalOf(answer) }
  }

const pay = async (ask: Ask, order: PayoutOrder, settings: Settings): Promise<PayoutAnswer> => {
  const amount = partsOf(order.amount)
  if (amount === undefined) return { kind: 'refused', reason: say('payout.amountMoreDecimalsThan') }
  const currency = names[order.currency] ?? order.currency
  const answer = await ask('send', settings, { to: order.address, amount, currency, referral: 'false' })
  if (answer.kind !== 'answered') {
    if (answer.kind === 'unsent') return { kind: 'retry', reason: answer.reason }
    throw new Error(answer.reason)
  }
  const { status, body } = answer
  if (status === '200') return { kind: 'paid', txId: txIdOf(body.payout_id) }
  return meaningOf(status, textOf(answer))
}

const LATER = say('payout.faucetpayReachedRightNow')

/** Whose account it is; what FaucetPay says to no user of it is for the user, and everything else for the owner. */
const check = async (
  ask: Ask,
  { currency, destination }: { readonly currency: string; readonly destination: string },
  settings: Settings,
): Promise<DestinationCheck> => {
  const answer = await ask('checkaddress', settings, { address: destination, currency: names[currency] ?? currency })
  if (answer.kind !== 'answered') return { kind: 'unreachable', reason: LATER }
  if (answer.status === '200')
    return { kind: 'known', account: answer.body.payout_user_hash ?? destination.toLowerCase() }
  if (answer.status === '456') return { kind: 'unknown', reason: refusals['456'] ?? LATER }
  return { kind: 'unreachable', reason: LATER }
}

const txIdOf = (payoutId: string | null | undefined): string =>
  payoutId === null || payoutId === undefined ? 'faucetpay' : `faucetpay-${payoutId.slice(0, 40)}`

const refusals: Readonly<Record<string, string>> = {
  '405': say('payout.faucetpayDoesntAcceptAmount'),
  '410': say('payout.faucetpayDoesntPayCurrency'),
  '456': say('payout.faucetpayNoAccountEmail'),
}

const HALF_HOUR = 1_800
const halts: Readonly<Record<string, Retry['halt']>> = {
  // What the owner has to put right: a wrong key, an address that is not allowed, a method that is not there.
  '401': { scope: 'processor', seconds: null },
  '403': { scope: 'processor', seconds: null },
  '404': { scope: 'processor', seconds: null },
  '402': { scope: 'currency', seconds: HALF_HOUR },
  '450': { scope: 'processor', seconds: HALF_HOUR },
}

/** What the owner has to do, by status. */
const helps: Readonly<Record<string, string>> = {
  '401': say('owner.payout.allowServersIpAddress'),
  '402': say('owner.payout.faucetpayBalanceCurrencyToo'),
  '403': say('owner.payout.faucetpayApiKeyWrong'),
  '404': say('owner.payout.faucetpayDoesntKnowRequest'),
  '450': say('owner.payout.sendLimitSetFaucetpay'),
}

const meaningOf = (status: string, words: string): PayoutAnswer => {
  const refusal = refusals[status]
  if (refusal !== undefined) return { kind: 'refused', reason: refusal }
  // Only what it turned down was not paid for certain. A failure of its own, or an unknown word, may have been.
  if (!isRefusal(Number(status))) throw new Error(words)
  const halt = halts[status]
  const help = helps[status] ?? say('payout.statusFaucetpayKnownCheck')
  return { kind: 'retry', reason: together(help, words), ...(halt === undefined ? {} : { halt }) }
}

const textOf = ({ status, body }: Extract<Said, { kind: 'answered' }>): string =>
  say('owner.payout.faucetpayAnswered', {
    status: status.slice(0, 10),
    message: (body.message ?? '').replaceAll(/\s+/g, ' ').slice(0, 200),
  })

/** An order is abandoned long before this: a later entry is another's, or its clock is not ours. */
const LATEST_MS = 900_000

interface Comparison {
  readonly settings: Settings
  readonly method: PayoutMethod
  readonly books: WalletBooks
}

const compare = async (ask: Ask, { settings, method, books }: Comparison): Promise<WalletFinding[]> => {
  const currency = names[method.currency] ?? method.currency
  const answer = await ask('payouts', settings, { currency, count: String(LISTED) })
  if (answer.kind !== 'answered') throw new Error(answer.reason)
  if (answer.status !== '200' || !answer.body.rewards) throw new Error(textOf(answer))
  return compareEntries(answer.body.rewards, books)
}

/**
 * Counts its entries of this address and amount since the attempt began. Each other payout of ours that is known to
 * have been paid explains one; what is left over is this one. The window of those is wider than that of the entries,
 * so that a doubt never reads as a proof.
 */
const find = async (ask: Ask, question: PayoutStatusQuery, settings: Settings): Promise<PayoutStatus> => {
  const currency = names[question.currency] ?? question.currency
  const answer = await ask('payouts', settings, { currency, count: String(LISTED) })
  if (answer.kind !== 'answered' || answer.status !== '200' || !answer.body.rewards) return { kind: 'unknown' }
  const rewards = answer.body.rewards.map(({ to, amount, date }) => ({ to, amount, at: dateOf(date ?? '') }))
  const from = new Date(question.since.getTime() - SKEW_MS)
  const equal = rewards.filter((one) => isPlace(one.to, question.address) && isAmount(one.amount, question.amount))
  // An entry of unknown date explains nothing and disproves nothing.
  if (equal.some(({ at }) => at === undefined)) return { kind: 'unknown' }
  const until = new Date(question.since.getTime() + LATEST_MS)
  const matching = equal.filter(({ at }) => at !== undefined && at >= from && at <= until)
  const [first] = matching.toSorted((a, b) => Number(a.at) - Number(b.at))
  const explained = await question.explained(new Date(from.getTime() - SKEW_MS))
  if (first?.at !== undefined && matching.length > explained) {
    return { kind: 'paid', txId: `faucetpay ${first.at.toISOString()}` }
  }
  const isWhole = rewards.length < LISTED || rewards.some(({ at }) => at !== undefined && at < from)
  // Its dates may be of another zone, so that an equal entry of any time is a doubt.
  return { kind: isWhole && equal.length === 0 ? 'absent' : 'unknown' }
}
