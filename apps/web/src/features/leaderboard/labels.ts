import { plural, t } from '@lingui/core/macro'
import type { Board } from '@runnel/contract/earn/leaderboard'
import { unitsText } from '#ui/Amount.tsx'

export const boardName = (board: Board): string => {
  switch (board) {
    case 'today':
      return t({ id: 'leaderboard.today', message: 'Today' })
    case 'week':
      return t({ id: 'leaderboard.week', message: 'This week' })
    case 'month':
      return t({ id: 'leaderboard.month', message: 'This month' })
    case 'all':
      return t({ id: 'leaderboard.all', message: 'All time' })
    case 'referral':
      return t({ id: 'leaderboard.referral', message: 'Referrals' })
  }
}

/** What somebody reached: units, or people. */
export const reachedText = (board: Board, value: number): string => {
  if (board !== 'referral') return unitsText(value)
  return t({ id: 'leaderboard.people', message: plural(value, { one: '# referral', other: '# referrals' }) })
}
