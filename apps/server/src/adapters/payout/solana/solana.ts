import { meaningOf } from '#adapters/payout/halt-meaning.ts'
import type { NodeRpcDeps } from '#adapters/payout/node-rpc.ts'
import type { SignedPayout, WalletBalance } from '#adapters/payout/payout.ts'
import { decimalText } from '#money/amount.ts'
import { compareSolana, type ReadPayments } from './compare.ts'
import { accountsAt, openSolana, refuseOtherNetwork, SOL_DECIMALS, solanaCoins, solanaProblem } from './node.ts'
import { payeeOf, tokensIn } from './payee.ts'
import { costOf, partsOf, signPayment } from './sign.ts'
import { broadcast, solanaStatus } from './status.ts'
import { tokenAccountOf } from './transaction.ts'

/**
 * Pays SOL and tokens on Solana by a wallet of one's own. A signature counts once, and a blockhash ends after a minute
 * and a half: a payment is stored, sent until it is final, and another is signed only when it is dead for certain.
 */
export const createSolana = (deps: NodeRpcDeps): SignedPayout => {
  const read: ReadPayments = new Map()
  return {
    way: 'signed',
    closed: (settings, method) => solanaProblem(deps.http, settings, method),
    sign: (order, _held, settings) =>
      meaningOf(async () => ({ kind: 'signed' as const, ...(await signPayment(openSolana(deps, settings), order)) })),
    checkPayee: (order, settings) =>
      meaningOf(async () => {
        await payeeOf(openSolana(deps, settings), { ...order, ...partsOf(order) })
        return null
      }),
    networkCost: async (order, settings) => {
      const cost = await meaningOf(() => costOf(openSolana(deps, settings), order))
      return 'kind' in cost ? null : cost
    },
    broadcast: (_method, payment, settings) => broadcast(openSolana(deps, settings).node, payment),
    checkStatus: async (order, settings) => {
      const { node } = openSolana(deps, settings)
      const other = await meaningOf(async () => {
        await refuseOtherNetwork(node)
        return null
      })
      // What another network says of these signatures means nothing here.
      return other === null ? solanaStatus(node, order) : { kind: 'lost', answer: other.reason }
    },
    holdings: async (settings, { currency }) => {
      const { node, key } = openSolana(deps, settings)
      await refuseOtherNetwork(node)
      const mint = solanaCoins[currency]?.mint ?? null
      const accounts = mint === null ? [key.address] : [key.address, tokenAccountOf(key.address, mint)]
      const [own = null, tokens = null] = await accountsAt(node, accounts)
      const coin: WalletBalance = { currency: 'SOL', amount: decimalText(own?.lamports ?? 0n, SOL_DECIMALS) }
      if (mint === null) return [coin]
      return [{ currency, amount: decimalText(tokensIn(tokens), solanaCoins[currency]?.decimals ?? 0) }, coin]
    },
    compare: async (settings, method, books) => {
      const wallet = openSolana(deps, settings)
      await refuseOtherNetwork(wallet.node)
      return compareSolana({ ...wallet, read }, method, books)
    },
  }
}
