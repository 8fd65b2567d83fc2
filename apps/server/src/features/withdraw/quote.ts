import type { WithdrawPreview } from '@runnel/contract/withdraw'
import { amountOfInvoice } from '#features/withdraw/destination/invoice.ts'
import { refuse, refuseField } from '#kernel/refusal.ts'
import { coins, money, say } from '#kernel/words/say.ts'
import { coinsFor, scaled, type Units } from '#money/amount.ts'
import type { Invoice } from '#money/lightning.ts'
import { checkDestination, destinationHint, destinationName } from './address.ts'
import { closedReason, type Method, type MethodWorld } from './method.ts'

/** What a user asks for. */
export interface WithdrawRequest {
  readonly address: string
  readonly amount: Units
  /** What they were shown that arrives, where they were shown it. */
  readonly expected?: string | undefined
}

/** A wish that the method can fulfil. */
export interface Quote {
  readonly addressKey: string
  readonly amount: Units
  readonly fee: Units
  readonly net: Units
  /** Of the coin, as decimal text, rounded down. */
  readonly receives: string
  /** The Lightning invoice that is paid. */
  readonly invoice?: Invoice
}

/** Checks a wish against the method and tells what arrives; refuses with the reason in words. */
export const quoteFor = (method: Method, { address, amount, expected }: WithdrawRequest, world: MethodWorld): Quote => {
  const closed = closedReason(method, world)
  if (closed !== null) refuse('conflict', 'METHOD_CLOSED', closed)
  const checked = checkDestination(method, address)
  if (checked === null) {
    const said = say('withdraw.invalid', {
      destinationName: destinationName(method),
      destinationHint: destinationHint(method),
    })
    return refuseField('address', 'ADDRESS_INVALID', said)
  }
  const { net, receives } = arrivesOf(method, amount, world)
  const { key: addressKey, invoice } = checked
  if (invoice !== undefined) {
    const paid = amountOfInvoice(invoice, { receives, now: world.now })
    return { addressKey, amount, fee: method.fee, net, receives: paid, invoice }
  }
  if (expected !== undefined) refuseLess(receives, expected, method.currency)
  return { addressKey, amount, fee: method.fee, net, receives }
}

/** What is left of an amount after the fee, in units and of the coin; refuses what the method doesn't pay. */
export const arrivesOf = (
  method: Method,
  amount: Units,
  { settings }: Pick<MethodWorld, 'settings'>,
): Pick<Quote, 'net' | 'receives'> => {
  refuseAmount(method, amount, settings.site_currency)
  const net = amount - method.fee
  const receives = coinsFor({ units: net, rate: method.rate, decimals: method.decimals })
  if (receives === '0') refuseField('amount', 'AMOUNT_TOO_SMALL', say('withdraw.amountTooSmallCurrency'))
  return { net, receives }
}

const refuseAmount = ({ minimum, maximum }: Method, amount: Units, currency: string): void => {
  if (amount < minimum)
    refuseField('amount', 'AMOUNT_TOO_SMALL', say('deposit.theMinimumIs', { minimum: money(minimum, currency) }))
  if (amount > maximum)
    refuseField('amount', 'AMOUNT_TOO_LARGE', say('deposit.theMaximumIs', { maximum: money(maximum, currency) }))
}

/** Price or fee may have moved since somebody looked: nobody is paid less than they agreed to. More is welcome. */
const refuseLess = (receives: string, expected: string, currency: string): void => {
  if (scaled(receives) >= scaled(expected)) return
  refuse('conflict', 'RATE_MOVED', say('withdraw.rateMoved', { coins: coins(receives, currency) }))
}

/** What the user reads before they confirm. */
export const previewOf = (
  method: Method,
  quote: Quote,
  told: { eta: number | null; review: string | null },
): WithdrawPreview => ({
  amount: quote.amount,
  fee: quote.fee,
  net: quote.net,
  receives: quote.receives,
  currency: method.currency,
  rate: method.rate,
  rateAt: method.rateAt.toISOString(),
  ...told,
})
