import type { PayoutProcessor } from '@runnel/contract/withdraw'

/** One payout as a provider is told of it. */
export interface PayoutOrder {
  /** The same for every attempt of one withdrawal, so that a provider that knows references pays it once. */
  readonly reference: string
  readonly currency: string
  readonly address: string
  /** Of the coin, as decimal text. */
  readonly amount: string
}

/**
 * What a provider said. `refused`: for certain nothing was sent and never will be. `retry`: nothing was sent, and
 * later it may succeed. Whatever is less certain than that is thrown, and then nobody knows.
 */
export type PayoutAnswer =
  | { readonly kind: 'paid'; readonly txId: string }
  | { readonly kind: 'refused'; readonly reason: string }
  | { readonly kind: 'retry'; readonly reason: string }

/** What a provider knows of a reference. */
export type PayoutFinding = { readonly kind: 'paid'; readonly txId: string } | { readonly kind: 'absent' | 'unknown' }

/** Pays by itself. */
export interface AutomaticPayout {
  readonly way: 'automatic'
  readonly send: (order: PayoutOrder) => Promise<PayoutAnswer>
  /** Looks a payout up without ever sending one. */
  readonly find: (reference: string) => Promise<PayoutFinding>
}

/** A person pays and writes the transaction's id down. */
export interface ManualPayout {
  readonly way: 'by-hand'
}

/** The processors that this site runs; a method of any other is closed. */
export type PayoutProcessors = { readonly [P in PayoutProcessor]?: AutomaticPayout | ManualPayout }
