import type { OfferDevice } from '@runnel/contract/earn/offer'
import type { HttpRequest } from '#adapters/deposit/http.ts'
import type { FeedOffer, OfferSource } from './offers.ts'

/** One offer, for a click that goes along. */
export interface Wanted {
  readonly offerId: string
  readonly clickId: string
}

/** How one vendor is asked for offers and how its answer reads (docs/design/PROTOCOLS.md §2.26). */
export interface OfferVendor {
  /** Where everybody asks it. */
  readonly address: string
  readonly ask: (address: string, source: OfferSource, wanted?: Wanted) => HttpRequest
  /** Undefined: it says that it has no answer, or speaks otherwise than it should. */
  readonly read: (body: unknown, source: OfferSource) => readonly FeedOffer[] | undefined
  /**
   * How the click goes along: by asking once more for the one offer, as a parameter of its address, or not at all
   * (null), as the vendor gives nothing back.
   */
  readonly click: 'asked' | { readonly param: string } | null
}

export const withQuery = (address: string, fields: Readonly<Record<string, string>>): string => {
  const url = new URL(address)
  for (const [name, value] of Object.entries(fields)) url.searchParams.set(name, value)
  return url.href
}

const platforms: Readonly<Record<string, OfferDevice>> = {
  android: 'android',
  iphone: 'ios',
  ipad: 'ios',
  ios: 'ios',
  windows: 'desktop',
  macos: 'desktop',
  desktop: 'desktop',
}
/** The devices among words of a vendor; none: all of them. */
export const devicesIn = (words: readonly unknown[] | null | undefined): OfferDevice[] => [
  ...new Set((words ?? []).flatMap((word) => platforms[String(word).toLowerCase()] ?? [])),
]
/** What stands at a path of members; undefined for nothing. */
export const listAt = (body: unknown, ...path: readonly string[]): unknown =>
  path.reduce<unknown>(
    (at, name) =>
      typeof at === 'object' && at !== null ? Object.entries(at).find(([key]) => key === name)?.[1] : undefined,
    body,
  )
