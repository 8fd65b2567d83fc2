import { randomBytes } from 'node:crypto'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { contract } from '@runnel/contract'
import { type Client, createClient, type Transport } from '@runnel/contract/client'
import { defaults, type Settings } from '@runnel/contract/settings/settings'
import { afterAll, afterEach, beforeAll } from 'vitest'
import { createDeposits } from '#adapters/deposit/deposits.ts'
import type { Mail, Mailer } from '#adapters/mail/mail.ts'
import { openStorage } from '#adapters/storage/storage.ts'
import { createPicturePool } from '#guard/captcha-image/pool.ts'
import { createImageCleaner } from '#guard/image/clean.ts'
import { connect, type Db } from '#kernel/db.ts'
import { newId, newSecret } from '#kernel/id.ts'
import { createLog, type Log } from '#kernel/log.ts'
import { alone } from '#kernel/processes/siblings.ts'
import { createSecrets, sha256 } from '#kernel/secrets.ts'
import { inEnglish } from '#kernel/words/render.ts'
import { openUserAccounts } from '#money/accounts.ts'
import { type AppConfig, createApp } from '#server/app.ts'
import { expectBalanced } from '#test/books.ts'
import { createTestDatabase } from '#test/database.ts'
import { fakeCaptcha } from '#test/fakes/captcha.ts'
import { createTestClock, type TestClock } from '#test/fakes/clock.ts'
import { createFakePages } from '#test/fakes/web-page.ts'
import { createTestDeposits } from '#test/features/depositing.ts'
import { fileOf, formBytes, type RawAnswer } from '#test/form.ts'
import { localHttp, localProviders } from '#test/local-http.ts'
import { createSolver, type Solver } from '#test/solve.ts'

/** What the server answered when it refused. */
export class Refused extends Error {
  readonly status: number
  readonly failure: Record<string, unknown>
  constructor(status: number, failure: Record<string, unknown>) {
    super(`${status} ${String(failure['code'])}: ${String(failure['msg'])}`)
    this.status = status
    this.failure = failure
  }
}

/** A visitor: the contract as functions, on a device and network of their own. */
export type Visitor = Client<typeof contract> & {
  /** Solves the challenges that this visitor is given. */
  readonly solve: Solver
  /** Sends a raw request, for what the contract's client would never send. */
  readonly raw: (request: RawRequest) => Promise<RawAnswer>
  /** Carries any route's requests, as this visitor. */
  readonly carry: Transport
}
export type Person = Visitor & { readonly id: string; readonly username: string; readonly token: string }

interface RawRequest {
  readonly method: 'GET' | 'POST' | 'PATCH' | 'DELETE'
  readonly path: string
  readonly body?: unknown
  readonly headers?: Record<string, string>
}

export interface WorldOptions {
  readonly settings?: Partial<Settings>
  readonly connections?: number
  readonly isProduction?: boolean
  /** Without limits, for tests that call more often than any person. */
  readonly limits?: boolean
  /** As the owner sets it where a captcha provider lets nobody in. */
  readonly ownCaptcha?: boolean
  /** A folder with a built site, for tests of what is sent beside the calls. */
  readonly webDist?: string
  readonly at?: Partial<AppConfig>
  /** What sends mails; unset: they are kept in `mails`. */
  readonly mailer?: Mailer
  /** Where the server logs; unset: nowhere. */
  readonly log?: Log
  /** What stands in the place of FaucetPay, of the hosts of Lightning addresses, and of Telegram. */
  readonly outside?: Pick<Parameters<typeof localProviders>[0], 'faucetpayUrl' | 'web' | 'telegramUrl'>
}

/**
 * One world for a test file: its own database, the whole server, a clock that tests turn. Each test ends with an audit.
 */
export const useWorld = (options: WorldOptions = {}): World => {
  let opened: Awaited<ReturnType<typeof openWorld>> | undefined
  beforeAll(async () => {
    opened = await openWorld(options)
  })
  afterEach(async () => {
    if (opened !== undefined) await expectBalanced(opened.db.read)
  })
  afterAll(() => opened?.close())
  // Tests run only after `beforeAll`, so that the world is always open when one reaches for it.
  return new Proxy({} as World, { get: (_target, name) => Reflect.get(opened ?? {}, name) })
}

