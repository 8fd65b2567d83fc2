import type { OfferApi, OfferDevice } from '@runnel/contract/earn/offer'

/** Whose offers are asked for, and by which keys of a wall. */
export interface OfferSource {
  /** Of the wall: answers are kept by it. */
  readonly wallId: string
  readonly api: OfferApi
  /** Empty: the address that the vendor has for everybody. */
  readonly apiUrl: string
  /** Public keys of the wall by name. */
  readonly keys: Readonly<Record<string, string>>
  /** Secret; empty where the vendor wants none. */
  readonly apiKey: string
  /** The user by the name that walls know, and what proves it where the wall wants that. */
  readonly userId: string
  readonly userHash: string
  readonly ip: string
  readonly userAgent: string
  readonly device: OfferDevice
}

/** What something pays as the vendor says it: in the wall's own currency, and in US dollars. Decimal text. */
export interface FeedReward {
  readonly amount: string | undefined
  readonly usd: string | undefined
}

export interface FeedStep extends FeedReward {
  readonly name: string
  /** How long it takes; null where the vendor doesn't say. */
  readonly minutes: number | null
}

/** What a vendor wants said before somebody begins: BitLabs allows no list without it. */
export interface FeedTerms {
  /** Worth knowing, one by one. */
  readonly notes: readonly string[]
  readonly disclaimer: string
  /** When it confirms, and how long a reward is pending then, in the vendor's own words. */
  readonly confirmation: string
  readonly pending: string
  /** Within which all of it must be done; null where the vendor doesn't say. */
  readonly limitMinutes: number | null
  /** Where the vendor helps if a reward is missing; null where it names no safe address. */
  readonly supportUrl: string | null
}

/** An offer as any vendor tells of it. All text is a stranger's: it is shown as text and never as markup. */
export interface FeedOffer extends FeedReward, FeedTerms {
  readonly id: string
  /** Empty for surveys, which have none. */
  readonly title: string
  readonly description: string
  readonly requirements: string
  /** Empty: all. */
  readonly devices: readonly OfferDevice[]
  /** How long it takes; null where the vendor doesn't say. */
  readonly minutes: number | null
  readonly steps: readonly FeedStep[]
  readonly url: string
}

export type FeedAnswer =
  | { readonly kind: 'ok'; readonly offers: readonly FeedOffer[] }
  | { readonly kind: 'failed'; readonly reason: string }

/** `gone`: the vendor doesn't list it for this user any more. */
export type OpenedOffer =
  | { readonly kind: 'ok'; readonly url: string }
  | { readonly kind: 'gone' }
  | { readonly kind: 'failed'; readonly reason: string }

/** Asks vendors for the offers of one user, bounded in time and size, and keeps an answer for a while. Never throws. */
export interface OfferFeeds {
  readonly list: (source: OfferSource) => Promise<FeedAnswer>
  /** Where an offer opens for the user; the click goes along where the vendor gives it back. */
  readonly open: (source: OfferSource, offerId: string, clickId: string) => Promise<OpenedOffer>
  /** Why an address of an API may not be called, as a sentence; null when it may. */
  readonly problem: (apiUrl: string) => string | null
}
