import { plural, t } from '@lingui/core/macro'
import type { Campaign } from '@runnel/contract/advertise'
import { countryName } from './countries.ts'
import { deviceName, intervalName, kindName, secondsName } from './labels.ts'

type Targeted = Pick<Campaign, 'kind' | 'timer' | 'countries' | 'minLevel' | 'device' | 'interval'>

const named = 5

/** What is shown to whom, and how often, each part in a few words. */
export const targetText = ({ kind, timer, countries, minLevel, device, interval }: Targeted): string[] => [
  kindName(kind),
  secondsName(timer),
  countryText(countries),
  deviceName(device),
  intervalName(interval),
  ...(minLevel > 1 ? [t({ id: 'campaign.fromLevel', message: `level ${minLevel}+` })] : []),
]

export const countryText = (countries: readonly string[]): string => {
  if (countries.length === 0) return t({ id: 'ad.where.all', message: 'All countries' })
  if (countries.length <= named) return countries.map(countryName).join(', ')
  return t({ id: 'ad.where.many', message: plural(countries.length, { one: '# country', other: '# countries' }) })
}
