import type { MethodOptions } from '@runnel/contract/payout'
import type { Settings } from '@runnel/contract/settings/settings'
import type { PayoutProcessor } from '@runnel/contract/withdraw'
import type { WalletBooks, WalletFinding } from './wallet-books.ts'

/** A way to pay as far as a processor cares: which coin, and what the owner said of it. */
export interface PayoutMethod {
  readonly currency: string
  readonly decimals: number
  readonly options: MethodOptions
}

/** One payout as a provider is told of it. */
export interface PayoutOrder extends PayoutMethod {
  /** The same for every attempt of one withdrawal, so that a provider that knows references pays it once. */
  readonly reference: string
  readonly address: string
  /** Of the coin, as decimal text. */
  readonly amount: string
}

/** Nothing else is worth trying either: of this currency or at all, for so long or until the owner has helped. */
export interface ProcessorHalt {
  readonly scope: 'currency' | 'processor'
  readonly seconds: number | null
}

/** For certain nothing was sent, and later it may succeed. */
export interface Retry {
  readonly kind: 'retry'
  readonly reason: string
  readonly halt?: ProcessorHalt
}

/** For certain nothing was sent and never will be. */
export interface Refused {
  readonly kind: 'refused'
  readonly reason: string
}

/** What a provider said. Whatever is less certain than that is thrown, and then nobody knows. */
export type PayoutAnswer = { readonly kind: 'paid'; readonly txId: string } | Refused | Retry

/** What a provider knows of a payout whose answer was lost. */
export type PayoutStatus = { readonly kind: 'paid'; readonly txId: string } | { readonly kind: 'absent' | 'unknown' }

/** A question for a payout that may or may not have arrived. */
export interface PayoutStatusQuery extends PayoutOrder {
  /** When the attempt began. */
  readonly since: Date
  /**
   * How many other payouts, equal in address and amount, are known to have been paid since `from`: a provider without
   * references shows them too, and each explains one of its entries.
   */
  readonly explained: (from: Date) => Promise<number>
}

/** What one wallet holds. */
export interface WalletBalance {
  readonly currency: string
  readonly amount: string
}

interface Payout {
  /** Why it cannot pay by this method as the site is set up, as a sentence; null when it can. Asks nobody. */
  readonly closed: (settings: Settings, method: PayoutMethod) => string | null
  /** What it holds of a method's coin, and of the coin that pays its fees. Throws when it cannot tell. */
  readonly holdings?: (settings: Settings, method: PayoutMethod) => Promise<readonly WalletBalance[]>
  /** What left the wallet without the books, and what only the books have. Throws when it cannot tell. */
  readonly compare?: (settings: Settings, method: PayoutMethod, books: WalletBooks) => Promise<readonly WalletFinding[]>
}

/** Whom a destination belongs to at a provider: the same `account` for each of their addresses and names. */
export type DestinationCheck =
  | { readonly kind: 'known'; readonly account: string }
  | { readonly kind: 'unknown' | 'unreachable'; readonly reason: string }

/** Pays when it is told to, and forgets the order or not. */
export interface AutomaticPayout extends Payout {
  readonly way: 'automatic'
  readonly send: (order: PayoutOrder, settings: Settings) => Promise<PayoutAnswer>
  /** Queries a payout without ever sending one. */
  readonly find: (question: PayoutStatusQuery, settings: Settings) => Promise<PayoutStatus>
  /** Asks whose a destination is, for providers that pay only to their own users. `reason` is for the user to read. */
  readonly checkDestination?: (
    asked: { readonly currency: string; readonly destination: string },
    settings: Settings,
  ) => Promise<DestinationCheck>
}

/** A payment that is signed and not yet sent: with it in hand everything that follows can be repeated. */
export interface SignedPayment {
  readonly txId: string
  readonly raw: string
  /** What it spends, so that no other payment promises the same: outputs, or a sender's nonce. */
  readonly inputs: readonly string[]
  readonly sender: string | null
  readonly nonce: number | null
  /** Of the chain's own coin, at most. */
  readonly fee: string | null
}

/** A payment that is stored, and may still take from its wallet what no block shows yet. */
export interface PendingPayment {
  readonly currency: string
  /** Of the coin, as decimal text. */
  readonly amount: string
  /** Of the chain's own coin, at most. */
  readonly fee: string | null
  readonly sender: string | null
  readonly nonce: number | null
}

