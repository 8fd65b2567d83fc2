import * as z from 'zod/mini'
import type { PayoutMethod } from '#adapters/payout/payout.ts'
import {
  askForEach,
  leftOut,
  type WalletBooks,
  type WalletDifference,
  type WalletFinding,
} from '#adapters/payout/wallet-books.ts'
import { say } from '#kernel/words/say.ts'
import { decimalText } from '#money/amount.ts'
import { DECIMALS, type TronWallet, UnservedPathError, USDT, Whole } from './node.ts'
import { infoOf } from './status.ts'
import { addressHex, addressText } from './transaction.ts'

const Value = z.object({
  owner_address: z.string(),
  to_address: z.optional(z.string()),
  amount: z.optional(Whole),
  contract_address: z.optional(z.string()),
  data: z.optional(z.string()),
})
const Listed = z.object({
  success: z.literal(true),
  /** The mark of the next page, where there is one. */
  meta: z.optional(z.object({ fingerprint: z.nullish(z.string()) })),
  data: z.array(
    z.object({
      txID: z.string(),
      block_timestamp: Whole,
      ret: z.array(z.object({ contractRet: z.optional(z.string()) })),
      raw_data: z.object({
        contract: z.array(z.object({ type: z.string(), parameter: z.object({ value: Value }) })),
      }),
    }),
  ),
})
type Transaction = z.infer<typeof Listed>['data'][number]

/** As many as TronGrid lists at once. */
const LISTED = 200
/** More than a site pays in the days that are compared. */
const PAGES_AT_MOST = 25
/** Payouts that are asked for one by one in a run, because no page lists them. */
const ASKED_AT_MOST = 50

/**
 * Compares what the wallet has sent with the books, by the ids of transactions. Only TronGrid lists what an address
 * sent; with a node of one's own nobody can tell, and the comparison says so.
 */
export const compareTron = async (
  wallet: TronWallet,
  { currency }: PayoutMethod,
  books: WalletBooks,
): Promise<WalletFinding[]> => {
  const list = await sentSince(wallet, books).catch(unserved)
  if (list === null) return [{ kind: 'impossible', key: say('owner.payout.onlyTronGridLists') }]
  const { sent, isWhole } = list
  const unbooked = sent.flatMap((transaction): WalletDifference[] => {
    const { txID: txId, block_timestamp: time, ret } = transaction
    if (books.txIds.has(txId) || ret.some(({ contractRet = 'SUCCESS' }) => contractRet !== 'SUCCESS')) return []
    const payment = sentOf(transaction, currency)
    if (payment === null) return []
    return [{ kind: 'unbooked', key: txId, withdrawalId: null, txId, ...payment, at: new Date(Number(time)) }]
  })
  const listed = new Set(sent.map(({ txID }) => txID))
  const rest = books.payouts.filter(({ isPaid, txId }) => isPaid && txId !== null && !listed.has(txId))
  const { lost, unasked } = await askForEach({
    payouts: rest.toReversed(),
    most: ASKED_AT_MOST,
    hasTime: books.hasTime,
    isLost: async (txId) => (await infoOf(wallet.node, txId)) === null,
  })
  return [...unbooked, ...lost.toReversed(), ...leftOut({ listed: isWhole ? null : sent.length, payouts: unasked })]
}

const unserved = (error: unknown): null => {
  if (error instanceof UnservedPathError) return null
  throw error
}

/** What the wallet has signed since then that is in solid blocks, the newest first. */
const sentSince = async (
  { node, address }: TronWallet,
  { since, hasTime }: WalletBooks,
): Promise<{ sent: Transaction[]; isWhole: boolean }> => {
  const query = new URLSearchParams({ only_from: 'true', only_confirmed: 'true', limit: String(LISTED) })
  query.set('min_timestamp', String(since.getTime()))
  const sent: Transaction[] = []
  for (let page = 0; page < PAGES_AT_MOST; page += 1) {
    const { data, meta } = await node.read(Listed, `/v1/accounts/${address}/transactions?${query}`)
    sent.push(...data)
    const next = meta?.fingerprint ?? ''
    if (next === '' || data.length === 0) return { sent, isWhole: true }
    if (hasTime?.() === false) break
    query.set('fingerprint', next)
  }
  return { sent, isWhole: false }
}

const TRANSFER_CALL = /^a9059cbb0{24}([0-9a-f]{40})([0-9a-f]{64})$/

/** Where a transaction sent this currency, and how much; null where it sent another. */
const sentOf = (
  { raw_data: { contract } }: Transaction,
  currency: string,
): { address: string | null; amount: string | null } | null => {
  const [first] = contract
  if (first === undefined) return null
  const { value } = first.parameter
  const isToken = first.type === 'TriggerSmartContract' && value.contract_address === addressHex(USDT)
  if (isToken !== (currency === 'USDT-TRC20')) return null
  if (!isToken) {
    const address = value.to_address === undefined ? null : addressText(value.to_address)
    return { address, amount: value.amount === undefined ? null : decimalText(BigInt(value.amount), DECIMALS) }
  }
  const [, to, amount] = TRANSFER_CALL.exec(value.data ?? '') ?? []
  if (to === undefined || amount === undefined) return { address: null, amount: null }
  return { address: addressText(`41${to}`), amount: decimalText(BigInt(`0x${amount}`), DECIMALS) }
}
