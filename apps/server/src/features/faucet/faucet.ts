import type { Contract } from '@runnel/contract'
import type { FaucetUsedUp } from '@runnel/contract/earn/faucet'
import type { Settings } from '@runnel/contract/settings/settings'
import {
  allowanceUsedUp,
  budgetUsedUp,
  claimTerms,
  faucetBudget,
  refuseUsedUp,
  usedUpRefusal,
} from '#features/faucet/budget.ts'
import { happyHourAt } from '#features/faucet/schedule.ts'
import { type ClaimFactors, claimWorth, type FaucetSettings, WHOLE, worthsOf } from '#features/faucet/worth.ts'
import { closedBy, isSmallPayment, type Known, refuseClosedClaim, refuseOverBudget } from '#features/outflow/outflow.ts'
import { notify } from '#features/user/user.ts'
import { dayOf, later, secondsBetween } from '#kernel/clock.ts'
import type { Handlers } from '#kernel/context.ts'
import type { Read, Tx } from '#kernel/db.ts'
import { newId } from '#kernel/id.ts'
import { callIn } from '#kernel/postgres/statements.ts'
import { assert, refuse } from '#kernel/refusal.ts'
import type { Visitor } from '#kernel/session.ts'
import { inSeconds, say } from '#kernel/words/say.ts'
import {
  type AllowanceState,
  allowanceView,
  earningRules,
  type EarningRules,
  loadAllowance,
} from '#money/allowance/allowance.ts'
import { PARTS_PER_UNIT, type Units } from '#money/amount.ts'
import { progressOf } from '#money/level.ts'
import { faucetReward } from '#money/reward.ts'

/** The timed faucet: a claim every `faucet_timer` seconds. */
export const faucet: Handlers<Contract['faucet']> = {
  info: async (_input, { db, caller, settings, visitor, now }) => {
    const state = await stateOf(db, caller.id, now)
    const happy = happyHourAt(settings.happy_hours, now)
    const full = nextParts(settings, state, happy)
    const rules = earningRules(settings, now)
    const asked = { userId: caller.id, rules, now }
    const { next, isReduced, usedUp, allowance } = await payable(db, { state, full, settings, visitor, ...asked })
    return {
      faucet_reward: settings.faucet_reward,
      faucet_timer: settings.faucet_timer,
      faucet_exp: settings.faucet_exp,
      lastClaim: state.lastClaim?.toISOString() ?? null,
      wait: waitOf(state.lastClaim, settings, now),
      isHappyHour: happy.isHappyHour,
      nextHappyHour: happy.nextHappyHour?.toISOString() ?? null,
      happyHourEnds: happy.happyHourEnds?.toISOString() ?? null,
      happyHourBonus: settings.happyHourBonus,
      next,
      claimsToday: state.claimsToday,
      dailyClaimLimit: settings.dailyClaimLimit,
      faucetClaim: state.faucetClaim,
      usedUp,
      isReduced,
      allowance:
        rules === null || allowance === null ? null : await allowanceView(db, { ...asked, rules, state: allowance }),
    }
  },

  claim: async (_input, { tx, callAlone, caller, settings, closed, visitor, now, notifyLive }) => {
    refuseClosedClaim({ closed, now }, 'faucet')
    const { isHappyHour } = happyHourAt(settings.happy_hours, now)
    if (settings.faucet_reward === 0) refuse('conflict', 'FAUCET_EMPTY', say('faucet.faucetCurrentlyDisabled'))
    const claimId = newId()
    const exp = settings.faucet_exp
    const worths = worthsOf(settings, isHappyHour)
    const most = Math.ceil((worths.at(-1) ?? 0) / PARTS_PER_UNIT)
    // What may be refused once it is known is one transaction; the rest is one statement.
    const isAlone = isSmallPayment(settings, { source: 'faucet', amount: most })
    const paid = await faucetReward(
      isAlone ? callAlone : (call) => callIn(tx, call),
      {
        userId: caller.id,
        worths,
        percent: WHOLE,
        exp,
        waitSeconds: settings.faucet_timer,
        dayLimit: settings.dailyClaimLimit,
        claimId,
        budget: faucetBudget(settings, visitor),
        rules: earningRules(settings, now),
      },
      now,
    ).catch(refuseUsedUp(now))
    if (paid === undefined) return refuseTurn(tx, { userId: caller.id, settings, now })
    if (paid.level > paid.levelBefore) {
      await notify(tx, { userId: caller.id, kind: 'level-up', values: { level: paid.level }, now })
    }
    notifyLive(caller.id)
    const parts = paid.isReduced
      ? reducedParts(paid.worth)
      : claimParts(settings, { level: paid.paidLevel, isHappyHour, total: paid.worth })
    const { total } = parts
    await refuseOverBudget({ tx, settings, now }, { source: 'faucet', amount: total, posted: total })
    return {
      reward: total,
      parts,
      isReduced: paid.isReduced,
      balance: paid.balance,
      exp,
      progress: progressOf(paid.exp, paid.level),
      wait: settings.faucet_timer,
      msg: say('receivedUnits', { units: total }),
    }
  },
}

