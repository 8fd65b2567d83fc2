import { randomBytes } from 'node:crypto'
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { createDeposits } from '@runnel/server/src/adapters/deposit/deposits.ts'
import { openStorage } from '@runnel/server/src/adapters/storage/storage.ts'
import { createApp } from '@runnel/server/src/app.ts'
import { createPicturePool } from '@runnel/server/src/guard/captcha-image/pool.ts'
import { createImageCleaner } from '@runnel/server/src/guard/image/clean.ts'
import { systemClock } from '@runnel/server/src/kernel/clock.ts'
import { connect } from '@runnel/server/src/kernel/db.ts'
import { newId, newSecret } from '@runnel/server/src/kernel/id.ts'
import { createLog } from '@runnel/server/src/kernel/log.ts'
import { alone } from '@runnel/server/src/kernel/processes/siblings.ts'
import { createSecrets, sha256 } from '@runnel/server/src/kernel/secrets.ts'
import { userKinds } from '@runnel/server/src/money/accounts.ts'
import { seededId } from '@runnel/server/src/test/claims.ts'
import { createFakePages } from '@runnel/server/src/test/fakes/web-page.ts'
import { localHttp, localProviders } from '@runnel/server/src/test/local-http.ts'

/** Processor time in milliseconds. */
export interface Spent {
  readonly server: number
  readonly database: number
}

export type Role = 'guest' | 'member' | 'staff'

export interface Request {
  readonly method: string
  readonly path: string
  readonly body?: string | Buffer | undefined
  readonly headers?: Record<string, string>
  readonly isEndless?: boolean
}

export interface Site {
  /** Carries a request out, and measures what it takes. */
  readonly send: (request: Request) => Promise<{ status: number; body: string; spent: Spent }>
  /** A new session of somebody in this role; some calls end the one that they are made with. */
  readonly tokenOf: (role: Exclude<Role, 'guest'>) => Promise<string>
  readonly close: () => Promise<void>
}

/** Whose eyes the calls are made with: the owner is the first user that was made up. */
export const userOf = { member: 53, staff: 0, other: 61 } as const

/** Rows that were made up lack what the ledger and the counts have beside them, without which a call fails early. */
const wholeRows = [
  `INSERT INTO accounts (name, owner, balance, opened_at)
   SELECT kind || ':' || id, id, 0, now() FROM users, unnest('{${userKinds.join(',')}}'::text[]) kind
   ON CONFLICT (name) DO NOTHING`,
  `INSERT INTO accounts (name, opened_at)
   SELECT 'payout:' || id, now() FROM withdraw_methods UNION SELECT 'external:payout:' || currency, now()
   FROM withdraw_methods ON CONFLICT (name) DO NOTHING`,
  `UPDATE coupons SET uses = (SELECT count(*) FROM coupon_uses WHERE coupon_id = coupons.id)
   WHERE id IN (SELECT coupon_id FROM coupon_uses)`,
]

/** The whole server in this process, without limits: what they let through is reckoned, what calls take is measured. */
export const openSite = async ({ url, dataDir }: { url: string; dataDir: string }): Promise<Site> => {
  const log = createLog('fatal')
  const db = connect({ url, size: 8, log })
  const pictures = createPicturePool({ size: 0, threads: 0, seed: 'a measured site' })
  const built = await createApp(await depsOf({ url, dataDir, log, db, pictures }))
  await db.raw(WHOLE_MILLISECONDS)
  for (const text of wholeRows) await db.raw(text)
  return {
    send: sender(built.app, databaseMeter(join(dataDir, 'postgres'))),
    tokenOf: (role) => tokenFor((text, values) => db.raw(text, values), seededId(userOf[role])),
    close: async () => {
      await built.close()
      await pictures.close()
      await db.close()
    },
  }
}

type Run = (text: string, values: unknown[]) => Promise<unknown>

/** A new session of a user. */
export const tokenFor = async (run: Run, userId: string): Promise<string> => {
  const token = newSecret(32)
  await run(
    `INSERT INTO sessions (id, token_hash, user_id, user_agent, ip_net, created_at, last_seen_at, expires_at,
       proved_at)
     VALUES ($1, $2, $3, 'bench', '127.0.0.0/24', now(), now(), now() + interval '1 hour', now())`,
    [newId(), sha256(token), userId],
  )
  return token
}

