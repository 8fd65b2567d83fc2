import * as z from 'zod/mini'
import { decimalOf } from '#adapters/deposit/decimal.ts'
import { type ChainNode, ProcessorHaltError } from '#adapters/payout/evm-chain.ts'
import type { NetworkCost, PayoutOrder, SignedPayment } from '#adapters/payout/payout.ts'
import { say } from '#kernel/words/say.ts'
import { decimalText } from '#money/amount.ts'
import {
  forOwner,
  poor,
  refuseOtherNetwork,
  SOL_DECIMALS,
  type SolanaCoin,
  solanaCoins,
  type SolanaWallet,
  Whole,
} from './node.ts'
import { payeeOf, rentOf, tokensIn } from './payee.ts'
import { type Instruction, instructions, signTransaction, tokenAccountOf, unsignedTransaction } from './transaction.ts'

/** What of a transaction must be known later: its bytes, the last block that may take it, and when it was made. */
export const StoredTransaction = z.object({ transaction: z.string(), lastValidBlockHeight: Whole, slot: Whole })

const Latest = z.object({
  context: z.object({ slot: Whole }),
  value: z.object({ blockhash: z.string(), lastValidBlockHeight: Whole }),
})

/** The amount in the smallest parts of the coin. */
export const partsOf = ({ currency, amount }: Pick<PayoutOrder, 'currency' | 'amount'>) => {
  const coin = solanaCoins[currency]
  const exact = decimalOf(amount) ?? 0n
  const part = 10n ** BigInt(18 - (coin?.decimals ?? 0))
  if (coin === undefined || exact % part !== 0n) {
    const reason = say('owner.payout.methodMoreDecimalsThan', { currency })
    throw new ProcessorHaltError({ kind: 'retry', reason, halt: forOwner })
  }
  return { coin, parts: exact / part }
}

/** What the network takes for a payment at most, with the deposit of an account that it opens. */
export const costOf = async (wallet: SolanaWallet, order: Omit<PayoutOrder, 'reference'>): Promise<NetworkCost> => {
  const { fee } = await prepare(wallet, { ...order, reference: ANY_REFERENCE })
  return { currency: 'SOL', amount: decimalText(fee, SOL_DECIMALS), energy: null, bytes: null }
}

/** As long as the id of a withdrawal, which the payment names. */
const ANY_REFERENCE = '0'.repeat(36)

/**
 * Builds and signs a payment. The blockhash bounds its life to about a minute and a half; until then its bytes can be
 * sent again as often as it takes, since the network carries a signature out once.
 */
export const signPayment = async (wallet: SolanaWallet, order: PayoutOrder): Promise<SignedPayment> => {
  const { latest, steps, fee } = await prepare(wallet, order)
  refuseTooDear(order, fee)
  const { blockhash, lastValidBlockHeight } = latest.value
  const { address: payer, seed } = wallet.key
  const { signature, bytes } = signTransaction({ payer, blockhash, instructions: steps }, seed)
  const raw = JSON.stringify({ transaction: bytes, lastValidBlockHeight, slot: latest.context.slot })
  const payment = { txId: signature, raw, inputs: [signature], sender: null, nonce: null }
  return { ...payment, fee: decimalText(fee, SOL_DECIMALS) }
}

interface Prepared {
  readonly latest: z.infer<typeof Latest>
  readonly steps: readonly Instruction[]
  /** In lamports, at most. */
  readonly fee: bigint
}

/** Decides what a payment does and costs, and tries it; refuses one that can’t be made now. */
const prepare = async (wallet: SolanaWallet, order: PayoutOrder): Promise<Prepared> => {
  const { node, key } = wallet
  await refuseOtherNetwork(node)
  const { coin, parts } = partsOf(order)
  const from = key.address
  const sources = coin.mint === null ? [from] : [from, tokenAccountOf(from, coin.mint)]
  const { rent, beside } = await payeeOf(wallet, { ...order, coin, parts }, sources)
  const [own = null, tokens = null] = beside
  const held = coin.mint === null ? (own?.lamports ?? 0n) : tokensIn(tokens)
  if (held < parts)
    throw new ProcessorHaltError(poor(say('owner.payout.walletHoldsTooLittle', { currency: order.currency })))
  const latest = await node.read(Latest, 'getLatestBlockhash', { commitment: 'confirmed' })
  const { blockhash } = latest.value
  const steps = stepsOf(order, { from, coin, parts, rent })
  // An account must keep its rent, or the network takes nothing of it.
  const kept = (await rentOf(node, 0)) + (coin.mint === null ? parts : 0n)
  const left = (own?.lamports ?? 0n) - kept
  refuseTooPoor(left, SIGNATURE_LAMPORTS + rent)
  const price = await priceNow(node, [from, order.address])
  const units = await unitsFor(node, { payer: from, blockhash, instructions: steps })
  const fee = SIGNATURE_LAMPORTS + (units * price + 999_999n) / 1_000_000n + rent
  refuseTooPoor(left, fee)
  return { latest, steps: [...instructions.budget({ units, price }), ...steps], fee }
}

