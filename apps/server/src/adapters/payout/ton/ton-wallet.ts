import { meaningOf } from '#adapters/payout/halt-meaning.ts'
import type { NodeRpcDeps } from '#adapters/payout/node-rpc.ts'
import type { SignedPayout, WalletBalance } from '#adapters/payout/payout.ts'
import { decimalText } from '#money/amount.ts'
import { TON_DECIMALS, tonCoins } from './coins.ts'
import { compareTon } from './compare.ts'
import { accountAt, openNode, openTon, refuseOtherNetwork } from './node.ts'
import { jettonAccount, jettonsAt, masterOf, payeeOf } from './payee.ts'
import { costOf, signPayments } from './sign.ts'
import { broadcast, tonStatus } from './status.ts'

type Together = NonNullable<SignedPayout['together']>
type Acts = Pick<SignedPayout, 'sign' | 'broadcast' | 'checkStatus'> &
  Required<Pick<SignedPayout, 'checkPayee' | 'networkCost' | 'holdings' | 'compare'>> & {
    readonly signTogether: Together['sign']
  }

/** Pays by a wallet v5r1, see `createTon`. */
export const createWallet = (deps: NodeRpcDeps): Acts => {
  const signTogether: Together['sign'] = (orders, settings) =>
    meaningOf(async () => signPayments(await openTon(deps, settings), orders))
  return {
    sign: async (order, _held, settings) => {
      const answer = await signTogether([order], settings)
      if ('kind' in answer) return answer
      const [signed] = answer
      if (signed === undefined) throw new Error('an order has an answer')
      return signed
    },
    signTogether,
    checkPayee: (order, settings) =>
      meaningOf(async () => {
        const { node, key } = await openTon(deps, settings)
        await payeeOf(node, order, key.address)
        return null
      }),
    networkCost: async (order, settings) => {
      const cost = await meaningOf(async () => costOf(await openTon(deps, settings), order))
      return 'kind' in cost ? null : cost
    },
    broadcast: (_method, payment, settings) => broadcast(openNode(deps, settings), payment),
    checkStatus: async (order, settings) => {
      const node = openNode(deps, settings)
      const other = await meaningOf(async () => {
        await refuseOtherNetwork(node)
        return null
      })
      // What another network says of these messages means nothing here.
      return other === null ? tonStatus(node, order) : { kind: 'lost', answer: other.reason }
    },
    holdings: async (settings, { currency }) => {
      const { node, key } = await openTon(deps, settings)
      await refuseOtherNetwork(node)
      const { nanotons } = await accountAt(node, key.address)
      const coin: WalletBalance = { currency: 'TON', amount: decimalText(nanotons, TON_DECIMALS) }
      const master = masterOf(currency)
      if (master === null) return [coin]
      const held = await jettonsAt(node, await jettonAccount(node, { master, owner: key.address }))
      return [{ currency, amount: decimalText(held, tonCoins[currency]?.decimals ?? 0) }, coin]
    },
    compare: async (settings, method, books) => {
      const wallet = await openTon(deps, settings)
      await refuseOtherNetwork(wallet.node)
      return compareTon(wallet, method, books)
    },
  }
}
