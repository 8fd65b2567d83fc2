import type { EvmNetwork } from '@runnel/contract/payout'
import type { Settings } from '@runnel/contract/settings/settings'
import { encodeFunctionData, keccak256, parseTransaction } from 'viem'
import { privateKeyToAccount } from 'viem/accounts'
import * as z from 'zod/mini'
import { decimalOf } from '#adapters/deposit/decimal.ts'
import { say } from '#kernel/words/say.ts'
import { decimalText } from '#money/amount.ts'
import { chainIdOf, type ChainNode, chains, hexKey, keysOf, openNode, ProcessorHaltError } from './evm-chain.ts'
import { compareChain, type FinalTransactions } from './evm-compare.ts'
import { coinsLeft, tokensLeft, unminedOf } from './evm-funds.ts'
import { broadcast, evmTransactionStatus } from './evm-network.ts'
import { token } from './evm-token.ts'
import type { NodeRpcDeps } from './node-rpc.ts'
import type {
  PayoutMethod,
  PayoutOrder,
  Refused,
  Retry,
  SignedOrder,
  SignedPayment,
  SignedPayout,
  UnsignedOrder,
} from './payout.ts'

/**
 * Pays by a wallet of one's own on a chain of Ethereum's kind: its coin, or a token of the ERC-20 kind. The payment is
 * signed with a nonce that no other has, stored, and then sent as often as it takes: a nonce counts only once.
 */
export const createWallet = (deps: NodeRpcDeps, final: FinalTransactions): Signer => {
  const open = (settings: Settings, { options }: PayoutMethod): Wallet => {
    const network = options.network ?? 'ethereum'
    const { url, key } = keysOf(settings, network)
    return { network, node: openNode(deps, url), key: hexKey(key) }
  }
  return {
    sign: async (order, held, settings) => {
      try {
        return await sign(open(settings, order), order, held)
      } catch (error) {
        if (error instanceof ProcessorHaltError) return error.meaning
        throw error
      }
    },
    broadcast: (method, payment, settings) => broadcast(open(settings, method).node, payment),
    checkStatus: async (order, settings) => {
      const { node, network } = open(settings, order)
      const { chainId, confirmations = chains[network].confirmations } = order.options
      try {
        // What another chain says of these nonces means nothing here.
        await chainIdOf(node, network, chainId)
      } catch (error) {
        if (error instanceof ProcessorHaltError) return { kind: 'lost', answer: error.meaning.reason }
        throw error
      }
      return evmTransactionStatus(node, order, confirmations)
    },
    bumpFee: (order, settings) => bumpFee(open(settings, order), order),
    holdings: (settings, method) => walletBalances(open(settings, method), method),
    compare: async (settings, method, books) => {
      const { node, network, key } = open(settings, method)
      await chainIdOf(node, network, method.options.chainId)
      return compareChain({ node, address: privateKeyToAccount(key).address, final }, books)
    },
  }
}

/** All that it can do; letting go of a nonce needs nothing outside. */
type Signer = Required<
  Omit<SignedPayout, 'way' | 'closed' | 'release' | 'resendSeconds' | 'checkPayee' | 'together' | 'networkCost'>
>

interface Wallet {
  readonly network: EvmNetwork
  readonly node: ChainNode
  readonly key: `0x${string}`
}

type EvmSignResult = ({ readonly kind: 'signed' } & SignedPayment) | Refused | Retry

/** What is sent: a call of the token's contract, or the coin itself. */
interface EvmTransfer {
  readonly to: `0x${string}`
  readonly value: bigint
  readonly data: `0x${string}`
}

