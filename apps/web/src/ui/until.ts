import { t } from '@lingui/core/macro'
import { formatClock, formatRelative } from './format.ts'
import { useNow } from './use-now.ts'

const daySeconds = 86_400

/** How long it is until then, kept fresh: 'in 3 days', and within a day 'in 5:04:03'. */
export const useUntil = (iso: string): string => {
  const now = useNow(1_000)
  const seconds = (Date.parse(iso) - now) / 1_000
  if (seconds >= daySeconds) return formatRelative({ iso, now })
  const clock = formatClock(seconds)
  return t({ id: 'ui.until', message: `in ${clock}` })
}
