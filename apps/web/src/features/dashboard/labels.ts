import { t } from '@lingui/core/macro'

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
    case 'other':
      return t({ id: 'source.other', message: 'Other' })
    case 'referral':
      return t({ id: 'source.referral', message: 'Referral' })
    default:
      return undefined
  }
}
