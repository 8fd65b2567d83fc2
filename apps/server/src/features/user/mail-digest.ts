import type { DigestRate } from '@runnel/contract/account/digest'
import type { Read, Tx } from '#kernel/db.ts'
import { nextMorning } from './local-morning.ts'

/** How often somebody is mailed a summary of their notifications. */
export const digestRateOf = async (db: Read, userId: string): Promise<DigestRate> => {
  const row = await db.selectFrom('mail_digests').select('rate').where('user_id', '=', userId).executeTakeFirst()
  return row?.rate ?? 'never'
}

interface SetDigestRateInput {
  readonly userId: string
  readonly rate: DigestRate
  readonly now: Date
}

/** Of two rates, the later one goes on where the former one was; after `never`, what came before is not told. */
export const setDigestRate = async (tx: Tx, { userId, rate, now }: SetDigestRateInput): Promise<void> => {
  if (rate === 'never') {
    await tx.deleteFrom('mail_digests').where('user_id', '=', userId).execute()
    return
  }
  // Held, so that a change of the time zone at the same moment finds the row, or is found.
  const user = await tx
    .selectFrom('users')
    .select('tz')
    .where('id', '=', userId)
    .where('deleted_at', 'is', null)
    .forNoKeyUpdate()
    .executeTakeFirst()
  if (user === undefined) return
  const change = { rate, due_at: nextMorning(now, { tz: user.tz, rate }) }
  await tx
    .insertInto('mail_digests')
    .values({ user_id: userId, since: now, ...change })
    .onConflict((row) => row.column('user_id').doUpdateSet(change))
    .execute()
}

/** Moves the next summary to the morning of a new time zone. */
export const moveDigest = async (
  tx: Tx,
  { userId, tz, now }: { userId: string; tz: string; now: Date },
): Promise<void> => {
  const row = await tx.selectFrom('mail_digests').select('rate').where('user_id', '=', userId).executeTakeFirst()
  if (row === undefined) return
  const due_at = nextMorning(now, { tz, rate: row.rate })
  await tx.updateTable('mail_digests').set({ due_at }).where('user_id', '=', userId).execute()
}
