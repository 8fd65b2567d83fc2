import type { LinkApi } from '@runnel/contract/admin/link'

/** A provider as its owner set it up, its key readable. */
export interface ShortlinkProvider {
  readonly api: LinkApi
  /** Empty: the address that this API has for everybody. */
  readonly apiUrl: string
  readonly apiKey: string
}

/** `refused`: it answered, and gave no address. `unreachable`: it did not answer, or not as itself. */
export type Shortened =
  | { readonly kind: 'ok'; readonly url: string }
  | { readonly kind: 'refused' | 'unreachable'; readonly reason: string }

/** Asks providers of short addresses, bounded in time and size. Never throws. */
export interface Shortener {
  readonly shorten: (provider: ShortlinkProvider, target: string) => Promise<Shortened>
  /** Why a provider set up like this can never work on this site, as a sentence; null when it may. */
  readonly problem: (provider: Pick<ShortlinkProvider, 'api' | 'apiUrl'>) => string | null
}
