import { SESSION_DAYS, SESSION_DAYS_MAX, STAFF_SESSION_DAYS_MAX, STAFF_SESSION_HOURS } from '@runnel/contract/constants'
import type { Locale } from '@runnel/contract/locale'
import type { Role } from '@runnel/contract/values'
import DataLoader from 'dataloader'
import { isLocked } from '#kernel/account-lock.ts'
import { later } from '#kernel/clock.ts'
import type { Db, Tx } from '#kernel/db.ts'
import { newId, newSecret } from '#kernel/id.ts'
import { type CallerKey, KEYS_USED_SQL } from '#kernel/key/api-key.ts'
import type { Log } from '#kernel/log.ts'
import { refuse } from '#kernel/refusal.ts'
import { sha256 } from '#kernel/secrets.ts'
import type { MeasureBeside } from '#kernel/tables/suspects.ts'
import { say } from '#kernel/words/say.ts'

/** The signed-in user behind a request. */
export interface Caller {
  readonly id: string
  readonly username: string
  readonly role: Role
  readonly sessionId: string
  /** Eight bytes that name the session without opening it; challenges are bound to them. */
  readonly sessionHash: Buffer
  readonly deviceId: string | null
  readonly locked: boolean
  readonly lockReason: string | null
  readonly cooldownUntil: Date | null
  readonly cooldownReason: string | null
  /** When this session was signed in. */
  readonly signedInAt: Date
  readonly lastSeenAt: Date
  /** What holds this account back; those that have ended may stand here for some minutes more. */
  readonly measures: readonly MeasureBeside[]
  /** When this session last proved who is at the screen; its login was the first time. */
  readonly provedAt: Date | null
  /** Made by Google, and has not chosen its username yet. */
  readonly needsInit: boolean
  /** Signs in with a second step. */
  readonly hasTwoStep: boolean
  /** Set where a program calls with a key, in the place of a session. */
  readonly apiKey?: CallerKey
  /** The language that the account was set to; null: what the browser asks for. */
  readonly locale: Locale | null
}

/**
 * Whether somebody acts as a person of the site. An API key acts for its account alone, whatever the role of its user;
 * the lists of the admin area open to it by their route.
 */
export const isStaff = ({ role, apiKey }: Pick<Caller, 'role' | 'apiKey'>): boolean =>
  role !== 'user' && apiKey === undefined

/** Where a request came from; the address itself is kept only as its network. */
export interface Visitor {
  readonly net: string
  readonly country: string | null
  /** Whether the address is one of these, or in one of these networks. */
  /** The address itself, for those who have to be asked with it. It is never stored and never logged. */
  readonly address: () => string
  readonly isAmong: (ranges: readonly string[]) => boolean
  readonly deviceId: string
  readonly isNewDevice: boolean
  /** A cookie to set on the answer, for a device that was never seen before. */
  readonly deviceCookie: string | null
  readonly userAgent: string
}

const TOKEN = /^[\w-]{43}$/

/** A session with its user, as `SESSIONS_SQL` reads them. */
type SessionRow = Omit<Caller, 'sessionHash' | 'locked'> & {
  readonly tokenHash: Buffer
  readonly expiresAt: Date
  readonly lockedAt: Date | null
  readonly lockedUntil: Date | null
}

/** Asked for every request of somebody signed in, so it is written out rather than built each time. */
const SESSIONS_SQL = `
  SELECT s.token_hash AS "tokenHash", s.expires_at AS "expiresAt", u.id, u.username, u.role, s.id AS "sessionId",
    s.device_id AS "deviceId", s.created_at AS "signedInAt", s.last_seen_at AS "lastSeenAt",
    u.locked_at AS "lockedAt", u.locked_until AS "lockedUntil", u.lock_reason AS "lockReason",
    u.cooldown_until AS "cooldownUntil", u.cooldown_reason AS "cooldownReason", u.measures, s.proved_at AS "provedAt",
    u.needs_init AS "needsInit", u.two_step_at IS NOT NULL AS "hasTwoStep", u.locale
  FROM sessions s JOIN users u ON u.id = s.user_id WHERE s.token_hash = ANY($1)`

