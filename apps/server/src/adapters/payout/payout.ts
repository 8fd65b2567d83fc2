import type { MethodOptions } from '@runnel/contract/payout'
import type { Settings } from '@runnel/contract/settings/settings'
import type { PayoutProcessor } from '@runnel/contract/withdraw'

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
}

/** Pays when it is told to, and forgets the order or not. */
export interface AutomaticPayout extends Payout {
  readonly way: 'automatic'
  readonly send: (order: PayoutOrder, settings: Settings) => Promise<PayoutAnswer>
  /** Queries a payout without ever sending one. */
  readonly find: (question: PayoutStatusQuery, settings: Settings) => Promise<PayoutStatus>
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

/** What a network said of a payment that it was given. */
export interface Broadcast {
  /** `rejected`: it did not take it as things are; `lost`: nobody knows. Sending it again is right after all three. */
  readonly kind: 'accepted' | 'rejected' | 'lost'
  readonly answer: string
}

/** How a payment stands. `lost` when the node could not be asked. */
export type OnChainStatus =
  | { readonly kind: 'paid'; readonly txId: string }
  /** It is in the chain for good, and paid nothing. */
  | { readonly kind: 'reverted'; readonly txId: string; readonly reason: string }
  /** It can never arrive any more, or nobody can tell what it did: a person decides. */
  | { readonly kind: 'conflict'; readonly reason: string }
  /** `isMined`: it is in a block that may still be undone, so that nothing needs to take its place. */
  | { readonly kind: 'waiting' | 'absent' | 'lost'; readonly answer: string; readonly isMined?: true }

/** An order with the payments that were signed for it; at most one of them can ever count. */
export interface SignedOrder extends PayoutOrder {
  readonly payments: readonly SignedPayment[]
}

/** Signs first and sends then; what stands between the two is stored, so that sending twice is harmless. */
export interface SignedPayout extends Payout {
  readonly way: 'signed'
  /** Signs without any effect outside. `held`: what stored payments of its queue spend already. */
  readonly sign: (
    order: PayoutOrder,
    held: readonly string[],
    settings: Settings,
  ) => Promise<({ readonly kind: 'signed' } & SignedPayment) | Refused | Retry>
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