/**
 * Refuses a captcha whose claim would find no room: nobody solves what cannot pay. What opens before the member's wait
 * is over is open to them.
 */
export const refuseUnpayable = async (
  db: Read,
  { userId, settings, visitor, now }: Turn & { readonly visitor: Pick<Visitor, 'net'> },
): Promise<void> => {
  const state = await stateOf(db, userId, now)
  const full = nextParts(settings, state, happyHourAt(settings.happy_hours, now))
  const rules = earningRules(settings, now)
  const { usedUp } = await payable(db, { userId, rules, state, full, settings, visitor, now })
  if (usedUp === null) return
  if (usedUp.opensIn !== null && usedUp.opensIn <= waitOf(state.lastClaim, settings, now)) return
  throw usedUpRefusal(usedUp)
}

/** When a user's next claim is ready, and what it pays; undefined where the faucet pays nothing. */
export const claimAhead = async (
  db: Read,
  { userId, settings, closed, visitor, now }: Turn & Known & { readonly visitor: Pick<Visitor, 'net'> },
): Promise<{ readonly readyAt: Date; readonly amount: Units } | undefined> => {
  if (settings.faucet_reward === 0 || closedBy({ closed, now }, 'faucet') !== undefined) return undefined
  const state = await stateOf(db, userId, now)
  const { lastClaim, claimsToday } = state
  const isSpent = settings.dailyClaimLimit > 0 && claimsToday >= settings.dailyClaimLimit
  const midnight = later(new Date(`${dayOf(now)}T00:00:00.000Z`), DAY_SECONDS)
  const turnAt = isSpent ? midnight : later(now, waitOf(lastClaim, settings, now))
  const full = nextParts(settings, state, happyHourAt(settings.happy_hours, turnAt))
  const rules = earningRules(settings, now)
  const { next, usedUp } = await payable(db, { userId, rules, state, full, settings, visitor, now })
  // Whether what settles next is enough for a claim is not known.
  if (usedUp?.of === 'allowance') return undefined
  const opensAt = new Date(usedUp?.opensAt ?? turnAt)
  return { readyAt: opensAt > turnAt ? opensAt : turnAt, amount: next.total }
}

interface PayableInput {
  readonly userId: string
  readonly rules: EarningRules | null
  readonly state: ClaimState
  /** What the next claim is worth in full. */
  readonly full: ClaimParts
  readonly settings: Settings
  readonly visitor: Pick<Visitor, 'net'>
  readonly now: Date
}

interface Payable {
  readonly next: ClaimParts
  readonly isReduced: boolean
  readonly usedUp: FaucetUsedUp | null
  readonly allowance: AllowanceState | null
}

/** What the next claim pays by the earning rules and the budget, or why it pays nothing now. */
const payable = async (
  db: Read,
  { userId, rules, state, full, settings, visitor, now }: PayableInput,
): Promise<Payable> => {
  const budget = faucetBudget(settings, visitor)
  if (rules === null) {
    const usedUp = await budgetUsedUp(db, { ...state, userId, budget, amount: full.total, now })
    return { next: full, isReduced: false, usedUp, allowance: null }
  }
  const allowance = await loadAllowance(db, { userId, rules, now })
  const { pays, own, isFull, reason } = await claimTerms(db, { worth: full.total, state: allowance, rules })
  if (reason !== null) {
    const usedUp = await allowanceUsedUp(db, { userId, rules, reason, now })
    // What is paid once it opens again: the reduced reward tomorrow, and the full one when revenue has settled.
    const later = reason === 'reduced' ? reducedParts(Math.min(full.total, rules.reduced, rules.reducedDay)) : full
    return { next: later, isReduced: reason === 'reduced', usedUp, allowance }
  }
  const usedUp = own === 0 ? null : await budgetUsedUp(db, { ...state, userId, budget, amount: own, now })
  return { next: isFull ? full : reducedParts(pays), isReduced: !isFull, usedUp, allowance }
}

