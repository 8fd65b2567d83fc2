import { problemOf } from './evm-chain.ts'
import type { NodeRooms } from './node-call.ts'
import type { SignedPayout } from './payout.ts'

/**
 * Pays on chains of Ethereum's kind, see `createWallet`. What signs is loaded with the first payment: it is large, and
 * most sites pay on no such chain.
 */
export const createEvm = (rooms: NodeRooms): SignedPayout => {
  const wallet = async () => (await import('./evm-wallet.ts')).createWallet(rooms)
  return {
    way: 'signed',
    closed: (settings, method) => problemOf(rooms.http, settings, method),
    sign: async (...asked) => (await wallet()).sign(...asked),
    broadcast: async (...asked) => (await wallet()).broadcast(...asked),
    look: async (...asked) => (await wallet()).look(...asked),
    outbid: async (...asked) => (await wallet()).outbid(...asked),
    holdings: async (...asked) => (await wallet()).holdings(...asked),
  }
}
