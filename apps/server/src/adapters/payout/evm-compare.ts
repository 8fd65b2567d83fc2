import * as z from 'zod/mini'
import type { ChainNode } from './evm-chain.ts'
import { missing, type WalletBooks, type WalletDifference } from './wallet-books.ts'

/** More than anybody sends behind a site's back before it is seen. */
const NONCES_AT_MOST = 200

/**
 * Compares a wallet's nonces with the books: each that the chain has used since the site's first must be one of the
 * site's, and each payment that the books have must be in a block.
 */
export const compareChain = async (
  node: ChainNode,
  wallet: string,
  books: WalletBooks,
): Promise<WalletDifference[]> => {
  const used = Number(await node.number('eth_getTransactionCount', wallet, 'latest'))
  const ours = new Set(books.nonces)
  const first = Math.min(...books.nonces, used)
  const foreign: WalletDifference[] = []
  for (let nonce = Math.max(first, used - NONCES_AT_MOST); nonce < used; nonce += 1) {
    if (ours.has(nonce)) continue
    const nothing = { withdrawalId: null, txId: null, amount: null, at: null }
    foreign.push({ kind: 'unbooked', key: `nonce ${nonce}`, address: `nonce ${nonce}`, ...nothing })
  }
  const lost: WalletDifference[] = []
  for (const payout of books.payouts.filter(({ isPaid, txId }) => isPaid && txId !== null)) {
    const receipt = await node.read(z.unknown(), 'eth_getTransactionReceipt', payout.txId)
    if (receipt === null || receipt === undefined) lost.push(missing(payout))
  }
  return [...foreign, ...lost]
}
