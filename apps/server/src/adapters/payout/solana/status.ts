import * as z from 'zod/mini'
import { parseWith } from '#adapters/deposit/json.ts'
import { type ChainNode, ProcessorHaltError } from '#adapters/payout/evm-chain.ts'
import { rpcErrorMessage } from '#adapters/payout/node-rpc.ts'
import type { Broadcast, OnChainStatus, SignedOrder, SignedPayment } from '#adapters/payout/payout.ts'
import { say } from '#kernel/words/say.ts'
import { Whole } from './node.ts'
import { StoredTransaction } from './sign.ts'

const storedOf = ({ raw }: SignedPayment): z.infer<typeof StoredTransaction> => {
  const stored = parseWith(StoredTransaction, raw)
  if (stored === undefined) throw new Error('a stored Solana payment has no transaction')
  return stored
}

/**
 * Gives a payment to the network, which repeats it by itself until it expires. Whatever it answers decides nothing: a
 * transaction that nobody takes expires, and is found dead then.
 */
export const broadcast = async (node: ChainNode, payment: SignedPayment): Promise<Broadcast> => {
  const { transaction } = storedOf(payment)
  const answer = await node.call('sendTransaction', transaction, { encoding: 'base64', skipPreflight: true })
  if (answer.kind === 'result') return { kind: 'accepted', answer: say('owner.payout.nodeTook') }
  return { kind: 'lost', answer: rpcErrorMessage(answer) }
}

const Statuses = z.object({
  context: z.object({ slot: Whole }),
  value: z.array(z.nullable(z.object({ err: z.unknown(), confirmationStatus: z.nullable(z.string()) }))),
})

/** As many as a node is asked for at once. Those of earlier attempts were found dead before the next was signed. */
const ASKED_AT_ONCE = 256

/** How the payments of one withdrawal stand. Only finalized blocks count, which no fork undoes. */
export const solanaStatus = async (node: ChainNode, order: SignedOrder): Promise<OnChainStatus> => {
  const payments = order.payments.slice(-ASKED_AT_ONCE)
  if (payments.length === 0) return { kind: 'absent', answer: say('owner.payout.nothingSigned') }
  try {
    const first = await statusesOf(node, payments)
    const seen = seenStatus(payments, first)
    return seen ?? (await unseenStatus(node, payments, first))
  } catch (error) {
    if (error instanceof ProcessorHaltError) return { kind: 'lost', answer: error.meaning.reason }
    throw error
  }
}

type Found = z.infer<typeof Statuses>

const statusesOf = (node: ChainNode, payments: readonly SignedPayment[]): Promise<Found> =>
  node.read(
    Statuses,
    'getSignatureStatuses',
    payments.map(({ txId }) => txId),
    { searchTransactionHistory: true },
  )

/** What one that the network knows says; undefined while it knows none but failed ones. */
const seenStatus = (payments: readonly SignedPayment[], { value }: Found): OnChainStatus | undefined => {
  if (value.length !== payments.length) return { kind: 'lost', answer: say('owner.payout.nodeAnsweredSomethingElse') }
  for (const [at, found] of value.entries()) {
    const txId = payments[at]?.txId ?? ''
    if (found === null) continue
    if (found.confirmationStatus !== 'finalized') {
      return { kind: 'waiting', answer: say('owner.payout.blockFinalizedYet'), isMined: true }
    }
    if (found.err === null) return { kind: 'paid', txId }
    // Without a word of it nobody knows whether it moved anything, and another payment must not be signed.
    if (found.err === undefined) return { kind: 'lost', answer: say('owner.payout.nodeDoesntReportWhether') }
  }
  return undefined
}

const Epoch = z.object({ absoluteSlot: Whole, blockHeight: Whole })
const Block = z.object({ blockHeight: Whole })
/** A blockhash lasts for 150 blocks behind its own. */
const LISTED = 200

/**
 * Whether a node has every block that may have taken a payment. One that was started again from a snapshot lacks those
 * in between, and knows nothing of what they carried; heights without a gap say that it has them all.
 */
const hasBlocks = async (node: ChainNode, stored: z.infer<typeof StoredTransaction>): Promise<boolean> => {
  const { slot, lastValidBlockHeight } = stored
  const kept = BigInt(await node.read(Whole, 'getFirstAvailableBlock'))
  if (BigInt(slot) < kept) return false
  const slots = await node.read(z.array(Whole), 'getBlocksWithLimit', Number(slot), LISTED, FINALIZED)
  const [first] = slots
  if (first !== slot) return false
  const heightOf = async (at: string): Promise<bigint> =>
    BigInt((await node.read(Block, 'getBlock', Number(at), { ...HEIGHT_ONLY, ...FINALIZED })).blockHeight)
  const [from, to] = [await heightOf(first), await heightOf(slots.at(-1) ?? first)]
  return to - from === BigInt(slots.length - 1) && to >= BigInt(lastValidBlockHeight)
}

const FINALIZED = { commitment: 'finalized' } as const
const HEIGHT_ONLY = { transactionDetails: 'none', rewards: false, maxSupportedTransactionVersion: 0 } as const

/**
 * Whether those that no block has can still arrive. They are dead only if a finalized block is behind the last one that
 * may take them, and a node that has seen that block, and has every block that may have taken the last one, knows none.
 * Those before the last were dead, or a person said so, before it was signed.
 */
const unseenStatus = async (
  node: ChainNode,
  payments: readonly SignedPayment[],
  first: Found,
): Promise<OnChainStatus> => {
  const unseen = payments.filter((_, at) => first.value[at] === null)
  if (unseen.length > 0) {
    const { absoluteSlot, blockHeight } = await node.read(Epoch, 'getEpochInfo', { commitment: 'finalized' })
    const stored = unseen.map(storedOf)
    if (stored.some(({ lastValidBlockHeight }) => BigInt(lastValidBlockHeight) >= BigInt(blockHeight))) {
      return { kind: 'absent', answer: say('owner.payout.networkDoesntBlockYet') }
    }
    const last = stored.at(-1)
    if (last !== undefined && first.value.at(-1) === null && !(await hasBlocks(node, last))) {
      const reason = say('owner.payout.nodeDoesntBlocksWhichMay')
      return { kind: 'conflict', reason }
    }
    const again = await statusesOf(node, payments)
    const seen = seenStatus(payments, again)
    if (seen !== undefined) return seen
    if (BigInt(again.context.slot) < BigInt(absoluteSlot))
      return { kind: 'lost', answer: say('owner.payout.nodeBehind') }
  }
  const failed = first.value.findLast((found) => found !== null)
  const reason =
    failed === undefined
      ? say('payout.noBlockTookPayment')
      : say('payout.networkCarriedPaymentOut', { json: JSON.stringify(failed?.err) })
  return { kind: 'expired', reason }
}
