import type { MeasureKind } from '@runnel/contract/suspect-schemas'
import { sql } from 'kysely'
import type { Tx } from '#kernel/db.ts'
import { newId } from '#kernel/id.ts'
import { userAccount, houseAccount } from '#money/accounts.ts'
import type { Units } from '#money/amount.ts'
import { post } from '#money/ledger.ts'

/** A user whose row is held, so that what is done to it happens in one order. */
export interface LockedUserRow {
  readonly id: string
  readonly username: string
  readonly role: 'user' | 'moderator' | 'admin'
  readonly lockedAt: Date | null
  readonly lockedUntil: Date | null
  readonly lockReason: string | null
  readonly deletedAt: Date | null
}

/** Holds the rows of users, in the order of their ids, so that two who want the same ones meet in one order. */
export const lockUserRows = (tx: Tx, ids: readonly string[]): Promise<LockedUserRow[]> =>
  tx
    .selectFrom('users')
    .select(['id', 'username', 'role', 'locked_at as lockedAt', 'locked_until as lockedUntil'])
    .select(['lock_reason as lockReason', 'deleted_at as deletedAt'])
    .where('id', 'in', [...ids])
    .orderBy('id')
    .forNoKeyUpdate()
    .execute()

export interface NewRestriction {
  readonly userId: string
  readonly kind: MeasureKind
  readonly until: Date | null
  /** What the user reads. */
  readonly reason: string
  /** Who took it; null: the system. */
  readonly by: string | null
  readonly now: Date
}

/** Writes a measure down, in the place of the one of its kind that was in force. The user's row is held. */
export const applyRestriction = async (
  tx: Tx,
  { userId, kind, until, reason, by, now }: NewRestriction,
): Promise<void> => {
  await tx
    .updateTable('measures')
    .set({ released_at: now, released_by: by })
    .where('user_id', '=', userId)
    .where('kind', '=', kind)
    .where('released_at', 'is', null)
    .execute()
  await tx
    .insertInto('measures')
    .values({ id: newId(), user_id: userId, kind, since: now, until, by_user: by, reason })
    .execute()
  if (kind !== 'cooldown' || until === null) return
  await tx
    .updateTable('users')
    .set({ cooldown_until: until, cooldown_reason: reason })
    .where('id', '=', userId)
    .execute()
}

/** Kinds of measures that are in force on a user whose row is held, with who took them. */
export const inForceOn = (tx: Tx, userId: string) =>
  tx
    .selectFrom('measures')
    .select(['id', 'kind', 'until', 'by_user as by'])
    .where('user_id', '=', userId)
    .where('released_at', 'is', null)
    .execute()

/** Ends measures of a user whose row is held: the named one, or all. A pause ends with its measure. */
export const liftRestrictions = async (
  tx: Tx,
  { userId, id, by, now }: { userId: string; id?: string; by: string | null; now: Date },
): Promise<MeasureKind[]> => {
  const ended = await tx
    .updateTable('measures')
    .set({ released_at: now, released_by: by })
    .where('user_id', '=', userId)
    .where('released_at', 'is', null)
    .$if(id !== undefined, (query) => query.where('id', '=', id ?? ''))
    .returning('kind')
    .execute()
  if (ended.some(({ kind }) => kind === 'cooldown') || id === undefined) {
    await tx
      .updateTable('users')
      .set({ cooldown_until: null, cooldown_reason: null })
      .where('id', '=', userId)
      .execute()
  }
  return ended.map(({ kind }) => kind)
}

/** Ends the measure of a lock that a person opens, so that the system knows who did. The user's row is held. */
export const endLock = (tx: Tx, { userId, by, now }: { userId: string; by: string; now: Date }): Promise<unknown> =>
  tx
    .updateTable('measures')
    .set({ released_at: now, released_by: by })
    .where('user_id', '=', userId)
    .where('kind', '=', 'lock')
    .where('released_at', 'is', null)
    .execute()

/** What measures keep back of accounts and have not paid yet. */
export const withheldOf = async (
  tx: Tx,
  userIds: readonly string[],
): Promise<{ readonly userId: string; readonly amount: Units }[]> => {
  const { rows } = await sql<{ userId: string; amount: Units }>`
    SELECT user_id AS "userId", sum(withheld)::bigint AS amount FROM measures
    WHERE user_id = ANY(${[...userIds]}::uuid[]) AND paid_at IS NULL AND withheld > 0 GROUP BY user_id`.execute(tx)
  return rows
}

/** Pays what measures that have ended kept back, each once. The user's row is held. */
export const payWithheld = async (tx: Tx, { userId, now }: { userId: string; now: Date }): Promise<Units> => {
  const owed = await tx
    .updateTable('measures')
    .set({ paid_at: now })
    .where('user_id', '=', userId)
    .where('released_at', 'is not', null)
    .where('paid_at', 'is', null)
    .where('withheld', '>', 0)
    .returning(['id', 'withheld'])
    .execute()
  for (const { id, withheld } of owed.toSorted((a, b) => (a.id < b.id ? -1 : 1))) {
    const leg = { kind: 'release', debit: houseAccount('adjustment'), credit: userAccount(userId, 'main') } as const
    await post(tx, [{ ...leg, amount: withheld, key: `release:${id}`, ref: id }], now)
  }
  return owed.reduce((sum, { withheld }) => sum + withheld, 0)
}

/** Ends what has ended by the clock, so that lists and pages do not go on showing it. Returns how many. */
export const endExpired = async (tx: Tx, now: Date): Promise<number> => {
  const { rows } = await sql<{ user_id: string }>`
    SELECT DISTINCT user_id FROM measures WHERE released_at IS NULL AND until <= ${now}
    ORDER BY user_id LIMIT 500`.execute(tx)
  if (rows.length === 0) return 0
  const ids = rows.map(({ user_id }) => user_id)
  await lockUserRows(tx, ids)
  const { numUpdatedRows } = await tx
    .updateTable('measures')
    .set(({ ref }) => ({ released_at: ref('until') }))
    .where('user_id', 'in', ids)
    .where('released_at', 'is', null)
    .where('until', '<=', now)
    .executeTakeFirstOrThrow()
  return Number(numUpdatedRows)
}
