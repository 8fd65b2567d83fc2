import { problemOf } from './evm-chain.ts'
import type { FinalTransactions } from './evm-compare.ts'
import type { NodeRpcDeps } from './node-rpc.ts'
import type { SignedPayout } from './payout.ts'

/**
 * Pays on chains of Ethereum's kind, see `createWallet`. What signs is loaded with the first payment: it is large, and
 * most sites pay on no such chain.
 */
export const createEvm = (deps: NodeRpcDeps): SignedPayout => {
  const final: FinalTransactions = new Set()
  const wallet = async () => (await import('./evm-wallet.ts')).createWallet(deps, final)
  return {
    way: 'signed',
    closed: (settings, method) => problemOf(deps.http, settings, method),
    sign: async (...asked) => (await wallet()).sign(...asked),
    broadcast: async (...asked) => (await wallet()).broadcast(...asked),
    checkStatus: async (...asked) => (await wallet()).checkStatus(...asked),
    bumpFee: async (...asked) => (await wallet()).bumpFee(...asked),
    compare: async (...asked) => (await wallet()).compare(...asked),
    holdings: async (...asked) => (await wallet()).holdings(...asked),
  }
}
