import type { Allowance } from '@runnel/contract/earn/allowance'
import type { Settings } from '@runnel/contract/settings/settings'
import { sql } from 'kysely'
import { dayOf, later } from '#kernel/clock.ts'
import type { Read, Tx } from '#kernel/db.ts'
import { refuse } from '#kernel/refusal.ts'
import { say, type Words } from '#kernel/words/say.ts'
import { asExecutor } from '#money/accounts.ts'
import { percentOf, type Units } from '#money/amount.ts'

/** What bounds how much of the site's own money an account is paid (migration 0048). */
export interface EarningRules {
  readonly starter: Units
  readonly sharePercent: number
  /** What a claim beyond the allowance pays, and all such claims of a day. */
  readonly reduced: Units
  readonly reducedDay: Units
  /** The last day whose revenue counts. */
  readonly settledUntil: string
}

const DAY_SECONDS = 86_400

/** The rules that the settings choose; null: what an account brings in bounds nothing. */
export const earningRules = (settings: Settings, now: Date): EarningRules | null => {
  const { earning_rules: preset } = settings
  if (preset === 'open') return null
  return {
    starter: settings.allowance_starter,
    sharePercent: settings.allowance_share_percent,
    reduced: preset === 'strict' ? 0 : settings.reduced_reward,
    reducedDay: settings.reduced_day_max,
    settledUntil: dayOf(later(now, -settings.revenue_settle_days * DAY_SECONDS)),
  }
}

interface Asked {
  readonly userId: string
  readonly rules: EarningRules
  readonly now: Date
}

/** Everything of an account that the rules look at, in units. */
export interface AllowanceState {
  /** What it was paid in full, and what it was paid beyond its allowance. */
  readonly used: Units
  readonly reducedPaid: Units
  readonly reducedToday: Units
  readonly settled: Units
}

export const loadAllowance = async (db: Read, { userId, rules, now }: Asked): Promise<AllowanceState> => {
  const { rows } = await sql<AllowanceState>`
    SELECT allowance_used AS used, reduced_paid AS "reducedPaid",
      CASE WHEN reduced_on = ${dayOf(now)}::date THEN reduced_today ELSE 0 END AS "reducedToday",
      settled_revenue(id, ${rules.settledUntil}::date) AS settled
    FROM users WHERE id = ${userId}`.execute(asExecutor(db))
  const [state] = rows
  if (state === undefined) throw new Error(`there is no user ${userId}`)
  return state
}

/** The part of an account's settled revenue that it may be paid. */
const shareOf = ({ settled }: AllowanceState, { sharePercent }: EarningRules): Units =>
  percentOf(Math.max(0, settled), sharePercent)

/** What an account may still be paid in full; below 0 where revenue was taken back that it was paid for. */
export const allowanceLeft = (state: AllowanceState, rules: EarningRules): Units =>
  rules.starter + shareOf(state, rules) - state.used

/** What an account was paid of the site's own money beyond its share of the revenue: starter and reduced rewards. */
export const uncovered = (state: AllowanceState, rules: EarningRules): Units =>
  Math.max(0, state.used + state.reducedPaid - shareOf(state, rules))

const PENDING_AT_MOST = 10

/** Revenue of the days that do not count yet, by the day on which it will, the earliest first. */
export const loadPending = async (db: Read, { userId, rules, now }: Asked): Promise<Allowance['pending']> => {
  const { rows } = await sql<{ day: string; amount: Units }>`
    SELECT (day + (${dayOf(now)}::date - ${rules.settledUntil}::date))::text AS day, sum(revenue)::bigint AS amount
    FROM day_counters WHERE user_id = ${userId} AND day > ${rules.settledUntil}::date
    GROUP BY day_counters.day HAVING sum(revenue) > 0 ORDER BY day_counters.day
    LIMIT ${PENDING_AT_MOST}`.execute(asExecutor(db))
  return rows
}

/** What the page tells of an allowance. */
export const allowanceView = async (
  db: Read,
  { state, ...asked }: Asked & { readonly state: AllowanceState },
): Promise<Allowance> => {
  const { starter, sharePercent, reduced, reducedDay } = asked.rules
  return {
    left: Math.max(0, allowanceLeft(state, asked.rules)),
    starter,
    sharePercent,
    settled: Math.max(0, state.settled),
    pending: await loadPending(db, asked),
    reduced: Math.min(reduced, reducedDay),
    reducedLeft: reduced === 0 ? 0 : Math.max(0, reducedDay - state.reducedToday),
  }
}

/** What somebody reads whose allowance has no room for a reward; null: it has. */
export const beyondAllowance = async (
  db: Read,
  { userId, settings, amount, now }: { userId: string; settings: Settings; amount: Units; now: Date },
): Promise<Words | null> => {
  const rules = earningRules(settings, now)
  if (rules === null || amount === 0) return null
  if (amount <= allowanceLeft(await loadAllowance(db, { userId, rules, now }), rules)) return null
  return say('money.rewardAboveRemainingFull')
}

/**
 * Refuses a reward of the site's own money that the account's allowance has no room for (409 `ALLOWANCE_USED_UP`).
 * Under the user's lock, in the transaction that pays.
 */
export const refuseBeyondAllowance = async (
  { tx, settings, now }: { readonly tx: Tx; readonly settings: Settings; readonly now: Date },
  { userId, amount }: { readonly userId: string; readonly amount: Units },
): Promise<void> => {
  const sentence = await beyondAllowance(tx, { userId, settings, amount, now })
  if (sentence !== null) refuse('conflict', 'ALLOWANCE_USED_UP', sentence)
}
