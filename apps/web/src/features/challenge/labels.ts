import { plural, t } from '@lingui/core/macro'
import type { Challenge, ChallengeKind, ChallengePeriod } from '@runnel/contract/earn/challenge'
import { unitsText } from '#ui/Amount.tsx'

/** What is to be done, as an order. */
export const challengeTitle = ({ kind, requirement: wanted }: Pick<Challenge, 'kind' | 'requirement'>): string => {
  switch (kind) {
    case 'faucet':
      return t({
        id: 'challenge.faucet',
        message: plural(wanted, { one: 'Make # faucet claim', other: 'Make # faucet claims' }),
      })
    case 'ptc':
      return t({ id: 'challenge.ptc', message: plural(wanted, { one: 'View # ad', other: 'View # ads' }) })
    case 'link':
      return t({
        id: 'challenge.link',
        message: plural(wanted, { one: 'Complete # shortlink', other: 'Complete # shortlinks' }),
      })
    case 'task':
      return t({ id: 'challenge.task', message: plural(wanted, { one: 'Complete # task', other: 'Complete # tasks' }) })
    case 'offerwall':
      return t({
        id: 'challenge.offerwall',
        message: plural(wanted, { one: 'Complete # offer', other: 'Complete # offers' }),
      })
    case 'referral':
      return t({
        id: 'challenge.referral',
        message: plural(wanted, { one: 'Refer # user', other: 'Refer # users' }),
      })
    case 'earn':
    case 'level':
      return heightTitle(kind, wanted)
  }
}

const heightTitle = (kind: 'earn' | 'level', wanted: number): string => {
  const units = unitsText(wanted)
  if (kind === 'earn') return t({ id: 'challenge.earn', message: `Earn ${units}` })
  return t({ id: 'challenge.level', message: `Reach level ${wanted}` })
}

/** What counts, in one or two words. */
export const kindName = (kind: ChallengeKind): string => {
  switch (kind) {
    case 'faucet':
      return t({ id: 'challenge.kind.faucet', message: 'Faucet claims' })
    case 'ptc':
      return t({ id: 'challenge.kind.ptc', message: 'Ads viewed' })
    case 'link':
      return t({ id: 'challenge.kind.link', message: 'Shortlinks visited' })
    case 'task':
      return t({ id: 'challenge.kind.task', message: 'Tasks completed' })
    case 'offerwall':
      return t({ id: 'challenge.kind.offerwall', message: 'Offers completed' })
    case 'referral':
      return t({ id: 'challenge.kind.referral', message: 'Referrals' })
    case 'earn':
      return t({ id: 'challenge.kind.earn', message: 'Units earned' })
    case 'level':
      return t({ id: 'challenge.kind.level', message: 'Level reached' })
  }
}

export const periodName = (period: ChallengePeriod): string => {
  switch (period) {
    case 'daily':
      return t({ id: 'challenge.daily', message: 'Daily' })
    case 'weekly':
      return t({ id: 'challenge.weekly', message: 'Weekly' })
    case 'once':
      return t({ id: 'challenge.once', message: 'One-time' })
  }
}
