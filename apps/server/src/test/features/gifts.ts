import type { AdminCoupon } from '@runnel/contract/earn/coupon'
import { dayOf } from '#kernel/clock.ts'
import type { Db } from '#kernel/db.ts'
import { newId } from '#kernel/id.ts'
import { signedIn } from '#test/sign-up.ts'
import { createSolver } from '#test/solve.ts'
import { type Person, Refused, type Visitor, type World } from '#test/world.ts'

/** What a person has done on a day, as rewards leave it behind; a day that is not given is today. */
export const haveDone = (
  world: World,
  { id }: { id: string },
  { source, count, earned = count, day }: { source: string; count: number; earned?: number; day?: string },
): Promise<unknown> =>
  world.db.raw(
    `INSERT INTO day_counters (user_id, day, source, count, earned) VALUES ($1, $2, $3, $4, $5)
     ON CONFLICT (user_id, day, source) DO UPDATE SET count = EXCLUDED.count, earned = EXCLUDED.earned`,
    [id, day ?? dayOf(world.clock.now()), source, count, earned],
  )

/** Lets a reviewer hold what an account withdraws. */
export const holdForReview = (world: World, { id }: { id: string }): Promise<unknown> =>
  world.db.raw(
    `INSERT INTO measures (id, user_id, kind, since, reason) VALUES ($1, $2, 'review', $3, 'For the test.')`,
    [newId(), id, world.clock.now()],
  )

/** Ends that again. */
export const endReview = (world: World, { id }: { id: string }): Promise<unknown> =>
  world.db.raw("UPDATE measures SET released_at = since WHERE user_id = $1 AND kind = 'review'", [id])

/** Why an account is under suspicion. */
export const reasonsOf = async (world: World, { id }: { id: string }): Promise<unknown[]> => {
  const rows = await world.db.raw('SELECT reason FROM risk_marks WHERE user_id = $1 ORDER BY reason', [id])
  return rows.map(({ reason }) => reason)
}

/** Somebody on the device of somebody else. */
export const onDeviceOf = (world: World, owner: Visitor, { token }: Person) => {
  const client = signedIn(owner, token)
  return { ...client, solve: createSolver({ client, db: world.db }) }
}

/** How many of many calls went through, and with what the others were refused. */
export const outcome = async (calls: readonly Promise<unknown>[]): Promise<{ paid: number; refusals: unknown[] }> => {
  const settled = await Promise.allSettled(calls)
  const codes = settled.flatMap((one) => {
    if (one.status === 'fulfilled') return []
    return one.reason instanceof Refused ? [one.reason.failure['code']] : [String(one.reason)]
  })
  return { paid: settled.length - codes.length, refusals: [...new Set(codes)] }
}

/** Lets a person hold many open challenges at once, which the site does not: then only the gift's own lock is left. */
export const letChallengesPileUp = async (db: Pick<Db, 'raw'>, userId: string): Promise<void> => {
  await db.raw('DROP INDEX IF EXISTS challenges_open')
  await db.raw('UPDATE challenges SET used_at = NULL, outcome = NULL WHERE user_id = $1', [userId])
}

export const endPilingUp = async (db: Pick<Db, 'raw'>): Promise<void> => {
  await db.raw('DELETE FROM challenges WHERE used_at IS NULL')
  await db.raw(`CREATE UNIQUE INDEX challenges_open ON challenges (user_id, action, family)
    WHERE used_at IS NULL AND user_id IS NOT NULL`)
}

/** A code as an owner would make one; tests change what matters to them. */
export const couponFields: Omit<AdminCoupon, '_id' | 'code' | 'uses' | 'cost' | 'batchId' | 'createdAt'> = {
  name: 'Thank you',
  reward: 200,
  usesMax: 1_000,
  from: null,
  until: null,
  minLevel: 1,
  verifiedOnly: false,
  enabled: true,
}
