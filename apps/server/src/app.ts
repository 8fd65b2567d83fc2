import { randomUUID } from 'node:crypto'
import cookie from '@fastify/cookie'
import helmet from '@fastify/helmet'
import { contract } from '@runnel/contract'
import { BODY_BYTES } from '@runnel/contract/constants'
import { status } from '@runnel/contract/failure'
import fastify, { type FastifyError, type FastifyInstance, type FastifyReply, type FastifyRequest } from 'fastify'
import { describedAdapters } from '#adapters/adapters.ts'
import type { CaptchaVerifier } from '#adapters/captcha/captcha.ts'
import type { Mailer } from '#adapters/mail/mail.ts'
import type { PriceSources } from '#adapters/rates/rates.ts'
import type { SystemProbe } from '#features/admin/system/system-figures.ts'
import { checkPage } from '#features/advertise/advertise.ts'
import { createDeviceNotes } from '#features/auth/used-devices.ts'
import { checkCaptchaKeys } from '#features/captcha/captcha.ts'
import type { PicturePool } from '#guard/captcha-image/pool.ts'
import { type Challenges, createChallenges } from '#guard/check/challenge.ts'
import { createVisitorIdentifier } from '#guard/device.ts'
import type { CleanImage } from '#guard/image/clean.ts'
import { openClosedSourcesCache } from '#kernel/cache/closed-sources.ts'
import type { Clock } from '#kernel/clock.ts'
import type { Adapters } from '#kernel/context.ts'
import { createDailyCounters, type DailyCounters } from '#kernel/daily-counters.ts'
import type { Db } from '#kernel/db.ts'
import { openEventBus } from '#kernel/event-bus.ts'
import { type CpuShares, openAllowances } from '#kernel/http/allowance.ts'
import { readBodies } from '#kernel/http/mount-body.ts'
import { mountWords } from '#kernel/http/mount-words.ts'
import { mount } from '#kernel/http/mount.ts'
import { noRateLimits, openRateLimits } from '#kernel/http/rate-limit.ts'
import type { Log } from '#kernel/log.ts'
import type { Siblings } from '#kernel/processes/siblings.ts'
import { openQueue } from '#kernel/queue.ts'
import { envelope, Refusal } from '#kernel/refusal.ts'
import type { Secrets } from '#kernel/secrets.ts'
import type { Services } from '#kernel/services.ts'
import { openSessionTouches } from '#kernel/session.ts'
import { openSettings, type SettingsStore } from '#kernel/settings.ts'
import { inEnglish } from '#kernel/words/render.ts'
import { say } from '#kernel/words/say.ts'
import { countPages } from '#server/app-allowance.ts'
import { serveBanners } from '#server/app-banners.ts'
import { decoys } from '#server/app-decoys.ts'
import { readForwarded } from '#server/app-forwarded.ts'
import { serveHealth, startWatch } from '#server/app-health.ts'
import { serveMetrics } from '#server/app-metrics.ts'
import { servePollfish } from '#server/app-pollfish.ts'
import { serveUnsubscribe, serveWeb } from '#server/app-public-pages.ts'
import { createHandlers } from '#server/handlers.ts'
import { createWorkers } from '#server/jobs.ts'
import type { PlannedBackups } from '#server/operations/backup.job.ts'

/** What the process and the tests give alike. */
export interface AppDeps extends Adapters {
  readonly url: string
  readonly db: Db
  readonly clock: Clock
  readonly secrets: Secrets
  readonly log: Log
  readonly mailer: Mailer
  /** Asks what coins cost. */
  readonly prices: PriceSources
  /** Makes a harmless image of what was uploaded. */
  readonly cleanImage: CleanImage
  readonly captcha: CaptchaVerifier
  readonly pictures: PicturePool
  /** The other processes of this node. */
  readonly siblings: Siblings
  readonly config: AppConfig
}

