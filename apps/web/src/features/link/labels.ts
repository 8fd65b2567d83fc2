import { plural, t } from '@lingui/core/macro'
import type { LinkSort } from '@runnel/contract/earn/link'

export const sortName = (sort: LinkSort): string => {
  switch (sort) {
    case 'auto':
      return t({ id: 'link.sort.auto', message: 'Best' })
    case 'reward':
      return t({ id: 'link.sort.reward', message: 'Reward' })
    case 'duration':
      return t({ id: 'link.sort.duration', message: 'Shortest' })
  }
}

/** How long a visit usually takes; nobody counts seconds from a minute and a half on. */
export const durationText = (seconds: number): string => {
  const minutes = Math.round(seconds / 60)
  return seconds < 90
    ? t({ id: 'link.seconds', message: plural(seconds, { one: 'about # second', other: 'about # seconds' }) })
    : t({ id: 'link.minutes', message: plural(minutes, { one: 'about # minute', other: 'about # minutes' }) })
}

/** What a refused visit is called. */
export const refusalTitle = (code: string): string => {
  switch (code) {
    case 'LINK_USED':
      return t({ id: 'link.refused.used', message: 'This visit has already ended' })
    case 'LINK_TOO_FAST':
      return t({ id: 'link.refused.fast', message: 'Completed too quickly' })
    case 'LINK_EXPIRED':
      return t({ id: 'link.refused.expired', message: 'Visit expired' })
    case 'LINK_OTHER_DEVICE':
      return t({ id: 'link.refused.device', message: 'Started in another browser' })
    case 'LINK_NOT_YOURS':
      return t({ id: 'link.refused.account', message: 'This visit belongs to another account' })
    case 'LINK_DAILY_LIMIT':
      return t({ id: 'link.refused.limit', message: 'Daily limit reached' })
    case 'LINK_DEAD':
      return t({ id: 'link.refused.dead', message: 'Visit not found' })
    default:
      return t({ id: 'link.refused', message: 'Visit not completed' })
  }
}
