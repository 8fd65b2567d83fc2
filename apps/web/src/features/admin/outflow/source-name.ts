import { t } from '@lingui/core/macro'
import { OutflowSource } from '@runnel/contract/outflow'

/** What each source that pays is called; a name that this version does not know as it is. */
export const sourceName = (source: string): string => {
  const known = OutflowSource.options.find((name) => name === source)
  return known ? names()[known] : source
}

const names = (): Record<OutflowSource, string> => ({
  faucet: t({ id: 'admin.source.faucet', message: 'Faucet' }),
  bonus: t({ id: 'admin.source.bonus', message: 'Daily bonus' }),
  challenge: t({ id: 'admin.source.challenge', message: 'Challenges' }),
  coupon: t({ id: 'admin.source.coupon', message: 'Coupons' }),
  link: t({ id: 'admin.source.link', message: 'Shortlinks' }),
  offerwall: t({ id: 'admin.source.offerwall', message: 'Offerwalls' }),
  referral: t({ id: 'admin.source.referral', message: 'Referral commission' }),
  leaderboard: t({ id: 'admin.source.leaderboard', message: 'Leaderboard prizes' }),
  ptc: t({ id: 'admin.source.ptc', message: 'PTC ads' }),
  task: t({ id: 'admin.source.task', message: 'Tasks' }),
  payout: t({ id: 'admin.source.payout', message: 'Payouts' }),
})
