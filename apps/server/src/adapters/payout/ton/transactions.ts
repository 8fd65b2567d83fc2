import { Address, type Cell } from '@ton/core'
import * as z from 'zod/mini'
import { ProcessorHaltError } from '#adapters/payout/evm-chain.ts'
import { say } from '#kernel/words/say.ts'
import { Amount, cellIn, type TonNode, Whole } from './node.ts'

const Message = z.object({
  hash: z.string(),
  source: z.optional(z.nullable(z.string())),
  destination: z.optional(z.nullable(z.string())),
  value: z.optional(z.nullable(Amount)),
  bounced: z.optional(z.nullable(z.boolean())),
  message_content: z.object({ body: z.string() }),
})
const Transaction = z.object({
  account: z.string(),
  hash: z.string(),
  now: Whole,
  emulated: z.optional(z.boolean()),
  description: z.object({
    aborted: z.boolean(),
    compute_ph: z.optional(z.object({ success: z.optional(z.boolean()) })),
    action: z.optional(z.nullable(z.object({ success: z.optional(z.boolean()), msgs_created: z.optional(Whole) }))),
  }),
  in_msg: z.optional(z.nullable(Message)),
  out_msgs: z.array(Message),
})
const Transactions = z.object({ transactions: z.array(Transaction) })

export interface ChainMessage {
  readonly hash: string
  /** Null for what comes from outside the chain. */
  readonly from: Address | null
  readonly to: Address | null
  /** In nanotons. */
  readonly value: bigint
  readonly isBounced: boolean
  readonly body: Cell
}

export interface TonTransaction {
  /** In hexadecimal. */
  readonly hash: string
  readonly account: Address
  readonly at: Date
  /** Computed ahead, and not in the masterchain yet. */
  readonly isPending: boolean
  readonly isSuccessful: boolean
  readonly inMessage: ChainMessage | null
  readonly outMessages: readonly ChainMessage[]
}

export const otherAnswer = (): ProcessorHaltError =>
  new ProcessorHaltError({ kind: 'retry', reason: say('owner.payout.tonApiAnsweredSomething') })

const addressOf = (text: string): Address => {
  try {
    return Address.parse(text)
  } catch {
    throw otherAnswer()
  }
}

const messageOf = ({
  hash,
  source,
  destination,
  value,
  bounced,
  message_content: { body },
}: z.infer<typeof Message>) => ({
  hash,
  from: (source ?? '') === '' ? null : addressOf(source ?? ''),
  to: (destination ?? '') === '' ? null : addressOf(destination ?? ''),
  value: BigInt(value ?? 0),
  isBounced: bounced === true,
  body: cellIn(body),
})

const transactionOf = (found: z.infer<typeof Transaction>): TonTransaction => {
  const { in_msg: inMessage } = found
  const { aborted, compute_ph: compute, action } = found.description
  const isSuccessful = compute?.success === true && action?.success === true
  // The chain says both, and money is neither paid nor given back by an answer that contradicts itself or is cut short.
  const isWhole = !isSuccessful || action.msgs_created === String(found.out_msgs.length)
  if (aborted === isSuccessful || !isWhole) throw otherAnswer()
  return {
    hash: Buffer.from(found.hash, 'base64').toString('hex'),
    account: addressOf(found.account),
    at: new Date(Number(found.now) * 1_000),
    isPending: found.emulated === true,
    isSuccessful,
    inMessage: inMessage === null || inMessage === undefined ? null : messageOf(inMessage),
    outMessages: found.out_msgs.map(messageOf),
  }
}

/**
 * What a message did where it arrived, by its hash; null while the index knows nothing of it. What that set off in turn
 * is never read: a recipient’s contract decides how much it is.
 */
export const takenBy = async (node: TonNode, hash: string): Promise<TonTransaction | null> => {
  const query = new URLSearchParams({ msg_hash: hash, direction: 'in', limit: '1' })
  const { transactions } = await node.read(Transactions, `/api/v3/transactionsByMessage?${query}`)
  const [found] = transactions
  return found === undefined ? null : transactionOf(found)
}

/** Transactions that are asked for at once: an answer of them is about 300 KB. */
const PAGE = 100
const PAGES_AT_MOST = 30
/** So many are read at most. */
export const LISTED_AT_MOST = PAGE * PAGES_AT_MOST

/** The transactions of an account since a time (in seconds), the newest first. */
export const transactionsOf = async function* (
  node: TonNode,
  { account, since }: { account: Address; since: bigint },
): AsyncGenerator<TonTransaction> {
  for (let page = 0; page < PAGES_AT_MOST; page += 1) {
    const query = new URLSearchParams({ account: account.toRawString(), start_utime: String(since), sort: 'desc' })
    query.set('limit', String(PAGE))
    query.set('offset', String(page * PAGE))
    const { transactions } = await node.read(Transactions, `/api/v3/transactions?${query}`)
    yield* transactions.map(transactionOf)
    if (transactions.length < PAGE) return
  }
}
