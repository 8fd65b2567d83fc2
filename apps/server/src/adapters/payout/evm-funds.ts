import type { ChainNode } from './evm-chain.ts'
import { token } from './evm-token.ts'
import type { PendingPayment } from './payout.ts'
import { pendingAmount, pendingCoins } from './pending.ts'

/** Payments of this sender that no block has: a block that took one has used its nonce. */
export const unminedOf = async (
  node: ChainNode,
  from: string,
  pending: readonly PendingPayment[] = [],
): Promise<PendingPayment[]> => {
  const mine = pending.filter(({ sender }) => sender === from.toLowerCase())
  if (mine.length === 0) return []
  const next = Number(await node.number('eth_getTransactionCount', from, 'latest'))
  return mine.filter(({ nonce }) => nonce !== null && nonce >= next)
}

interface Funds {
  readonly from: `0x${string}`
  /** Read before the balance: one that a block takes in between counts twice, and never not at all. */
  readonly unmined: readonly PendingPayment[]
}

/**
 * What the wallet holds for another payment. What waits for a block is spent already; some providers know nothing of
 * it and answer for the newest block, so that it is counted here as well.
 */
const left = async (
  balanceAt: (block: 'latest' | 'pending') => Promise<bigint>,
  { unmined }: Pick<Funds, 'unmined'>,
  promised: bigint,
): Promise<bigint> => {
  const pending = await balanceAt('pending')
  if (unmined.length === 0) return pending
  const rest = (await balanceAt('latest')) - promised
  return rest < pending ? rest : pending
}

/** Of the chain's own coin. */
export const coinsLeft = (node: ChainNode, { coin, ...funds }: Funds & { readonly coin: string }): Promise<bigint> =>
  left((block) => node.number('eth_getBalance', funds.from, block), funds, pendingCoins(funds.unmined, coin))

interface TokenFunds extends Funds {
  readonly contract: `0x${string}`
  readonly currency: string
  /** The smallest part of the token, in 10⁻¹⁸ of it. */
  readonly part: bigint
}

/** Of a token, in its smallest parts. */
export const tokensLeft = (node: ChainNode, { contract, currency, part, ...funds }: TokenFunds): Promise<bigint> =>
  left(
    (block) => token.balance(node, contract, funds.from, block),
    funds,
    pendingAmount(funds.unmined, currency) / part,
  )
