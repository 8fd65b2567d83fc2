import type { DepositProcessors } from './deposit/deposit.ts'
import type { OfferFeeds } from './offers/offers.ts'
import type { Oidc } from './oidc/oidc.ts'
import type { PayoutProcessors } from './payout/payout.ts'
import type { Push } from './push/push.ts'
import type { Shortener } from './shortlink/shortlink.ts'
import type { Storage } from './storage/storage.ts'
import type { Telegram } from './telegram/telegram.ts'
import type { CheckPage } from './web-page/page-check.ts'
import type { Webhooks } from './webhook/webhook.ts'

/** What handlers of routes with `transaction: 'none'` are given, and no others; jobs have theirs in `jobs.ts`. */
declare module '#kernel/context.ts' {
  interface Adapters {
    /** The payout processors that this site runs. */
    readonly payouts: PayoutProcessors
    /** The processors that take deposits in. */
    readonly deposits: DepositProcessors
    /** Finds out what an advertised page is. */
    readonly runPageCheck: CheckPage
    /** Asks shortlink providers for addresses. */
    readonly shortener: Shortener
    /** Asks offerwalls for the offers of a user. */
    readonly offerFeeds: OfferFeeds
    /** Sends to the push services of browsers. */
    readonly push: Push
    /** Writes to the owner by a Telegram bot. */
    readonly telegram: Telegram
    /** Sends events to the endpoints of users. */
    readonly webhooks: Webhooks
    /** Keeps uploaded images. */
    readonly storage: Storage
    /** Asks Google or Telegram who somebody is. */
    readonly oidc: Oidc
  }
}

/** What every handler may know of them, also inside a transaction: the members that call nobody. */
export interface DescribedAdapters {
  readonly payouts: Described<PayoutProcessors, 'way' | 'closed'>
  readonly deposits: Described<DepositProcessors, 'name' | 'closed'>
  readonly shortener: Pick<Shortener, 'problem'>
  readonly offerFeeds: Pick<OfferFeeds, 'problem'>
  readonly push: Pick<Push, 'problem'>
  readonly webhooks: Pick<Webhooks, 'problem'>
}

type Described<Processors, Member extends keyof NonNullable<Processors[keyof Processors]>> = {
  readonly [Name in keyof Processors]: Pick<NonNullable<Processors[keyof Processors]>, Member>
}

/** No more of them than what describes them. */
export const describedAdapters = (all: DescribedAdapters): DescribedAdapters => {
  const { payouts, deposits, shortener, offerFeeds, push, webhooks } = all
  return { payouts, deposits, shortener, offerFeeds, push, webhooks }
}
