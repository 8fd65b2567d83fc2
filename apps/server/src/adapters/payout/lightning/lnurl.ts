import * as z from 'zod/mini'
import type { Http } from '#adapters/deposit/http.ts'
import { parseWith } from '#adapters/deposit/json.ts'
import type { Refused, Retry } from '#adapters/payout/payout.ts'
import { say } from '#kernel/words/say.ts'
import { type Invoice, readInvoice, satAmount } from '#money/lightning.ts'

/** A Lightning address (LUD-16): what stands before and behind its @. */
export interface LightningAddress {
  readonly name: string
  readonly host: string
}

const Whole = z.string().check(z.regex(/^\d{1,18}$/))
const PayRequest = z.object({
  tag: z.literal('payRequest'),
  callback: z.string(),
  minSendable: Whole,
  maxSendable: Whole,
})
const Refusal = z.object({ status: z.string().check(z.regex(/^error$/i)), reason: z.optional(z.string()) })
const WithInvoice = z.object({ pr: z.string() })

/** How a payment to a Lightning address is offered. */
export type Offer = { readonly kind: 'offer'; readonly callback: string } | Refused | Retry

/**
 * Asks the service of a Lightning address for what it takes (LUD-06). The host is chosen by the user: `http` must be
 * one that calls the public internet only. Statuses of HTTP have no meaning there, so the body alone counts.
 */
export const offerOf = async (http: Http, { name, host }: LightningAddress, msat: bigint): Promise<Offer> => {
  const url = `https://${host}/.well-known/lnurlp/${name}`
  const answer = await http.call({ method: 'GET', url })
  if (answer.kind !== 'answered') return silent(host)
  const refusal = parseWith(Refusal, answer.text)
  if (refusal !== undefined || answer.status === 404) {
    return { kind: 'refused', reason: say('payout.doesntKnowLightningAddress', { host, name }) }
  }
  const offer = parseWith(PayRequest, answer.text)
  if (offer === undefined) return silent(host)
  const least = BigInt(offer.minSendable)
  const most = BigInt(offer.maxSendable)
  if (msat < least || msat > most) {
    return {
      kind: 'refused',
      reason: say('payout.takesOnce', { name, host, least: satAmount(least + 999n), most: satAmount(most) }),
    }
  }
  return { kind: 'offer', callback: offer.callback }
}

/** An invoice of exactly this amount from a Lightning address. */
export const invoiceFor = async (
  http: Http,
  address: LightningAddress,
  msat: bigint,
): Promise<{ readonly kind: 'invoice'; readonly invoice: Invoice } | Refused | Retry> => {
  const offer = await offerOf(http, address, msat)
  if (offer.kind !== 'offer') return offer
  const { host } = address
  const callback = URL.parse(offer.callback)
  if (callback?.protocol !== 'https:') return { kind: 'retry', reason: say('payout.answeredInvalidUrl', { host }) }
  callback.searchParams.set('amount', msat.toString())
  const answer = await http.call({ method: 'GET', url: callback.href })
  if (answer.kind !== 'answered') return silent(host)
  const told = parseWith(WithInvoice, answer.text)
  if (told === undefined) return silent(host)
  const invoice = readInvoice(told.pr)
  // What asks for another amount is no answer to what was asked: nothing but the exact amount is ever paid.
  if (invoice === null) return { kind: 'retry', reason: say('payout.answeredInvalidInvoice', { host }) }
  if (invoice.msat !== msat) return { kind: 'retry', reason: say('payout.answeredInvoiceAnotherAmount', { host }) }
  return { kind: 'invoice', invoice }
}

/** Nothing of what a host said, or of why it was not called, is shown: the user who named it may not own it. */
const silent = (host: string): Retry => ({
  kind: 'retry',
  reason: say('payout.doesntAnswerLightningService', { host }),
})