const sign = async (wallet: Wallet, order: UnsignedOrder, held: readonly string[]): Promise<EvmSignResult> => {
  const { node, network, key } = wallet
  const chainId = await chainIdOf(node, network, order.options.chainId)
  const account = privateKeyToAccount(key)
  const from = account.address
  const isReal = chainId === chains[network].id
  const { amount, part, contract, sending } = await transferFor(node, { order, isReal, network })
  const { currency } = order
  const unmined = await unminedOf(node, from, order.pending)
  const coinsNow = () => coinsLeft(node, { from, unmined, coin: chains[network].coin })
  const left =
    contract === undefined ? await coinsNow() : await tokensLeft(node, { from, unmined, contract, currency, part })
  if (left < amount) return tooPoor(say('owner.payout.walletHoldsTooLittle', { currency }))
  const early = contract === undefined ? await priceNow(node) : undefined
  // A node tries nothing that the wallet could not pay for, and says so in words that many reasons share.
  const isRich = early !== undefined && left >= amount + COIN_GAS_MOST * early.maxFeePerGas
  const gas = await gasFor(node, { from, sending, price: isRich ? early : undefined })
  const price = early ?? (await priceNow(node))
  const fee = gas * price.maxFeePerGas
  const tooDear = dearerThanAllowed(order, fee)
  if (tooDear !== null) return { kind: 'retry', reason: tooDear }
  const coins = contract === undefined ? left : await coinsNow()
  if (coins < fee + sending.value)
    return tooPoor(say('owner.payout.walletPayNetworkFee', { name: chains[network].name }))
  const nonce = await nextNonce(node, from, held)
  const raw = await account.signTransaction({ type: 'eip1559', chainId, nonce, gas, ...price, ...sending })
  const inputs = [`${from.toLowerCase()}:${nonce}`]
  const sender = from.toLowerCase()
  return { kind: 'signed', txId: keccak256(raw), raw, inputs, sender, nonce, fee: decimalText(fee, 18) }
}

interface EvmTransferInput {
  readonly order: PayoutOrder
  readonly network: EvmNetwork
  /** On the chain itself, and none for tests where a token of that name may be any. */
  readonly isReal: boolean
}

interface PreparedTransfer {
  /** In the smallest parts of what is sent: a token counts in decimals of its own. */
  readonly amount: bigint
  /** Such a part, in 10⁻¹⁸. */
  readonly part: bigint
  /** Of a token. */
  readonly contract?: `0x${string}`
  readonly sending: EvmTransfer
}

const transferFor = async (
  node: ChainNode,
  { order, network, isReal }: EvmTransferInput,
): Promise<PreparedTransfer> => {
  const { address, options, amount: text } = order
  const to = addressOf(address)
  const exact = decimalOf(text) ?? 0n
  if (options.contract === undefined) return { amount: exact, part: 1n, sending: { to, value: exact, data: '0x' } }
  const contract = addressOf(options.contract)
  const decimals = Number(await token.decimals(node, contract))
  const part = 10n ** BigInt(18 - Math.min(18, decimals))
  if (decimals > 18 || exact % part !== 0n) {
    throw wrongDecimals(say('owner.payout.tokenDecimalsButMethod', { decimals, decimals2: order.decimals }))
  }
  const known = chains[network].tokens[order.currency]
  // Who tells two decimals too many has a hundred times as much sent.
  if (isReal && known !== undefined && decimals !== known) {
    throw wrongDecimals(say('owner.payout.nodeReportsDecimalsBut', { decimals, currency: order.currency, known }))
  }
  const amount = exact / part
  const data = encodeFunctionData({ abi: token.abi, functionName: 'transfer', args: [to, amount] })
  return { amount, part, contract, sending: { to: contract, value: 0n, data } }
}

const wrongDecimals = (reason: string): ProcessorHaltError =>
  new ProcessorHaltError({ kind: 'retry', reason, halt: { scope: 'currency', seconds: null } })

/** The address was checked when it was typed; in lower case its checksum no longer matters. */
const addressOf = (text: string): `0x${string}` => `0x${text.slice(2).toLowerCase()}`

const tooPoor = (reason: string): Retry => ({ kind: 'retry', reason, halt: { scope: 'currency', seconds: 600 } })

/**
 * A wallet takes 21,000 and one that is a contract some ten thousand more. What runs there is written by whoever asks
 * to be paid, and a whole block of it would cost the site more than any payout.
 */
const COIN_GAS_MOST = 200_000n

interface GasInput {
  readonly from: string
  readonly sending: EvmTransfer
  /** Without one gas costs nothing in the trial, by which a contract can tell it from a payment. */
  readonly price: Price | undefined
}

/** A fifth on top, since a block in between may make the same call cost more. */
const gasFor = async (node: ChainNode, { from, sending, price }: GasInput): Promise<bigint> => {
  const { to, value, data } = sending
  const asked = { from, to, value: hexOf(value), data }
  const paying = price && {
    maxFeePerGas: hexOf(price.maxFeePerGas),
    maxPriorityFeePerGas: hexOf(price.maxPriorityFeePerGas),
  }
  const estimate = await node.number('eth_estimateGas', { ...asked, ...paying })
  if (data === '0x' && estimate > COIN_GAS_MOST) {
    throw new ProcessorHaltError({ kind: 'refused', reason: say('payout.addressContractNeedsToo') })
  }
  return (estimate * 6n) / 5n
}

