import { sql } from 'kysely'
import type { Read, Tx } from '#kernel/db.ts'
import { refuse } from '#kernel/refusal.ts'
import { sha256 } from '#kernel/secrets.ts'
import { say } from '#kernel/words/say.ts'
import type { ParsedInput } from './parse.ts'

/** Who sent which key with which call. */
export interface IdempotencyClaim {
  readonly userId: string
  readonly key: string
  readonly call: string
}

/** What solves a human check: an honest retry may bring another. */
const proofs = new Set(['captcha', 'antibot'])

/** The route and what it was asked for: another amount under an old key must not be told that it was done. */
export const callOf = (route: string, { params, body }: Pick<ParsedInput, 'params' | 'body'>): string => {
  const wanted = JSON.stringify([params, body], (name, value: unknown) => (proofs.has(name) ? undefined : value))
  return `${route} ${sha256(wanted).toString('base64url')}`
}

/** What an `Idempotency-Key` may look like. */
export const isKey = (text: string): boolean => /^[\w-]{8,100}$/.test(text)

/** The answer that this key got before, or undefined. A key that was used for another call is refused. */
export const storedResponse = async (
  db: Read,
  { userId, key, call }: IdempotencyClaim,
): Promise<object | undefined> => {
  const row = await db
    .selectFrom('idempotency_keys')
    .select(['route', 'answer'])
    .where('user_id', '=', userId)
    .where('key', '=', key)
    .executeTakeFirst()
  if (row === undefined) return undefined
  if (row.route !== call) refuse('conflict', 'IDEMPOTENCY_KEY_REUSED', say('request.idempotencyKeyAlreadyUsed'))
  return row.answer
}

/**
 * Takes the key inside the transaction, before the handler runs. A second request with the same key waits here until
 * the first has committed or failed, and then sees the answer; undefined means: this one is the first.
 */
export const claimIdempotencyKey = async (
  tx: Tx,
  claimed: IdempotencyClaim,
  now: Date,
): Promise<object | undefined> => {
  const taken = await sql`
    INSERT INTO idempotency_keys (user_id, key, route, answer, created_at)
    VALUES (${claimed.userId}, ${claimed.key}, ${claimed.call}, '{}', ${now})
    ON CONFLICT DO NOTHING`.execute(tx)
  return taken.numAffectedRows === 1n ? undefined : storedResponse(tx, claimed)
}

/** Keeps the answer beside the key, in the same transaction as what it tells of. */
export const storeResponse = async (tx: Tx, { userId, key }: IdempotencyClaim, answer: object): Promise<void> => {
  await tx
    .updateTable('idempotency_keys')
    .set({ answer: JSON.stringify(answer) })
    .where('user_id', '=', userId)
    .where('key', '=', key)
    .execute()
}
