import { plural, t } from '@lingui/core/macro'
import type { Challenge, ChallengeKind, ChallengePeriod } from '@runnel/contract/challenges'
import { unitsInWords } from '#ui/Amount.tsx'

/** What is to be done, as an order. */
export function challengeTitle({ kind, requirement: wanted }: Pick<Challenge, 'kind' | 'requirement'>): string {
  switch (kind) {
    case 'faucet':
      return t({
        id: 'challenge.faucet',
        message: plural(wanted, { one: 'Claim once from the faucet', other: 'Claim # times from the faucet' }),
      })
    case 'ptc':
      return t({ id: 'challenge.ptc', message: plural(wanted, { one: 'View one ad', other: 'View # ads' }) })
    case 'link':
      return t({
        id: 'challenge.link',
        message: plural(wanted, { one: 'Visit one shortlink', other: 'Visit # shortlinks' }),
      })
    case 'task':
      return t({ id: 'challenge.task', message: plural(wanted, { one: 'Do one task', other: 'Do # tasks' }) })
    case 'offerwall':
      return t({
        id: 'challenge.offerwall',
        message: plural(wanted, { one: 'Complete one offer', other: 'Complete # offers' }),
      })
    case 'referral':
      return t({
        id: 'challenge.referral',
        message: plural(wanted, { one: 'Bring one new person', other: 'Bring # new people' }),
      })
    case 'earn':
    case 'level':
      return heightTitle(kind, wanted)
  }
}

function heightTitle(kind: 'earn' | 'level', wanted: number): string {
  const units = unitsInWords(wanted)
  if (kind === 'earn') return t({ id: 'challenge.earn', message: `Earn ${units}` })
  return t({ id: 'challenge.level', message: `Reach level ${wanted}` })
}

/** What counts, in one or two words. */
export function kindName(kind: ChallengeKind): string {
  switch (kind) {
    case 'faucet':
      return t({ id: 'challenge.kind.faucet', message: 'Faucet claims' })
    case 'ptc':
      return t({ id: 'challenge.kind.ptc', message: 'Ads viewed' })
    case 'link':
      return t({ id: 'challenge.kind.link', message: 'Shortlinks visited' })
    case 'task':
      return t({ id: 'challenge.kind.task', message: 'Tasks done' })
    case 'offerwall':
      return t({ id: 'challenge.kind.offerwall', message: 'Offers completed' })
    case 'referral':
      return t({ id: 'challenge.kind.referral', message: 'People brought' })
    case 'earn':
      return t({ id: 'challenge.kind.earn', message: 'Units earned' })
    case 'level':
      return t({ id: 'challenge.kind.level', message: 'Level reached' })
  }
}

export function periodName(period: ChallengePeriod): string {
  switch (period) {
    case 'daily':
      return t({ id: 'challenge.daily', message: 'Every day' })
    case 'weekly':
      return t({ id: 'challenge.weekly', message: 'Every week' })
    case 'once':
      return t({ id: 'challenge.once', message: 'Once' })
  }
}
