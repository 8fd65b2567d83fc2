import { EarningKind } from '@runnel/contract/home'
import type { Settings } from '@runnel/contract/settings/settings'
import { sql } from 'kysely'
import type { Read } from '#kernel/db.ts'
import { asExecutor } from '#money/accounts.ts'

/** Ways that are open only while there is something to do in them. */
type Stocked = Extract<EarningKind, 'ptc' | 'link' | 'offerwall' | 'task' | 'challenge' | 'coupon'>

/** Which of the ways that need a stock have one right now. */
export const sourcesWithStock = async (db: Read): Promise<Record<Stocked, boolean>> => {
  const { rows } = await sql<Record<Stocked, boolean>>`
    SELECT EXISTS (SELECT FROM campaigns WHERE status = 'active' AND views_left > 0) AS ptc,
      EXISTS (SELECT FROM link_providers WHERE enabled AND removed_at IS NULL) AS link,
      EXISTS (SELECT FROM offerwalls WHERE enabled) AS offerwall,
      EXISTS (SELECT FROM tasks WHERE status = 'active' AND places > held + accepted + returned) AS task,
      EXISTS (SELECT FROM earn_challenges WHERE enabled) AS challenge,
      EXISTS (SELECT FROM coupons WHERE enabled AND uses < uses_max) AS coupon`.execute(asExecutor(db))
  return rows[0] ?? { ptc: false, link: false, offerwall: false, task: false, challenge: false, coupon: false }
}

/** The ways to earn that are open, in the order of the contract. */
export const openSources = (settings: Settings, stocked: Record<Stocked, boolean>): EarningKind[] => {
  const isOpen: Record<EarningKind, boolean> = {
    ...stocked,
    faucet: settings.faucet_reward > 0,
    bonus: true,
    leaderboard: [
      ...settings.leaderboard_prizes_day,
      ...settings.leaderboard_prizes_week,
      ...settings.leaderboard_prizes_month,
    ].some((prize) => prize > 0),
    referral: settings.referral_commission > 0 || settings.referral_offerwall_commission > 0,
  }
  return EarningKind.options.filter((kind) => isOpen[kind])
}
