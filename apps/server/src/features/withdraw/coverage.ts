import type { Settings } from '@runnel/contract/settings/settings'
import type { Read } from '#kernel/db.ts'
import { refuseField } from '#kernel/refusal.ts'
import { money, say, type Words } from '#kernel/words/say.ts'
import { earningRules, loadAllowance, uncovered } from '#money/allowance/allowance.ts'
import type { Units } from '#money/amount.ts'
import type { Requirement } from './eligibility.ts'

interface CoverageInput {
  readonly userId: string
  readonly settings: Settings
  readonly now: Date
}

/** From this level on an account is known to be worth its rewards. */
const TRUSTED = 2

/**
 * What an account below Trusted was paid of the site's own money beyond its share of the revenue that it brought. By
 * itself an account can withdraw that, but only much of it at once, and cannot hand it on: a farm would pool the
 * starters of all its accounts in one.
 */
export const uncoveredOf = async (db: Read, { userId, settings, now }: CoverageInput): Promise<Units> => {
  const rules = earningRules(settings, now)
  if (rules === null) return 0
  const { trust_level: level } = await db
    .selectFrom('users')
    .select('trust_level')
    .where('id', '=', userId)
    .executeTakeFirstOrThrow()
  return level >= TRUSTED ? 0 : uncovered(await loadAllowance(db, { userId, rules, now }), rules)
}

/** The minimum of accounts that were paid more than they brought in; null where that bounds nothing. */
export const uncoveredMinimum = (settings: Settings, now: Date): Units | null =>
  earningRules(settings, now) === null || settings.allowance_withdraw_min === 0 ? null : settings.allowance_withdraw_min

const minimumText = ({ allowance_withdraw_min: minimum, site_currency: currency }: Settings): Words =>
  say('withdraw.minimumUntilOffersAds', { minimum: money(minimum, currency) })

/** What is missing where the whole balance is below the minimum of such an account. */
export const coverageRequirement = (
  { uncovered: amount, balance }: { readonly uncovered: Units; readonly balance: Units },
  settings: Settings,
): Requirement[] =>
  amount === 0 || balance >= settings.allowance_withdraw_min
    ? []
    : [{ code: 'WITHDRAW_UNCOVERED', msg: minimumText(settings) }]

/** Refuses a withdrawal below the minimum of an account that was paid more than it brought (422). */
export const refuseUncovered = async (
  db: Read,
  { amount, ...asked }: CoverageInput & { readonly amount: Units },
): Promise<void> => {
  if (amount >= asked.settings.allowance_withdraw_min || (await uncoveredOf(db, asked)) === 0) return
  refuseField('amount', 'WITHDRAW_UNCOVERED', minimumText(asked.settings))
}
