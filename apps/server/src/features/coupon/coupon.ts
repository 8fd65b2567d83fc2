import { randomInt } from 'node:crypto'
import type { Contract } from '@runnel/contract'
import type { Selectable } from 'kysely'
import { refuseClosedSource, refuseOverBudget } from '#features/outflow/outflow.ts'
import { notifyLevelUp } from '#features/user/user.ts'
import { lockUserForClaim, refuseClaimedDevice, refuseUnderReview } from '#guard/claim-eligibility.ts'
import { secondsBetween } from '#kernel/clock.ts'
import type { Context, Handlers } from '#kernel/context.ts'
import type { Tx } from '#kernel/db.ts'
import type { RateLimits } from '#kernel/http/rate-limit.ts'
import { assert, refuse } from '#kernel/refusal.ts'
import type { Services } from '#kernel/services.ts'
import type { CouponRow } from '#kernel/tables/earning.ts'
import { moment, say } from '#kernel/words/say.ts'
import { refuseBeyondAllowance } from '#money/allowance/allowance.ts'
import { reward } from '#money/reward.ts'
import { recordCanary, recordGuess, countNetworkGuess, refuseTooManyGuesses, refuseNetwork } from './guess-limit.ts'

type RedeemContext = Context<Contract['coupon']['check']>
type Coupon = Selectable<CouponRow>

/** Codes that the owner gives away: once a user and device, as often as each allows. */
export const coupon = ({ limits }: Pick<Services, 'limits'>): Handlers<Contract['coupon']> => ({
  check: async ({ body }, context) => {
    const { tx, caller, visitor, settings, now, notifyLive } = context
    refuseClosedSource(context, 'coupon')
    const claimer = await lockUserForClaim(tx, caller.id)
    await refuseTooManyGuesses(tx, { userId: caller.id, now })
    await refuseNetwork(limits, visitor)
    const found = await foundBy(limits, context, codeKey(body.code))
    await refuseUnfit(context, { found, claimer })
    await consumeUse(context, found)
    await refuseBeyondAllowance(context, { userId: caller.id, amount: found.reward })
    await refuseOverBudget(context, { source: 'coupon', amount: found.reward })
    const paid = await reward(
      tx,
      {
        userId: caller.id,
        source: 'coupon',
        amount: found.reward,
        exp: settings.coupon_exp,
        key: `coupon:${found.id}:${caller.id}`,
        ref: found.id,
      },
      now,
    )
    assert(paid.isNew, 'a use that was written just now was not paid before')
    await notifyLevelUp(tx, { userId: caller.id, paid, now })
    notifyLive(caller.id)
    return {
      reward: found.reward,
      balance: paid.balance,
      msg: say('receivedUnits', { units: found.reward }),
    }
  },
})

/** The code, if there is one and it is on; a guess learns nothing about codes that are off. */
const foundBy = async (limits: RateLimits, context: RedeemContext, code: string): Promise<Coupon> => {
  const { tx, visitor, settings } = context
  const row = await tx.selectFrom('coupons').selectAll().where('code', '=', code).executeTakeFirst()
  if (row?.enabled === true) return row
  recordGuess(context)
  await countNetworkGuess(limits, visitor)
  if (settings.coupon_canary !== '' && code === codeKey(settings.coupon_canary)) recordCanary(context)
  return refuse('notFound', 'COUPON_UNKNOWN', say('coupon.invalidCouponCodeCheck'))
}

interface EligibilityInput {
  readonly found: Coupon
  readonly claimer: { readonly level: number; readonly email_verified_at: Date | null }
}

/** Everything that a code asks for, each with a sentence of its own. */
const refuseUnfit = async (context: RedeemContext, { found, claimer }: EligibilityInput): Promise<void> => {
  const { tx, caller, now } = context
  await refuseUsed(tx, { couponId: found.id, userId: caller.id })
  const { valid_from: from, valid_until: until, min_level: level } = found
  if (from !== null && from > now) {
    const msg = say('coupon.couponRedeemedFromUtc', { start: moment(from) })
    refuse('conflict', 'COUPON_NOT_YET', msg, { retryAfter: secondsBetween(now, from) })
  }
  if (until !== null && until <= now) refuse('conflict', 'COUPON_OVER', say('coupon.couponCodeExpired'))
  if (found.uses >= found.uses_max) refuseUsedUp()
  if (claimer.level < level) {
    refuse('conflict', 'COUPON_LEVEL', say('coupon.couponRequiresLevelLevel', { level, own: claimer.level }))
  }
  if (found.verified_only && claimer.email_verified_at === null) {
    refuse('conflict', 'COUPON_VERIFY_EMAIL', say('coupon.couponRequiresVerifiedEmail'))
  }
  await refuseUnderReview(tx, { userId: caller.id, now })
}

const refuseUsed = async (tx: Tx, { couponId, userId }: { couponId: string; userId: string }): Promise<void> => {
  const before = await tx
    .selectFrom('coupon_uses')
    .select('at')
    .where('coupon_id', '=', couponId)
    .where('user_id', '=', userId)
    .executeTakeFirst()
  if (before !== undefined) refuse('conflict', 'COUPON_USED', say('coupon.alreadyRedeemedCoupon'))
}

const refuseUsedUp = (): never => refuse('conflict', 'COUPON_USED_UP', say('coupon.couponReachedRedemptionLimit'))

/**
 * Takes one use of the code: of many at once, exactly as many pass as there are uses. The owner may have changed or
 * removed the code since it was read, so that what was read must still hold.
 */
const consumeUse = async (context: RedeemContext, found: Coupon): Promise<void> => {
  const { tx, caller, visitor, now } = context
  const taken = await tx
    .updateTable('coupons')
    .set((row) => ({ uses: row('uses', '+', 1), cost: row('cost', '+', found.reward) }))
    .where('id', '=', found.id)
    .where('enabled', '=', true)
    .where('reward', '=', found.reward)
    .whereRef('uses', '<', 'uses_max')
    .returning('id')
    .executeTakeFirst()
  if (taken === undefined) refuseUsedUp()
  const kept = await tx
    .insertInto('coupon_uses')
    .values({ coupon_id: found.id, user_id: caller.id, reward: found.reward, device_id: visitor.deviceId, at: now })
    .onConflict((row) => row.doNothing())
    .returning('at')
    .executeTakeFirst()
  if (kept === undefined) refuseClaimedDevice(context, { userId: caller.id, what: 'code', now })
}

/** Capitals and digits that nobody takes for each other when a code is read aloud or copied from paper. */
export const CODE_LETTERS = 'ABCDEFGHJKMNPQRSTUVWXYZ23456789'
/** About 59 bits: nobody guesses one of them. */
const CODE_LENGTH = 12

/** A code as it is kept and compared. */
export const codeKey = (typed: string): string => typed.trim().toUpperCase()

/** Random codes behind a beginning, all different. */
export const randomCodes = (count: number, prefix: string): string[] => {
  const codes = new Set<string>()
  while (codes.size < count) codes.add(codeKey(prefix) + randomCode())
  return [...codes]
}

const randomCode = (): string => {
  const letters = Array.from({ length: CODE_LENGTH }, () => CODE_LETTERS[randomInt(CODE_LETTERS.length)])
  return letters.join('')
}