export interface AppConfig {
  readonly publicUrl: string
  /** Proxies whose word on the visitor's address is taken. */
  readonly trustProxy: boolean | string | ((address: string, hop: number) => boolean)
  readonly isProduction: boolean
  readonly reservedNames: readonly string[]
  /** The built web, or null in tests of the server alone. */
  readonly webDist: string | null
  /** Off only where a test must reach the rules behind the limits more often than a person could. */
  readonly limits: boolean
  /** Never asks a foreign captcha provider, whatever the settings say: the way back in when one lets nobody pass. */
  readonly ownCaptcha?: boolean
  /** Who sends it may read `/metrics` from anywhere; without one only this machine may. */
  readonly metricsToken?: string | undefined
  readonly backups?: PlannedBackups | undefined
  readonly system: SystemProbe
  /** What the calls of one network or member may cost; unset: whatever they like. */
  readonly shares?: CpuShares | undefined
  /** Whether this process does things by itself; jobs only once `startJobs` is called. */
  readonly background: boolean
}

const YEAR_SECONDS = 31_536_000
const REQUEST_TIMEOUT_MS = 60_000

/** Builds the whole server: the same for the process and for tests. */
export const createApp = async (deps: AppDeps) => {
  const { url, db, clock, secrets, log, siblings, config } = deps
  const tally = createDailyCounters({ db, clock })
  const queue = await openQueue({ url, db, log, tally, background: config.background && siblings.count === 1 })
  const settings = await openSettings({ db, secrets, log })
  const closed = await openClosedSourcesCache({ db, log })
  const live = await openEventBus({ db, log })
  const limits = config.limits ? openRateLimits({ url, siblings }) : noRateLimits
  const challenges = challengesOf(deps, limits)
  const services = {
    db,
    clock,
    settings,
    closed,
    limits,
    allowances: openAllowances(config.shares ?? { guest: 0, member: 0 }, { siblings }),
    live,
    queue,
    checks: {
      ...challenges.checks,
      page: checkPage({ ...deps, publicUrl: config.publicUrl }),
      'captcha-keys': checkCaptchaKeys(deps.captcha),
    },
    adapters: deps,
    identifyVisitor: createVisitorIdentifier({ secrets, publicUrl: config.publicUrl }),
    ...sessionNotes({ db, live, log }),
  }
  const workers = createWorkers({ ...deps, ...config, settings, closed, live, enqueue: queue.enqueue, tally })
  await queue.prepare(workers)
  const watch = startWatch({ ...services, log, tally, workers, background: config.background })
  const app = openFastify({ log, config, settings, tally })
  serveMetrics(app, { db, clock, log, siblings, system: config.system, token: config.metricsToken })
  await app.register(cookie)
  await protect(app, config)
  countPages(app, services)
  const handlers = createHandlers({
    ...services,
    challenges,
    reservedNames: config.reservedNames,
    ...describedAdapters(deps),
    cleanImage: deps.cleanImage,
    secrets,
    publicUrl: config.publicUrl,
    system: config.system,
  })
  mount(app, { table: contract, handlers, deps: services })
  decoys(app, { ...deps, ...services })
  serveHealth(app, db)
  serveBanners(app, { settings })
  servePollfish(app)
  serveUnsubscribe(app, { ...services, secrets })
  await serveWeb(app, { ...services, ...config, log, payouts: deps.payouts })
  return {
    app,
    deps: services,
    workers,
    queue,
    settings,
    closed,
    startJobs: watch.startJobs,
    close: async () => {
      await app.close()
      await watch.stop()
      await queue.stop()
      for (const part of [live, closed, settings, limits, services.touches]) await part.close()
      await tally.flush().catch(() => undefined)
    },
  }
}

/** What is noted of the use of a session. */
const sessionNotes = (deps: Pick<Services, 'db' | 'live'> & Pick<AppDeps, 'log'>) => ({
  touches: openSessionTouches(deps),
  noteDevice: createDeviceNotes(deps),
})

const challengesOf = (
  { db, secrets, pictures, captcha, config }: AppDeps,
  limits: ReturnType<typeof openRateLimits>,
): Challenges =>
  createChallenges({
    db,
    secrets,
    pictures,
    captcha,
    limits,
    ownCaptcha: config.ownCaptcha === true,
    hostname: new URL(config.publicUrl).hostname,
    isSecure: config.publicUrl.startsWith('https://'),
  })

interface OpenFastifyInput {
  readonly log: Log
  readonly config: AppConfig
  readonly settings: Pick<SettingsStore, 'current'>
  readonly tally: Pick<DailyCounters, 'add'>
}

/** A passkey's id of 1,023 bytes in base64url is the longest part of a path that any route takes. */
const LONGEST_PARAM = 1_364

