import { randomInt } from 'node:crypto'
import * as z from 'zod/mini'
import { decimalOf } from '#adapters/deposit/decimal.ts'
import { ProcessorHaltError } from '#adapters/payout/evm-chain.ts'
import type { NetworkCost, SignedPayment, UnsignedOrder } from '#adapters/payout/payout.ts'
import { pendingAmount, pendingCoins } from '#adapters/payout/pending.ts'
import { say } from '#kernel/words/say.ts'
import { decimalText } from '#money/amount.ts'
import {
  accountFee,
  bytesFee,
  energyFee,
  energyLimit,
  LIMIT_MOST,
  pricesNow,
  RESULT_BYTES,
  type TronPrices,
} from './fees.ts'
import {
  accountAt,
  DECIMALS,
  forOwner,
  newestSolidBlock,
  refuseOtherNetwork,
  tryToken,
  type TronBlock,
  type TronWallet,
  USDT,
  Whole,
} from './node.ts'
import {
  addressHex,
  type Lifetime,
  signTransaction,
  type SignedTransaction,
  transferParameter,
  transferToken,
  transferTrx,
} from './transaction.ts'

/** What of a transaction must be known later: its bytes, until when a block may take it, and when it was made. */
export const StoredTransaction = z.object({
  hex: z.string(),
  expiration: Whole,
  refBlock: Whole,
  refBlockId: z.string(),
})

/** How long a block may take it: long enough to be sent again, and short enough to be found dead. */
const LIFE_MS = 600_000n
/** Equal payments of one moment differ in this, which the network does not look at. */
const SPREAD_MS = 60_000

type Payment = Omit<UnsignedOrder, 'reference'>

const PART = 10n ** BigInt(18 - DECIMALS)

const sunOf = ({ amount }: Payment): bigint => {
  const exact = decimalOf(amount) ?? 0n
  if (exact % PART === 0n) return exact / PART
  const reason = say('owner.payout.methodMoreDecimalsThanCurrency')
  throw new ProcessorHaltError({ kind: 'retry', reason, halt: forOwner })
}

const refuse = (reason: string): never => {
  throw new ProcessorHaltError({ kind: 'refused', reason })
}

const poor = (reason: string): never => {
  throw new ProcessorHaltError({ kind: 'retry', reason, halt: { scope: 'currency', seconds: 600 } })
}

/** Whether somebody can be paid there; true where the payment opens their account. */
export const opensAccount = async (
  { node, address: own }: Pick<TronWallet, 'node' | 'address'>,
  { address, currency, options }: Payment,
): Promise<boolean> => {
  if (address === own) refuse(say('payout.walletPays'))
  if (address === USDT) refuse(say('payout.walletButTokenItself'))
  // A token's balance stands in its contract, which needs no account.
  if (currency !== 'TRX') return false
  const account = await accountAt(node, address)
  if (account?.isContract === true) refuse(say('payout.walletButContract'))
  if (account === null && options.createAccounts !== true) {
    refuse(say('payout.walletNeverUsedOpening'))
  }
  return account === null
}

/** What the network takes for a payment at most, without making one. */
export const costOf = async (wallet: TronWallet, order: Payment): Promise<NetworkCost> => {
  const { fee, transaction, energy } = await prepare(wallet, order)
  const bytes = Number(sizeOf(transaction) + RESULT_BYTES)
  return { currency: 'TRX', amount: decimalText(fee, DECIMALS), energy: energy === null ? null : Number(energy), bytes }
}

/** Builds and signs a payment. Its bytes can be sent as often as it takes: the network carries an id out once. */
export const signPayment = async (wallet: TronWallet, order: UnsignedOrder): Promise<SignedPayment> => {
  const { transaction, fee, spent, asked, block } = await prepare(wallet, order)
  refuseTooDear(order, fee)
  if (asked.sun < spent + fee) poor(say('owner.payout.walletHoldsTooLittleTrx'))
  const { txId, hex } = transaction
  const { expiration } = asked.lifetime
  const stored = { hex, expiration: String(expiration), refBlock: String(block.number), refBlockId: block.id }
  const shared = { txId, inputs: [txId], sender: null, nonce: null }
  return { ...shared, raw: JSON.stringify(stored), fee: decimalText(fee, DECIMALS) }
}

