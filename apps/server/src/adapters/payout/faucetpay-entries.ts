import { decimalOf } from '#adapters/deposit/decimal.ts'
import { decimalText } from '#money/amount.ts'
import { dateOf } from './faucetpay-date.ts'
import { missing, type WalletBooks, type WalletDifference, type WalletFinding } from './wallet-books.ts'

/** Every currency is counted in parts of 10⁻⁸ there. */
export const DECIMALS = 8
const PART = 10n ** 10n

/** A decimal as a whole number of 10⁻⁸; undefined when it has finer parts. */
export const partsOf = (amount: string): string | undefined => {
  const exact = decimalOf(amount)
  return exact === undefined || exact % PART !== 0n || exact === 0n ? undefined : (exact / PART).toString()
}

/** How many of its last payouts FaucetPay tells at most, and how far its clock may be from ours. */
export const LISTED = 100
export const SKEW_MS = 120_000

/** Places that differ by case alone belong to nobody else: their checksums would not fit. */
export const isPlace = (to: string, address: string): boolean => to.trim().toLowerCase() === address.toLowerCase()

/** Whole numbers are parts; a decimal point says that the coin is meant. */
export const isAmount = (told: string, amount: string): boolean =>
  told.includes('.') ? decimalOf(told) === decimalOf(amount) : told === partsOf(amount)

/** A payout as FaucetPay lists it. */
interface Reward {
  readonly to: string
  readonly amount: string
  readonly date?: string | null | undefined
}

/** Each payout of ours explains one entry of its address and amount; what is left over on either side differs. */
export const compareEntries = (rewards: readonly Reward[], books: WalletBooks): WalletFinding[] => {
  const entries = rewards.map(({ to, amount, date }) => ({ to, amount, at: dateOf(date ?? '') ?? null }))
  const open = [...books.payouts].toSorted((one, other) => Number(other.isPaid) - Number(one.isPaid))
  const counts = new Map<string, number>()
  const found = entries.flatMap((entry): WalletFinding[] => {
    const index = open.findIndex(({ address, amount }) => isPlace(entry.to, address) && isAmount(entry.amount, amount))
    const [ours] = index < 0 ? [] : open.splice(index, 1)
    if (entry.at === null || entry.at < books.since) return []
    const key = keyOf({ ...entry, at: entry.at }, counts)
    // One that is on its way may be explained by another entry soon.
    if (ours !== undefined) return ours.isPaid ? [{ kind: 'explained', key }] : []
    return [{ ...unbooked({ ...entry, at: entry.at }), key }]
  })
  // Its list ends somewhere: what is older than its last entry may have stood behind it.
  const isWhole = entries.length < LISTED
  const oldest = new Date(Math.min(...entries.map(({ at }) => at?.getTime() ?? 0)) + SKEW_MS)
  const lost = open
    .filter(({ isPaid }) => isPaid)
    .map((payout): WalletFinding =>
      isWhole || payout.at > oldest ? missing(payout) : { kind: 'unseen', key: payout.withdrawalId },
    )
  return [...found, ...lost]
}

interface Entry {
  readonly to: string
  readonly amount: string
  readonly at: Date
}

/** Equal entries of the same second are payments of their own all the same. */
const keyOf = ({ to, amount, at }: Entry, counts: Map<string, number>): string => {
  const name = `${to} ${amount} ${at.toISOString()}`
  const count = (counts.get(name) ?? 0) + 1
  counts.set(name, count)
  return count === 1 ? name : `${name} #${count}`
}

const unbooked = ({ to, amount: told, at }: Entry): Omit<WalletDifference, 'key'> => {
  const amount = told.includes('.') ? told : decimalText(BigInt(told), DECIMALS)
  return { kind: 'unbooked', withdrawalId: null, txId: null, address: to, amount, at }
}
