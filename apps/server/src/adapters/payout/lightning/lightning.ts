import { createHash } from 'node:crypto'
import type { Settings } from '@runnel/contract/settings/settings'
import * as z from 'zod/mini'
import type { Http } from '#adapters/deposit/http.ts'
import { parseWith } from '#adapters/deposit/json.ts'
import type {
  Broadcast,
  OnChainStatus,
  PayoutMethod,
  PayoutOrder,
  Refused,
  Retry,
  SignedOrder,
  SignedPayment,
  SignedPayout,
} from '#adapters/payout/payout.ts'
import { type Clock, later } from '#kernel/clock.ts'
import { say } from '#kernel/words/say.ts'
import { coinsOfMsat, type Invoice, msatOf, readLightningPlace } from '#money/lightning.ts'
import { invoiceFor, offerOf } from './lnurl.ts'
import { type LightningNode, LightningNodeError } from './node.ts'

interface LightningDeps {
  readonly clock: Clock
  /** Calls the hosts that users name: the public internet and nothing else. */
  readonly web: Http
}

/**
 * Pays over Lightning by a node. Its payment hash makes an invoice a payment that happens once at most: the invoice is
 * stored, then given to the node as often as it takes, and given up only when it has expired and the node says that
 * it failed, or refused it each time and never listed it. There is never a second invoice for one withdrawal.
 */
export const createLightning = (node: LightningNode, { clock, web }: LightningDeps): SignedPayout => ({
  way: 'signed',
  resendSeconds: RESEND_SECONDS,
  closed: (settings, { currency, decimals }) => {
    if (currency !== 'BTC') return say('owner.payout.lightningDoesntPay', { currency })
    return decimals > SAT_DECIMALS ? say('owner.payout.lightningPaysWholeSatoshis') : node.closed(settings)
  },
  sign: async (order, held, settings) => {
    try {
      return await sign({ node, clock, web, settings }, order, held)
    } catch (error) {
      return meaningOf(error)
    }
  },
  broadcast: async (_method, payment, settings) => {
    try {
      return await broadcast({ node, clock, settings }, payment)
    } catch (error) {
      // One that does not let us in has not paid anything either.
      if (error instanceof LightningNodeError)
        return { kind: error.isClosed ? 'rejected' : 'lost', answer: error.message }
      throw error
    }
  },
  checkStatus: async (order, settings) => {
    const status = await statusOf({ node, clock, settings }, order).catch((error: unknown): OnChainStatus => {
      if (error instanceof LightningNodeError) return { kind: 'lost', answer: error.message }
      throw error
    })
    return isStuck(status, order, clock()) ? { kind: 'conflict', reason: stuckReason(status.answer) } : status
  },
  checkPayee: async (order) => {
    const place = readLightningPlace(order.address)
    if (place?.kind !== 'address') return null
    const offer = await offerOf(web, place, msatOf(order.amount))
    return offer.kind === 'offer' ? null : offer
  },
  holdings: async (settings, { currency }) => [{ currency, amount: coinsOfMsat(await node.balance(settings)) }],
})

const SAT_DECIMALS = 8
/** Longer than any call of a node lasts, so that two processes never ask it at once to pay the same invoice. */
const RESEND_SECONDS = 75
/** What an invoice must still be valid for when it is stored. */
const LEFT_SECONDS = 60
/** Longer ones would keep a withdrawal open for so long when nobody can pay them. */
const EXPIRY_AT_MOST_SECONDS = 31 * 86_400
/** How long after its expiry an invoice is dead: clocks differ, and a call may still have been on its way. */
const GRACE_SECONDS = 900
/** Nodes let a payment be held for two weeks at most; what is open longer after its expiry ends by a person. */
const HELD_SECONDS = 15 * 86_400

interface NodeAccess {
  readonly node: LightningNode
  readonly clock: Clock
  readonly settings: Settings
}

const forOwner = { scope: 'currency', seconds: null } as const

/** Signing moves nothing, so that whatever went wrong, nothing was sent. */
const meaningOf = (error: unknown): Retry => {
  if (!(error instanceof LightningNodeError)) throw error
  return error.isClosed
    ? { kind: 'retry', reason: error.message, halt: forOwner }
    : { kind: 'retry', reason: error.message }
}

type SignResult = ({ readonly kind: 'signed' } & SignedPayment) | Refused | Retry

const sign = async (
  { node, clock, web, settings }: NodeAccess & { readonly web: Http },
  order: PayoutOrder,
  held: readonly string[],
): Promise<SignResult> => {
  const place = readLightningPlace(order.address)
  if (place === null) return { kind: 'refused', reason: say('payout.neitherLightningAddressNor') }
  const msat = msatOf(order.amount)
  const maxFeeMsat = feeLimitOf(order, msat)
  const nodeId = await node.identify(settings)
  if ((await node.balance(settings)) < msat + maxFeeMsat) {
    const reason = say('owner.payout.lightningNodeSendAmount')
    return { kind: 'retry', reason, halt: { scope: 'currency', seconds: 600 } }
  }
  const found = place.kind === 'invoice' ? place : await invoiceFor(web, place, msat)
  if (found.kind !== 'invoice') return found
  const { invoice } = found
  const problem = problemOf(invoice, { msat, now: clock() })
  if (problem !== null) return { kind: 'refused', reason: problem }
  if (held.includes(invoice.hash)) return { kind: 'retry', reason: say('payout.anotherPayoutSameInvoice') }
  const raw = JSON.stringify({ node: nodeId, invoice: invoice.text, maxFeeMsat: maxFeeMsat.toString() })
  const fee = coinsOfMsat(maxFeeMsat)
  return { kind: 'signed', txId: invoice.hash, raw, inputs: [invoice.hash], sender: null, nonce: null, fee }
}

