import { createDeposits } from '#adapters/deposit/deposits.ts'
import { createHttp } from '#adapters/deposit/http.ts'
import { createOfferFeeds } from '#adapters/offers/feeds.ts'
import { createShortener } from '#adapters/shortlink/shortener.ts'
import type { CheckPage } from '#adapters/web-page/page-check.ts'
import { admin } from '#features/admin/admin.ts'
import type { Adapters } from '#kernel/context.ts'
import { createLog } from '#kernel/log.ts'
import type { DemoHarness, Member } from './harness.ts'

const log = createLog('silent')

/** What the server hands to its rules and jobs, at a moment of the past. Nothing of it calls anybody. */
export const depsAt = (stage: DemoHarness, at: Date) => {
  const { db, settings, secrets, publicUrl } = stage
  const clock = (): Date => at
  const enqueue = async (): Promise<void> => undefined
  return {
    db,
    settings,
    closed: { current: () => [], announce: async () => undefined },
    secrets,
    publicUrl,
    clock,
    log,
    live: { notify: () => undefined },
    enqueue,
    queue: { enqueue, retryFailed: async () => 0 },
    limits: { spend: async () => 0 },
    ...adaptersAt(stage, at),
  }
}

/** What a rule of a route without a transaction is given. */
export const outside = (stage: DemoHarness, { caller, visitor }: Member, now: Date) => ({
  db: stage.db,
  adapters: adaptersAt(stage, now),
  now,
  settings: stage.settings.current(),
  closed: [],
  locale: 'en' as const,
  log,
  caller,
  visitor,
})

const adaptersAt = ({ db, secrets, payouts }: DemoHarness, at: Date): Adapters => {
  const site = { http: createHttp(), isProduction: false, isDemo: true }
  return {
    payouts,
    deposits: createDeposits({ db, clock: () => at, secrets, ...site }),
    shortener: createShortener(site),
    offerFeeds: createOfferFeeds(site),
    runPageCheck: checkPage,
    push: { send: refuseCall, problem: () => null },
    telegram: { send: refuseCall },
    webhooks: { send: refuseCall, problem: () => null },
    storage: { put: refuseCall, get: refuseCall, remove: refuseCall },
    oidc: { addressOf: refuseCall, identityOf: refuseCall },
  }
}

const refuseCall = async (): Promise<never> => {
  throw new Error('nobody uploads an image or signs in with Google in this month')
}

/** What is advertised in this month is not there: the look tells what a friendly page would be like. */
const checkPage: CheckPage = async (url) =>
  url.endsWith('.mp4')
    ? { kind: 'video', contentType: 'video/mp4', bytes: 4_200_000, finalUrl: url }
    : { kind: 'frameable', finalUrl: url, title: 'Example Domain' }

/** What the owner of the made-up site can do, as the server itself would give it. */
export const ownersRules = (stage: DemoHarness) =>
  admin({
    ...depsAt(stage, stage.clock.now()),
    reservedNames: [],
    system: { version: '', dataDir: '.', backupHours: 0, releaseDir: undefined },
    clock: stage.clock.now,
  })
