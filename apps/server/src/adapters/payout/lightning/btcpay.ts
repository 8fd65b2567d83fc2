import type { Settings } from '@runnel/contract/settings/settings'
import * as z from 'zod/mini'
import { refusalOf } from '#adapters/deposit/http.ts'
import { parseWith } from '#adapters/deposit/json.ts'
import type { Broadcast } from '#adapters/payout/payout.ts'
import { say } from '#kernel/words/say.ts'
import {
  askNode,
  baseOf,
  type LightningNode,
  type LightningNodeDeps,
  LightningNodeError,
  type LightningStatus,
  type NodeReply,
  PAY_MS,
  replyAs,
  ROUTE_SECONDS,
  Whole,
} from './node.ts'

/**
 * The Lightning node of a store of BTCPay Server, by its Greenfield API. Invoices are paid at once and not as payouts
 * of BTCPay, so that their payment hash is known before.
 */
export const createBtcpayLightning = (deps: LightningNodeDeps): LightningNode => {
  const ask = (settings: Settings, path: string, body?: unknown): Promise<NodeReply> =>
    askNode(deps, {
      method: body === undefined ? 'GET' : 'POST',
      url: `${baseOf(settings.payout_btcpay_url)}/api/v1/stores/${settings.payout_btcpay_store}/lightning/BTC${path}`,
      headers: { authorization: `token ${settings.payout_btcpay_key}` },
      ...(body === undefined ? {} : { body, timeoutMs: PAY_MS }),
    })
  return {
    closed: (settings) => {
      const { payout_btcpay_url: url, payout_btcpay_store: store, payout_btcpay_key: key } = settings
      if (url === '' || store === '' || key === '') {
        return say('owner.payout.btcpayServerNeedsUrl')
      }
      return deps.http.addressProblem(url)
    },
    identify: async (settings) => {
      const { nodeURIs } = replyAs(Info, await ask(settings, '/info'))
      // The same public key stands in front of each address; a node that announces none is known by its store alone.
      return nodeURIs.at(0)?.split('@').at(0) ?? `store ${settings.payout_btcpay_store}`
    },
    balance: async (settings) => {
      const { offchain } = replyAs(Balance, await ask(settings, '/balance'))
      return BigInt(offchain?.local ?? 0)
    },
    pay: async ({ invoice, maxFeeMsat }, settings) => {
      const maxFeeFlat = (maxFeeMsat / 1_000n).toString()
      return sentAs(await ask(settings, '/invoices/pay', { BOLT11: invoice, maxFeeFlat, sendTimeout: ROUTE_SECONDS }))
    },
    find: async (hash, settings) => foundAs(await ask(settings, `/payments/${hash}`), hash),
  }
}

const Info = z.object({ nodeURIs: z.array(z.string()) })
const Balance = z.object({ offchain: z.nullish(z.object({ local: z.nullish(Whole) })) })
const Failure = z.object({ code: z.string(), message: z.string() })
const Payment = z.object({
  id: z.nullish(z.string()),
  status: z.string(),
  paymentHash: z.nullish(z.string()),
  preimage: z.nullish(z.string()),
  totalAmount: z.nullish(Whole),
  feeAmount: z.nullish(Whole),
})

const sentAs = (reply: NodeReply): Broadcast => {
  const payment = parseWith(Payment, reply.text)
  if (payment === undefined) {
    return { kind: isRefused(reply) ? 'rejected' : 'lost', answer: refusalOf(reply) }
  }
  if (payment.status === 'Failed') return { kind: isPart(payment.id) ? 'lost' : 'rejected', answer: FAILED }
  return {
    kind: 'accepted',
    answer: payment.status === 'Complete' ? say('owner.payout.itIsPaid') : say('owner.payout.itIsOnIts'),
  }
}

/**
 * Whether BTCPay itself says that nothing is paid now. A generic error is any trouble of its node's client, also while
 * the payment is on its way, and any other answer is of somebody before or behind it.
 */
const isRefused = ({ status, text }: NodeReply): boolean => {
  const code = parseWith(Failure, text)?.code
  return status === 422 || (status < 500 && code !== undefined && code !== 'generic-error')
}

const FAILED = say('owner.payout.nodeBehindBtcpayServer')

/** Eclair's id of one part of a payment: of several BTCPay tells of the oldest, while others may be on their way. */
const isPart = (id: string | null | undefined): boolean => id?.length === 36

const foundAs = (reply: NodeReply, hash: string): LightningStatus => {
  if (reply.status === 404 && parseWith(Failure, reply.text)?.code === 'payment-not-found') return { kind: 'absent' }
  const { id, status, paymentHash, preimage, totalAmount, feeAmount } = replyAs(Payment, reply)
  if (typeof paymentHash === 'string' && paymentHash !== hash) {
    throw new LightningNodeError(say('owner.payout.btcpayServerAnsweredAbout'))
  }
  if (status === 'Complete') {
    const hasAmount = typeof totalAmount === 'string' && typeof feeAmount === 'string'
    return {
      kind: 'paid',
      preimage: preimage ?? null,
      msat: hasAmount ? BigInt(totalAmount) - BigInt(feeAmount) : null,
    }
  }
  if (status === 'Pending') return { kind: 'in-flight', answer: say('owner.payout.itIsOnIts') }
  // A node of Phoenix is Complete or Unknown and nothing else, whatever became of the payment.
  if (status !== 'Failed' || isPart(id)) return { kind: 'unclear', answer: say('owner.payout.itIsOnIts') }
  return { kind: 'failed', answer: FAILED }
}
