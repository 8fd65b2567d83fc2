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
    aborted: z.optional(z.boolean()),
    compute_ph: z.optional(z.object({ success: z.optional(z.boolean()) })),
    action: z.optional(z.nullable(z.object({ success: z.optional(z.boolean()) }))),
  }),
  in_msg: z.optional(z.nullable(Message)),
  out_msgs: z.array(Message),
})
const Traces = z.object({
  traces: z.array(
    z.object({ trace: z.object({ tx_hash: z.string() }), transactions: z.record(z.string(), Transaction) }),
  ),
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

const otherAnswer = (): ProcessorHaltError =>
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
  const { description, in_msg: inMessage } = found
  return {
    hash: Buffer.from(found.hash, 'base64').toString('hex'),
    account: addressOf(found.account),
    at: new Date(Number(found.now) * 1_000),
    isPending: found.emulated === true,
    isSuccessful:
      description.aborted !== true && description.compute_ph?.success === true && description.action?.success === true,
    inMessage: inMessage === null || inMessage === undefined ? null : messageOf(inMessage),
    outMessages: found.out_msgs.map(messageOf),
  }
}

/** Everything that a message from outside set off. */
export interface TonTrace {
  readonly root: TonTransaction
  readonly transactions: readonly TonTransaction[]
}

/** What the index knows of a message, by its hash; null while it knows nothing. */
export const traceOf = async (node: TonNode, hash: string): Promise<TonTrace | null> => {
  const query = new URLSearchParams({ msg_hash: hash, limit: '1' })
  const { traces } = await node.read(Traces, `/api/v3/traces?${query}`)
  const [trace] = traces
  if (trace === undefined) return null
  const root = trace.transactions[trace.trace.tx_hash]
  if (root === undefined) throw otherAnswer()
  return { root: transactionOf(root), transactions: Object.values(trace.transactions).map(transactionOf) }
}

/** Transactions that are asked for at once: an answer of them is about 300 KB. */
const PAGE = 100
const PAGES_AT_MOST = 30

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
