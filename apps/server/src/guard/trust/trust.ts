import { type TrustLevel, trustLevels, type TrustNeed } from '@runnel/contract/check/trust'
import { sql } from 'kysely'
import { sharedDestinationsSql } from '#guard/suspicion/shared-destination.ts'
import { dayOf } from '#kernel/clock.ts'
import type { Db, Read, Tx } from '#kernel/db.ts'
import { asExecutor } from '#money/accounts.ts'

/**
 * Everything that decides the level of an account: what `trust_facts` of migration 0043 reads, but for the payout, of
 * which `shared-destination.ts` says whether its destination is shared.
 */
export interface TrustFacts {
  readonly isVerified: boolean
  /** UTC days with three paid actions. */
  readonly activeDays: number
  /** Right answers to our pictures; claims, where the account's captchas are none of ours. */
  readonly answers: number
  /** Units from ads, shortlinks and offerwalls that can hardly be taken back any more. */
  readonly earned: number
  /** Levels that a reviewer has granted, each in the place of the earnings that it asks for. */
  readonly grants: number
  /** Whether its withdrawals are held for a review. */
  readonly isHeld: boolean
  /** Whether it was paid a while ago, to a destination that nobody else is held against it for. */
  readonly hasPayout: boolean
}

/** One thing that a step asks for, and how much of it there is. */
export interface TrustProgress {
  readonly need: TrustNeed
  readonly have: number
  readonly wanted: number
}

type Requirement = (facts: TrustFacts) => TrustProgress

const atLeast =
  (need: TrustNeed, wanted: number, read: (facts: TrustFacts) => number): Requirement =>
  (facts) => ({ need, have: Math.min(read(facts), wanted), wanted })
const must = (need: TrustNeed, read: (facts: TrustFacts) => boolean): Requirement =>
  atLeast(need, 1, (facts) => Number(read(facts)))
const activeDays = (wanted: number): Requirement => atLeast('days', wanted, (facts) => facts.activeDays)
/** The grant of this number stands in the place of the earnings. */
const earned = (wanted: number, grant: number): Requirement =>
  atLeast('earned', wanted, (facts) => (facts.grants >= grant ? wanted : facts.earned))

/** What each level asks for beyond the one below it (ANTIBOT.md 4.1). */
const requirements: Readonly<Record<TrustLevel, readonly Requirement[]>> = {
  new: [],
  known: [must('email', (facts) => facts.isVerified), activeDays(3), atLeast('answers', 20, (facts) => facts.answers)],
  trusted: [activeDays(10), earned(2_000, 1), must('review', (facts) => !facts.isHeld)],
  proven: [activeDays(45), earned(20_000, 2), must('payout', (facts) => facts.hasPayout)],
}

/** What the step to this level asks for, in the order in which a member meets it. */
export const trustProgress = (facts: TrustFacts, level: TrustLevel): readonly TrustProgress[] =>
  requirements[level].map((requirement) => requirement(facts))

/** The level that the facts alone give: the highest of which all steps below are done too. */
export const trustLevelOf = (facts: TrustFacts): TrustLevel => {
  const missing = trustLevels.findIndex((level) =>
    trustProgress(facts, level).some(({ have, wanted }) => have < wanted),
  )
  return trustLevels.at(missing === -1 ? -1 : missing - 1) ?? 'new'
}

/** A level as `users.trust_level` holds it, from 0. */
export const trustRank = (level: TrustLevel): number => trustLevels.indexOf(level)
/** The level of a `users.trust_level`. */
export const trustLevelAt = (rank: number): TrustLevel => trustLevels[rank] ?? 'new'

interface Asked {
  readonly userId: string
  readonly now: Date
}

export const loadTrustFacts = async (db: Read, { userId, now }: Asked): Promise<TrustFacts> => {
  const { rows } = await sql<TrustFacts>`
    SELECT is_verified AS "isVerified", active_days AS "activeDays", answers, earned, grants, is_held AS "isHeld",
      EXISTS (SELECT FROM withdrawals w WHERE w.user_id = ${userId} AND w.status = 'paid'
        AND w.paid_at <= ${now}::timestamptz - interval '14 days' AND w.address_key NOT IN
          (SELECT shared.address FROM (${sharedDestinationsSql([userId])}) shared)) AS "hasPayout"
    FROM trust_facts(${userId}, ${now})`.execute(asExecutor(db))
  const [facts] = rows
  if (facts === undefined) throw new Error(`there is no user ${userId}`)
  return facts
}

/** Sets how many levels are granted, and lets the level follow: what a person decides can lower it too. */
export const grantTrust = async (
  tx: Tx,
  { userId, grants, now }: Asked & { readonly grants: number },
): Promise<TrustLevel> => {
  await tx.updateTable('users').set({ trust_grants: grants }).where('id', '=', userId).execute()
  const level = trustLevelOf(await loadTrustFacts(tx, { userId, now }))
  const set = { trust_level: trustRank(level), trust_on: dayOf(now) }
  await tx.updateTable('users').set(set).where('id', '=', userId).execute()
  return level
}

/**
 * Judges an account anew and stores its level, which claims read as `users.trust_level`. A level that was reached
 * stays: a doubtful record raises the rate of captchas instead, and old days count less once they are folded.
 */
export const judgeTrust = async (
  db: Pick<Db, 'read' | 'write'>,
  { userId, now }: Asked,
): Promise<{ readonly level: TrustLevel; readonly facts: TrustFacts }> => {
  const facts = await loadTrustFacts(db.read, { userId, now })
  const found = trustRank(trustLevelOf(facts))
  const { trust_level: rank } = await db.write((tx) =>
    tx
      .updateTable('users')
      .set({ trust_level: sql<number>`greatest(trust_level, ${found}::smallint)`, trust_on: dayOf(now) })
      .where('id', '=', userId)
      .returning('trust_level')
      .executeTakeFirstOrThrow(),
  )
  return { level: trustLevelAt(rank), facts }
}
