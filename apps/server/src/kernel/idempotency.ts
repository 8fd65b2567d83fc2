import { sql } from 'kysely'

import type { Read, Tx } from '#kernel/db.ts'
import { refuse } from '#kernel/refusal.ts'

/** Who sent which key to which route. */
export interface Claimed {
  readonly userId: string
  readonly key: string
  readonly route: string
}

/** What an `Idempotency-Key` may look like. */
export const isKey = (text: string): boolean => /^[\w-]{8,100}$/.test(text)

/** The answer that this key got before, or undefined. A key that was used for another call is refused. */
export const savedAnswer = async (db: Read, { userId, key, route }: Claimed): Promise<object | undefined> => {
  const row = await db
    .selectFrom('idempotency_keys')
    .select(['route', 'answer'])
    .where('user_id', '=', userId)
    .where('key', '=', key)
    .executeTakeFirst()
  if (row === undefined) return undefined
  if (row.route !== route) refuse('conflict', 'IDEMPOTENCY_KEY_REUSED', 'This key was used for another request.')
  return row.answer
}

/**
 * Takes the key inside the transaction, before the handler runs. A second request with the same key waits here until
 * the first has committed or failed, and then sees the answer; undefined means: this one is the first.
 */
export const takeKey = async (tx: Tx, claimed: Claimed, now: Date): Promise<object | undefined> => {
  const taken = await sql`
    INSERT INTO idempotency_keys (user_id, key, route, answer, created_at)
    VALUES (${claimed.userId}, ${claimed.key}, ${claimed.route}, '{}', ${now})
    ON CONFLICT DO NOTHING`.execute(tx)
  return taken.numAffectedRows === 1n ? undefined : savedAnswer(tx, claimed)
}

/** Keeps the answer beside the key, in the same transaction as what it tells of. */
export const keepAnswer = async (tx: Tx, { userId, key }: Claimed, answer: object): Promise<void> => {
  await tx
    .updateTable('idempotency_keys')
    .set({ answer: JSON.stringify(answer) })
    .where('user_id', '=', userId)
    .where('key', '=', key)
    .execute()
}