type Deps = Parameters<typeof createApp>[0]

const depsOf = async (opened: Pick<Deps, 'url' | 'log' | 'db' | 'pictures'> & { dataDir: string }): Promise<Deps> => {
  const { db, log, dataDir } = opened
  const secrets = createSecrets(randomBytes(32).toString('hex'))
  const site = { http: localHttp(), isProduction: false, isDemo: true }
  return {
    siblings: alone,
    ...opened,
    clock: systemClock,
    secrets,
    mailer: { send: async () => undefined, close: async () => undefined },
    ...localProviders({ db, clock: systemClock, ...site }),
    deposits: createDeposits({ db, clock: systemClock, secrets, ...site }),
    runPageCheck: createFakePages().look,
    storage: await openStorage({ DATA_DIR: dataDir }, log),
    cleanImage: createImageCleaner(),
    // Every captcha is solved: what comes behind it is to be measured too.
    captcha: { verify: async () => 'good', knowsSecret: async () => 'yes' },
    config: {
      publicUrl: 'http://runnel.bench',
      trustProxy: true,
      isProduction: true,
      reservedNames: [],
      webDist: null,
      limits: false,
      background: false,
      system: { version: '', dataDir: '.', backupHours: 0, releaseDir: undefined },
    },
  }
}

type App = Awaited<ReturnType<typeof createApp>>['app']

const sender =
  (app: App, meter: () => number): Site['send'] =>
  async ({ method, path, body, headers, isEndless = false }) => {
    const database = meter()
    const before = process.cpuUsage()
    const answer = await app.inject({
      // The routes of the contract have no other methods.
      method: method as 'GET',
      url: path,
      ...(body === undefined ? {} : { payload: body }),
      headers: { 'user-agent': 'Mozilla/5.0 (bench)', ...headers },
      // A stream of events has no end: only its head is waited for.
      payloadAsStream: isEndless,
    })
    if (isEndless) answer.stream().destroy()
    const { user, system } = process.cpuUsage(before)
    const spent = { server: (user + system) / 1_000, database: meter() - database }
    return { status: answer.statusCode, body: isEndless ? '' : answer.body, spent }
  }

/**
 * Rows that were made up have moments as exact as the database knows them; the server writes none that its own clock
 * does not tell, and lists go on from the last row that they have shown.
 */
const WHOLE_MILLISECONDS = `
  DO $$ DECLARE one record; BEGIN
    SET LOCAL session_replication_role = replica;
    FOR one IN SELECT c.table_name,
        string_agg(format('%1$I = date_trunc(''milliseconds'', %1$I)', column_name), ', ') AS sets
      FROM information_schema.columns c JOIN information_schema.tables t USING (table_schema, table_name)
      WHERE c.table_schema = 'public' AND t.table_type = 'BASE TABLE' AND data_type = 'timestamp with time zone'
        AND c.is_generated = 'NEVER' GROUP BY c.table_name
    LOOP EXECUTE format('UPDATE %I SET %s', one.table_name, one.sets); END LOOP;
  END $$`

/** Sums up the processor time of all processes of the database, in milliseconds. */
const databaseMeter = (folder: string): (() => number) => {
  const [postmaster = ''] = readFileSync(join(folder, 'postmaster.pid'), 'utf8').split('\n')
  let known: string[] = []
  let looks = 0
  return () => {
    // Processes come and go seldom: connections are kept.
    if (looks++ % 50 === 0) known = childrenOf(postmaster)
    return known.reduce((sum, pid) => sum + millisecondsOf(pid), 0)
  }
}

const childrenOf = (parent: string): string[] =>
  readdirSync('/proc').filter((pid) => {
    if (!/^\d+$/.test(pid)) return false
    const fields = textOf(`/proc/${pid}/stat`).split(') ').at(-1)?.split(' ')
    return fields?.[1] === parent
  })

/** The kernel counts nanoseconds on the processor. */
const millisecondsOf = (pid: string): number => Number(textOf(`/proc/${pid}/schedstat`).split(' ')[0] || 0) / 1e6

/** Empty of a process that is gone. */
const textOf = (path: string): string => {
  try {
    return readFileSync(path, 'utf8')
  } catch {
    return ''
  }
}
