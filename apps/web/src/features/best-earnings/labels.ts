import { plural, t } from '@lingui/core/macro'
import type { EarningOption } from '@runnel/contract/dashboard'

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
