import type { ApiKeyScope } from '@runnel/contract/account/api-key'
import { isLocked } from '#kernel/account-lock.ts'
import type { Db } from '#kernel/db.ts'
import { newSecret } from '#kernel/id.ts'
import { refuse } from '#kernel/refusal.ts'
import { sha256 } from '#kernel/secrets.ts'
import type { Caller } from '#kernel/session.ts'
import { say } from '#kernel/words/say.ts'

/** The key of a program that acts for an account, in the place of a session. */
export interface CallerKey {
  readonly id: string
  readonly scopes: readonly ApiKeyScope[]
  readonly perMinute: number
}

/** A session's token has no `_` in front of it at this length. */
const KEY = /^rk_[\w-]{43}$/

export const isApiKey = (token: string): boolean => KEY.test(token)

export const newApiKey = (): string => `rk_${newSecret(32)}`

/** A key with its user: the same columns as of a session, and no proof of who is at a screen. */
const KEY_SQL = `
  SELECT u.id, u.username, u.role, k.id AS "sessionId", NULL AS "deviceId", k.created_at AS "signedInAt",
    coalesce(k.last_used_at, 'epoch') AS "lastSeenAt",
    u.locked_at AS "lockedAt", u.locked_until AS "lockedUntil", u.lock_reason AS "lockReason",
    u.cooldown_until AS "cooldownUntil", u.cooldown_reason AS "cooldownReason", u.measures, NULL AS "provedAt",
    u.needs_init AS "needsInit", u.two_step_at IS NOT NULL AS "hasTwoStep", u.locale,
    json_build_object('id', k.id, 'scopes', k.scopes, 'perMinute', k.per_minute) AS "apiKey"
  FROM api_keys k JOIN users u ON u.id = k.user_id
  WHERE k.token_hash = $1 AND (k.expires_at IS NULL OR k.expires_at > $2) AND u.deleted_at IS NULL`

type KeyRow = Omit<Caller, 'sessionHash' | 'locked'> & {
  readonly apiKey: CallerKey
  readonly lockedAt: Date | null
  readonly lockedUntil: Date | null
}

/** Whose key this is; undefined for a wrong one, and for one that was revoked or has expired. */
export const findKeyCaller = async (db: Pick<Db, 'raw'>, token: string, now: Date): Promise<Caller | undefined> => {
  const hash = sha256(token)
  const [row] = await db.raw(KEY_SQL, [hash, now])
  if (row === undefined) return undefined
  // The columns that the statement above names, with the types that their tables give them.
  const { lockedAt, lockedUntil, ...caller } = row as unknown as KeyRow
  return { ...caller, sessionHash: hash.subarray(0, 8), locked: isLocked({ lockedAt, lockedUntil }, now) }
}

/** Refuses a key where none of its scopes opens the call. Without any in the route table, no key does. */
export const checkKeyScope = (key: CallerKey | undefined, opened: readonly ApiKeyScope[] = []): void => {
  if (key === undefined || key.scopes.some((scope) => opened.includes(scope))) return
  if (opened.length === 0) refuse('forbidden', 'API_KEY_REFUSED', say('apiKey.notForKeys'))
  refuse('forbidden', 'API_KEY_SCOPE', say('apiKey.scopeMissing', { scopes: opened.join(', ') }))
}

/** Notes that keys were used, each at the latest of these moments. */
export const KEYS_USED_SQL = `
  UPDATE api_keys k SET last_used_at = greatest(k.last_used_at, d.at)
  FROM unnest($1::uuid[], $2::timestamptz[]) AS d (id, at) WHERE k.id = d.id`
