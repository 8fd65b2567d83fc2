import { plural, t } from '@lingui/core/macro'

/** How long something took, in the largest unit that still says it well: '40 seconds', '12 minutes', '3 hours'. */
export const durationText = (seconds: number | null): string => {
  if (seconds === null) return '–'
  if (seconds < 90)
    return t({ id: 'admin.statistic.seconds', message: plural(seconds, { one: '# second', other: '# seconds' }) })
  const minutes = Math.round(seconds / 60)
  if (minutes < 90)
    return t({ id: 'admin.statistic.minutes', message: plural(minutes, { one: '# minute', other: '# minutes' }) })
  const hours = Math.round(minutes / 60)
  if (hours < 48) return t({ id: 'admin.statistic.hours', message: plural(hours, { one: '# hour', other: '# hours' }) })
  const days = Math.round(hours / 24)
  return t({ id: 'admin.statistic.admin.days', message: plural(days, { one: '# day', other: '# days' }) })
}
