import { Address, type Cell } from '@ton/core'
import * as z from 'zod/mini'
import { parseWith } from '#adapters/deposit/json.ts'
import { ProcessorHaltError } from '#adapters/payout/evm-chain.ts'
import type { Broadcast, OnChainStatus, SignedOrder, SignedPayment } from '#adapters/payout/payout.ts'
import { say } from '#kernel/words/say.ts'
import { accountAt, indexedTime, type TonNode } from './node.ts'
import { masterOf } from './payee.ts'
import { StoredMessage } from './sign.ts'
import { type ChainMessage, otherAnswer, takenBy, type TonTransaction, transactionsOf } from './transactions.ts'
import { normalizedHash, seqnoIn, seqnoOf } from './wallet.ts'

type Stored = z.infer<typeof StoredMessage>

const storedOf = ({ raw }: SignedPayment): Stored => {
  const stored = parseWith(StoredMessage, raw)
  if (stored === undefined) throw new Error('a stored TON payment has no message')
  return stored
}

const Sent = z.object({ ok: z.literal(true) })

/**
 * Gives a payment to the network. What it refuses decides nothing, since a block may have taken it before, which makes
 * its number a used one: one that no block takes ends by its time, and is found dead then.
 */
export const broadcast = async (node: TonNode, payment: SignedPayment): Promise<Broadcast> => {
  try {
    await node.read(Sent, '/api/v2/sendBocReturnHash', { boc: storedOf(payment).boc })
    return { kind: 'accepted', answer: say('owner.payout.apiTook') }
  } catch (error) {
    if (error instanceof ProcessorHaltError) return { kind: 'lost', answer: error.meaning.reason }
    throw error
  }
}

/** Earlier ones were found dead before the next was signed. */
const ASKED_AT_ONCE = 20

/**
 * How the payments of one withdrawal stand, whichever wallet the site has by now. Only what the masterchain has counts,
 * which nothing undoes.
 */
export const tonStatus = async (node: TonNode, order: SignedOrder): Promise<OnChainStatus> => {
  const payments = order.payments.slice(-ASKED_AT_ONCE)
  try {
    const looking = { order, payments }
    return (await seenStatus(node, looking)) ?? (await unseenStatus(node, looking))
  } catch (error) {
    if (error instanceof ProcessorHaltError) return { kind: 'lost', answer: error.meaning.reason }
    throw error
  }
}

interface Looking {
  readonly order: SignedOrder
  readonly payments: readonly SignedPayment[]
}

/** What one says that the chain has; undefined while it has none but such as paid nothing. */
const seenStatus = async (node: TonNode, { order, payments }: Looking): Promise<OnChainStatus | undefined> => {
  for (const payment of payments.toReversed()) {
    const root = await takenBy(node, payment.txId)
    if (root === null) continue
    const standing = await weigh(node, { root, order, payment })
    // Another payment may have been signed since, which is the one that counts.
    if (standing.kind !== 'expired') return standing
    return payment === payments.at(-1) ? standing : undefined
  }
  return undefined
}

interface Weighing {
  /** The transaction of the wallet itself. */
  readonly root: TonTransaction
  readonly order: SignedOrder
  readonly payment: SignedPayment
}

const dead = (reason: string): OnChainStatus => ({ kind: 'expired', reason })
const mined = (answer: string): OnChainStatus => ({ kind: 'waiting', answer, isMined: true })

/** What a message did that the wallet took: it spent its number, and may have skipped a transfer all the same. */
const weigh = async (node: TonNode, { root, order, payment }: Weighing): Promise<OnChainStatus> => {
  const { txId } = payment
  const wanted = storedOf(payment)
  const from = Address.parse(wanted.from)
  const taken = root.inMessage
  const isOurs = root.account.equals(from) && taken !== null && normalizedHash(from, taken.body) === txId
  if (!isOurs) return { kind: 'lost', answer: say('owner.payout.apiAnsweredAboutAnother') }
  if (root.isPending) return mined(say('owner.payout.blockMasterchainYet'))
  const sent = root.outMessages.find((message) => isTransfer(message, wanted))
  if (sent === undefined) return dead(say('owner.payout.walletTookMessageSent'))
  // What does not bounce stays with whom it was sent to.
  if (masterOf(order.currency) === null) return { kind: 'paid', txId }
  return weighJetton(node, { sent, txId })
}

