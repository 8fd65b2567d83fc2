import type { Settings } from '@runnel/contract/settings/settings'
import * as z from 'zod/mini'
import { decimalOf, textOf } from '#adapters/deposit/decimal.ts'
import { say } from '#kernel/words/say.ts'
import { compareNode } from './bitcoind-compare.ts'
import { broadcast, transactionStatus } from './bitcoind-network.ts'
import {
  callNode,
  type Node,
  type NodeAnswer,
  nodeAddressProblem,
  type NodeRpcDeps,
  rpcErrorMessage,
} from './node-rpc.ts'
import type { PayoutMethod, PayoutOrder, Refused, Retry, SignedPayment, SignedPayout } from './payout.ts'

/** Coins of Bitcoin's kind that a node of one's own can pay, and how they differ. */
interface Coin {
  readonly name: string
  readonly address: (settings: Settings) => string
  /** The first block of its chain, by which a node of another one is known: some addresses are right on both. */
  readonly genesis: string
  /** Blocks after which a payment counts, when the owner says nothing else. */
  readonly confirmations: number
}

const coins: Readonly<Record<string, Coin>> = {
  BTC: {
    name: 'Bitcoin',
    address: (settings) => settings.payout_bitcoind_btc_url,
    genesis: '000000000019d6689c085ae165831e934ff763ae46a2a6c172b3f1b60a8ce26f',
    confirmations: 1,
  },
  LTC: {
    name: 'Litecoin',
    address: (settings) => settings.payout_bitcoind_ltc_url,
    genesis: '12a765e31ffd4059bada1e25190f6e98c99d9714d334efa41a195a7e7e04bfe2',
    confirmations: 3,
  },
  DOGE: {
    name: 'Dogecoin',
    address: (settings) => settings.payout_bitcoind_doge_url,
    genesis: '1a91e3dace36e2be3bf030a65679fe821aa1d6ef92e7c9902eb318182c355691',
    confirmations: 6,
  },
}

/**
 * Pays by a node of one's own, for Bitcoin and the coins that were made from it. The payment is built, funded and
 * signed first, which moves nothing; then its bytes are stored; then they are sent, as often as it takes.
 */
export const createBitcoind = (deps: NodeRpcDeps): SignedPayout => {
  const nodeOf = (settings: Settings, { currency }: PayoutMethod): Node => {
    const address = coins[currency]?.address(settings) ?? ''
    if (address === '') return async () => ({ kind: 'unsent', reason: say('owner.payout.thereNoNode', { currency }) })
    return (method, ...params) => callNode(deps, address, { method, params })
  }
  return {
    way: 'signed',
    closed: (settings, { currency, decimals }) => {
      const coin = coins[currency]
      if (coin === undefined) return say('owner.payout.bitcoinTypeNodePay', { currency })
      if (decimals > 8) return say('owner.payout.8Decimals', { name: coin.name })
      const address = coin.address(settings)
      if (address === '') return say('owner.payout.nodeUrlMissing', { name: coin.name })
      return nodeAddressProblem(deps.http, address)
    },
    sign: async (order, held, settings) => {
      const node = nodeOf(settings, order)
      return (await strangeChain(node, order)) ?? sign(node, order, held)
    },
    broadcast: (method, payment, settings) => broadcast(nodeOf(settings, method), payment),
    checkStatus: async (order, settings) => {
      const node = nodeOf(settings, order)
      // What the node of another chain knows or not means nothing here.
      const strange = await strangeChain(node, order)
      if (strange !== undefined) return { kind: 'lost', answer: strange.reason }
      return transactionStatus(node, order, order.options.confirmations ?? coins[order.currency]?.confirmations ?? 6)
    },
    release: (method, payments, settings) => release(nodeOf(settings, method), payments),
    compare: async (settings, method, books) => {
      const node = nodeOf(settings, method)
      const strange = await strangeChain(node, method)
      if (strange !== undefined) throw new Error(strange.reason)
      return compareNode(node, books)
    },
    holdings: async (settings, method) => {
      const node = nodeOf(settings, method)
      const strange = await strangeChain(node, method)
      if (strange !== undefined) throw new Error(strange.reason)
      const answer = await node('getbalance')
      const amount = answer.kind === 'result' ? decimalOf(z.safeParse(z.string(), answer.result).data) : undefined
      if (amount === undefined) throw new Error(rpcErrorMessage(answer))
      return [{ currency: method.currency, amount: textOf(amount) }]
    },
  }
}

/** Why this node cannot be asked for this coin: it does not answer, or its chain is another one. */
const strangeChain = async (node: Node, { currency }: PayoutMethod): Promise<Refused | Retry | undefined> => {
  const answer = await node('getblockhash', 0)
  if (answer.kind !== 'result') return meaningOf(answer)
  if (answer.result === coins[currency]?.genesis) return undefined
  return { kind: 'retry', reason: say('owner.payout.nodeChain', { currency }), halt: forOwner }
}

/** An output as the node names it. */
const outputOf = (input: string): { txid: string; vout: number } => {
  const [txid = '', vout = '0'] = input.split(':')
  return { txid, vout: Number(vout) }
}

