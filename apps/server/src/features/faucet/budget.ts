import type { FaucetUsedUp } from '@runnel/contract/earn/faucet'
import type { Settings } from '@runnel/contract/settings/settings'
import { sql } from 'kysely'
import { secondsBetween } from '#kernel/clock.ts'
import { databaseError, type Read } from '#kernel/db.ts'
import { relativeTime } from '#kernel/http/rate-limit.ts'
import { assert, Refusal } from '#kernel/refusal.ts'
import type { Visitor } from '#kernel/session.ts'
import { asExecutor } from '#money/accounts.ts'
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
  { budget, trustLevel, referrerId, amount, now }: Asked,
): Promise<FaucetUsedUp | null> => {
  const { dayMax, reserves, networkPercent, net, commission } = budget
  if (dayMax === 0) return null
  const { rows } = await sql<{ of: FaucetUsedUp['of'] | null; opensAt: Date }>`
    SELECT reason AS of, opens_at AS "opensAt" FROM faucet_room(${trustLevel}, ${net},
      faucet_cost(${amount}, ${referrerId}, ${commission}), ${dayMax},
      faucet_reserves(${[...reserves]}::integer[], ${amount}, ${dayMax}, ${now}), ${networkPercent}, ${now})`.execute(
    asExecutor(db),
  )
  const [room] = rows
  assert(room !== undefined, 'the budget has an answer')
  const { of, opensAt } = room
  return of === null ? null : { of, opensAt: opensAt.toISOString(), opensIn: secondsBetween(now, opensAt) }
}

const NO_ROOM = 'RN011'

/**
 * Refuses a claim that found no room. Nothing of it has happened: the wait is not begun, and what was solved counts
 * again as long as it lasts.
 */
export const refuseUsedUp =
  (now: Date) =>
  (error: unknown): never => {
    const found = databaseError(error)
    if (found?.code !== NO_ROOM) throw error
    const [of, opensAt] = found.detail.split(' ')
    // The next hour may have begun since.
    const retryAfter = Math.max(1, secondsBetween(now, new Date(Number(opensAt) * 1_000)))
    const when = relativeTime(retryAfter)
    const refused = (code: string, msg: string) =>
      new Refusal('conflict', { code, msg, retryAfter }, { keepsCheck: true })
    throw of === 'network'
      ? refused('FAUCET_BUDGET_NETWORK', `Your network’s share of today’s rewards is used up. It’s renewed ${when}.`)
      : refused('FAUCET_BUDGET_HOUR', `This hour’s rewards are used up. New ones are available ${when}.`)
  }
