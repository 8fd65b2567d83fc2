import { Address, beginCell, Cell } from '@ton/core'
import { ProcessorHaltError } from '#adapters/payout/evm-chain.ts'
import type { PayoutOrder } from '#adapters/payout/payout.ts'
import { say } from '#kernel/words/say.ts'
import { readTonPlace } from '#money/ton-address.ts'
import { tonCoins } from './coins.ts'
import { accountAt, callMethod, type TonNode } from './node.ts'

export interface TonPayee {
  readonly to: Address
  readonly comment: string
  /** Whether the payment opens the account in which they hold the token. */
  readonly opens: boolean
}

type Payment = Omit<PayoutOrder, 'reference'>

const refuse = (reason: string): never => {
  throw new ProcessorHaltError({ kind: 'refused', reason })
}

/** Whether somebody can be paid there, and whether that opens an account; refuses where nobody can. */
export const payeeOf = async (node: TonNode, payment: Payment, own: Address): Promise<TonPayee> => {
  const { address, currency, options } = payment
  const place = readTonPlace(address)
  if (place === null) return refuse(say('payout.tonAddress'))
  const { comment } = place
  const to = Address.parse(place.address)
  if (to.equals(own)) refuse(say('payout.walletPays'))
  if (isToken(place.address)) refuse(say('payout.walletButTokenItself'))
  const master = masterOf(currency)
  if (master === null) return { to, comment, opens: false }
  const { state } = await accountAt(node, await jettonAccount(node, { master, owner: to }))
  if (state === 'frozen') refuse(say('payout.accountWalletTokenFrozen'))
  const opens = state === 'uninitialized'
  if (opens && options.createAccounts !== true) {
    refuse(say('payout.walletNoUsdtAccount'))
  }
  return { to, comment, opens }
}

const isToken = (address: string): boolean => Object.values(tonCoins).some((coin) => coin?.master === address)

export const masterOf = (currency: string): Address | null => {
  const master = tonCoins[currency]?.master ?? null
  return master === null ? null : Address.parse(master)
}

/** The account in which a wallet holds a token, as the contract that issues it says. */
export const jettonAccount = async (
  node: TonNode,
  { master, owner }: { master: Address; owner: Address },
): Promise<Address> => {
  const slices = [beginCell().storeAddress(owner).endCell()]
  const [found] = await callMethod(node, { address: master, method: 'get_wallet_address', slices })
  const address = found instanceof Cell ? addressIn(found) : null
  if (address !== null) return address
  throw new ProcessorHaltError({ kind: 'retry', reason: say('payout.tokenNamedNoAccount') })
}

const addressIn = (cell: Cell): Address | null => {
  try {
    return cell.beginParse().loadAddress()
  } catch {
    return null
  }
}

/** What such an account holds. */
export const jettonsAt = async (node: TonNode, account: Address): Promise<bigint> => {
  if ((await accountAt(node, account)).state !== 'active') return 0n
  const [held] = await callMethod(node, { address: account, method: 'get_wallet_data' })
  return typeof held === 'bigint' ? held : 0n
}
