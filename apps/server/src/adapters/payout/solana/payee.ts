import { base58 } from '@scure/base'
import { type ChainNode, ProcessorHaltError } from '#adapters/payout/evm-chain.ts'
import type { PayoutOrder } from '#adapters/payout/payout.ts'
import { say } from '#kernel/words/say.ts'
import { decimalText } from '#money/amount.ts'
import { accountsAt, SOL_DECIMALS, type SolanaAccount, type SolanaCoin, type SolanaWallet, Whole } from './node.ts'
import { isOnCurve, programs, tokenAccountOf } from './transaction.ts'

type Payment = Omit<PayoutOrder, 'reference'> & { readonly coin: SolanaCoin; readonly parts: bigint }

interface Payee {
  /** What the wallet pays for an account that is opened with the payment, in lamports; 0 where there is one. */
  readonly rent: bigint
  /** The accounts of `beside`, read in the same breath. */
  readonly beside: readonly (SolanaAccount | null)[]
}

/** Whether somebody can be paid there, and what opening their account costs; refuses where nobody can. */
export const payeeOf = async (
  { node, key }: SolanaWallet,
  payment: Payment,
  beside: readonly string[] = [],
): Promise<Payee> => {
  const { address, coin } = payment
  if (address === key.address) refuse(say('payout.walletPays'))
  const hasKey = isOnCurve(base58.decode(address))
  if (coin.mint === null) {
    const [wallet = null, ...rest] = await accountsAt(node, [address, ...beside])
    // A wallet of several people has no key of its own, and is known by what it received before.
    if (wallet === null ? !hasKey : wallet.owner !== programs.system) refuse(NO_WALLET)
    if (wallet === null) await refuseTooSmall(node, payment)
    return { rent: 0n, beside: rest }
  }
  if (!hasKey) refuse(NO_WALLET)
  const account = tokenAccountOf(address, coin.mint)
  const [wallet = null, held = null, ...rest] = await accountsAt(node, [address, account, ...beside])
  if (wallet !== null && wallet.owner !== programs.system) refuse(NO_WALLET)
  if (held !== null) {
    refuseUnusable(held, payment)
    return { rent: 0n, beside: rest }
  }
  const rent = await rentOf(node, TOKEN_ACCOUNT_BYTES)
  if (payment.options.createAccounts !== true) {
    refuse(say('payout.walletNoAccountYet', { symbol: symbolOf(payment), rent: decimalText(rent, SOL_DECIMALS) }))
  }
  return { rent, beside: rest }
}

const NO_WALLET = say('payout.solanaWalletButProgram')

const refuse = (reason: string): never => {
  throw new ProcessorHaltError({ kind: 'refused', reason })
}

const symbolOf = ({ currency }: Payment): string => currency.split('-')[0] ?? currency

/** An account that would hold less than its rent is not opened: the network refuses the whole payment. */
const refuseTooSmall = async (node: ChainNode, { parts }: Payment): Promise<void> => {
  const least = await rentOf(node, 0)
  if (parts >= least) return
  refuse(say('payout.walletNewFirstPayment', { least: decimalText(least, SOL_DECIMALS) }))
}

export const TOKEN_ACCOUNT_BYTES = 165

/** What an account must hold to exist. */
export const rentOf = async (node: ChainNode, bytes: number): Promise<bigint> =>
  BigInt(await node.read(Whole, 'getMinimumBalanceForRentExemption', bytes))

const OWNER_AT = 32
const AMOUNT_AT = 64
const STATE_AT = 108
const INITIALIZED = 1

/** A token account can be given to somebody else, or frozen by the issuer of the token. */
const refuseUnusable = (held: SolanaAccount, { address, coin }: Payment): void => {
  const isToken = held.owner === programs.token && held.data.length >= TOKEN_ACCOUNT_BYTES
  const isTheirs =
    isToken &&
    base58.encode(held.data.subarray(0, OWNER_AT)) === coin.mint &&
    base58.encode(held.data.subarray(OWNER_AT, AMOUNT_AT)) === address
  if (!isTheirs) refuse(say('payout.tokenAccountWalletBelongs'))
  if (held.data[STATE_AT] !== INITIALIZED) refuse(say('payout.issuerTokenFrozenAccount'))
}

/** What a token account holds. */
export const tokensIn = (account: SolanaAccount | null): bigint =>
  account === null || account.data.length < TOKEN_ACCOUNT_BYTES
    ? 0n
    : Buffer.from(account.data).readBigUInt64LE(AMOUNT_AT)
