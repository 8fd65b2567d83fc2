import * as z from 'zod/mini'
import { decimalOf } from '#adapters/deposit/decimal.ts'
import { say } from '#kernel/words/say.ts'
import { type ChainNode, ProcessorHaltError } from './evm-chain.ts'
import { token } from './evm-token.ts'
import { rpcErrorMessage } from './node-rpc.ts'
import type { Broadcast, SignedOrder, SignedPayment, OnChainStatus } from './payout.ts'

/** Words of nodes for a payment that they have, waiting or in a block. */
const KNOWN = /already known|known transaction|already imported|alreadyknown|transaction already/i
/** The nonce is used up, by this payment or by another one: only looking at the chain tells. */
const USED = /nonce too low/i

/** Gives a payment to the network. To give it again is harmless: its nonce counts only once. */
export const broadcast = async (node: ChainNode, { raw }: SignedPayment): Promise<Broadcast> => {
  const answer = await node.call('eth_sendRawTransaction', raw)
  if (answer.kind === 'result') return { kind: 'accepted', answer: say('owner.payout.nodeTook') }
  if (answer.kind !== 'error')
    return { kind: answer.kind === 'lost' ? 'lost' : 'rejected', answer: rpcErrorMessage(answer) }
  if (USED.test(answer.message)) return { kind: 'lost', answer: rpcErrorMessage(answer) }
  const isKnown = KNOWN.test(answer.message)
  return { kind: isKnown ? 'accepted' : 'rejected', answer: rpcErrorMessage(answer) }
}

const Log = z.object({ address: z.string(), topics: z.array(z.string()), data: z.string() })
const Receipt = z.nullable(
  z.object({ status: z.string(), blockNumber: z.string(), transactionHash: z.string(), logs: z.array(Log) }),
)
type Receipt = NonNullable<z.infer<typeof Receipt>>

const TRANSFER = '0xddf252ad1be2c89b69c2b068fc378daa952ba7f163c4a11628f55a4df523b3ef'

/** How the payments of one withdrawal stand in the chain: they share a nonce, so that one at most is in it. */
export const evmTransactionStatus = async (
  node: ChainNode,
  order: SignedOrder,
  needed: number,
): Promise<OnChainStatus> => {
  try {
    const head = await node.number('eth_blockNumber')
    for (const payment of order.payments.toReversed()) {
      const receipt = await node.read(Receipt, 'eth_getTransactionReceipt', payment.txId)
      if (receipt !== null) return await weigh(node, { order, payment, receipt, head, needed })
    }
    return await unminedStatus(node, { order, head, needed })
  } catch (error) {
    if (error instanceof ProcessorHaltError) return { kind: 'lost', answer: error.meaning.reason }
    throw error
  }
}

interface TransferCheck {
  readonly order: SignedOrder
  readonly payment: SignedPayment
  readonly receipt: Receipt
  readonly head: bigint
  readonly needed: number
}

const weigh = async (node: ChainNode, weighing: TransferCheck): Promise<OnChainStatus> => {
  const { order, payment, receipt, head, needed } = weighing
  const { txId } = payment
  const confirmations = head - BigInt(receipt.blockNumber) + 1n
  if (confirmations < BigInt(needed)) {
    return {
      kind: 'waiting',
      answer: say('owner.payout.itHasOfConfirmations', { confirmations: Number(confirmations), needed }),
      isMined: true,
    }
  }
  if (BigInt(receipt.status) === 0n) {
    return { kind: 'reverted', txId, reason: say('payout.contractRefusedPaymentNothing') }
  }
  if (order.options.contract === undefined || (await hasTransferred(node, weighing))) return { kind: 'paid', txId }
  return { kind: 'conflict', reason: say('owner.payout.paymentBlockButNo', { txId }) }
}

/** Some tokens tell a failure by doing nothing, so that only the event is a proof. */
const hasTransferred = async (node: ChainNode, { order, payment, receipt }: TransferCheck): Promise<boolean> => {
  const contract = (order.options.contract ?? '').toLowerCase()
  const decimals = Number(await token.decimals(node, contract))
  const amount = (decimalOf(order.amount) ?? 0n) / 10n ** BigInt(18 - decimals)
  return receipt.logs.some(
    ({ address, topics: [event, from, to], data }) =>
      address.toLowerCase() === contract &&
      event?.toLowerCase() === TRANSFER &&
      isWord(from, payment.sender ?? '') &&
      isWord(to, order.address) &&
      BigInt(data === '0x' ? 0 : data) === amount,
  )
}

/** An address as a topic: 32 bytes, of which the last twenty are it. */
const isWord = (topic: string | undefined, address: string): boolean =>
  topic?.slice(-40).toLowerCase() === address.slice(2).toLowerCase()

interface Unmined {
  readonly order: SignedOrder
  readonly head: bigint
  readonly needed: number
}

/** None is in a block: they wait, nobody knows them, or their nonce went to something else. */
const unminedStatus = async (node: ChainNode, { order, head, needed }: Unmined): Promise<OnChainStatus> => {
  const last = order.payments.at(-1)
  if (last === undefined || last.nonce === null) return { kind: 'absent', answer: say('owner.payout.nothingSigned') }
  const deep = head - BigInt(needed) + 1n
  const settled = await node.number('eth_getTransactionCount', last.sender, `0x${(deep < 0n ? 0n : deep).toString(16)}`)
  if (settled > BigInt(last.nonce)) {
    const reason = say('owner.payout.nonceWalletUsedAnother', { nonce: Number(last.nonce) })
    return { kind: 'conflict', reason }
  }
  // Any of them may be the one that waits: the network may have turned down what was to take its place.
  for (const { txId } of order.payments.toReversed()) {
    const known = await node.read(z.unknown(), 'eth_getTransactionByHash', txId)
    if (known !== null && known !== undefined) return { kind: 'waiting', answer: say('owner.payout.waitsBlock') }
  }
  return { kind: 'absent', answer: say('owner.payout.nodeDoesntKnow') }
}