/** A reduced reward has no parts: neither level nor happy hour adds to it. */
const reducedParts = (total: Units): ClaimParts => ({ base: total, level: 0, happyHour: 0, total })

const DAY_SECONDS = 86_400

interface ClaimState {
  readonly lastClaim: Date | null
  readonly level: number
  readonly trustLevel: number
  readonly referrerId: string | null
  /** Fractions that no claim has paid yet, in ten-thousandths of a unit. */
  readonly fraction: number
  readonly faucetClaim: number
  readonly claimsToday: number
}

const stateOf = async (db: Read, userId: string, now: Date): Promise<ClaimState> => {
  const row = await db
    .selectFrom('users')
    .leftJoin('day_counters as today', (join) =>
      join.onRef('today.user_id', '=', 'users.id').on('today.day', '=', dayOf(now)).on('today.source', '=', 'faucet'),
    )
    .select(['users.last_claim_at', 'users.level', 'users.trust_level', 'users.faucet_fraction', 'users.faucet_claim'])
    .select(['users.referrer_id', 'today.count'])
    .where('users.id', '=', userId)
    .executeTakeFirstOrThrow()
  return {
    lastClaim: row.last_claim_at,
    level: row.level,
    trustLevel: row.trust_level,
    referrerId: row.referrer_id,
    fraction: row.faucet_fraction,
    faucetClaim: row.faucet_claim,
    claimsToday: row.count ?? 0,
  }
}

const waitOf = (lastClaim: Date | null, { faucet_timer }: Settings, now: Date): number =>
  lastClaim === null ? 0 : secondsBetween(now, later(lastClaim, faucet_timer))

/** What the next claim pays: fractions of those before it are paid with the claim that makes them a whole unit. */
const nextParts = (
  settings: FaucetSettings,
  { level, fraction }: Pick<ClaimState, 'level' | 'fraction'>,
  { isHappyHour }: Pick<ClaimFactors, 'isHappyHour'>,
): ClaimParts => {
  const worth = fraction + claimWorth(settings, { level, isHappyHour })
  return claimParts(settings, { level, isHappyHour, total: Math.floor(worth / PARTS_PER_UNIT) })
}

/** What a claim of so many units is made of; the fractions of those before it count as the level's. */
const claimParts = (
  settings: FaucetSettings,
  { level, isHappyHour, total }: ClaimFactors & { readonly total: Units },
): ClaimParts => {
  const base = settings.faucet_reward
  const without = claimWorth(settings, { level, isHappyHour: false })
  const happyHour = Math.floor((claimWorth(settings, { level, isHappyHour }) - without) / PARTS_PER_UNIT)
  return { base, level: total - base - happyHour, happyHour, total }
}

interface ClaimParts {
  readonly base: Units
  readonly level: Units
  readonly happyHour: Units
  readonly total: Units
}

interface Turn {
  readonly userId: string
  readonly settings: Settings
  readonly now: Date
}

/** Says why there was no turn to take. */
const refuseTurn = async (tx: Tx, { userId, settings, now }: Turn): Promise<never> => {
  const state = await stateOf(tx, userId, now)
  const wait = waitOf(state.lastClaim, settings, now)
  if (wait > 0) {
    refuse('conflict', 'FAUCET_WAIT', say('faucet.nextClaimReady', { wait: inSeconds(wait) }), { retryAfter: wait })
  }
  assert(settings.dailyClaimLimit > 0, 'a turn is refused for the wait or for the daily limit')
  const msg = say('faucet.reachedDailyLimitClaims', { dailyClaimLimit: settings.dailyClaimLimit })
  return refuse('conflict', 'FAUCET_DAILY_LIMIT', msg)
}
