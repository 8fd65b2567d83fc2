import * as z from 'zod/mini'
import { decimalOf } from '#adapters/deposit/decimal.ts'
import { parseWith } from '#adapters/deposit/json.ts'
import { ProcessorHaltError } from '#adapters/payout/evm-chain.ts'
import type { Broadcast, OnChainStatus, SignedOrder, SignedPayment } from '#adapters/payout/payout.ts'
import { say } from '#kernel/words/say.ts'
import { DECIMALS, newestSolidBlock, solidBlock, type TronNode, USDT } from './node.ts'
import { StoredTransaction } from './sign.ts'
import { addressHex, transferParameter } from './transaction.ts'

const storedOf = ({ raw }: SignedPayment): z.infer<typeof StoredTransaction> => {
  const stored = parseWith(StoredTransaction, raw)
  if (stored === undefined) throw new Error('a stored TRON payment has no transaction')
  return stored
}

const Sent = z.object({
  result: z.optional(z.boolean()),
  code: z.optional(z.string()),
  message: z.optional(z.string()),
  Error: z.optional(z.string()),
})

/**
 * Gives a payment to the network. What it refuses decides nothing, since another node may have taken it before: one
 * that no block takes expires, and is found dead then.
 */
export const broadcast = async (node: TronNode, payment: SignedPayment): Promise<Broadcast> => {
  try {
    const said = await node.read(Sent, '/wallet/broadcasthex', { transaction: storedOf(payment).hex })
    if (said.result === true) return { kind: 'accepted', answer: say('owner.payout.nodeTook') }
    if (said.code === 'DUP_TRANSACTION_ERROR') return { kind: 'accepted', answer: say('owner.payout.nodeAlready') }
    return {
      kind: 'lost',
      answer: say('owner.payout.nodeAnswered', { code: said.code ?? said.Error ?? '?', message: said.message ?? '' }),
    }
  } catch (error) {
    if (error instanceof ProcessorHaltError) return { kind: 'lost', answer: error.meaning.reason }
    throw error
  }
}

const Log = z.object({ address: z.string(), topics: z.array(z.string()), data: z.string() })
const Info = z.object({
  id: z.string(),
  result: z.optional(z.string()),
  receipt: z.optional(z.object({ result: z.optional(z.string()) })),
  log: z.optional(z.array(Log)),
})
type Info = z.infer<typeof Info>
/** Nothing at all means that no solid block has it; an error has a member of its own. */
const Nothing = z.strictObject({})

export const infoOf = async (node: TronNode, txId: string): Promise<Info | null> => {
  const found = await node.read(z.union([Info, Nothing]), '/walletsolidity/gettransactioninfobyid', { value: txId })
  return z.safeParse(Info, found).data ?? null
}

/** Earlier ones were found dead before the next was signed. */
const ASKED_AT_ONCE = 20
/**
 * Producers have clocks of their own, and of several nodes behind one address (TronGrid) the one that is asked for a
 * payment may be minutes behind the one that told of the newest block.
 */
const MARGIN_MS = 300_000n

/** How the payments of one withdrawal stand. Only solid blocks count, which no fork undoes. */
export const tronStatus = async (node: TronNode, order: SignedOrder): Promise<OnChainStatus> => {
  const payments = order.payments.slice(-ASKED_AT_ONCE)
  try {
    return (await seenStatus(node, { order, payments })) ?? (await unseenStatus(node, { order, payments }))
  } catch (error) {
    if (error instanceof ProcessorHaltError) return { kind: 'lost', answer: error.meaning.reason }
    throw error
  }
}

interface Looking {
  readonly order: SignedOrder
  readonly payments: readonly SignedPayment[]
}

const seenStatus = async (node: TronNode, { order, payments }: Looking): Promise<OnChainStatus | undefined> => {
  for (const { txId } of payments.toReversed()) {
    const info = await infoOf(node, txId)
    if (info !== null) return weigh(info, { order, txId })
  }
  return undefined
}

interface Weighing {
  readonly order: SignedOrder
  readonly txId: string
}

const weigh = (info: Info, { order, txId }: Weighing): OnChainStatus => {
  if (info.id !== txId) return { kind: 'lost', answer: say('owner.payout.nodeAnsweredAboutAnother') }
  const outcome = info.receipt?.result ?? 'SUCCESS'
  if (info.result === 'FAILED' || outcome !== 'SUCCESS') {
    return { kind: 'reverted', txId, reason: say('payout.networkCarriedPaymentOutWithout', { outcome }) }
  }
  if (order.currency === 'TRX' || hasTransferred(info, order)) return { kind: 'paid', txId }
  return { kind: 'conflict', reason: say('owner.payout.paymentBlockButNo', { txId }) }
}

const TRANSFER = 'ddf252ad1be2c89b69c2b068fc378daa952ba7f163c4a11628f55a4df523b3ef'

/** Whoever sent it: the id is that of our own bytes, and the wallet that paid may be another than today's. */
const hasTransferred = ({ log = [] }: Info, order: SignedOrder): boolean => {
  const amount = (decimalOf(order.amount) ?? 0n) / 10n ** BigInt(18 - DECIMALS)
  const wanted = transferParameter({ to: order.address, amount })
  return log.some(
    ({ address, topics: [event, , receiver], data }) =>
      `41${address}` === addressHex(USDT) && event === TRANSFER && `${receiver}${data}` === wanted,
  )
}

/**
 * Whether those that no solid block has can still arrive. They are dead only if a solid block is later than all of them
 * allow, and a node that has the blocks since the last one was signed knows none. Those before the last were dead, or a
 * person said so, before it was signed.
 */
const unseenStatus = async (node: TronNode, looking: Looking): Promise<OnChainStatus> => {
  const stored = looking.payments.map(storedOf)
  if (stored.length === 0) return { kind: 'absent', answer: say('owner.payout.nothingSigned') }
  const { timestamp } = await newestSolidBlock(node)
  if (stored.some(({ expiration }) => timestamp <= BigInt(expiration) + MARGIN_MS)) {
    return { kind: 'absent', answer: say('owner.payout.networkDoesntSolidBlock') }
  }
  const last = stored.at(-1)
  if (last !== undefined && (await solidBlock(node, BigInt(last.refBlock)))?.id !== last.refBlockId) {
    return { kind: 'conflict', reason: say('owner.payout.nodeDoesntBlocksWhich') }
  }
  const seen = await seenStatus(node, looking)
  if (seen !== undefined) return seen
  for (const { txId } of looking.payments) {
    if (await isInBlock(node, txId)) {
      const reason = say('owner.payout.paymentBlockButNode', { txId })
      return { kind: 'conflict', reason }
    }
  }
  return { kind: 'expired', reason: say('payout.noBlockTookPayment') }
}

const Taken = z.object({ txID: z.string() })

/**
 * Whether a solid block has it. Blocks are kept by every node, receipts only where its settings say so, and not from
 * before its snapshot: https://github.com/tronprotocol/java-tron, TransactionRetStore.java.
 */
const isInBlock = async (node: TronNode, txId: string): Promise<boolean> =>
  'txID' in (await node.read(z.union([Taken, Nothing]), '/walletsolidity/gettransactionbyid', { value: txId }))
