import { pino } from 'pino'
import { createHttp } from '#adapters/deposit/http.ts'
import { createOfferFeeds } from '#adapters/offers/feeds.ts'
import { lazyOidc } from '#adapters/oidc/lazy.ts'
import { createPush } from '#adapters/push/push.ts'
import { createShortener } from '#adapters/shortlink/shortener.ts'
import type { Storage } from '#adapters/storage/storage.ts'
import { createTelegram } from '#adapters/telegram/telegram.ts'
import type { CheckPage } from '#adapters/web-page/page-check.ts'
import { createWebhooks } from '#adapters/webhook/webhook.ts'
import type { PicturePool } from '#guard/captcha-image/pool.ts'
import { createImageCleaner } from '#guard/image/clean.ts'
import { connect } from '#kernel/db.ts'
import { alone } from '#kernel/processes/siblings.ts'
import type { Secrets } from '#kernel/secrets.ts'
import { createApp } from '#server/app.ts'
import type { FakeDeposits } from './outside-deposits.ts'
import type { FakePayouts } from './outside-payouts.ts'
import { openProxy } from './proxy.ts'

export interface NodeDeps {
  readonly url: string
  readonly clock: () => Date
  readonly secrets: Secrets
  readonly payouts: FakePayouts
  readonly deposits: FakeDeposits
  readonly storage: Storage
  readonly pictures: PicturePool
  /** Collects every error that a node logs. */
  readonly onError: (line: string) => void
}

const CONNECTIONS = 8

/** A node of the site: the whole server, with a way to the database that can be cut. */
export const openNode = async (deps: NodeDeps) => {
  const { clock, secrets, payouts, deposits, storage, pictures } = deps
  const proxy = await openProxy(deps.url)
  const log = pino({ level: 'error', base: null }, { write: deps.onError })
  const db = connect({ url: proxy.url, size: CONNECTIONS, log })
  const http = createHttp()
  const built = await createApp({
    url: proxy.url,
    db,
    clock,
    secrets,
    log,
    siblings: alone,
    mailer: { send: async () => undefined, close: async () => undefined },
    payouts: payouts.processors,
    prices: async () => [],
    deposits: { btcpay: deposits.processor },
    runPageCheck: checkPage,
    shortener: createShortener({ http, isProduction: false, isDemo: false }),
    offerFeeds: createOfferFeeds({ http, isDemo: false }),
    push: createPush(http),
    telegram: createTelegram(http),
    webhooks: createWebhooks({ account: http, site: http }),
    storage,
    cleanImage: createImageCleaner(),
    captcha: {
      verify: async ({ token }) => (token === 'good' ? 'good' : 'bad'),
      knowsSecret: async () => 'yes',
    },
    pictures,
    oidc: lazyOidc(http),
    config: {
      publicUrl: 'http://runnel.test',
      trustProxy: true,
      reservedNames: ['admin', 'partner', 'moderator'],
      background: false,
      isProduction: false,
      // What people can do in an hour is done here in a second.
      limits: false,
      ownCaptcha: false,
      webDist: null,
      system: { version: '', dataDir: '.', backupHours: 0, releaseDir: undefined },
    },
  })
  const close = async (): Promise<void> => {
    await built.close().catch(() => undefined)
    await db.close().catch(() => undefined)
    await proxy.close()
  }
  return { ...built, db, proxy, close }
}
export type SiteNode = Awaited<ReturnType<typeof openNode>>

/** Every page exists and may be framed. */
const checkPage: CheckPage = async (url) => ({ kind: 'frameable', finalUrl: url, title: null })
