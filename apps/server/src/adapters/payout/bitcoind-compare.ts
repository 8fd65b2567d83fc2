import * as z from 'zod/mini'
import { say } from '#kernel/words/say.ts'
import { type Node, rpcErrorMessage } from './node-rpc.ts'
import { askForEach, leftOut, type WalletBooks, type WalletDifference, type WalletFinding } from './wallet-books.ts'

const Time = z.string().check(z.regex(/^\d+$/))
const Entry = z.object({
  category: z.string(),
  txid: z.optional(z.string()),
  address: z.optional(z.string()),
  vout: z.optional(z.string()),
  amount: z.string(),
  time: Time,
  /** When the wallet learned of it; moves between accounts of old nodes have none. */
  timereceived: z.optional(Time),
  abandoned: z.optional(z.boolean()),
  confirmations: z.optional(z.string()),
})
type Entry = z.infer<typeof Entry>
const Page = z.array(Entry)
const Known = z.object({ confirmations: z.string() })

/** Entries of one answer: with 2 KB each, which labels and descriptors seldom need, they fit into 1 MiB. */
const PAGE = 500
/** A node walks over all entries that it skips, so that each page takes longer than the one before. */
const PAGES_AT_MOST = 100
/** Payouts that no page lists, which are asked for one by one in a run. */
const ASKED_AT_MOST = 1_000
/** Clocks that were set back in this time cut no list short. */
const CLOCK_SECONDS = 86_400

/** Compares what a node's wallet has sent with the books, by the ids of transactions. */
export const compareNode = async (node: Node, books: WalletBooks): Promise<WalletFinding[]> => {
  const { entries, isWhole } = await entriesSince(node, books)
  const sent = entries.filter(({ category }) => category === 'send')
  const unbooked = sent.flatMap((entry): WalletDifference[] => {
    const { txid, address = null, amount, abandoned } = entry
    const at = new Date(Number(entry.time) * 1_000)
    if (abandoned === true || txid === undefined || at < books.since || books.txIds.has(txid)) return []
    const key = `${txid} ${address ?? ''}`
    return [{ kind: 'unbooked', key, withdrawalId: null, txId: txid, address, amount: amount.replace(/^-/, ''), at }]
  })
  const standing = new Map(sent.map(({ txid = '', confirmations }) => [txid, Number(confirmations)]))
  // Below zero: another transaction has taken its place. What a page doesn't tell is asked for.
  const isListed = (txId: string | null): boolean => (standing.get(txId ?? '') ?? -1) >= 0
  const rest = books.payouts.filter(({ isPaid, txId }) => isPaid && txId !== null && !isListed(txId))
  const { lost, unasked } = await askForEach({
    payouts: rest.toReversed(),
    most: ASKED_AT_MOST,
    hasTime: books.hasTime,
    isLost: (txId) => isLost(node, txId),
  })
  return [...unbooked, ...lost.toReversed(), ...leftOut({ listed: isWhole ? null : entries.length, payouts: unasked })]
}

/**
 * All entries that the wallet learned of since then. It lists them in this order whatever their times are, so that the
 * first page that begins before then is the last one. Entries that come or go between two pages move the others: each
 * page begins with the last entry of the one before, or the list isn't whole.
 */
const entriesSince = async (
  node: Node,
  { since, hasTime }: WalletBooks,
): Promise<{ entries: Entry[]; isWhole: boolean }> => {
  const from = since.getTime() / 1_000 - CLOCK_SECONDS
  const found = new Map<string, Entry>()
  let oldest: string | undefined
  for (let page = 0; page < PAGES_AT_MOST; page += 1) {
    const answer = await node('listtransactions', '*', PAGE, page * (PAGE - 1))
    const listed = answer.kind === 'result' ? z.safeParse(Page, answer.result).data : undefined
    if (listed === undefined) throw new Error(rpcErrorMessage(answer))
    const names = listed.map(nameOf)
    if (oldest !== undefined && !names.includes(oldest)) throw new Error(say('owner.payout.walletListChanged'))
    for (const entry of listed) found.set(nameOf(entry), entry)
    const [first] = listed
    if (first === undefined || listed.length < PAGE || Number(first.timereceived ?? first.time) < from) {
      return { entries: [...found.values()], isWhole: true }
    }
    if (hasTime?.() === false) break
    oldest = names[0]
  }
  return { entries: [...found.values()], isWhole: false }
}

const nameOf = ({ category, txid, vout, address, time }: Entry): string =>
  [category, txid ?? time, vout, address].join(' ')

const UNKNOWN = -5

/** Whether the wallet doesn't know a transaction, or another has taken its place. */
const isLost = async (node: Node, txId: string): Promise<boolean> => {
  const answer = await node('gettransaction', txId)
  if (answer.kind === 'error' && answer.code === UNKNOWN) return true
  const known = answer.kind === 'result' ? z.safeParse(Known, answer.result).data : undefined
  if (known === undefined) throw new Error(rpcErrorMessage(answer))
  return Number(known.confirmations) < 0
}
