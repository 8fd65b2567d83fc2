import type { Contract } from '@runnel/contract'
import { BONUS_DAYS, type BonusDay } from '@runnel/contract/earn/bonus'
import type { Settings } from '@runnel/contract/settings/settings'
import { refuseClosedClaim, refuseOverBudget } from '#features/outflow/outflow.ts'
import { notifyLevelUp } from '#features/user/user.ts'
import {
  lockUserForClaim,
  refuseClaimedDevice,
  refuseUnderReview,
  deviceAlreadyClaimedMessage,
  underReviewReason,
} from '#guard/claim-eligibility.ts'
import { dayOf } from '#kernel/clock.ts'
import type { Context, Handlers } from '#kernel/context.ts'
import type { Read } from '#kernel/db.ts'
import { assert, refuse } from '#kernel/refusal.ts'
import { say } from '#kernel/words/say.ts'
import { beyondAllowance, refuseBeyondAllowance } from '#money/allowance/allowance.ts'
import { progressOf } from '#money/level.ts'
import { reward } from '#money/reward.ts'
import { addDays, type Claimed, graceOf, type Past, type Turn, turnOf } from './schedule.ts'

type ClaimContext = Context<Contract['bonus']['claim']>

const HISTORY = 30

/** The daily bonus: seven days that pay more and more, one a UTC day. */
export const bonus: Handlers<Contract['bonus']> = {
  info: async (_input, { db, caller, visitor, settings, now }) => {
    const [history, lastGrace, claimsMade, closed] = await Promise.all([
      historyOf(db, { userId: caller.id, limit: HISTORY }),
      lastGraceOf(db, caller.id),
      claimsOf(db, { userId: caller.id, today: dayOf(now) }),
      closedFor(db, { userId: caller.id, deviceId: visitor.deviceId, now }),
    ])
    const past = { newest: history[0], lastGrace }
    const asked = { today: dayOf(now), graceDays: settings.bonus_grace_days }
    const turn = turnOf(past, asked)
    const own = { userId: caller.id, settings, amount: rewardOf(settings, turn.day), now }
    const beyond = turn.claimed ? null : await beyondAllowance(db, own)
    const grace = graceOf(past, asked)
    return {
      bonuses: roundOf(settings, turn),
      history: history.map(({ streak: _streak, ...claim }) => claim),
      today: {
        day: turn.day,
        reward: turn.claimed ? (history[0]?.reward ?? 0) : rewardOf(settings, turn.day),
        claimed: turn.claimed,
        claimsNeeded: settings.bonus_min_claims,
        claimsMade,
        closed: turn.claimed ? null : (closed ?? beyond),
      },
      streak: turn.claimed ? turn.streak : turn.streak - 1,
      grace: {
        available: grace.available,
        nextAt: grace.next === undefined ? null : midnightOf(grace.next),
        willBeUsed: !turn.claimed && turn.usesGrace,
      },
      resetsAt: midnightOf(nextDate(past, asked.today)),
    }
  },

  claim: async ({ params }, context) => {
    const { tx, caller, settings, now, notifyLive } = context
    refuseClosedClaim(context, 'bonus')
    const turn = await openTurn(context, Number(params.day))
    const date = dayOf(now)
    const amount = rewardOf(settings, turn.day)
    await storeClaim(context, { turn, date, amount })
    await refuseBeyondAllowance(context, { userId: caller.id, amount })
    await refuseOverBudget(context, { source: 'bonus', amount })
    const paid = await reward(
      tx,
      {
        userId: caller.id,
        source: 'bonus',
        amount,
        exp: settings.bonus_exp,
        key: `bonus:${caller.id}:${date}`,
        meta: { day: turn.day, streak: turn.streak },
      },
      now,
    )
    assert(paid.isNew, 'a claim that was written just now was not paid before')
    await notifyLevelUp(tx, { userId: caller.id, paid, now })
    notifyLive(caller.id)
    return {
      reward: amount,
      balance: paid.balance,
      exp: settings.bonus_exp,
      progress: progressOf(paid.exp, paid.level),
      streak: turn.streak,
      graceUsed: turn.usesGrace,
      msg: say('receivedUnits', { units: amount }),
    }
  },
}

/** Today's bonus of a user: how many days in a row there are, and what can be claimed now; 0: nothing. */
export const bonusNow = async (
  db: Read,
  { userId, settings, now }: { userId: string; settings: Settings; now: Date },
): Promise<{ streak: number; reward: number }> => {
  const today = dayOf(now)
  const [newest] = await historyOf(db, { userId, limit: 1 })
  const lastGrace = await lastGraceOf(db, userId)
  const turn = turnOf({ newest, lastGrace }, { today, graceDays: settings.bonus_grace_days })
  if (turn.claimed) return { streak: turn.streak, reward: 0 }
  const isActive = (await claimsOf(db, { userId, today })) >= settings.bonus_min_claims
  const amount = rewardOf(settings, turn.day)
  const isOpen =
    isActive &&
    (await underReviewReason(db, { userId, now })) === null &&
    (await beyondAllowance(db, { userId, settings, amount, now })) === null
  return { streak: turn.streak - 1, reward: isOpen ? amount : 0 }
}

