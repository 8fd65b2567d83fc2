import * as z from 'zod/mini'
import type { ChainNode } from '#adapters/payout/evm-chain.ts'
import type { PayoutMethod } from '#adapters/payout/payout.ts'
import {
  leftOut,
  missing,
  type WalletBooks,
  type WalletDifference,
  type WalletFinding,
} from '#adapters/payout/wallet-books.ts'
import { say } from '#kernel/words/say.ts'
import { decimalText } from '#money/amount.ts'
import { SOL_DECIMALS, solanaCoins, type SolanaWallet, Whole } from './node.ts'

const Listed = z.array(z.object({ signature: z.string(), err: z.unknown(), blockTime: z.optional(z.nullable(Whole)) }))
const Tokens = z.optional(
  z.array(
    z.object({
      mint: z.string(),
      owner: z.optional(z.string()),
      uiTokenAmount: z.object({ amount: Whole }),
    }),
  ),
)
const Transaction = z.nullable(
  z.object({
    transaction: z.object({
      message: z.object({
        accountKeys: z.array(z.string()),
        header: z.object({ numRequiredSignatures: Whole }),
      }),
    }),
    meta: z.object({
      fee: Whole,
      preBalances: z.array(Whole),
      postBalances: z.array(Whole),
      preTokenBalances: Tokens,
      postTokenBalances: Tokens,
    }),
  }),
)
type Transaction = NonNullable<z.infer<typeof Transaction>>

/** As many as a node lists at once. */
const LISTED = 1_000
const PAGES_AT_MOST = 20
/** Transactions that are looked into in one run; the next run goes on with the others. */
const READ_AT_MOST = 100
/** More than the next ten runs look into: what strangers send may hide a payment for good. */
const LEFT_AT_MOST = 1_000
/** As many as three currencies with the longest list have: above, what is no longer listed is forgotten. */
const REMEMBERED = 60_000
const finalized = { commitment: 'finalized' } as const

/** What each transaction took out of the wallet, by currency and id: a stranger can pay it any number of small ones. */
export type ReadPayments = Map<string, string | null>

/** Compares what the wallet has signed with the books, by the ids of transactions. */
export const compareSolana = async (
  { node, key, read }: SolanaWallet & { readonly read: ReadPayments },
  { currency }: PayoutMethod,
  books: WalletBooks,
): Promise<WalletFinding[]> => {
  const { listed, isWhole } = await listedSince(node, key.address, books)
  const strange = listed.filter(
    ({ signature, err, blockTime }) =>
      (err ?? null) === null && !books.txIds.has(signature) && (timeOf(blockTime) ?? books.since) >= books.since,
  )
  const nameOf = ({ signature }: { signature: string }): string => `${currency} ${signature}`
  if (read.size > REMEMBERED) forgetOthers(read, { currency, names: new Set(strange.map(nameOf)) })
  const isUnread = (one: Signature): boolean => !read.has(nameOf(one))
  const due = dueOf(strange.filter(isUnread))
  for (const one of due) {
    if (books.hasTime?.() === false) break
    const config = { encoding: 'json', maxSupportedTransactionVersion: 0, ...finalized }
    const found = await node.read(Transaction, 'getTransaction', one.signature, config)
    if (found !== null) read.set(nameOf(one), outOf(found, { wallet: key.address, currency }))
  }
  const unbooked = strange.toReversed().flatMap((one): WalletDifference[] => {
    const amount = read.get(nameOf(one)) ?? null
    if (amount === null) return []
    const { signature: txId, blockTime } = one
    return [{ kind: 'unbooked', key: txId, withdrawalId: null, txId, address: null, amount, at: timeOf(blockTime) }]
  })
  const { lost, unasked } = await lostOf(node, books)
  const left = strange.filter(isUnread).length
  const unreadGap = { kind: 'partial', key: say('owner.payout.entriesNotChecked', { count: left }) } as const
  return [
    ...unbooked,
    ...lost.toReversed(),
    ...leftOut({ listed: isWhole ? null : listed.length, payouts: unasked }),
    // Behind one address there may be several nodes, and the one that answers may not have what another has listed.
    ...(left > LEFT_AT_MOST || due.some(isUnread) ? [unreadGap] : []),
  ]
}