const Funded = z.object({ hex: z.string(), fee: z.string() })
const Signed = z.object({ hex: z.string(), complete: z.boolean() })
const Decoded = z.object({
  txid: z.string().check(z.regex(/^[0-9a-f]{64}$/)),
  vin: z.array(z.object({ txid: z.string(), vout: z.string() })),
  vout: z.array(z.object({ value: z.string() })),
})

type SignResult = ({ readonly kind: 'signed' } & SignedPayment) | Refused | Retry

/** A step that did not work ends the signing with what it means. */
class Stop extends Error {
  readonly meaning: Refused | Retry
  constructor(meaning: Refused | Retry) {
    super(meaning.reason)
    this.meaning = meaning
  }
}

const sign = async (node: Node, order: PayoutOrder, held: readonly string[]): Promise<SignResult> => {
  try {
    await lockOutputs(node, held)
    const bare = await step(z.string(), node('createrawtransaction', [], { [order.address]: order.amount }))
    const funded = await step(Funded, node('fundrawtransaction', bare))
    if (order.options.feeMax !== undefined && above(funded.fee, order.options.feeMax)) {
      return { kind: 'retry', reason: say('owner.payout.networkTakesMoreThan', { fee: funded.fee }) }
    }
    const signed = await step(Signed, signedBy(node, funded.hex))
    if (!signed.complete) return retry(say('owner.payout.nodesWalletCouldntSign'))
    const { txid, vin, vout } = await step(Decoded, node('decoderawtransaction', signed.hex))
    if (!vout.some(({ value }) => decimalOf(value) === decimalOf(order.amount))) {
      return retry(say('owner.payout.nodeBuiltPaymentAnother'))
    }
    const inputs = vin.map((input) => `${input.txid}:${input.vout}`)
    if (inputs.some((input) => held.includes(input))) return retry(say('owner.payout.nodeChoseOutputAlready'))
    const fee = textOf(decimalOf(funded.fee) ?? 0n)
    return { kind: 'signed', txId: txid, raw: signed.hex, inputs, sender: null, nonce: null, fee }
  } catch (error) {
    if (error instanceof Stop) return error.meaning
    throw error
  }
}

/**
 * Locks what stored payments spend, so that the node takes other outputs: it forgets its locks when it starts again.
 * One by one, since an output that is locked or spent already makes a whole list fail.
 */
const lockOutputs = async (node: Node, held: readonly string[]): Promise<void> => {
  for (const input of held) {
    const answer = await node('lockunspent', false, [outputOf(input)])
    if (answer.kind !== 'result' && answer.kind !== 'error') throw new Stop(meaningOf(answer))
  }
}

/**
 * Has the wallet give payments up, which it would offer to the network for ever, and unlocks their outputs. What is in
 * the chain already, or unlocked, makes this an error that changes nothing.
 */
const release = async (node: Node, payments: readonly SignedPayment[]): Promise<boolean> => {
  const heard = ({ kind }: NodeAnswer): boolean => kind === 'result' || kind === 'error'
  for (const { txId, inputs } of payments) {
    if (!heard(await node('abandontransaction', txId))) return false
    for (const input of inputs) if (!heard(await node('lockunspent', true, [outputOf(input)]))) return false
  }
  return true
}

/** Dogecoin is on an older base, where the call has its older name. */
const signedBy = async (node: Node, hex: string): Promise<NodeAnswer> => {
  const answer = await node('signrawtransactionwithwallet', hex)
  return answer.kind === 'error' && answer.code === -32_601 ? node('signrawtransaction', hex) : answer
}

const step = async <Shape extends z.ZodMiniType>(shape: Shape, asked: Promise<NodeAnswer>): Promise<z.infer<Shape>> => {
  const answer = await asked
  const read = answer.kind === 'result' ? z.safeParse(shape, answer.result) : undefined
  if (read?.success !== true) throw new Stop(meaningOf(answer))
  return read.data
}

const retry = (reason: string): Retry => ({ kind: 'retry', reason })

const forOwner = { scope: 'currency', seconds: null } as const

/** What stopped the signing. Nothing was sent, whatever it was. */
const meaningOf = (answer: NodeAnswer): Refused | Retry => {
  const reason = rpcErrorMessage(answer)
  if (answer.kind === 'closed') return { kind: 'retry', reason, halt: forOwner }
  if (answer.kind !== 'error') return retry(reason)
  if (answer.code === -5) return { kind: 'refused', reason: say('payout.nodeDoesntRecognizeAddress') }
  // Trying again never makes it larger.
  if (answer.code === -4 && /amount too small/i.test(answer.message)) {
    return { kind: 'refused', reason: say('payout.amountTooSmallNetwork') }
  }
  // Insufficient funds: the rest of this coin waits too. Newer nodes say it of a fee that cannot be paid with -4.
  if (answer.code === -6 || (answer.code === -4 && /insufficient funds/i.test(answer.message))) {
    return { kind: 'retry', reason, halt: { scope: 'currency', seconds: 600 } }
  }
  // The wallet is locked, was not opened, or is another one.
  if ([-13, -14, -18, -19].includes(answer.code)) return { kind: 'retry', reason, halt: forOwner }
  return retry(reason)
}

const above = (fee: string, most: string): boolean => (decimalOf(fee) ?? 0n) > (decimalOf(most) ?? 0n)