/** An order that is to be signed, with what the payments before it have promised. */
export interface UnsignedOrder extends PayoutOrder {
  /** Of the same wallet; none where nothing is on its way. */
  readonly pending?: readonly PendingPayment[]
}

export type Signed = { readonly kind: 'signed' } & SignedPayment

/** What a network said of a payment that it was given. */
export interface Broadcast {
  /** `rejected`: it surely did not take it now; `lost`: nobody knows. Sending it again is right after all three. */
  readonly kind: 'accepted' | 'rejected' | 'lost'
  readonly answer: string
}

/** How a payment stands. `lost` when the node could not be asked. */
export type OnChainStatus =
  | { readonly kind: 'paid'; readonly txId: string }
  /** It is in the chain for good, and paid nothing. */
  | { readonly kind: 'reverted'; readonly txId: string; readonly reason: string }
  /** It can never arrive any more, for certain, and paid nothing: another may be signed in its place. */
  | { readonly kind: 'expired'; readonly reason: string }
  /** It can never arrive any more, or nobody can tell what it did: a person decides. */
  | { readonly kind: 'conflict'; readonly reason: string }
  /** `isMined`: it is in a block that may still be undone, so that nothing needs to take its place. */
  | { readonly kind: 'waiting' | 'absent' | 'lost'; readonly answer: string; readonly isMined?: true }

/** An order with the payments that were signed for it; at most one of them can ever count. */
export interface SignedOrder extends PayoutOrder {
  readonly payments: readonly (SignedPayment & {
    /** Where `resendSeconds` are set: false when each time that it was given away, it was surely refused. */
    readonly mayBeTaken?: boolean
  })[]
}

/** What a network takes for one payment at most; the site pays it. */
export interface NetworkCost {
  readonly currency: string
  readonly amount: string
  /** Of TRON: what of it the amount is for. Staked and free shares are taken off the amount, and not off these. */
  readonly energy: number | null
  readonly bytes: number | null
}

/** Signs first and sends then; what stands between the two is stored, so that sending twice is harmless. */
export interface SignedPayout extends Payout {
  readonly way: 'signed'
  /**
   * Seconds that must pass before a stored payment is sent again, where two processes that send it at once could pay
   * twice; without them it may be sent at any time.
   */
  readonly resendSeconds?: number
  /** Asks, before anything is confirmed, whether somebody can be paid there; null when they can. */
  readonly checkPayee?: (order: Omit<PayoutOrder, 'reference'>, settings: Settings) => Promise<Refused | Retry | null>
  /** What the network would take for a payment; null where it can't be told right now. */
  readonly networkCost?: (order: Omit<PayoutOrder, 'reference'>, settings: Settings) => Promise<NetworkCost | null>
  /** Signs without any effect outside. `held`: what stored payments of its queue spend already. */
  readonly sign: (
    order: UnsignedOrder,
    held: readonly string[],
    settings: Settings,
  ) => Promise<Signed | Refused | Retry>
  /**
   * Signs one transaction that pays several orders of one currency, where the chain carries such; one answer for each,
   * in their order, or one for all. Those that are signed share its id. The wallet pays one transaction at a time.
   */
  readonly together?: {
    readonly most: number
    readonly sign: (
      orders: readonly PayoutOrder[],
      settings: Settings,
    ) => Promise<readonly (Signed | Refused | Retry)[] | Refused | Retry>
  }
  readonly broadcast: (method: PayoutMethod, payment: SignedPayment, settings: Settings) => Promise<Broadcast>
  readonly checkStatus: (order: SignedOrder, settings: Settings) => Promise<OnChainStatus>
  /** Signs one that takes the place of those which nobody includes, spending the same; null when it cannot. */
  readonly bumpFee?: (order: SignedOrder, settings: Settings) => Promise<SignedPayment | null>
  /** Abandons payments at the wallet and releases what they would have spent; false where it could not be told. */
  readonly release?: (method: PayoutMethod, payments: readonly SignedPayment[], settings: Settings) => Promise<boolean>
}

/** A person pays and writes the transaction's id down. */
export interface ManualPayout {
  readonly way: 'by-hand'
  readonly closed: Payout['closed']
}

export type AnyPayout = AutomaticPayout | SignedPayout | ManualPayout

/** The processors that this site runs; a method of any other is closed. */
export type PayoutProcessors = { readonly [P in PayoutProcessor]?: AnyPayout }