const isTransfer = ({ to, value, body }: ChainMessage, wanted: Stored): boolean =>
  to?.toRawString() === wanted.to && value === BigInt(wanted.value) && body.hash().toString('hex') === wanted.body

const INTERNAL_TRANSFER = 0x178d4519

/** A token goes from the account of the wallet to that of the payee, and either of them may refuse it. */
const weighJetton = async (
  node: TonNode,
  { sent, txId }: { sent: ChainMessage; txId: string },
): Promise<OnChainStatus> => {
  const ours = await arrivalOf(node, sent)
  if (ours === null || ours.isPending) return mined(say('owner.payout.tokensTransferBlockYet'))
  if (!ours.isSuccessful) return dead(say('owner.payout.walletsTokenAccountDidnt'))
  const onward = ours.outMessages.find(({ body }) => opcodeOf(body) === INTERNAL_TRANSFER)
  if (onward === undefined) {
    return { kind: 'conflict', reason: say('owner.payout.paymentBlockButSent', { txId }) }
  }
  const theirs = await arrivalOf(node, onward)
  if (theirs === null || theirs.isPending) return mined(say('owner.payout.tokenHasntArrivedBlock'))
  if (theirs.isSuccessful) return { kind: 'paid', txId }
  return { kind: 'reverted', txId, reason: say('owner.payout.recipientsTokenAccountRefused') }
}

const arrivalOf = async (node: TonNode, { hash }: ChainMessage): Promise<TonTransaction | null> => {
  const found = await takenBy(node, hash)
  if (found !== null && found.inMessage?.hash !== hash) throw otherAnswer()
  return found
}

const opcodeOf = (body: Cell): number | null => {
  const slice = body.beginParse()
  return slice.remainingBits < 32 ? null : slice.loadUint(32)
}

/** Nodes and the index follow the chain at a distance of their own. */
const MARGIN_SECONDS = 60n

/**
 * Whether those that the chain doesn’t have can still arrive. They are dead only if a block is later than all of them
 * allow and their number is unspent in it, or if the index shows that another message spent it.
 */
const unseenStatus = async (node: TonNode, looking: Looking): Promise<OnChainStatus> => {
  const stored = looking.payments.map(storedOf)
  const last = stored.at(-1)
  if (last === undefined) return { kind: 'absent', answer: say('owner.payout.nothingSigned') }
  const end = BigInt(last.validUntil) + MARGIN_SECONDS
  const own = await accountAt(node, Address.parse(last.from))
  if (own.at <= end) return { kind: 'absent', answer: say('owner.payout.networkDoesntBlockYet') }
  const index = await indexedTime(node)
  if (index.until <= end) return { kind: 'lost', answer: say('owner.payout.indexApiBehind') }
  const seen = await seenStatus(node, looking)
  if (seen !== undefined) return seen
  const seqno = own.data === null ? 0 : seqnoIn(own.data)
  if (seqno !== null && seqno <= Number(last.seqno)) return dead(say('payout.noBlockTookPayment'))
  if (index.from < BigInt(last.signedAt) && (await isSpentElsewhere(node, last, looking.payments.at(-1)?.txId))) {
    return dead(say('owner.payout.anotherMessageWalletTook'))
  }
  const reason = say('owner.payout.walletsNumberMovedApi')
  return { kind: 'conflict', reason }
}

/** Whether the index shows another message that spent the same number. */
const isSpentElsewhere = async (node: TonNode, last: Stored, txId = ''): Promise<boolean> => {
  const account = Address.parse(last.from)
  const since = BigInt(last.signedAt) - MARGIN_SECONDS
  for await (const { inMessage } of transactionsOf(node, { account, since })) {
    if (inMessage === null || inMessage.from !== null || seqnoOf(inMessage.body) !== Number(last.seqno)) continue
    return normalizedHash(account, inMessage.body) !== txId
  }
  return false
}
