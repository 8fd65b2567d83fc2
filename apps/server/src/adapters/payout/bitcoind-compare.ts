import * as z from 'zod/mini'
import { type Node, rpcErrorMessage } from './node-rpc.ts'
import { missing, type WalletBooks, type WalletDifference } from './wallet-books.ts'

const Sent = z.array(
  z.object({
    category: z.string(),
    txid: z.optional(z.string()),
    address: z.optional(z.string()),
    amount: z.string(),
    time: z.string(),
    abandoned: z.optional(z.boolean()),
    confirmations: z.optional(z.string()),
  }),
)
const Known = z.object({ confirmations: z.string() })

/** More than a site pays in the days that are compared. */
const LISTED = 5_000

/** Compares what a node's wallet has sent with the books, by the ids of transactions. */
export const compareNode = async (node: Node, books: WalletBooks): Promise<WalletDifference[]> => {
  const listed = await node('listtransactions', '*', LISTED)
  const sent = listed.kind === 'result' ? z.safeParse(Sent, listed.result).data : undefined
  if (sent === undefined) throw new Error(rpcErrorMessage(listed))
  const unbooked = sent.flatMap(({ category, txid, address = null, amount, time, abandoned }): WalletDifference[] => {
    const at = new Date(Number(time) * 1_000)
    if (category !== 'send' || abandoned === true || txid === undefined || at < books.since) return []
    if (books.txIds.has(txid)) return []
    const key = `${txid} ${address ?? ''}`
    return [{ kind: 'unbooked', key, withdrawalId: null, txId: txid, address, amount: amount.replace(/^-/, ''), at }]
  })
  const lost: WalletDifference[] = []
  for (const payout of books.payouts.filter(({ isPaid, txId }) => isPaid && txId !== null)) {
    const answer = await node('gettransaction', payout.txId)
    const isUnknown = answer.kind === 'error' && answer.code === UNKNOWN
    const known = answer.kind === 'result' ? z.safeParse(Known, answer.result).data : undefined
    if (!isUnknown && known === undefined) throw new Error(rpcErrorMessage(answer))
    // Below zero: another transaction has taken its place.
    if (isUnknown || Number(known?.confirmations) < 0) lost.push(missing(payout))
  }
  return [...unbooked, ...lost]
}

const UNKNOWN = -5
