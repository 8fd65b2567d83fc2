import type { Address, MessageRelaxed } from '@ton/core'
import * as z from 'zod/mini'
import { decimalOf } from '#adapters/deposit/decimal.ts'
import { ProcessorHaltError } from '#adapters/payout/evm-chain.ts'
import { meaningOf } from '#adapters/payout/halt-meaning.ts'
import type { NetworkCost, PayoutOrder, Refused, Retry, Signed } from '#adapters/payout/payout.ts'
import { say } from '#kernel/words/say.ts'
import { decimalText } from '#money/amount.ts'
import { TON_DECIMALS, tonCoins } from './coins.ts'
import { accountAt, forOwner, poor, refuseOtherNetwork, type TonAccount, type TonWallet, Whole } from './node.ts'
import { jettonAccount, jettonsAt, masterOf, payeeOf } from './payee.ts'
import { seqnoIn, signMessage, transferJetton, transferTon } from './wallet.ts'

/**
 * What of a payment must be known later: the message, the wallet that it is from and the number that it spends, from
 * when on no block takes it (in seconds), when it was made, and which of its transfers is this payment: to whom, with
 * how many nanotons, and the hash of what it says.
 */
export const StoredMessage = z.object({
  boc: z.string(),
  from: z.string(),
  seqno: Whole,
  validUntil: Whole,
  signedAt: Whole,
  to: z.string(),
  value: Whole,
  body: z.string(),
})

/** How long a block may take it: long enough to be sent again, and short enough to be found dead. */
const LIFE_SECONDS = 300n
/** Most that the network takes for a message of the wallet and the first one, and for each transfer in it. */
const MESSAGE_FEE = 4_000_000n
const FIRST_FEE = 4_000_000n
const TRANSFER_FEE = 1_500_000n
/** What goes with a token for the accounts on the way, of which what is left comes back. */
const ATTACHED = 50_000_000n
const ATTACHED_TO_OPEN = 100_000_000n
/** What a wallet keeps for its own place in the chain. */
const KEPT = 10_000_000n

/** What of a wallet the payments of one message spend together. */
interface Purse {
  readonly account: Address | null
  nanotons: bigint
  tokens: bigint
}

interface Prepared {
  readonly order: PayoutOrder
  readonly message: MessageRelaxed
  /** In nanotons, without the share of the message that carries it. */
  readonly fee: bigint
}

type Answer = Signed | Refused | Retry
type Payment = Omit<PayoutOrder, 'reference'>

/**
 * Signs one message that pays several orders of one currency. The wallet takes one message for each of its numbers, and
 * none after its time, so that it can be sent as often as it takes.
 */
export const signPayments = async (wallet: TonWallet, orders: readonly PayoutOrder[]): Promise<readonly Answer[]> => {
  const { node, key } = wallet
  await refuseOtherNetwork(node)
  const own = await accountAt(node, key.address)
  const seqno = seqnoNow(own)
  const isFirst = own.state !== 'active'
  const shared = messageFee(own)
  const purse = await purseOf(wallet, orders[0]?.currency ?? '', own.nanotons - KEPT - shared)
  const share = shared / BigInt(orders.length || 1)
  const prepared: (Prepared | Refused | Retry)[] = []
  for (const order of orders) prepared.push(await meaningOf(() => prepare(wallet, { order, purse, share })))
  const paid = prepared.filter((one): one is Prepared => 'message' in one)
  if (paid.length === 0) return prepared.filter((one): one is Refused | Retry => 'kind' in one)
  const messages = paid.map(({ message }) => message)
  const validUntil = own.at + LIFE_SECONDS
  const { hash, boc } = signMessage(key, { seqno, validUntil: Number(validUntil), messages, isFirst })
  const from = key.address.toRawString()
  const stored = { boc, from, seqno: String(seqno), validUntil: String(validUntil), signedAt: String(own.at) }
  return prepared.map((one): Answer => {
    if (!('message' in one)) return one
    const { order, message, fee } = one
    const raw = JSON.stringify({ ...stored, ...transferOf(message) })
    const rest = { raw, inputs: [`${hash}:${order.reference}`], sender: null, nonce: null }
    const whole = fee + (shared + BigInt(paid.length) - 1n) / BigInt(paid.length)
    return { kind: 'signed', txId: hash, ...rest, fee: decimalText(whole, TON_DECIMALS) }
  })
}

