import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { createCaptchaVerifier } from '#adapters/captcha/captcha.ts'
import { createDeposits } from '#adapters/deposit/deposits.ts'
import { createHttp } from '#adapters/deposit/http.ts'
import { createMailer } from '#adapters/mail/mail.ts'
import { createOfferFeeds } from '#adapters/offers/feeds.ts'
import { lazyOidc } from '#adapters/oidc/lazy.ts'
import { openPayouts } from '#adapters/payout/payouts.ts'
import { createPush } from '#adapters/push/push.ts'
import { createPrices } from '#adapters/rates/rates.ts'
import { createShortener } from '#adapters/shortlink/shortener.ts'
import type { Storage } from '#adapters/storage/storage.ts'
import { createTelegram } from '#adapters/telegram/telegram.ts'
import { createPageFetcher } from '#adapters/web-page/fetch-page.ts'
import { createWebhooks } from '#adapters/webhook/webhook.ts'
import { createPicturePool } from '#guard/captcha-image/pool.ts'
import { everydayOrders, pictureSeed } from '#guard/check/challenge-issue.ts'
import { createImageCleaner } from '#guard/image/clean.ts'
import { systemClock } from '#kernel/clock.ts'
import { connect } from '#kernel/db.ts'
import type { Env } from '#kernel/env.ts'
import type { Log } from '#kernel/log.ts'
import { poolOfProcess } from '#kernel/processes/connections.ts'
import type { Siblings } from '#kernel/processes/siblings.ts'
import { withReplica } from '#kernel/reads/replica.ts'
import { loadSecrets } from '#kernel/secrets.ts'
import { say, type Words } from '#kernel/words/say.ts'
import { picturesAhead } from '#kernel/work-cost.ts'
import { type AppConfig, createApp } from '#server/app.ts'
import type { PlannedBackups } from '#server/operations/backup.job.ts'
import { backUpAndKeep } from '#server/operations/keep.ts'

interface ServeInput {
  readonly env: Env
  readonly log: Log
  readonly url: string
  readonly storage: Storage
  readonly siblings: Siblings
}

/** Pictures of each sort that a node draws ahead, and that each of several processes does at least. */
const PICTURES = 32
const PICTURES_OF_PROCESS = 8

/** Builds the app with its adapters on a database that is up to date. It listens once `listen` is called. */
export const openServer = async ({ env, log, url, storage, siblings }: ServeInput) => {
  const primary = connect({ url, size: poolOfProcess(env), log })
  const db = env.DATABASE_READ_URL === undefined ? primary : withReplica(primary, { url: env.DATABASE_READ_URL, log })
  const size = picturesAhead(Math.max(PICTURES_OF_PROCESS, Math.ceil(PICTURES / siblings.count)))
  const mailer = createMailer({
    smtpUrl: env.SMTP_URL,
    from: env.MAIL_FROM,
    publicUrl: env.PUBLIC_URL,
    dataDir: env.DATA_DIR,
    log,
  })
  const secrets = loadSecrets({ secretKey: env.SECRET_KEY, dataDir: env.DATA_DIR })
  const orders = everydayOrders(systemClock())
  const pictures = createPicturePool({ size, threads: 1, orders, seed: pictureSeed(secrets) })
  const http = createHttp({ privateHosts: env.privateHosts })
  const site = { http, isProduction: env.NODE_ENV === 'production', isDemo: env.RUNNEL_DEMO === 'true' }
  const built = await createApp({
    url,
    db,
    clock: systemClock,
    secrets,
    log,
    mailer,
    payouts: openPayouts({ db, clock: systemClock, ...site }),
    prices: createPrices(http),
    deposits: createDeposits({ db, clock: systemClock, secrets, ...site }),
    runPageCheck: createPageFetcher(),
    // A member names its address: never a host of the owner’s own network.
    push: createPush(createHttp()),
    telegram: createTelegram(http),
    webhooks: createWebhooks({ account: createHttp(), site: http }),
    shortener: createShortener(site),
    offerFeeds: createOfferFeeds(site),
    storage,
    // One image at a time in each of several processes: decoding takes a core.
    cleanImage: createImageCleaner(siblings.count === 1 ? {} : { atOnce: 1 }),
    captcha: createCaptchaVerifier(http),
    oidc: lazyOidc(http),
    pictures,
    siblings,
    config: { ...configOf(env), backups: plannedBackups(env, url, log) },
  })
  return {
    startJobs: built.startJobs,
    listen: async (): Promise<void> => void (await built.app.listen({ port: env.PORT, host: env.HOST })),
    close: async (): Promise<void> => {
      await built.close()
      await pictures.close()
      await mailer.close()
      await db.close()
    },
  }
}

const plannedBackups = (env: Env, url: string, log: Log): PlannedBackups | undefined => {
  if (env.BACKUP_HOURS === 0) return undefined
  const make = async (now: Date): Promise<Words> => {
    const { place, bytes } = await backUpAndKeep({ env, url, now, tell: (line) => log.debug(line) })
    return say('owner.job.backupMade', { megabytes: Math.round(bytes / 1e5) / 10, location: place })
  }
  return { everyHours: env.BACKUP_HOURS, make }
}

const program = fileURLToPath(new URL('../../..', import.meta.url))
/** `npm run release` puts this file into what it makes. */
const releaseDir = existsSync(join(program, 'release.json')) ? program : undefined

const configOf = (env: Env) => ({
  publicUrl: env.PUBLIC_URL,
  trustProxy: trusted(env.TRUST_PROXY),
  isProduction: env.NODE_ENV === 'production',
  reservedNames: [...env.adminUsernames, ...(env.MODERATOR_USERNAME === undefined ? [] : [env.MODERATOR_USERNAME])],
  webDist: join(program, 'apps/web/dist'),
  limits: true,
  shares: { guest: env.GUEST_CPU_PERCENT, member: env.MEMBER_CPU_PERCENT },
  ownCaptcha: env.OWN_CAPTCHA === 'true',
  metricsToken: env.METRICS_TOKEN,
  background: true,
  system: { version: env.version, dataDir: env.DATA_DIR, backupHours: env.BACKUP_HOURS, releaseDir },
})

/** A number means: the word of so many proxies in front of us is taken. */
const trusted = (text: string): AppConfig['trustProxy'] => {
  if (text === 'true' || text === 'false') return text === 'true'
  return /^\d+$/.test(text) ? (_address, hop) => hop < Number(text) : text
}
