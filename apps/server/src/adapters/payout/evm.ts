import { problemOf } from './evm-chain.ts'
import type { SignedPayout } from './payout.ts'

/**
 * Pays on chains of Ethereum's kind, see `createWallet`. What signs is loaded with the first payment: it is large, and
 * most sites pay on no such chain.
 */
export const createEvm = (options: { timeoutMs?: number } = {}): SignedPayout => {
  const wallet = async () => (await import('./evm-wallet.ts')).createWallet(options)
  return {
    way: 'signed',
    closed: problemOf,
    sign: async (...asked) => (await wallet()).sign(...asked),
    broadcast: async (...asked) => (await wallet()).broadcast(...asked),
    look: async (...asked) => (await wallet()).look(...asked),
    outbid: async (...asked) => (await wallet()).outbid(...asked),
    holdings: async (...asked) => (await wallet()).holdings(...asked),
  }
}
