import type { Settings } from '@runnel/contract/settings/settings'
import type { NetworkCost, PayoutProcessors } from '#adapters/payout/payout.ts'
import type { Method } from '#features/withdraw/method.ts'
import type { Quote } from '#features/withdraw/quote.ts'
import { later } from '#kernel/clock.ts'
import type { Db, Read } from '#kernel/db.ts'
import { refuse, refuseField } from '#kernel/refusal.ts'
import { say, together } from '#kernel/words/say.ts'

/** FaucetPay asks sites not to look the same user up again within about five minutes. */
const FRESH_SECONDS = 300
/** How long a request may follow its check. */
const VALID_SECONDS = 86_400

interface Destination {
  readonly userId: string
  readonly method: Pick<Method, 'processor' | 'currency' | 'decimals' | 'options'>
  readonly address: string
  readonly now: Date
}

/** Processors that pay only to their own users, and tell whose a destination is. */
const hasAccounts = ({ processor }: Pick<Method, 'processor'>): boolean => processor === 'faucetpay'

const storedAccount = async (db: Read, { userId, method, address, now }: Destination, seconds: number) => {
  const row = await db
    .selectFrom('payout_accounts')
    .select('account')
    .where('user_id', '=', userId)
    .where('processor', '=', method.processor)
    .where('destination', '=', address.toLowerCase())
    .where('checked_at', '>', later(now, -seconds))
    .executeTakeFirst()
  return row?.account
}

/**
 * The key under which a destination is compared with others. All addresses and names of one account at the provider
 * have one key, so that people who share an account are seen whichever of them they enter.
 */
const keyedBy = (account: string, { processor }: Pick<Method, 'processor'>): string => `${processor}:${account}`

/** Has the provider check a destination before anything is confirmed; refuses one that nobody is paid at. */
export const checkedQuote = async (
  site: { readonly db: Db; readonly payouts: PayoutProcessors; readonly settings: Settings },
  destination: Destination,
  quote: Quote,
): Promise<Quote> => {
  const { db, payouts, settings } = site
  const { userId, method, address, now } = destination
  const payout = payouts[method.processor]
  if (payout?.way === 'signed' && payout.checkPayee !== undefined) {
    const problem = await payout.checkPayee({ ...method, address, amount: quote.receives }, settings)
    if (problem?.kind === 'refused') refuseField('address', 'ADDRESS_UNKNOWN', together(problem.reason))
    if (problem?.kind === 'retry')
      refuse('conflict', 'PROVIDER_UNREACHABLE', say('withdraw.tryAgainLater', { reason: problem.reason }))
    return quote
  }
  if (!hasAccounts(method) || payout?.way !== 'automatic' || payout.checkDestination === undefined) return quote
  const known = await storedAccount(db.read, destination, FRESH_SECONDS)
  if (known !== undefined) return { ...quote, addressKey: keyedBy(known, method) }
  const found = await payout.checkDestination({ currency: method.currency, destination: address }, settings)
  if (found.kind !== 'known') {
    const isUnknown = found.kind === 'unknown'
    return isUnknown
      ? refuseField('address', 'ADDRESS_UNKNOWN', together(found.reason))
      : refuse('conflict', 'PROVIDER_UNREACHABLE', together(found.reason))
  }
  const account = found.account.slice(0, ACCOUNT_LENGTH)
  const row = { account, checked_at: now }
  await db.write((tx) =>
    tx
      .insertInto('payout_accounts')
      .values({ user_id: userId, processor: method.processor, destination: address.toLowerCase(), ...row })
      .onConflict((one) => one.columns(['user_id', 'processor', 'destination']).doUpdateSet(row))
      .execute(),
  )
  return { ...quote, addressKey: keyedBy(account, method) }
}

const ACCOUNT_LENGTH = 200

interface Costing {
  readonly method: Destination['method']
  readonly address: string
  readonly quote: Quote
  readonly settings: Settings
}

/** What the network takes for this payout, where that is worth telling before it is confirmed. */
export const networkCostOf = async (
  payouts: PayoutProcessors,
  { method, address, quote, settings }: Costing,
): Promise<NetworkCost | null> => {
  const payout = payouts[method.processor]
  if (payout?.way !== 'signed' || payout.networkCost === undefined) return null
  return payout.networkCost({ ...method, address, amount: quote.receives }, settings)
}

/** The same for a request, which asks nobody: it must follow a check. */
export const quoteOfChecked = async (db: Read, destination: Destination, quote: Quote): Promise<Quote> => {
  if (!hasAccounts(destination.method)) return quote
  const account = await storedAccount(db, destination, VALID_SECONDS)
  if (account === undefined) {
    return refuse('conflict', 'ADDRESS_UNCHECKED', say('withdraw.faucetpayAccountCheckedYet'))
  }
  return { ...quote, addressKey: keyedBy(account, destination.method) }
}
