import type { FirstWithdrawal } from '@runnel/contract/home'
import { closedReason, type Method, type MethodWorld, uncoveredMinimum } from '#features/withdraw/withdraw.ts'

/** What a first withdrawal needs, as `request` of withdraw and its review judge it. */
export const firstWithdrawal = (methods: readonly Method[], world: MethodWorld): FirstWithdrawal => {
  const { settings, now } = world
  return {
    methods: methods
      .filter((method) => closedReason(method, world) === null)
      .map(({ name, currency, minimum, fee }) => ({ name, currency, minimum, fee })),
    reviewAbove: settings.payout_auto_max === 0 ? null : settings.payout_auto_max,
    answers: settings.withdraw_min_answers,
    days: settings.withdraw_min_days,
    addressWaitHours: settings.payout_address_wait_hours,
    uncoveredMinimum: uncoveredMinimum(settings, now),
  }
}
