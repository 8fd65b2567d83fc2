import { say } from '#kernel/words/say.ts'

/** A payout as the books have it. */
export interface BookedPayout {
  readonly withdrawalId: string
  readonly txId: string | null
  readonly address: string
  /** Of the coin, as decimal text. */
  readonly amount: string
  /** The books say that it arrived; of others it may have. */
  readonly isPaid: boolean
  readonly at: Date
}

/** What the books know of the payouts of one wallet. */
export interface WalletBooks {
  readonly since: Date
  readonly payouts: readonly BookedPayout[]
  /** Every transaction that was ever signed for it, whether it counted or not. */
  readonly txIds: ReadonlySet<string>
  /** Nonces that were ever used, where the wallet has some. */
  readonly nonces: readonly number[]
  /** False once nothing more may be asked; what was not asked by then is left out. Without it there is no end. */
  readonly hasTime?: () => boolean
}

/** `unbooked`: it left the wallet and is in no book. `missing`: the books say that it arrived, the wallet has none. */
export interface WalletDifference {
  readonly kind: 'unbooked' | 'missing'
  /** The same as long as it is the same difference. */
  readonly key: string
  readonly withdrawalId: string | null
  readonly txId: string | null
  readonly address: string | null
  readonly amount: string | null
  readonly at: Date | null
}

/**
 * What a wallet that has no ids tells of differences that were found before: the books explain its entry by now, or its
 * list ends before the payout, so that nobody can tell. A difference that goes without a word is kept.
 */
export interface WalletRemark {
  readonly kind: 'explained' | 'unseen'
  /** Of the difference. */
  readonly key: string
}

/**
 * `partial`: some of what should have been compared was not; what differs in the rest counts all the same.
 * `impossible`: the wallet's node never tells what the wallet sent, so that nothing was compared, now or later.
 */
export interface WalletGap {
  readonly kind: 'partial' | 'impossible'
  /** Why, as a sentence. */
  readonly key: string
}

export type WalletFinding = WalletDifference | WalletRemark | WalletGap

/** A payout that the wallet has no trace of. */
export const missing = ({ withdrawalId, txId, address, amount, at }: BookedPayout): WalletDifference => ({
  kind: 'missing',
  key: withdrawalId,
  withdrawalId,
  txId,
  address,
  amount,
  at,
})

interface Asking {
  readonly payouts: readonly BookedPayout[]
  /** More are left to the next runs. */
  readonly most: number
  readonly hasTime: WalletBooks['hasTime']
  readonly isLost: (txId: string) => Promise<boolean>
}

/** Asks for payouts one by one, as long as there is time: which are lost, and which were not asked for. */
export const askForEach = async ({ payouts, most, hasTime, isLost }: Asking) => {
  const lost: WalletDifference[] = []
  let asked = 0
  for (const payout of payouts.slice(0, most)) {
    if (hasTime?.() === false) break
    if (await isLost(payout.txId ?? '')) lost.push(missing(payout))
    asked += 1
  }
  return { lost, unasked: payouts.slice(asked) }
}

/** What a comparison left out: what is behind so many entries of a list, and payouts that it had no time to ask for. */
export const leftOut = ({
  listed,
  payouts,
}: {
  readonly listed: number | null
  readonly payouts: readonly BookedPayout[]
}): WalletFinding[] => {
  const reasons = [
    ...(listed === null ? [] : [say('owner.payout.walletListTooLong', { count: listed })]),
    ...(payouts.length === 0 ? [] : [say('owner.payout.payoutsNotChecked', { count: payouts.length })]),
  ]
  return [
    ...payouts.map(({ withdrawalId: key }) => ({ kind: 'unseen', key }) as const),
    ...reasons.map((key) => ({ kind: 'partial', key }) as const),
  ]
}