const hexOf = (value: bigint): string => `0x${value.toString(16)}`

interface Price {
  readonly maxFeePerGas: bigint
  readonly maxPriorityFeePerGas: bigint
}

const Block = z.object({ baseFeePerGas: z.optional(z.string()) })

/** Twice the base fee of now, so that some full blocks do not leave it behind, and what the node takes for a tip. */
const priceNow = async (node: ChainNode): Promise<Price> => {
  const { baseFeePerGas } = await node.read(Block, 'eth_getBlockByNumber', 'latest', false)
  const price = await node.number('eth_gasPrice')
  const base = baseFeePerGas === undefined ? price : BigInt(baseFeePerGas)
  const tip = price > base ? price - base : 1n
  return { maxFeePerGas: 2n * base + tip, maxPriorityFeePerGas: tip }
}

const dearerThanAllowed = ({ options }: PayoutOrder, fee: bigint): string | null => {
  if (options.feeMax === undefined || fee <= (decimalOf(options.feeMax) ?? 0n)) return null
  return say('owner.payout.networkTakesUpMore', { fee: decimalText(fee, 18) })
}

/**
 * The first that neither the chain nor a stored payment has used. One that was released is taken before any behind it:
 * no payment with a later nonce is ever included across a gap.
 */
const nextNonce = async (node: ChainNode, from: string, held: readonly string[]): Promise<number> => {
  const promised = new Set(held)
  let nonce = Number(await node.number('eth_getTransactionCount', from, 'pending'))
  while (promised.has(`${from.toLowerCase()}:${nonce}`)) nonce += 1
  return nonce
}

/** Networks take a replacement only when it offers at least a tenth more; an eighth leaves no doubt. */
const more = (wei: bigint): bigint => (wei * 9n) / 8n + 1n

/** The same payment with the same nonce and a higher fee: of both, one at most is ever included. */
const bumpFee = async (wallet: Wallet, order: SignedOrder): Promise<SignedPayment | null> => {
  const last = order.payments.at(-1)
  const account = privateKeyToAccount(wallet.key)
  const sender = account.address.toLowerCase()
  // With another key than it was signed with there is nothing to offer; the old one goes on being sent.
  if (last === undefined || last.sender !== sender) return null
  const before = parseTransaction(hexKey(last.raw))
  if (before.type !== 'eip1559') return null
  try {
    const now = await priceNow(wallet.node)
    const maxFeePerGas = greater(more(before.maxFeePerGas ?? 0n), now.maxFeePerGas)
    const tip = greater(more(before.maxPriorityFeePerGas ?? 0n), now.maxPriorityFeePerGas)
    const maxPriorityFeePerGas = tip > maxFeePerGas ? maxFeePerGas : tip
    const fee = (before.gas ?? 0n) * maxFeePerGas
    if (dearerThanAllowed(order, fee) !== null) return null
    // Field by field: the old signature must not be signed with the rest.
    const { chainId, nonce, gas, to, value, data } = before
    const price = { maxFeePerGas, maxPriorityFeePerGas }
    const raw = await account.signTransaction({ type: 'eip1559', chainId, nonce, gas, to, value, data, ...price })
    return { ...last, txId: keccak256(raw), raw, fee: decimalText(fee, 18) }
  } catch (error) {
    if (error instanceof ProcessorHaltError) return null
    throw error
  }
}

const greater = (a: bigint, b: bigint): bigint => (a > b ? a : b)

const walletBalances = async ({ node, network, key }: Wallet, { currency, options }: PayoutMethod) => {
  const from = privateKeyToAccount(key).address
  await chainIdOf(node, network, options.chainId)
  const coins = await node.number('eth_getBalance', from, 'latest')
  const gas = { currency: chains[network].coin, amount: decimalText(coins, 18) }
  if (options.contract === undefined) return [gas]
  const contract = addressOf(options.contract)
  const decimals = Number(await token.decimals(node, contract))
  const amount = decimalText(await token.balance(node, contract, from), decimals)
  return [{ currency, amount }, gas]
}