type Signature = z.infer<typeof Listed>[number]

/** From both ends: a payment is found soon, however many are left, and none leaves the list unread. */
const dueOf = (unread: readonly Signature[]): readonly Signature[] => {
  const half = READ_AT_MOST / 2
  return unread.length <= READ_AT_MOST ? unread : [...unread.slice(0, half), ...unread.slice(-half)]
}

const forgetOthers = (read: ReadPayments, { currency, names }: { currency: string; names: ReadonlySet<string> }) => {
  for (const name of read.keys()) if (name.startsWith(`${currency} `) && !names.has(name)) read.delete(name)
}

/** Transactions that name the wallet since then, the newest first. */
const listedSince = async (
  node: ChainNode,
  wallet: string,
  { since, hasTime }: WalletBooks,
): Promise<{ listed: Signature[]; isWhole: boolean }> => {
  const listed: Signature[] = []
  let before = {}
  for (let page = 0; page < PAGES_AT_MOST; page += 1) {
    const found = await node.read(Listed, 'getSignaturesForAddress', wallet, { limit: LISTED, ...before, ...finalized })
    listed.push(...found)
    const last = found.at(-1)
    // A node that doesn't have the last entry of the page before answers with none.
    if (last === undefined) return { listed, isWhole: page === 0 }
    if (found.length < LISTED || (timeOf(last.blockTime) ?? since) < since) return { listed, isWhole: true }
    if (hasTime?.() === false) break
    before = { before: last.signature }
  }
  return { listed, isWhole: false }
}

const timeOf = (blockTime: string | null | undefined): Date | null =>
  blockTime === null || blockTime === undefined ? null : new Date(Number(blockTime) * 1_000)

/** What of a currency left with a transaction that the wallet itself signed; null where nothing did. */
const outOf = (
  { transaction: { message }, meta }: Transaction,
  { wallet, currency }: { wallet: string; currency: string },
): string | null => {
  const signers = message.accountKeys.slice(0, Number(message.header.numRequiredSignatures))
  const at = signers.indexOf(wallet)
  if (at < 0) return null
  const coin = solanaCoins[currency]
  if (coin === undefined) return null
  const { mint, decimals } = coin
  if (mint !== null) {
    const out = heldOf(meta.preTokenBalances, { wallet, mint }) - heldOf(meta.postTokenBalances, { wallet, mint })
    return out > 0n ? decimalText(out, decimals) : null
  }
  const fee = at === 0 ? BigInt(meta.fee) : 0n
  const out = BigInt(meta.preBalances[at] ?? 0) - BigInt(meta.postBalances[at] ?? 0) - fee
  return out > 0n ? decimalText(out, SOL_DECIMALS) : null
}

const heldOf = (held: z.infer<typeof Tokens>, { wallet, mint }: { wallet: string; mint: string }): bigint =>
  (held ?? [])
    .filter((one) => one.owner === wallet && one.mint === mint)
    .reduce((total, { uiTokenAmount }) => total + BigInt(uiTokenAmount.amount), 0n)

const Known = z.object({ value: z.array(z.unknown()) })
const ASKED_AT_ONCE = 256

/** Payouts that are paid in the books and that no node knows, and those that there was no time to ask for. */
const lostOf = async (node: ChainNode, { payouts, hasTime }: WalletBooks) => {
  const paid = payouts.filter(({ isPaid, txId }) => isPaid && txId !== null).toReversed()
  const lost: WalletDifference[] = []
  let at = 0
  for (; at < paid.length && hasTime?.() !== false; at += ASKED_AT_ONCE) {
    const asked = paid.slice(at, at + ASKED_AT_ONCE)
    const { value } = await node.read(
      Known,
      'getSignatureStatuses',
      asked.map(({ txId }) => txId),
      { searchTransactionHistory: true },
    )
    if (value.length !== asked.length) throw new Error('The node answered with something else.')
    lost.push(...asked.filter((_, index) => value[index] === null).map(missing))
  }
  return { lost, unasked: paid.slice(at) }
}
