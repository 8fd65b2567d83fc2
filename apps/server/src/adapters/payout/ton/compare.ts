import type { PayoutMethod } from '#adapters/payout/payout.ts'
import {
  askForEach,
  leftOut,
  type WalletBooks,
  type WalletDifference,
  type WalletFinding,
} from '#adapters/payout/wallet-books.ts'
import { decimalText } from '#money/amount.ts'
import { tonCoins } from './coins.ts'
import type { TonWallet } from './node.ts'
import { jettonAccount, masterOf } from './payee.ts'
import { walletName } from './sign.ts'
import { type ChainMessage, LISTED_AT_MOST, takenBy, type TonTransaction, transactionsOf } from './transactions.ts'
import { JETTON_TRANSFER, normalizedHash } from './wallet.ts'

/**
 * Payouts that are asked for one by one in a run, because no page lists them: TON Center answers once a second without
 * a key.
 */
const ASKED_AT_MOST = 50

/** Compares what the wallet has sent with the books, by the hashes of its messages. */
export const compareTon = async (
  { node, key }: TonWallet,
  { currency }: PayoutMethod,
  books: WalletBooks,
): Promise<WalletFinding[]> => {
  const master = masterOf(currency)
  const token = masterOf('USDT-TON')
  const account = token === null ? null : await jettonAccount(node, { master: token, owner: key.address })
  const isToken = ({ to }: ChainMessage): boolean => account !== null && to?.equals(account) === true
  const unbooked: WalletDifference[] = []
  const since = BigInt(Math.floor(books.since.getTime() / 1_000))
  const hashes = new Set<string>()
  let listed = 0
  let isCut = false
  for await (const transaction of transactionsOf(node, { account: key.address, since })) {
    isCut = listed > 0 && books.hasTime?.() === false
    if (isCut) break
    const message = messageHash(transaction)
    listed += 1
    hashes.add(message)
    if (books.txIds.has(message)) continue
    const { hash: txId, at } = transaction
    // What a wallet gets and cannot use goes back, which is no payment.
    const sent = transaction.outMessages.filter(
      (message) => !message.isBounced && isToken(message) === (master !== null),
    )
    for (const [index, message] of sent.entries()) {
      const what = master === null ? coinsOf(message) : tokensOf(message, currency)
      if (what === null) continue
      unbooked.push({ kind: 'unbooked', key: `${txId}:${index}`, withdrawalId: null, txId, ...what, at })
    }
  }
  const rest = books.payouts.filter(({ isPaid, txId }) => isPaid && txId !== null && !hashes.has(txId))
  const { lost, unasked } = await askForEach({
    payouts: rest.toReversed(),
    most: ASKED_AT_MOST,
    hasTime: books.hasTime,
    isLost: async (txId) => (await takenBy(node, txId)) === null,
  })
  const isWhole = !isCut && listed < LISTED_AT_MOST
  return [...unbooked, ...lost.toReversed(), ...leftOut({ listed: isWhole ? null : listed, payouts: unasked })]
}

/** Under which hash the books would know it; of what another contract has set off, under none. */
const messageHash = ({ account, inMessage }: TonTransaction): string =>
  inMessage === null || inMessage.from !== null ? '' : normalizedHash(account, inMessage.body)

interface SentCoins {
  readonly address: string | null
  readonly amount: string | null
}

const coinsOf = ({ to, value }: ChainMessage): SentCoins => ({
  address: to === null ? null : walletName(to),
  amount: decimalText(value, tonCoins['TON']?.decimals ?? 0),
})

/** Null where it told the token’s account something else than to pay. */
const tokensOf = ({ body }: ChainMessage, currency: string): SentCoins | null => {
  const slice = body.beginParse()
  if (slice.remainingBits < 96 || slice.loadUint(32) !== JETTON_TRANSFER) return null
  try {
    const amount = slice.skip(64).loadCoins()
    return { address: walletName(slice.loadAddress()), amount: decimalText(amount, tonCoins[currency]?.decimals ?? 0) }
  } catch {
    return { address: null, amount: null }
  }
}
