import type { NodeRpcDeps } from '#adapters/payout/node-rpc.ts'
import type { SignedPayout } from '#adapters/payout/payout.ts'
import { tonProblem } from './coins.ts'

/** Payments that one message carries: the wallet takes 255, and all that it sent is read in one answer. */
const TOGETHER_AT_MOST = 20

/**
 * Pays TON and USDT on TON by a wallet of one's own. The wallet takes one message for each of its numbers, and none
 * after its time: a payment is stored, sent until the chain has it, and another is signed only when it is dead for
 * certain. What signs is loaded with the first payment: most sites pay on no such chain.
 */
export const createTon = (deps: NodeRpcDeps): SignedPayout => {
  const wallet = async () => (await import('./ton-wallet.ts')).createWallet(deps)
  return {
    way: 'signed',
    closed: (settings, method) => tonProblem(deps.http, settings, method),
    sign: async (...asked) => (await wallet()).sign(...asked),
    together: { most: TOGETHER_AT_MOST, sign: async (...asked) => (await wallet()).signTogether(...asked) },
    checkPayee: async (...asked) => (await wallet()).checkPayee(...asked),
    networkCost: async (...asked) => (await wallet()).networkCost(...asked),
    broadcast: async (...asked) => (await wallet()).broadcast(...asked),
    checkStatus: async (...asked) => (await wallet()).checkStatus(...asked),
    holdings: async (...asked) => (await wallet()).holdings(...asked),
    compare: async (...asked) => (await wallet()).compare(...asked),
  }
}