/**
 * Payments are on their way until a solid block has them. What the wallet held at that block, less what they take, is
 * what it holds for another one: many are signed before the first of them is in any block.
 */
const SOLID = 'walletsolidity'

const prepare = async (wallet: TronWallet, order: Payment): Promise<Paid & { asked: Asked; block: TronBlock }> => {
  const { node, address: from } = wallet
  await refuseOtherNetwork(node)
  const opens = await opensAccount(wallet, order)
  const [own, prices, block] = await Promise.all([
    accountAt(node, from, SOLID),
    pricesNow(node, from),
    newestSolidBlock(node),
  ])
  const sun = (own?.sun ?? 0n) - pendingCoins(order.pending ?? [], 'TRX') / PART
  const asked = { order, amount: sunOf(order), prices, lifetime: lifetimeOf(block), sun, opens }
  const paid = await (order.currency === 'TRX' ? payTrx(wallet, asked) : payToken(wallet, asked))
  return { ...paid, asked, block }
}

const lifetimeOf = ({ id, number, timestamp }: TronBlock): Lifetime => ({
  refBlockBytes: (number & 0xffffn).toString(16).padStart(4, '0'),
  refBlockHash: id.slice(16, 32),
  timestamp: timestamp + BigInt(randomInt(SPREAD_MS)),
  expiration: timestamp + LIFE_MS,
})

interface Asked {
  readonly order: Payment
  readonly amount: bigint
  readonly prices: TronPrices
  readonly lifetime: Lifetime
  /** What the wallet holds of TRX beside what is on its way. */
  readonly sun: bigint
  readonly opens: boolean
}

interface Paid {
  readonly transaction: SignedTransaction
  /** What the network takes at most. */
  readonly fee: bigint
  /** Of TRX, besides. */
  readonly spent: bigint
  /** Of a token; null for TRX, which takes none. */
  readonly energy: bigint | null
}

const sizeOf = ({ hex }: SignedTransaction): bigint => BigInt(hex.length / 2)

const payTrx = async ({ key, address: from }: TronWallet, asked: Asked): Promise<Paid> => {
  const { order, amount, prices, lifetime, sun, opens } = asked
  if (sun < amount) poor(say('owner.payout.walletHoldsTooLittleTrx10'))
  const transaction = signTransaction(transferTrx({ from, to: order.address, amount }), lifetime, key)
  const size = sizeOf(transaction)
  return { transaction, fee: opens ? accountFee(prices, size) : bytesFee(prices, size), spent: amount, energy: null }
}

const payToken = async ({ node, key, address: from }: TronWallet, asked: Asked): Promise<Paid> => {
  const { order, amount, prices, lifetime } = asked
  const owner = addressHex(from).slice(2).padStart(64, '0')
  const held = await tryToken(node, { from, selector: 'balanceOf(address)', parameter: owner }, SOLID)
  const promised = pendingAmount(order.pending ?? [], order.currency) / PART
  if (BigInt(`0x${held.answer || '0'}`) < promised + amount)
    poor(say('owner.payout.walletHoldsTooLittle', { currency: order.currency }))
  const parameter = transferParameter({ to: order.address, amount })
  const { energy } = await tryToken(node, { from, selector: 'transfer(address,uint256)', parameter })
  const feeLimit = energyLimit(prices, energy)
  if (feeLimit > LIMIT_MOST) {
    const reason = say('owner.payout.tokenTakesUpTrx', { feeLimit: decimalText(feeLimit, DECIMALS) })
    throw new ProcessorHaltError({ kind: 'retry', reason })
  }
  const transfer = { from, to: order.address, amount, token: USDT, feeLimit }
  const transaction = signTransaction(transferToken(transfer), lifetime, key)
  return { transaction, fee: bytesFee(prices, sizeOf(transaction)) + energyFee(prices, energy), spent: 0n, energy }
}

const refuseTooDear = ({ options }: Payment, fee: bigint): void => {
  if (options.feeMax === undefined || fee * PART <= (decimalOf(options.feeMax) ?? 0n)) return
  const reason = say('owner.payout.networkTakesUpTrx', { fee: decimalText(fee, DECIMALS) })
  throw new ProcessorHaltError({ kind: 'retry', reason })
}