const openFastify = ({ log, config, settings, tally }: OpenFastifyInput): FastifyInstance => {
  const app = fastify({
    loggerInstance: log,
    logController: new fastify.LogController({ disableRequestLogging: true }),
    genReqId: () => randomUUID(),
    trustProxy: config.trustProxy,
    // Of what is no endpoint; those say their own.
    bodyLimit: BODY_BYTES,
    requestTimeout: REQUEST_TIMEOUT_MS,
    routerOptions: { ignoreTrailingSlash: true, maxParamLength: LONGEST_PARAM },
    // What is in flight is answered first; see `closeInTime`.
    forceCloseConnections: 'idle',
    // What the router itself refuses, such as a path too long for any of ours.
    frameworkErrors: (_error, request, reply: FastifyReply) => {
      void reply
        .code(status.notFound)
        .send({ code: 'NOT_FOUND', msg: inEnglish(say('request.notFound')), requestId: request.id })
    },
  }) as unknown as FastifyInstance // Fastify's type carries the logger's; ours needs only its base.
  closeInTime(app)
  mountWords(app, settings)
  readForwarded(app)
  readBodies(app)
  app.setErrorHandler((error: FastifyError, request, reply) => {
    answerError(error, request, reply)
    if (reply.statusCode >= 500 && !(error instanceof Refusal)) tally.add('error')
  })
  app.addHook('onRequest', async (request, reply) => {
    reply.header('x-request-id', request.id)
  })
  app.addHook('onResponse', async (request, reply) => {
    if (reply.statusCode < 400 && probes.has(request.routeOptions.url ?? '')) return
    const line = { ms: Math.round(reply.elapsedTime), status: reply.statusCode }
    request.log.info({ ...line, method: request.method, route: request.routeOptions.url ?? 'none' }, 'answered')
  })
  return app
}

/** Asked every few seconds by programs: one that went well is no news. */
const probes: ReadonlySet<string> = new Set(['/healthz', '/readyz', '/metrics'])

const GRACE_MS = 5_000

/**
 * A server that stops closes each connection once its answer is out, and those that have not finished after a while
 * too: a request that trickles in must not keep the process alive.
 */
const closeInTime = (app: FastifyInstance): void => {
  app.addHook('preClose', async () => {
    const idle = setInterval(() => app.server.closeIdleConnections(), 100)
    const all = setTimeout(() => app.server.closeAllConnections(), GRACE_MS)
    app.server.once('close', () => {
      clearInterval(idle)
      clearTimeout(all)
    })
    idle.unref()
    all.unref()
  })
}

/** Turns whatever was thrown into the envelope of PRODUCT.md §1. */
const answerError = (error: FastifyError, request: FastifyRequest, reply: FastifyReply): void => {
  const requestId = request.id
  if (error instanceof Refusal) {
    if (error.failure.retryAfter !== undefined) reply.header('retry-after', error.failure.retryAfter)
    void reply.code(error.status).send({ ...error.failure, requestId })
    return
  }
  const code = error.statusCode ?? 500
  if (code === status.tooLarge) {
    void reply.code(code).send({ code: 'TOO_LARGE', msg: say('request.requestTooLarge'), requestId })
    return
  }
  if (code >= 400 && code < 500) {
    const msg = say('request.invalidRequestBodyMust')
    void reply.code(status.malformed).send({ code: 'MALFORMED', msg, requestId })
    return
  }
  request.log.error({ id: requestId, err: error.stack ?? error.message }, 'internal error in a request')
  const msg = say('request.somethingWentWrongPlease', { requestId })
  void reply.code(500).send(envelope({ code: 'INTERNAL', msg, requestId }))
}

const protect = (app: FastifyInstance, { publicUrl }: AppConfig) =>
  app.register(helmet, {
    // Pages set their own policy with the hashes of their inline scripts; see app-pages.ts.
    contentSecurityPolicy: false,
    // Helmet's own default keeps video players from knowing where they are embedded.
    referrerPolicy: { policy: 'strict-origin-when-cross-origin' },
    crossOriginEmbedderPolicy: false,
    // Only where the site is served over https, and never for the owner's other subdomains.
    strictTransportSecurity: publicUrl.startsWith('https://')
      ? { maxAge: YEAR_SECONDS, includeSubDomains: false }
      : false,
  })
