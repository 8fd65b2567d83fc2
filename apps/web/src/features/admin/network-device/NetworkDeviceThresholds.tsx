import { plural, t } from '@lingui/core/macro'
import { Disclosure } from '#ui/Disclosure.tsx'
import { formatNumber } from '#ui/format.ts'

interface Threshold {
  accounts: number
  places: number
  users: number
}

/** What the rule about shared places would reach at other limits. */
export const NetworkDeviceThresholds = ({ thresholds }: { thresholds: readonly Threshold[] }) => {
  if (thresholds.length === 0) return null
  return (
    <Disclosure summary={t({ id: 'admin.place.thresholds', message: 'Effect of other limits' })}>
      <ul className="grid gap-1 text-sm">
        {thresholds.map((threshold) => (
          <li key={threshold.accounts}>{textOf(threshold)}</li>
        ))}
      </ul>
    </Disclosure>
  )
}

const textOf = ({ accounts, places, users }: Threshold): string => {
  const least = formatNumber(accounts)
  const where = t({ id: 'admin.place.count', message: plural(places, { one: '# result', other: '# results' }) })
  return t({
    id: 'admin.place.threshold',
    message: plural(users, {
      one: `At ${least}+ accounts: ${where}, # account affected`,
      other: `At ${least}+ accounts: ${where}, # accounts affected`,
    }),
  })
}
