import * as z from 'zod/mini'
import type { ChainNode } from './evm-chain.ts'
import { askForEach, leftOut, type WalletBooks, type WalletDifference, type WalletFinding } from './wallet-books.ts'

/** More than anybody sends behind a site's back before it is seen. */
const NONCES_AT_MOST = 200
/** Payouts that are asked for one by one in a run; the next run goes on with the others. */
const ASKED_AT_MOST = 1_000
/** Blocks after which no chain has ever undone one. */
const FINAL_BLOCKS = 1_000n
/** The payouts of some weeks. */
const REMEMBERED = 100_000

const Quantity = z.string().check(z.regex(/^0x[0-9a-fA-F]+$/))
const Receipt = z.nullish(z.object({ blockNumber: Quantity }))

/** Transactions that are in the chain for good: they are asked for only once. */
export type FinalTransactions = Set<string>

interface Wallet {
  readonly node: ChainNode
  readonly address: string
  readonly final: FinalTransactions
}

/**
 * Compares a wallet's nonces with the books: each that the chain has used since the site's first must be one of the
 * site's, and each payment that the books have must be in a block. No call tells that of several payments, and
 * providers that take several calls at once bill each of them, so that what is final is remembered instead.
 */
export const compareChain = async ({ node, address, final }: Wallet, books: WalletBooks): Promise<WalletFinding[]> => {
  const used = Number(await node.number('eth_getTransactionCount', address, 'latest'))
  const ours = new Set(books.nonces)
  // A function takes only so many arguments.
  const first = books.nonces.reduce((least, nonce) => Math.min(least, nonce), used)
  const foreign: WalletDifference[] = []
  for (let nonce = Math.max(first, used - NONCES_AT_MOST); nonce < used; nonce += 1) {
    if (ours.has(nonce)) continue
    const nothing = { withdrawalId: null, txId: null, amount: null, at: null }
    foreign.push({ kind: 'unbooked', key: `nonce ${nonce}`, address: `nonce ${nonce}`, ...nothing })
  }
  if (final.size > REMEMBERED) final.clear()
  const rest = books.payouts.filter(({ isPaid, txId }) => isPaid && txId !== null && !final.has(txId))
  const head = await node.number('eth_blockNumber')
  const isLost = async (txId: string): Promise<boolean> => {
    const receipt = await node.read(Receipt, 'eth_getTransactionReceipt', txId)
    if (receipt === null || receipt === undefined) return true
    if (head - BigInt(receipt.blockNumber) >= FINAL_BLOCKS) final.add(txId)
    return false
  }
  // The oldest first, which are final.
  const { lost, unasked } = await askForEach({ payouts: rest, most: ASKED_AT_MOST, hasTime: books.hasTime, isLost })
  return [...foreign, ...lost, ...leftOut({ listed: null, payouts: unasked })]
}
