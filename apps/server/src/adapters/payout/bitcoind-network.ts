import * as z from 'zod/mini'
import { decimalOf } from '#adapters/deposit/decimal.ts'
import { say } from '#kernel/words/say.ts'
import { type Node, rpcErrorMessage } from './node-rpc.ts'
import type { Broadcast, SignedOrder, SignedPayment, OnChainStatus } from './payout.ts'

/** Words of nodes for a payment that they have, in their memory or in a block. */
const KNOWN = /already (in|known)|already-(in|known)|txn-same-nonwitness|outputs already in utxo set/i

/** Gives a payment to the network. To give it again is harmless: it is the same payment. */
export const broadcast = async (node: Node, { raw }: SignedPayment): Promise<Broadcast> => {
  const answer = await node('sendrawtransaction', raw)
  if (answer.kind === 'result') return { kind: 'accepted', answer: say('owner.payout.nodeTook') }
  if (answer.kind !== 'error')
    return { kind: answer.kind === 'lost' ? 'lost' : 'rejected', answer: rpcErrorMessage(answer) }
  const isKnown = answer.code === -27 || KNOWN.test(answer.message)
  return isKnown
    ? { kind: 'accepted', answer: say('owner.payout.theNodeHasIt') }
    : { kind: 'rejected', answer: rpcErrorMessage(answer) }
}

const Found = z.object({
  confirmations: z.string().check(z.regex(/^-?\d+$/)),
  replaced_by_txid: z.optional(z.string()),
})

/** How a payment stands in the chain, as the node's wallet sees it. */
export const transactionStatus = async (node: Node, order: SignedOrder, needed: number): Promise<OnChainStatus> => {
  const [payment] = order.payments
  if (payment === undefined) return { kind: 'absent', answer: say('owner.payout.nothingSigned') }
  const looking = { amount: order.amount, payment, needed }
  return statusByTxId(node, looking, { txId: payment.txId, bumps: 0 })
}

interface PaymentCheck {
  readonly amount: string
  readonly payment: SignedPayment
  readonly needed: number
}

const BUMPS_AT_MOST = 20

/**
 * How a payment stands under its own id or, where its owner raised its fee at the node (`bumpfee`), under that of the
 * one that took its place and pays the same: both spend the same, so that only one of them is ever in the chain.
 */
const statusByTxId = async (
  node: Node,
  looking: PaymentCheck,
  { txId, bumps }: { txId: string; bumps: number },
): Promise<OnChainStatus> => {
  const { needed, payment } = looking
  const answer = await node('gettransaction', txId)
  // -5: it is not in the wallet, so that this one was never given it.
  if (answer.kind === 'error' && answer.code === -5) return statusByUnspentOutputs(node, looking)
  const found = answer.kind === 'result' ? z.safeParse(Found, answer.result).data : undefined
  if (found === undefined) return { kind: 'lost', answer: rpcErrorMessage(answer) }
  const confirmations = Number(found.confirmations)
  if (confirmations > 0) return deep(confirmations, { needed, txId })
  const by = found.replaced_by_txid
  if (by !== undefined && bumps < BUMPS_AT_MOST && (await paysTheSame(node, looking, by))) {
    return statusByTxId(node, looking, { txId: by, bumps: bumps + 1 })
  }
  if (confirmations <= -needed) return { kind: 'conflict', reason: conflictText(by) }
  if (confirmations < 0) return { kind: 'waiting', answer: say('owner.payout.anotherPaymentSameOutputs') }
  if (txId !== payment.txId) return { kind: 'waiting', answer: say('owner.payout.paymentReplacedWaitsBlock', { txId }) }
  // In nobody's block: the wallet knows it, but whether the network still does is not said. It is given again.
  return { kind: 'absent', answer: say('owner.payout.waitsBlock') }
}

const deep = (confirmations: number, { needed, txId }: { needed: number; txId: string }): OnChainStatus =>
  confirmations >= needed
    ? { kind: 'paid', txId }
    : { kind: 'waiting', answer: say('owner.payout.itHasOfConfirmations', { confirmations, needed }), isMined: true }

const Unspent = z.object({ confirmations: z.string().check(z.regex(/^\d+$/)) })

/** The wallet may be another one since: the node tells all the same what nobody has spent yet. */
const statusByUnspentOutputs = async (
  node: Node,
  { payment, amount, needed }: PaymentCheck,
): Promise<OnChainStatus> => {
  const [output] = await outputsOf(node, payment.raw, amount)
  const answer = output === undefined ? undefined : await node('gettxout', payment.txId, output.n, true)
  const found = answer?.kind === 'result' ? z.safeParse(Unspent, answer.result).data : undefined
  const confirmations = Number(found?.confirmations ?? 0)
  if (confirmations > 0) return deep(confirmations, { needed, txId: payment.txId })
  return { kind: 'absent', answer: say('owner.payout.nodeDoesntKnow') }
}

/** Whether another payment of the wallet pays the same place the same amount. */
const paysTheSame = async (node: Node, { payment, amount }: PaymentCheck, txId: string): Promise<boolean> => {
  const answer = await node('gettransaction', txId)
  const other = answer.kind === 'result' ? z.safeParse(z.object({ hex: z.string() }), answer.result).data : undefined
  if (other === undefined) return false
  const ours = await outputsOf(node, payment.raw, amount)
  const theirs = await outputsOf(node, other.hex, amount)
  return ours.length > 0 && ours.every(({ script }) => theirs.some((output) => output.script === script))
}

const Decoded = z.object({
  vout: z.array(z.object({ value: z.string(), n: z.string(), scriptPubKey: z.object({ hex: z.string() }) })),
})

/** The outputs of a payment that are of this amount. */
const outputsOf = async (node: Node, raw: string, amount: string): Promise<{ n: number; script: string }[]> => {
  const answer = await node('decoderawtransaction', raw)
  const found = answer.kind === 'result' ? z.safeParse(Decoded, answer.result).data : undefined
  return (found?.vout ?? []).flatMap(({ value, n, scriptPubKey: { hex: script } }) =>
    decimalOf(value) === decimalOf(amount) ? [{ n: Number(n), script }] : [],
  )
}

const conflictText = (by: string | undefined): string => {
  return by === undefined ? say('owner.payout.outputsSpent') : say('owner.payout.outputsSpentBy', { txId: by })
}
