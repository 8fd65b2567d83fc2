import { createHttp, type Http } from '#adapters/deposit/http.ts'
import { createOfferFeeds } from '#adapters/offers/feeds.ts'
import { lazyOidc } from '#adapters/oidc/lazy.ts'
import { openPayouts } from '#adapters/payout/payouts.ts'
import { createPush } from '#adapters/push/push.ts'
import { createPrices } from '#adapters/rates/rates.ts'
import { createShortener } from '#adapters/shortlink/shortener.ts'
import { createTelegram } from '#adapters/telegram/telegram.ts'
import { createWebhooks } from '#adapters/webhook/webhook.ts'
import { deadlineOf } from '#test/fakes/deadlines.ts'

/** Fakes of providers listen on this machine, which a site calls only where its owner says so. */
export const localHosts = ['127.0.0.1', 'localhost']

/** Calls fakes as a site calls providers, with its patience; a call that a fake lets hang is given up at once. */
export const localHttp = (): Http => createHttp({ privateHosts: localHosts, deadline: deadlineOf })

/** Nothing listens there. */
const NOWHERE = 'http://127.0.0.1:9'

type LocalSite = Parameters<typeof openPayouts>[0] & {
  /** What stands in the place of Telegram. */
  readonly telegramUrl?: string | undefined
}

/** The providers of a site, which call where its `http` lets them. */
export const localProviders = ({ telegramUrl = NOWHERE, ...site }: LocalSite) => ({
  payouts: openPayouts(site),
  prices: createPrices(site.http),
  push: createPush(site.http),
  telegram: createTelegram(site.http, telegramUrl),
  webhooks: createWebhooks({ account: site.http, site: site.http }),
  shortener: createShortener(site),
  offerFeeds: createOfferFeeds(site),
  oidc: lazyOidc(site.http),
})