/** What the network takes for a signature. */
const SIGNATURE_LAMPORTS = 5_000n

const refuseTooPoor = (left: bigint, fee: bigint): void => {
  if (left < fee) throw new ProcessorHaltError(poor(say('owner.payout.walletHoldsTooLittleSol')))
}

interface Transfer {
  readonly from: string
  readonly coin: SolanaCoin
  readonly parts: bigint
  readonly rent: bigint
}

/** The withdrawal's id makes two equal payments of one moment two transactions, and names them to whoever looks. */
const stepsOf = ({ address: to, reference }: PayoutOrder, { from, coin, parts, rent }: Transfer): Instruction[] => {
  const { mint, decimals } = coin
  const memo = instructions.memo(reference)
  if (mint === null) return [instructions.transfer({ from, to, lamports: parts }), memo]
  const open = instructions.createTokenAccount({ payer: from, owner: to, mint })
  return [...(rent > 0n ? [open] : []), instructions.transferToken({ from, to, mint, amount: parts, decimals }), memo]
}

const Fees = z.array(z.object({ prioritizationFee: Whole }))
/** In 10⁻⁶ lamports for each unit of work: a floor that costs nothing to speak of, and a bound for odd answers. */
const PRICE_LEAST = 10_000n
const PRICE_MOST = 5_000_000n

/** What three of four lately paid to change these accounts, so that a busy network takes it as well. */
const priceNow = async (node: ChainNode, accounts: readonly string[]): Promise<bigint> => {
  const fees = await node.read(Fees, 'getRecentPrioritizationFees', accounts)
  const sorted = fees.map((fee) => BigInt(fee.prioritizationFee)).toSorted((a, b) => (a < b ? -1 : 1))
  const price = sorted[Math.floor((sorted.length * 3) / 4)] ?? 0n
  if (price < PRICE_LEAST) return PRICE_LEAST
  return price > PRICE_MOST ? PRICE_MOST : price
}

const Trial = z.object({ value: z.object({ err: z.unknown(), unitsConsumed: z.optional(z.nullable(Whole)) }) })
const TRIAL_UNITS = 200_000n
/** Both instructions of the budget are no part of the trial. */
const BUDGET_UNITS = 1_000n

interface TrialMessage {
  readonly payer: string
  readonly blockhash: string
  readonly instructions: readonly Instruction[]
}

/** Tries it at the node, which moves nothing, and returns the work that it takes with a fifth on top. */
const unitsFor = async (node: ChainNode, message: TrialMessage): Promise<bigint> => {
  const config = { encoding: 'base64', sigVerify: false, commitment: 'confirmed' }
  const { value } = await node.read(Trial, 'simulateTransaction', unsignedTransaction(message), config)
  if (value.err !== null && value.err !== undefined) {
    const reason = say('owner.payout.networkWouldRefusePayment', { json: JSON.stringify(value.err) })
    throw new ProcessorHaltError({ kind: 'retry', reason })
  }
  const used =
    value.unitsConsumed === null || value.unitsConsumed === undefined ? TRIAL_UNITS : BigInt(value.unitsConsumed)
  return (used * 6n) / 5n + BUDGET_UNITS
}

const refuseTooDear = ({ options }: PayoutOrder, fee: bigint): void => {
  const part = 10n ** BigInt(18 - SOL_DECIMALS)
  if (options.feeMax === undefined || fee * part <= (decimalOf(options.feeMax) ?? 0n)) return
  const reason = say('owner.payout.networkTakesUpSol', { fee: decimalText(fee, SOL_DECIMALS) })
  throw new ProcessorHaltError({ kind: 'retry', reason })
}