type Lookup = DataLoader<Buffer, SessionRow | undefined>
const lookups = new WeakMap<object, Lookup>()

/**
 * Under load, several requests arrive in one turn of the event loop: their sessions are one statement. Nothing is kept
 * beyond that, so that a session that has ended opens nothing.
 */
const lookupOf = (db: Pick<Db, 'raw'>): Lookup => {
  const known = lookups.get(db)
  if (known !== undefined) return known
  const find = async (hashes: readonly Buffer[]) => {
    // The columns that the statement above names, with the types that their tables give them.
    const rows = (await db.raw(SESSIONS_SQL, [hashes])) as unknown as SessionRow[]
    const byHash = new Map(rows.map((row) => [row.tokenHash.toString('latin1'), row]))
    return hashes.map((hash) => byHash.get(hash.toString('latin1')))
  }
  const lookup = new DataLoader(find, { cache: false, maxBatchSize: 100, batchScheduleFn: setImmediate })
  lookups.set(db, lookup)
  return lookup
}

/** Whose session a token opens; undefined for none, a wrong one and one that has ended. */
export const findCaller = async (db: Pick<Db, 'raw'>, token: string, now: Date): Promise<Caller | undefined> => {
  if (!TOKEN.test(token)) return undefined
  const hash = sha256(token)
  const row = await lookupOf(db).load(hash)
  if (row === undefined) return undefined
  const { tokenHash: _, expiresAt, lockedAt, lockedUntil, ...caller } = row
  if (expiresAt <= now || sessionEnd(caller) <= now) return undefined
  return {
    ...caller,
    sessionHash: hash.subarray(0, 8),
    locked: isLocked({ lockedAt, lockedUntil }, now),
  }
}

interface SignedIn {
  readonly role: Role
  readonly signedInAt: Date
}

/**
 * When a session ends however often it is used. It is counted from the sign-in by the role of today, so that another
 * role shortens a session that is open.
 */
export const sessionEnd = ({ role, signedInAt }: SignedIn): Date =>
  later(signedInAt, (role === 'user' ? SESSION_DAYS_MAX : STAFF_SESSION_DAYS_MAX) * 86_400)

/** When a session ends if nobody uses it from now on. */
const expiry = (session: SignedIn, now: Date): Date => {
  const idle = later(now, session.role === 'user' ? SESSION_DAYS * 86_400 : STAFF_SESSION_HOURS * 3_600)
  const end = sessionEnd(session)
  return idle < end ? idle : end
}

/** Opens a session and gives its token, which is stored nowhere: only its SHA-256 is. */
export const startSession = async (
  tx: Tx,
  { user, visitor, now }: { user: { id: string; role: Role }; visitor: Visitor; now: Date },
): Promise<string> => {
  const token = newSecret(32)
  await tx
    .insertInto('sessions')
    .values({
      id: newId(),
      token_hash: sha256(token),
      user_id: user.id,
      device_id: visitor.deviceId,
      user_agent: visitor.userAgent,
      ip_net: visitor.net,
      country: visitor.country,
      created_at: now,
      last_seen_at: now,
      expires_at: expiry({ role: user.role, signedInAt: now }, now),
      proved_at: now,
    })
    .execute()
  return token
}

const TOUCH_EVERY_SECONDS = 60

/** Whether the sliding end of this session is due to be moved on. */
export const isStale = (caller: Caller, now: Date): boolean =>
  now.getTime() - caller.lastSeenAt.getTime() > TOUCH_EVERY_SECONDS * 1_000

/** Moves the sliding ends of sessions, and notes that their users were here. */
export interface SessionTouches {
  /** Soon, and not at once: several of the same moment travel together. */
  readonly add: (caller: Caller, now: Date) => void
  readonly close: () => Promise<void>
}

const GATHER_MS = 50

