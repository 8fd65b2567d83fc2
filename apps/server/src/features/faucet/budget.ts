import type { FaucetUsedUp } from '@runnel/contract/earn/faucet'
import type { Settings } from '@runnel/contract/settings/settings'
import { sql } from 'kysely'
import { dayOf, later, secondsBetween } from '#kernel/clock.ts'
import { databaseError, type Read } from '#kernel/db.ts'
import { assert, Refusal } from '#kernel/refusal.ts'
import type { Visitor } from '#kernel/session.ts'
import { inSeconds, say } from '#kernel/words/say.ts'
import { asExecutor } from '#money/accounts.ts'
import { type AllowanceState, type EarningRules, loadPending } from '#money/allowance/allowance.ts'
import type { Units } from '#money/amount.ts'
import type { FaucetBudget } from '#money/reward.ts'

/** What bounds a claim that comes from this network. */
export const faucetBudget = (settings: Settings, { net }: Pick<Visitor, 'net'>): FaucetBudget => ({
  dayMax: settings.faucet_day_max,
  // What is kept for Trusted is kept from everybody below.
  reserves: [Math.max(settings.faucet_known_reserve, settings.faucet_trusted_reserve), settings.faucet_trusted_reserve],
  networkPercent: settings.faucet_network_percent,
  net,
  commission: settings.referral_commission,
})

interface Asked {
  readonly userId: string
  readonly budget: FaucetBudget
  /** As `users.trust_level` holds it. */
  readonly trustLevel: number
  readonly referrerId: string | null
  readonly amount: Units
  readonly now: Date
}

/** Why a claim of this amount would find no room, and when there may be some; null: it would. */
export const budgetUsedUp = async (
  db: Read,
  { userId, budget, trustLevel, referrerId, amount, now }: Asked,
): Promise<FaucetUsedUp | null> => {
  const { dayMax, reserves, networkPercent, net, commission } = budget
  if (dayMax === 0) return null
  const { rows } = await sql<{ of: FaucetUsedUp['of'] | null; opensAt: Date }>`
    SELECT CASE WHEN reason = 'hour' AND ${trustLevel} > 0 AND faucet_is_kept(${userId}, cost, ${dayMax}, ${now})
      THEN NULL ELSE reason END AS of, opens_at AS "opensAt"
    FROM faucet_cost(${amount}, ${referrerId}, ${commission}) cost, faucet_room(${trustLevel}, ${net}, cost, ${dayMax},
      faucet_reserves(${[...reserves]}::integer[], ${amount}, ${dayMax}, ${now}), ${networkPercent}, ${now})`.execute(
    asExecutor(db),
  )
  const [room] = rows
  assert(room !== undefined, 'the budget has an answer')
  const { of, opensAt } = room
  return of === null ? null : { of, opensAt: opensAt.toISOString(), opensIn: secondsBetween(now, opensAt) }
}

export interface ClaimTerms {
  readonly pays: Units
  /** What of it takes room in the budget. */
  readonly own: Units
  readonly isFull: boolean
  readonly reason: 'allowance' | 'reduced' | null
}

/** What a claim worth so much pays by the earning rules: the function that the claim itself asks. */
export const claimTerms = async (
  db: Read,
  { worth, state, rules }: { worth: Units; state: AllowanceState; rules: EarningRules },
): Promise<ClaimTerms> => {
  const { rows } = await sql<ClaimTerms>`
    SELECT pays, own, is_full AS "isFull", reason FROM faucet_pays(${worth}, ${state.used}, ${state.settled},
      ${state.reducedToday}, ${rules.starter}, ${rules.sharePercent}, ${rules.reduced}, ${rules.reducedDay})`.execute(
    asExecutor(db),
  )
  const [terms] = rows
  assert(terms !== undefined, 'the rules have an answer')
  return terms
}

/** When an account that may be paid nothing may be paid again: the next day, or when revenue settles, if any will. */
export const allowanceUsedUp = async (
  db: Read,
  { userId, rules, reason, now }: { userId: string; rules: EarningRules; reason: 'allowance' | 'reduced'; now: Date },
): Promise<FaucetUsedUp> => {
  const settles = (await loadPending(db, { userId, rules, now }))[0]?.day
  const day = reason === 'reduced' ? dayOf(later(now, DAY_SECONDS)) : settles
  if (day === undefined) return { of: reason, opensAt: null, opensIn: null }
  const opensAt = new Date(`${day}T00:00:00.000Z`)
  return { of: reason, opensAt: opensAt.toISOString(), opensIn: secondsBetween(now, opensAt) }
}

const DAY_SECONDS = 86_400
const NO_ROOM = 'RN011'
const NO_ALLOWANCE = 'RN012'

/**
 * Refuses a claim that found no room. Nothing of it has happened: the wait is not begun, and what was solved counts
 * again as long as it lasts.
 */
export const refuseUsedUp =
  (now: Date) =>
  (error: unknown): never => {
    const found = databaseError(error)
    if (found?.code === NO_ALLOWANCE) {
      throw usedUpRefusal({ of: found.detail === 'reduced' ? 'reduced' : 'allowance', opensIn: null })
    }
    if (found?.code !== NO_ROOM) throw error
    const [of, opensAt] = found.detail.split(' ')
    const opensIn = secondsBetween(now, new Date(Number(opensAt) * 1_000))
    throw usedUpRefusal({ of: of === 'network' ? 'network' : 'hour', opensIn })
  }

/** What a member is told where a claim would pay nothing now; the captcha stays unused. */
export const usedUpRefusal = ({ of, opensIn }: Pick<FaucetUsedUp, 'of' | 'opensIn'>): Refusal => {
  // The next hour may have begun since.
  const retryAfter = opensIn === null ? undefined : Math.max(1, opensIn)
  const when = inSeconds(retryAfter ?? 3_600)
  const { code, msg } = {
    hour: { code: 'FAUCET_BUDGET_HOUR', msg: say('faucet.hoursRewardsUsedUp', { when }) },
    network: {
      code: 'FAUCET_BUDGET_NETWORK',
      msg: say('faucet.networksShareTodaysRewards', { when }),
    },
    reduced: {
      code: 'FAUCET_REDUCED_USED_UP',
      msg: say('faucet.todaysReducedRewardsUsed'),
    },
    allowance: {
      code: 'FAUCET_ALLOWANCE_USED_UP',
      msg: say('faucet.fullRewardsUsedUp'),
    },
  }[of]
  return new Refusal('conflict', { code, msg, ...(retryAfter !== undefined && { retryAfter }) }, { keepsCheck: true })
}
