import { plural, t } from '@lingui/core/macro'
import type { EarningOption } from '@runnel/contract/dashboard'

/** A way to earn, as the charts name it; one of a newer server is told as it is. */
export const sourceName = (source: string): string => placeName(source) ?? giftName(source) ?? source

const placeName = (source: string): string | undefined => {
  switch (source) {
    case 'faucet':
      return t({ id: 'source.faucet', message: 'Faucet' })
    case 'ptc':
      return t({ id: 'source.ptc', message: 'Ads' })
    case 'link':
      return t({ id: 'source.link', message: 'Shortlinks' })
    case 'offerwall':
      return t({ id: 'source.offerwall', message: 'Offers' })
    case 'task':
      return t({ id: 'source.task', message: 'Tasks' })
    default:
      return undefined
  }
}

const giftName = (source: string): string | undefined => {
  switch (source) {
    case 'bonus':
      return t({ id: 'source.bonus', message: 'Daily bonus' })
    case 'challenge':
      return t({ id: 'source.challenge', message: 'Challenges' })
    case 'coupon':
      return t({ id: 'source.coupon', message: 'Coupons' })
    case 'leaderboard':
      return t({ id: 'source.leaderboard', message: 'Prizes' })
    case 'referral':
      return t({ id: 'source.referral', message: 'Referral' })
    default:
      return undefined
  }
}

/** What a way is called: ads, links and tasks have names of their own. */
export const earningOptionLabel = ({ kind, name }: Pick<EarningOption, 'kind' | 'name'>): string => {
  switch (kind) {
    case 'faucet':
      return t({ id: 'dashboard.way.faucet', message: 'Faucet claim' })
    case 'bonus':
      return t({ id: 'dashboard.way.bonus', message: 'Daily bonus' })
    case 'challenge':
      return t({ id: 'dashboard.way.challenge', message: 'Completed challenge' })
    case 'ptc':
    case 'link':
    case 'task':
    case 'offerwall':
      return name
  }
}

/** Nobody counts seconds from a minute and a half on. */
export const secondsText = (seconds: number): string => {
  const minutes = Math.round(seconds / 60)
  return seconds < 90
    ? t({ id: 'dashboard.seconds', message: plural(seconds, { one: 'about # second', other: 'about # seconds' }) })
    : t({ id: 'dashboard.minutes', message: plural(minutes, { one: 'about # minute', other: 'about # minutes' }) })
}