export type World = Awaited<ReturnType<typeof openWorld>>

/** Hundreds at once may wait longer for their turn on a machine that is busy with other tests than people would. */
const PATIENCE = { connect: 60_000, answer: 60_000 }

export const openWorld = async (options: WorldOptions = {}) => {
  const { settings = {}, connections = 12 } = options
  const database = await createTestDatabase()
  const log = options.log ?? createLog(process.env['TEST_LOG'] ?? 'silent')
  const db = connect({ url: database.url, size: connections, log, patience: PATIENCE })
  const dataDir = mkdtempSync(join(tmpdir(), 'runnel-world-'))
  const time = createTestClock()
  const mails: Mail[] = []
  const pages = createFakePages()
  const secrets = createSecrets(randomBytes(32).toString('hex'))
  const site = siteOf(options)
  const pictures = createPicturePool({ size: 0, threads: 0, seed: 'a site of tests' })
  const deposits = createTestDeposits(createDeposits({ db, clock: time.now, secrets, ...site }))
  const storage = await openStorage({ DATA_DIR: dataDir }, log)
  const built = await createApp({
    url: database.url,
    db,
    clock: time.now,
    secrets,
    log,
    siblings: alone,
    mailer: options.mailer ?? { send: async (mail) => void mails.push(mail), close: async () => undefined },
    ...localProviders({ db, clock: time.now, ...site }),
    deposits: deposits.processors,
    runPageCheck: pages.look,
    storage,
    cleanImage: createImageCleaner(),
    captcha: fakeCaptcha,
    pictures,
    config: configOf(options, dataDir),
  })
  await db.write((tx) => built.settings.save(tx, settings, time.now()))
  await built.settings.announce()
  const meet = createVisitors(built.app, db, secrets, time)
  return {
    db,
    url: database.url,
    mails,
    /** What the server finds at advertised addresses; where nothing was put, a page that may be framed. */
    pages,
    /** Says where FaucetPay is. */
    faucetpayAt: deposits.faucetpayAt,
    deposits: deposits.processors,
    /** Where uploaded images are kept. */
    storage,
    app: built.app,
    /** For tests that mount a route table of their own. */
    deps: built.deps,
    clock: time,
    dataDir,
    ...meet,
    owner: (options: VisitorOptions = {}) => meet.user('admin', { ...options, role: 'admin' }),
    moderator: (options: VisitorOptions = {}) => meet.user('moderator', { ...options, role: 'moderator' }),
    ...jobsOf(built, time),
    settings: async (changes: Partial<Settings>): Promise<void> => {
      await db.write((tx) => built.settings.save(tx, changes, time.now()))
      await built.settings.announce()
    },
    defaults,
    close: async () => {
      await built.close()
      await pictures.close()
      await db.close()
      await database.drop()
      rmSync(dataDir, { recursive: true, force: true })
    },
  }
}

const siteOf = ({ isProduction = false, outside }: WorldOptions) => ({
  http: localHttp(),
  isProduction,
  isDemo: false,
  ...outside,
})

const configOf = (options: WorldOptions, dataDir: string): AppConfig => ({
  publicUrl: 'http://runnel.test',
  trustProxy: true,
  reservedNames: ['admin', 'moderator'],
  background: false,
  system: { version: '0.0.0', dataDir, backupHours: 24, releaseDir: undefined },
  ...options.at,
  isProduction: options.isProduction ?? false,
  limits: options.limits ?? true,
  ownCaptcha: options.ownCaptcha ?? false,
  webDist: options.webDist ?? null,
})

const jobsOf = (built: Pick<Awaited<ReturnType<typeof createApp>>, 'queue' | 'workers'>, time: TestClock) => ({
  /** Carries out all jobs that are due. */
  runJobs: () => built.queue.drain(built.workers, time.now()),
  /** Carries out a job, by the clock as at its next stroke, and returns in English what it did; `id` is the job's. */
  runJob: async (name: string, payload: object = {}, id = newId()): Promise<string> => {
    const known = built.workers.find(({ job }) => job.name === name)
    if (known === undefined) throw new Error(`there is no job ${name}`)
    return inEnglish((await known.run(payload, id)) ?? '')
  },
})