/** What goes out for a payment by a message of its own, without making one; of a token a part of it comes back. */
export const costOf = async ({ node, key }: TonWallet, order: Payment): Promise<NetworkCost> => {
  await refuseOtherNetwork(node)
  const own = await accountAt(node, key.address)
  const { opens } = await payeeOf(node, order, key.address)
  const fee = messageFee(own) + transferFee(order, opens)
  return { currency: 'TON', amount: decimalText(fee, TON_DECIMALS), energy: null, bytes: null }
}

const messageFee = ({ state }: TonAccount): bigint => MESSAGE_FEE + (state === 'active' ? 0n : FIRST_FEE)

const transferFee = ({ currency }: Payment, opens: boolean): bigint =>
  TRANSFER_FEE + (masterOf(currency) === null ? 0n : attachedTo(opens))

const attachedTo = (opens: boolean): bigint => (opens ? ATTACHED_TO_OPEN : ATTACHED)

const seqnoNow = ({ state, data }: TonAccount): number => {
  if (state === 'uninitialized') return 0
  const seqno = state === 'active' && data !== null ? seqnoIn(data) : null
  if (seqno !== null) return seqno
  const reason = say('owner.payout.tonWalletFrozenOwner')
  throw new ProcessorHaltError({ kind: 'retry', reason, halt: forOwner })
}

const purseOf = async ({ node, key }: TonWallet, currency: string, nanotons: bigint): Promise<Purse> => {
  const master = masterOf(currency)
  if (master === null) return { account: null, nanotons, tokens: 0n }
  const account = await jettonAccount(node, { master, owner: key.address })
  return { account, nanotons, tokens: await jettonsAt(node, account) }
}

interface Preparing {
  readonly order: PayoutOrder
  readonly purse: Purse
  readonly share: bigint
}

/** Decides how one order is paid, and takes what it spends from the purse. */
const prepare = async ({ node, key }: TonWallet, { order, purse, share }: Preparing): Promise<Prepared> => {
  const amount = partsOf(order)
  const { to, comment, opens } = await payeeOf(node, order, key.address)
  const { account } = purse
  const fee = transferFee(order, opens)
  refuseTooDear(order, fee + share)
  if ((account === null ? purse.nanotons : purse.tokens) < amount) {
    throw new ProcessorHaltError(
      poor(
        say('owner.payout.walletHoldsTooLittle10', { walletName: walletName(key.address), currency: order.currency }),
      ),
    )
  }
  const nanotons = fee + (account === null ? amount : 0n)
  if (purse.nanotons < nanotons) {
    throw new ProcessorHaltError(
      poor(say('owner.payout.walletHoldsTooLittleTon', { walletName: walletName(key.address) })),
    )
  }
  purse.nanotons -= nanotons
  purse.tokens -= account === null ? 0n : amount
  if (account === null) return { order, fee, message: transferTon({ to, nanotons: amount, comment }) }
  const transfer = {
    account,
    owner: key.address,
    to,
    amount,
    queryId: queryIdOf(order),
    comment,
    attached: attachedTo(opens),
  }
  return { order, fee, message: transferJetton(transfer) }
}

export const walletName = (address: Address): string => address.toString({ bounceable: false })

/** The amount in the smallest parts of the coin. */
const partsOf = ({ currency, amount }: PayoutOrder): bigint => {
  const exact = decimalOf(amount) ?? 0n
  const coin = tonCoins[currency]
  const part = 10n ** BigInt(18 - (coin?.decimals ?? 0))
  if (coin !== undefined && exact % part === 0n) return exact / part
  const reason = say('owner.payout.methodMoreDecimalsThanTon', { currency })
  throw new ProcessorHaltError({ kind: 'retry', reason, halt: forOwner })
}

/** The random end of a withdrawal’s id, by which equal payments of a token differ. No contract looks at it. */
const queryIdOf = ({ reference }: PayoutOrder): bigint => BigInt(`0x${reference.replaceAll('-', '').slice(-16)}`)

const refuseTooDear = ({ options }: PayoutOrder, fee: bigint): void => {
  const part = 10n ** BigInt(18 - TON_DECIMALS)
  if (options.feeMax === undefined || fee * part <= (decimalOf(options.feeMax) ?? 0n)) return
  const reason = say('owner.payout.networkTakesUpTon', { fee: decimalText(fee, TON_DECIMALS) })
  throw new ProcessorHaltError({ kind: 'retry', reason })
}

/** By what a transfer is found again among those of its message. */
const transferOf = ({ info, body }: MessageRelaxed): { to: string; value: string; body: string } => {
  if (info.type !== 'internal') throw new Error('a payment is a message to an account')
  return { to: info.dest.toRawString(), value: String(info.value.coins), body: body.hash().toString('hex') }
}
