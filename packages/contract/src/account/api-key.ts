import * as z from 'zod/mini'
import { route } from '#contract/route.ts'
import { Done, Id, line, Timestamp } from '#contract/values.ts'

/** How many keys an account has at most. */
export const API_KEYS_MAX = 20
export const API_KEY_DAYS_MAX = 366
export const API_KEY_PER_MINUTE_MAX = 600

/**
 * What a key may do. None opens what earns, what needs a fresh proof of who is at the screen, or the account itself.
 * - `read`: balances, movements, deposits, withdrawals and campaigns of the account.
 * - `advertise`: create and run campaigns and tasks from the deposit balance, and decide submissions.
 * - `admin-read`: every list and figure of the admin area that the role of the account may see.
 */
export const ApiKeyScope = z.enum(['read', 'advertise', 'admin-read'])
export type ApiKeyScope = z.infer<typeof ApiKeyScope>

export const ApiKey = z.object({
  _id: Id,
  name: z.string(),
  /** The last four characters of the key. */
  tail: z.string(),
  scopes: z.array(ApiKeyScope),
  perMinute: z.int(),
  createdAt: Timestamp,
  /** Null: until it is revoked. */
  expiresAt: z.nullable(Timestamp),
  /** Null: never used. Noted at most once a minute. */
  lastUsedAt: z.nullable(Timestamp),
})
export type ApiKey = z.infer<typeof ApiKey>

export const apiKey = {
  list: route({
    method: 'GET',
    path: '/api/user/api-key',
    summary: 'API keys of the account, the newest first.',
    access: 'user',
    transaction: 'read',
    answer: z.object({ keys: z.array(ApiKey) }),
  }),
  create: route({
    method: 'POST',
    path: '/api/user/api-key',
    summary: 'Creates an API key; the key itself is shown only in this answer.',
    access: 'user',
    transaction: 'write',
    stepUp: true,
    limits: [{ by: 'user', points: 30, seconds: 3_600 }],
    body: z.object({
      name: line(1, 60),
      scopes: z.array(ApiKeyScope).check(z.minLength(1), z.maxLength(3)),
      perMinute: z._default(z.int().check(z.minimum(1), z.maximum(API_KEY_PER_MINUTE_MAX)), 60),
      /** Null: the key doesn’t expire. */
      days: z.nullable(z.int().check(z.minimum(1), z.maximum(API_KEY_DAYS_MAX))),
    }),
    answer: z.object({
      /** Kept nowhere: only its SHA-256 is. */
      token: z.string(),
      key: ApiKey,
      msg: z.optional(z.string()),
    }),
  }),
  revoke: route({
    method: 'DELETE',
    path: '/api/user/api-key/{id}',
    summary: 'Revokes an API key at once.',
    access: 'user',
    transaction: 'write',
    limits: [{ by: 'user', points: 60, seconds: 3_600 }],
    params: z.object({ id: Id }),
    answer: Done,
  }),
} as const
