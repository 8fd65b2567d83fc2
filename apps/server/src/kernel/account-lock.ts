import { type RawBuilder, sql } from 'kysely'
import type { Tx } from './db.ts'
import { refuse } from './refusal.ts'
import { say } from './words/say.ts'

/** A lock without an end lasts until it is lifted; one with an end is over at that moment, though its columns stay. */
export const isLocked = (
  { lockedAt, lockedUntil }: { readonly lockedAt: Date | null; readonly lockedUntil: Date | null },
  now: Date,
): boolean => lockedAt !== null && (lockedUntil === null || lockedUntil > now)

/**
 * The same as an SQL condition on a row of `users` by its alias; false where an outer join found no user. Also true of
 * who left: where a lock is evidence against a person, that is `bannedSql`.
 */
export const lockedSql = (alias: string, now: Date): RawBuilder<boolean> => {
  const [at, until] = [sql.ref(`${alias}.locked_at`), sql.ref(`${alias}.locked_until`)]
  return sql<boolean>`(${at} IS NOT NULL AND (${until} IS NULL OR ${until} > ${now}))`
}

/** Whether a person has locked the account of somebody who is still here. Deleting an account locks it, too. */
export const bannedSql = (alias: string, now: Date): RawBuilder<boolean> =>
  sql<boolean>`(${sql.ref(`${alias}.deleted_at`)} IS NULL AND ${lockedSql(alias, now)})`

interface Owned {
  readonly of: 'campaigns' | 'tasks'
  readonly ids: readonly string[]
  readonly now: Date
}

/**
 * Which owners of campaigns or tasks are locked. The rows of all their owners are selected `FOR NO KEY UPDATE`, in the
 * order of their ids, so that nobody locks or unlocks an account until this transaction ends. It comes before the rows
 * of the campaigns or tasks are locked, as a lock of an account does.
 */
export const findLockedOwners = async (tx: Tx, { of, ids, now }: Owned): Promise<ReadonlySet<string>> => {
  const rows = await tx
    .selectFrom('users')
    .select(['id', 'locked_at as lockedAt', 'locked_until as lockedUntil'])
    .where('id', 'in', sql<string>`(SELECT user_id FROM ${sql.table(of)} WHERE id = ANY(${[...ids]}::uuid[]))`)
    .orderBy('id')
    .forNoKeyUpdate()
    .execute()
  return new Set(rows.filter((row) => isLocked(row, now)).map(({ id }) => id))
}

/**
 * Refuses where an account was locked after its own call was admitted. Whoever holds a campaign or a task sees it, as a
 * lock of an account that pauses them locks all of them.
 */
export const refuseIfLocked = async (tx: Tx, userId: string, now: Date): Promise<void> => {
  const user = await tx
    .selectFrom('users')
    .select(['locked_at as lockedAt', 'locked_until as lockedUntil'])
    .where('id', '=', userId)
    .executeTakeFirstOrThrow()
  if (isLocked(user, now)) refuseAccountLocked()
}

export const refuseAccountLocked = (): never => refuse('locked', 'ACCOUNT_LOCKED', say('google.accountLocked'))

/** Refuses to approve what a locked account asks for; an admin can still reject it. */
export const refuseOwnerLocked = (): never => refuse('conflict', 'OWNER_LOCKED', say('ownerLocked'))
