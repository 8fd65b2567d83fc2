import { meaningOf } from '#adapters/payout/halt-meaning.ts'
import type { NodeRpcDeps } from '#adapters/payout/node-rpc.ts'
import type { SignedPayout } from '#adapters/payout/payout.ts'
import { decimalText } from '#money/amount.ts'
import { compareTron } from './compare.ts'
import { accountAt, DECIMALS, openTron, refuseOtherNetwork, tronProblem, tryToken } from './node.ts'
import { costOf, opensAccount, signPayment } from './sign.ts'
import { broadcast, tronStatus } from './status.ts'
import { addressHex } from './transaction.ts'

/**
 * Pays TRX and USDT on TRON by a wallet of one's own. An id counts once, and ends ten minutes after it was made: a
 * payment is stored, sent until a solid block has it, and another is signed only when it is dead for certain.
 */
export const createTron = (deps: NodeRpcDeps): SignedPayout => ({
  way: 'signed',
  closed: (settings, method) => tronProblem(deps, settings, method),
  sign: (order, _held, settings) =>
    meaningOf(async () => ({ kind: 'signed' as const, ...(await signPayment(openTron(deps, settings), order)) })),
  checkPayee: (order, settings) =>
    meaningOf(async () => {
      await opensAccount(openTron(deps, settings), order)
      return null
    }),
  networkCost: async (order, settings) => {
    const cost = await meaningOf(() => costOf(openTron(deps, settings), order))
    return 'kind' in cost ? null : cost
  },
  broadcast: (_method, payment, settings) => broadcast(openTron(deps, settings).node, payment),
  checkStatus: async (order, settings) => {
    const wallet = openTron(deps, settings)
    const other = await meaningOf(async () => {
      await refuseOtherNetwork(wallet.node)
      return null
    })
    // What another network says of these ids means nothing here.
    return other === null ? tronStatus(wallet.node, order) : { kind: 'lost', answer: other.reason }
  },
  holdings: async (settings, { currency }) => {
    const { node, address } = openTron(deps, settings)
    await refuseOtherNetwork(node)
    const coin = { currency: 'TRX', amount: decimalText((await accountAt(node, address))?.sun ?? 0n, DECIMALS) }
    if (currency === 'TRX') return [coin]
    const parameter = addressHex(address).slice(2).padStart(64, '0')
    const { answer } = await tryToken(node, { from: address, selector: 'balanceOf(address)', parameter })
    return [{ currency, amount: decimalText(BigInt(`0x${answer || '0'}`), DECIMALS) }, coin]
  },
  compare: async (settings, method, books) => {
    const wallet = openTron(deps, settings)
    await refuseOtherNetwork(wallet.node)
    return compareTron(wallet, method, books)
  },
})
