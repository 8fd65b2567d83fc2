import { plural, t } from '@lingui/core/macro'
import type { LinkSort } from '@runnel/contract/link'

export function sortName(sort: LinkSort): string {
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
export function durationWords(seconds: number): string {
  const minutes = Math.round(seconds / 60)
  return seconds < 90
    ? t({ id: 'link.seconds', message: plural(seconds, { one: 'about # second', other: 'about # seconds' }) })
    : t({ id: 'link.minutes', message: plural(minutes, { one: 'about # minute', other: 'about # minutes' }) })
}

/** What a refused visit is called. */
export function refusalTitle(code: string): string {
  switch (code) {
    case 'LINK_USED':
      return t({ id: 'link.refused.used', message: 'This visit has ended already' })
    case 'LINK_TOO_FAST':
      return t({ id: 'link.refused.fast', message: 'That was too fast' })
    case 'LINK_EXPIRED':
      return t({ id: 'link.refused.expired', message: 'That took too long' })
    case 'LINK_OTHER_DEVICE':
      return t({ id: 'link.refused.device', message: 'Another browser started this visit' })
    case 'LINK_NOT_YOURS':
      return t({ id: 'link.refused.account', message: 'This visit belongs to another account' })
    case 'LINK_DAILY_LIMIT':
      return t({ id: 'link.refused.limit', message: 'Enough of this link for today' })
    case 'LINK_DEAD':
      return t({ id: 'link.refused.dead', message: 'There is no such visit' })
    default:
      return t({ id: 'link.refused', message: 'It did not work this time' })
  }
}
