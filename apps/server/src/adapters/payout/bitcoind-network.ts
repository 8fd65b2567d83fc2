import * as z from 'zod/mini'

import { type Node, wordsOf } from './node-call.ts'
import type { Broadcast, SignedPayment, Standing } from './payout.ts'

/** Words of nodes for a payment that they have, in their memory or in a block. */
const KNOWN = /already (in|known)|already-(in|known)|txn-same-nonwitness|outputs already in utxo set/i

/** Gives a payment to the network. To give it again is harmless: it is the same payment. */
export const broadcast = async (node: Node, { raw }: SignedPayment): Promise<Broadcast> => {
  const answer = await node('sendrawtransaction', raw)
  if (answer.kind === 'result') return { kind: 'accepted', answer: 'The node took it.' }
  if (answer.kind !== 'error') return { kind: answer.kind === 'lost' ? 'lost' : 'rejected', answer: wordsOf(answer) }
  const isKnown = answer.code === -27 || KNOWN.test(answer.message)
  return isKnown ? { kind: 'accepted', answer: 'The node has it.' } : { kind: 'rejected', answer: wordsOf(answer) }
}

const Found = z.object({
  confirmations: z.string().check(z.regex(/^-?\d+$/)),
  replaced_by_txid: z.optional(z.string()),
  details: z.optional(z.array(z.object({ abandoned: z.optional(z.boolean()) }))),
})

/** How a payment stands in the chain, as the node's wallet sees it. */
export const stand = async (node: Node, payments: readonly SignedPayment[], needed: number): Promise<Standing> => {
  const [payment] = payments
  if (payment === undefined) return { kind: 'absent', answer: 'Nothing was signed.' }
  const answer = await node('gettransaction', payment.txId)
  // -5: it is not in the wallet, so that the node was never given it.
  if (answer.kind === 'error' && answer.code === -5) return { kind: 'absent', answer: 'The node does not know it.' }
  const found = answer.kind === 'result' ? z.safeParse(Found, answer.result).data : undefined
  if (found === undefined) return { kind: 'lost', answer: wordsOf(answer) }
  const confirmations = Number(found.confirmations)
  if (confirmations >= needed) return { kind: 'paid', txId: payment.txId }
  if (confirmations <= -needed) return { kind: 'conflict', reason: conflictWords(found.replaced_by_txid) }
  if (confirmations < 0) return { kind: 'waiting', answer: 'Another payment of the same outputs is in a block.' }
  if (confirmations > 0)
    return { kind: 'waiting', answer: `It has ${confirmations} of ${needed} confirmations.`, isMined: true }
  // In nobody's block: the wallet knows it, but whether the network still does is not said. It is given again.
  return { kind: 'absent', answer: 'It waits for a block.' }
}

const conflictWords = (by: string | undefined): string => {
  const other = by === undefined ? 'another payment' : `the payment ${by}`
  return `Its outputs were spent by ${other}, so that it can never arrive. Look whether that one paid the same.`
}