/** A hundredth of the amount, at least five satoshis, unless the owner set another limit. */
const feeLimitOf = ({ options }: PayoutMethod, msat: bigint): bigint => {
  if (options.feeMax !== undefined) return msatOf(options.feeMax)
  const percent = msat / 100n
  return percent > 5_000n ? percent : 5_000n
}

const problemOf = (invoice: Invoice, { msat, now }: { msat: bigint; now: Date }): string | null => {
  if (invoice.msat !== msat) return say('payout.invoiceAnotherAmountRequest')
  if (invoice.expiresAt < later(now, LEFT_SECONDS)) {
    return say('payout.invoiceExpiredBeforeCould')
  }
  return invoice.expiresAt > later(now, EXPIRY_AT_MOST_SECONDS) ? say('payout.invoiceValidMoreThan') : null
}

const Stored = z.object({ node: z.string(), invoice: z.string(), maxFeeMsat: z.string() })

interface StoredInvoice {
  readonly nodeId: string
  readonly invoice: Invoice
  readonly maxFeeMsat: bigint
}

const storedOf = ({ raw }: SignedPayment): StoredInvoice => {
  const stored = parseWith(Stored, raw)
  const place = stored === undefined ? null : readLightningPlace(stored.invoice)
  if (stored === undefined || place?.kind !== 'invoice') throw new Error('a stored Lightning payment has no invoice')
  return { nodeId: stored.node, invoice: place.invoice, maxFeeMsat: BigInt(stored.maxFeeMsat) }
}

/** Whether the node is another one than the payment was stored for, which knows nothing of it. */
const strangeNode = async ({ node, settings }: NodeAccess, { nodeId }: StoredInvoice): Promise<string | undefined> =>
  (await node.identify(settings)) === nodeId ? undefined : say('owner.payout.lightningNodeOnePayout')

const broadcast = async (access: NodeAccess, payment: SignedPayment): Promise<Broadcast> => {
  const stored = storedOf(payment)
  const { invoice, maxFeeMsat } = stored
  if (access.clock() >= invoice.expiresAt) return { kind: 'rejected', answer: say('payout.invoiceExpired') }
  const strange = await strangeNode(access, stored)
  if (strange !== undefined) return { kind: 'lost', answer: strange }
  const order = { invoice: invoice.text, hash: invoice.hash, msat: invoice.msat ?? 0n, maxFeeMsat }
  return access.node.pay(order, access.settings)
}

const statusOf = async (access: NodeAccess, order: SignedOrder): Promise<OnChainStatus> => {
  const [payment] = order.payments
  if (payment === undefined) return { kind: 'absent', answer: say('payout.noInvoiceStored') }
  const stored = storedOf(payment)
  const strange = await strangeNode(access, stored)
  if (strange !== undefined) return { kind: 'lost', answer: strange }
  const found = await access.node.find(payment.txId, access.settings)
  if (found.kind === 'paid') return paidStatus(payment.txId, found, stored.invoice)
  if (found.kind === 'in-flight') return { kind: 'waiting', answer: found.answer }
  const isDead = access.clock() >= later(stored.invoice.expiresAt, GRACE_SECONDS)
  if (found.kind === 'unclear' && !isDead) return { kind: 'waiting', answer: found.answer }
  const answer = found.kind === 'absent' ? say('owner.payout.nodeHasntTriedPay') : found.answer
  if (!isDead) return { kind: 'absent', answer }
  // Nodes lose payments, and some list none that is on its way: what may have been taken is for a person to look up.
  if (found.kind === 'unclear' || (found.kind === 'absent' && payment.mayBeTaken !== false)) {
    return { kind: 'conflict', reason: say('owner.payout.nodeCantTellPaid') }
  }
  const reason = say('payout.invoiceExpiredBeforeWay')
  return { kind: 'reverted', txId: payment.txId, reason: say('payout.requestWithdrawalNewOne', { reason }) }
}

const isStuck = (
  status: OnChainStatus,
  { payments: [payment] }: SignedOrder,
  now: Date,
): status is OnChainStatus & { readonly kind: 'waiting' | 'lost' } =>
  (status.kind === 'waiting' || status.kind === 'lost') &&
  payment !== undefined &&
  now >= later(storedOf(payment).invoice.expiresAt, HELD_SECONDS)

const stuckReason = (answer: string): string => say('owner.payout.lightningStuck', { answer })

interface Paid {
  readonly preimage: string | null
  readonly msat: bigint | null
}

/** The preimage of the payment hash is the proof that the payee has been paid; no other says so. */
const paidStatus = (hash: string, { preimage, msat }: Paid, invoice: Invoice): OnChainStatus => {
  if (preimage !== null && hashOf(preimage) !== hash) {
    return { kind: 'conflict', reason: say('payout.nodeReportsPaymentBut') }
  }
  if (msat !== null && msat !== invoice.msat) {
    return { kind: 'conflict', reason: say('payout.nodeReportsPaymentMsat', { msat: Number(msat) }) }
  }
  return { kind: 'paid', txId: hash }
}

const hashOf = (preimage: string): string => createHash('sha256').update(Buffer.from(preimage, 'hex')).digest('hex')