/** Each in a transaction of its own would cost more than most calls do, and write every index of its user anew. */
export const openSessionTouches = ({ db, log }: { db: Pick<Db, 'raw'>; log: Log }): SessionTouches => {
  let gathered = new Map<string, readonly [caller: Caller, now: Date]>()
  let timer: NodeJS.Timeout | undefined
  const send = async (): Promise<void> => {
    timer = undefined
    const [keys, due] = partition([...gathered.values()], ([{ apiKey }]) => apiKey !== undefined)
    gathered = new Map()
    if (keys.length > 0)
      await db.raw(KEYS_USED_SQL, [keys.map(([{ sessionId }]) => sessionId), keys.map(([, now]) => now)])
    if (due.length > 0)
      await db.raw(TOUCH_SQL, [
        due.map(([{ id }]) => id),
        due.map(([{ sessionId }]) => sessionId),
        due.map(([, now]) => now),
        due.map(([caller, now]) => expiry(caller, now)),
      ])
  }
  return {
    add: (caller, now) => {
      gathered.set(caller.sessionId, [caller, now])
      timer ??= setTimeout(() => {
        send().catch((error: unknown) => log.warn({ err: String(error) }, 'could not update the last use of sessions'))
      }, GATHER_MS)
    },
    close: async () => clearTimeout(timer),
  }
}

const partition = <T>(all: readonly T[], isFirst: (each: T) => boolean): [first: T[], second: T[]] => [
  all.filter(isFirst),
  all.filter((each) => !isFirst(each)),
]

/**
 * Rows that somebody holds are left for the next call: nobody waits for this, and it waits for nobody. It comes later
 * than the call did, so it never takes back what was written since.
 */
const TOUCH_SQL = `
  WITH due AS (SELECT * FROM unnest($1::uuid[], $2::uuid[], $3::timestamptz[], $4::timestamptz[])
      AS d (user_id, session_id, at, expires_at)),
    here AS (SELECT id FROM users WHERE id = ANY ($1) ORDER BY id FOR NO KEY UPDATE SKIP LOCKED),
    used AS (SELECT id FROM sessions WHERE id = ANY ($2) ORDER BY id FOR UPDATE SKIP LOCKED),
    seen AS (UPDATE users u SET last_seen_at = greatest(u.last_seen_at, d.at)
      FROM here JOIN (SELECT user_id, max(at) AS at FROM due GROUP BY user_id) d ON d.user_id = here.id
      WHERE u.id = here.id)
  UPDATE sessions s SET last_seen_at = greatest(s.last_seen_at, d.at), expires_at = greatest(s.expires_at, d.expires_at)
    FROM used JOIN due d ON d.session_id = used.id WHERE s.id = used.id`

/**
 * Refuses what was on its way while its user deleted the account: nothing is written into what is left. To be asked of
 * a row that is locked.
 */
export const refuseEndedSession = (user: { readonly deleted_at: Date | null } | undefined): void => {
  if (user !== undefined && user.deleted_at === null) return
  refuse('noSession', 'SESSION_ENDED', say('ownData.sessionEndedPleaseSign'))
}

interface EndSessionsInput {
  readonly userId: string
  /** The session that stays; unset: none. */
  readonly except?: string
  readonly now: Date
}

/**
 * Ends the sessions of a user and returns how many: all but one, or all. With all of them go the API keys, and the
 * webhook endpoints that the user made, for the site too, are turned off: whoever had the account may have left them.
 */
export const endSessions = async (tx: Tx, { userId, except, now }: EndSessionsInput): Promise<number> => {
  const { numDeletedRows } = await tx
    .deleteFrom('sessions')
    .where('user_id', '=', userId)
    .$if(except !== undefined, (query) => query.where('id', '<>', except ?? ''))
    .executeTakeFirst()
  if (except === undefined) {
    await tx.deleteFrom('api_keys').where('user_id', '=', userId).execute()
    await tx
      .updateTable('webhook_endpoints')
      .set({ disabled_at: now, disabled_why: 'off' })
      .where('user_id', '=', userId)
      .where('disabled_at', 'is', null)
      .execute()
  }
  return Number(numDeletedRows)
}
