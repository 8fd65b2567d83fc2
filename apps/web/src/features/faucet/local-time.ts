import { t } from '@lingui/core/macro'
import { formatDateTime, formatTime } from '#ui/format.ts'

/** A moment of these days in the visitor's own time: '20:00', 'tomorrow, 12:00', or with its date. */
export const clockTime = (iso: string, now: number): string => {
  const time = formatTime(iso)
  const days = daysBetween(now, Date.parse(iso))
  if (days === 0) return time
  if (days === 1) return t({ id: 'faucet.tomorrow', message: `tomorrow, ${time}` })
  return formatDateTime(iso)
}

/** When the next UTC day begins, by this browser's clock: good enough to tell, not to decide. */
export const nextUtcDay = (now: number): string => {
  const dayMs = 86_400_000
  return new Date((Math.floor(now / dayMs) + 1) * dayMs).toISOString()
}

const daysBetween = (from: number, until: number): number => {
  const start = new Date(from).setHours(0, 0, 0, 0)
  const end = new Date(until).setHours(0, 0, 0, 0)
  return Math.round((end - start) / 86_400_000)
}
