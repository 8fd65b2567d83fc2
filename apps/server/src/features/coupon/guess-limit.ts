import type { Contract } from '@runnel/contract'
import { writeTrap } from '#guard/trap.ts'
import { dayOf, later, secondsBetween } from '#kernel/clock.ts'
import type { Context } from '#kernel/context.ts'
import type { Read, Tx } from '#kernel/db.ts'
import type { Bucket, RateLimits } from '#kernel/http/rate-limit.ts'
import { refuse } from '#kernel/refusal.ts'
import type { Visitor } from '#kernel/session.ts'
import { inSeconds, say } from '#kernel/words/say.ts'

type RedeemContext = Context<Contract['coupon']['check']>

/** Wrong codes of a day after which nothing is redeemed until the next one, not even a right code. */
export const GUESSES_A_DAY = 10

/** Refuses somebody who has typed too many wrong codes today. */
export const refuseTooManyGuesses = async (db: Read, { userId, now }: { userId: string; now: Date }): Promise<void> => {
  const row = await db
    .selectFrom('coupon_guesses')
    .select('count')
    .where('user_id', '=', userId)
    .where('day', '=', dayOf(now))
    .executeTakeFirst()
  if ((row?.count ?? 0) < GUESSES_A_DAY) return
  const midnight = later(new Date(`${dayOf(now)}T00:00:00.000Z`), 86_400)
  const wait = secondsBetween(now, midnight)
  const msg = say('coupon.tooManyInvalidCodes', { wait: inSeconds(wait) })
  refuse('tooMany', 'COUPON_GUESSES', msg, { retryAfter: wait })
}

/** Wrong codes out of one network, however many accounts typed them; many honest people may be behind it. */
const netGuesses: readonly Bucket[] = [
  { name: 'coupon guesses net', points: 30, seconds: 600 },
  { name: 'coupon guesses net day', points: 150, seconds: 86_400 },
]

/** Refuses everybody in a network that too many wrong codes came from lately. Right codes count nothing. */
export const refuseNetwork = async (limits: RateLimits, { net }: Visitor): Promise<void> => {
  let wait = 0
  for (const bucket of netGuesses) wait = Math.max(wait, await limits.waitOf(bucket, net))
  if (wait === 0) return
  const msg = say('coupon.tooManyInvalidCodesFrom', { wait: inSeconds(wait) })
  refuse('tooMany', 'COUPON_GUESSES', msg, { retryAfter: wait })
}

/** Counts a wrong code against the network that it came from. */
export const countNetworkGuess = async (limits: RateLimits, { net }: Visitor): Promise<void> => {
  for (const bucket of netGuesses) await limits.spend(bucket, net)
}

/** Counts a wrong code, in a transaction that survives its refusal. */
export const recordGuess = ({ caller, now, onRollback }: RedeemContext): void =>
  onRollback((tx) => add(tx, { userId: caller.id, day: dayOf(now) }))

const add = async (tx: Tx, { userId, day }: { userId: string; day: string }): Promise<void> => {
  await tx
    .insertInto('coupon_guesses')
    .values({ user_id: userId, day, count: 1 })
    .onConflict((found) =>
      found.columns(['user_id', 'day']).doUpdateSet((set) => ({ count: set('coupon_guesses.count', '+', 1) })),
    )
    .execute()
}

/** Notes somebody who types the code that was laid out for programs; it answers like any wrong one. */
export const recordCanary = ({ caller, visitor, now, onRollback }: RedeemContext): void =>
  onRollback((tx) =>
    writeTrap(tx, { trap: 'canary-coupon', visitor, userId: caller.id, sample: { part: 'coupon' }, now }),
  )