type App = Awaited<ReturnType<typeof createApp>>['app']

const createVisitors = (app: App, db: Db, secrets: ReturnType<typeof createSecrets>, time: TestClock) => {
  let count = 0
  const visit = (token?: string, sharedIp?: string): Visitor => {
    count += 1
    const ip = sharedIp ?? `10.${Math.floor(count / 250) % 250}.${count % 250}.7`
    const device = newId()
    const signature = secrets.hmac('device', device).subarray(0, 12).toString('base64url')
    const base: Record<string, string> = {
      'x-forwarded-for': ip,
      cookie: `did=${device}.${signature}`,
      'user-agent': 'Mozilla/5.0 (test)',
      ...(token === undefined ? {} : { authorization: `Bearer ${token}` }),
    }
    const raw: Visitor['raw'] = async ({ method, path, body, headers }) => {
      const response = await app.inject({
        method,
        url: path,
        headers: { ...base, ...headers },
        ...(body === undefined ? {} : { payload: body as object }),
      })
      const isJson = String(response.headers['content-type']).includes('json')
      return {
        status: response.statusCode,
        body: isJson ? response.json() : { text: response.body },
        headers: response.headers,
        bytes: response.rawPayload,
      }
    }
    const carry: Transport = async (request) => {
      const { file, route } = request
      const sent = file === undefined ? { body: request.body, headers: {} } : await formBytes(file)
      const headers = { ...request.headers, ...sent.headers }
      const answer = await raw({ method: route.method, path: request.path, body: sent.body, headers })
      if (answer.status >= 400) throw new Refused(answer.status, answer.body)
      return route.kind === 'file' ? fileOf(answer) : answer.body
    }
    const client = createClient(contract, carry)
    return { ...client, raw, carry, solve: createSolver({ client, db }) }
  }
  /** A registered user with a verified address; the same name twice is the same person on a new device. */
  const user = async (username: string, { role = 'user', proved = true, ip }: VisitorOptions = {}): Promise<Person> => {
    const { id, token } = await makeUser(db, { username, role, proved, now: time.now() })
    return { ...visit(token, ip), id, username, token }
  }
  /** `secrets` sign and draw on this site. */
  return { guest: () => visit(), user, secrets }
}

interface VisitorOptions {
  readonly role?: 'user' | 'moderator' | 'admin'
  /** Whether the session counts as freshly proved, however far the clock is turned; unset: yes. */
  readonly proved?: boolean
  /** Where they come from; unset: a network of their own. */
  readonly ip?: string
}

/** A proof that outlives every test, and a sign-in so late that its session has no absolute end before one is over. */
const ALWAYS = '9999-12-31T00:00:00.000Z'
const LATE = '9000-01-01T00:00:00.000Z'

interface MakeUserInput extends Required<Omit<VisitorOptions, 'ip'>> {
  readonly username: string
  readonly now: Date
}

const makeUser = (db: Db, { username, role, proved, now }: MakeUserInput): Promise<{ id: string; token: string }> =>
  db.write(async (tx) => {
    const email = `${username}@example.com`
    const known = await tx.selectFrom('users').select('id').where('username', '=', username).executeTakeFirst()
    const id = known?.id ?? newId()
    if (known === undefined) {
      const dates = { email_verified_at: now, joined_at: now, last_seen_at: now }
      const fields = { password_hash: null, referrer_id: null, ...dates }
      await tx
        .insertInto('users')
        .values({ id, username, email, email_key: email, role, ...fields })
        .execute()
      await openUserAccounts(tx, id, now)
    }
    const token = newSecret(32)
    await tx
      .insertInto('sessions')
      .values({
        id: newId(),
        token_hash: sha256(token),
        user_id: id,
        device_id: null,
        user_agent: 'Mozilla/5.0 (test)',
        ip_net: '10.0.0.0/24',
        country: null,
        created_at: LATE,
        last_seen_at: now,
        expires_at: new Date(now.getTime() + 30 * 86_400_000),
        proved_at: proved ? ALWAYS : null,
      })
      .execute()
    return { id, token }
  })
