import { mkdirSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { createCaptchaVerifier } from '#adapters/captcha/captcha.ts'
import { createDeposits } from '#adapters/deposit/deposits.ts'
import { createHttp } from '#adapters/deposit/http.ts'
import { lazyGoogle } from '#adapters/google/lazy.ts'
import { createMailer } from '#adapters/mail/mail.ts'
import { openPayouts } from '#adapters/payout/payouts.ts'
import { createPrices } from '#adapters/rates/rates.ts'
import { createShortener } from '#adapters/shortlink/shortener.ts'
import { openStorage } from '#adapters/storage/storage.ts'
import { createPageFetcher } from '#adapters/web-page/fetch-page.ts'
import { ensureStaff, type NewStaff } from '#features/auth/first-admin.ts'
import { createPicturePool } from '#guard/captcha-image/pool.ts'
import { everydayOrders } from '#guard/check/challenge-issue.ts'
import { createImageCleaner } from '#guard/image/clean.ts'
import { systemClock } from '#kernel/clock.ts'
import { connect } from '#kernel/db.ts'
import { type Env, readEnv, warningsOf } from '#kernel/env.ts'
import { createLog, type Log } from '#kernel/log.ts'
import { runMigrations } from '#kernel/postgres/migrations.ts'
import { startEmbedded } from '#kernel/postgres/postgres.ts'
import { loadSecrets } from '#kernel/secrets.ts'
import { explainFailure } from '#kernel/startup-error.ts'
import { type AppConfig, createApp } from '#server/app.ts'

/** The process: environment, database, adapters, app, listen, and a graceful close. */
const main = async (): Promise<void> => {
  const env = readEnv(process.env)
  const log = createLog(env.LOG_LEVEL)
  for (const warning of warningsOf(env)) log.warn(warning)
  mkdirSync(env.DATA_DIR, { recursive: true, mode: 0o755 })
  const storage = await openStorage(env, log)
  const database = await openDatabase(env, log)
  await runMigrations({ url: database.url, dir: fileURLToPath(new URL('../migrations', import.meta.url)) })
  const db = connect({ url: database.url, size: env.DATABASE_POOL, log })
  const pictures = createPicturePool({ size: 32, threads: 1, orders: everydayOrders })
  const mailer = createMailer({
    smtpUrl: env.SMTP_URL,
    from: env.MAIL_FROM,
    publicUrl: env.PUBLIC_URL,
    dataDir: env.DATA_DIR,
    log,
  })
  const newStaff = await ensureStaff({
    db,
    adminUsernames: env.adminUsernames,
    moderatorUsername: env.MODERATOR_USERNAME,
    now: systemClock(),
  })
  const secrets = loadSecrets({ secretKey: env.SECRET_KEY, dataDir: env.DATA_DIR })
  const http = createHttp({ privateHosts: env.privateHosts })
  const site = { http, isProduction: env.NODE_ENV === 'production', isDemo: env.RUNNEL_DEMO === 'true' }
  const built = await createApp({
    url: database.url,
    db,
    clock: systemClock,
    secrets,
    log,
    mailer,
    payouts: openPayouts({ db, clock: systemClock, ...site }),
    prices: createPrices(http),
    deposits: createDeposits({ db, clock: systemClock, secrets, ...site }),
    runPageCheck: createPageFetcher(),
    shortener: createShortener(site),
    storage,
    cleanImage: createImageCleaner(),
    captcha: createCaptchaVerifier(http),
    google: lazyGoogle(http),
    pictures,
    config: configOf(env),
  })
  await built.queue.work(built.workers)
  const { app } = built
  await app.listen({ port: env.PORT, host: env.HOST })
  greet({ env, log, newStaff })
  const stop = once(async (): Promise<void> => {
    log.info('stopping: finishing what is in flight')
    await built.close()
    await pictures.close()
    await mailer.close()
    await db.close()
    await database.stop()
  })
  for (const signal of ['SIGTERM', 'SIGINT'] as const) {
    process.on(
      signal,
      () =>
        void stop().then(
          () => process.exit(0),
          () => process.exit(1),
        ),
    )
  }
}

const once = (work: () => Promise<void>): (() => Promise<void>) => {
  let running: Promise<void> | undefined
  return () => (running ??= work())
}

const openDatabase = (env: Env, log: Log): Promise<{ url: string; stop(): Promise<void> }> =>
  env.DATABASE_URL === undefined
    ? startEmbedded({ dataDir: env.DATA_DIR, log: (line) => log.info(line) })
    : Promise.resolve({ url: env.DATABASE_URL, stop: async () => undefined })

const configOf = (env: Env) => ({
  publicUrl: env.PUBLIC_URL,
  trustProxy: trusted(env.TRUST_PROXY),
  isProduction: env.NODE_ENV === 'production',
  reservedNames: [...env.adminUsernames, ...(env.MODERATOR_USERNAME === undefined ? [] : [env.MODERATOR_USERNAME])],
  webDist: fileURLToPath(new URL('../../web/dist', import.meta.url)),
  limits: true,
  shares: { guest: env.GUEST_CPU_PERCENT, member: env.MEMBER_CPU_PERCENT },
  ownCaptcha: env.OWN_CAPTCHA === 'true',
  metricsToken: env.METRICS_TOKEN,
  background: true,
})

/** A number means: the word of so many proxies in front of us is taken. */
const trusted = (text: string): AppConfig['trustProxy'] => {
  if (text === 'true' || text === 'false') return text === 'true'
  return /^\d+$/.test(text) ? (_address, hop) => hop < Number(text) : text
}

const greet = ({ env, log, newStaff }: { env: Env; log: Log; newStaff: readonly NewStaff[] }): void => {
  log.info({ version: env.version, address: env.PUBLIC_URL }, 'serving')
  const lines = [`Runnel is ready at ${env.PUBLIC_URL}`]
  for (const { role, username, password } of newStaff) {
    lines.push('', `Your ${role} account, shown this once:`, `  name      ${username}`, `  password  ${password}`)
  }
  // To the person at the terminal, not to the log, which must never hold a password.
  process.stderr.write(`\n${lines.join('\n')}\n\n`)
}

main().catch((error: unknown) => {
  process.stderr.write(`${explainFailure(error)}\n`)
  process.exit(1)
})