const rewardOf = ({ bonus_rewards }: Settings, day: number): number => {
  const amount = bonus_rewards[day - 1]
  assert(amount !== undefined, `day ${day} of the bonus has a reward`)
  return amount
}

const midnightOf = (date: string): string => `${date}T00:00:00.000Z`

/** The date from which the next bonus can be claimed; with a clock that was set back it is after the newest claim. */
const nextDate = ({ newest }: Past, today: string): string =>
  addDays(newest !== undefined && newest.date > today ? newest.date : today, 1)

const roundOf = (settings: Settings, turn: Turn): BonusDay[] =>
  Array.from({ length: BONUS_DAYS }, (_, index) => {
    const day = index + 1
    return { day, reward: rewardOf(settings, day), state: stateOf(day, turn) }
  })

const stateOf = (day: number, turn: Turn): BonusDay['state'] => {
  if (day === turn.day) return turn.claimed ? 'claimed' : 'today'
  return day < turn.day ? 'claimed' : 'ahead'
}

type PaidClaim = Claimed & { readonly reward: number }

const historyOf = (db: Read, { userId, limit }: { userId: string; limit: number }): Promise<PaidClaim[]> =>
  db
    .selectFrom('bonus_claims')
    .select(['date', 'day', 'streak', 'grace', 'reward'])
    .where('user_id', '=', userId)
    .orderBy('date', 'desc')
    .limit(limit)
    .execute()

const lastGraceOf = async (db: Read, userId: string): Promise<string | undefined> => {
  const row = await db
    .selectFrom('bonus_claims')
    .select('date')
    .where('user_id', '=', userId)
    .where('grace', '=', true)
    .orderBy('date', 'desc')
    .limit(1)
    .executeTakeFirst()
  return row?.date
}

/** Faucet claims of a day. */
const claimsOf = async (db: Read, { userId, today }: { userId: string; today: string }): Promise<number> => {
  const row = await db
    .selectFrom('day_counters')
    .select('count')
    .where('user_id', '=', userId)
    .where('day', '=', today)
    .where('source', '=', 'faucet')
    .executeTakeFirst()
  return row?.count ?? 0
}

/** Why today's bonus is refused whatever is solved for it: known before, so that nobody works for nothing. */
const closedFor = async (
  db: Read,
  { userId, deviceId, now }: { userId: string; deviceId: string; now: Date },
): Promise<string | null> => {
  const reviewed = await underReviewReason(db, { userId, now })
  if (reviewed !== null) return reviewed
  const first = await db
    .selectFrom('bonus_claims')
    .select('user_id')
    .where('device_id', '=', deviceId)
    .where('date', '=', dayOf(now))
    .executeTakeFirst()
  return first === undefined || first.user_id === userId ? null : deviceAlreadyClaimedMessage(TODAYS)
}

const TODAYS = 'bonus'

/** The turn that is open today, under the lock of the user's row; every other day is refused with its reason. */
const openTurn = async (context: ClaimContext, day: number): Promise<Turn> => {
  const { tx, caller, settings, now } = context
  await lockUserForClaim(tx, caller.id)
  const [newest] = await historyOf(tx, { userId: caller.id, limit: 1 })
  const past = { newest, lastGrace: await lastGraceOf(tx, caller.id) }
  const turn = turnOf(past, { today: dayOf(now), graceDays: settings.bonus_grace_days })
  if (turn.claimed && turn.day === day) {
    refuse('conflict', 'BONUS_CLAIMED', say('bonus.alreadyClaimedTodaysBonus'))
  }
  if (turn.claimed || turn.day !== day) {
    const msg = turn.claimed
      ? say('bonus.dayAvailableYetAlready', { day, turn: turn.day })
      : say('bonus.dayAvailableTodayDay', { day, turn: turn.day })
    refuse('conflict', 'BONUS_NOT_TODAY', msg)
  }
  await refuseUnderReview(tx, { userId: caller.id, now })
  await refuseIdle(context)
  return turn
}

const refuseIdle = async ({ tx, caller, settings, now }: ClaimContext): Promise<void> => {
  const needed = settings.bonus_min_claims
  if (needed === 0) return
  const missing = needed - (await claimsOf(tx, { userId: caller.id, today: dayOf(now) }))
  if (missing <= 0) return
  refuse('conflict', 'BONUS_ACTIVITY_FIRST', say('bonus.claimsFirst', { missing }))
}

interface Kept {
  readonly turn: Turn
  readonly date: string
  readonly amount: number
}

/** Writes the claim down. The user's own day was free under the lock, so only the device can have been used. */
const storeClaim = async (context: ClaimContext, { turn, date, amount }: Kept): Promise<void> => {
  const { tx, caller, visitor, now } = context
  const kept = await tx
    .insertInto('bonus_claims')
    .values({
      user_id: caller.id,
      date,
      day: turn.day,
      streak: turn.streak,
      reward: amount,
      grace: turn.usesGrace,
      device_id: visitor.deviceId,
      at: now,
    })
    .onConflict((row) => row.doNothing())
    .returning('date')
    .executeTakeFirst()
  if (kept === undefined) refuseClaimedDevice(context, { userId: caller.id, what: TODAYS, now })
}
