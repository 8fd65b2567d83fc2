import { formatDuration, formatValue } from '#ui/format.ts'

/**
 * A sum for reading at a glance: nobody counts hundredths of a cent in a total. Cut and not rounded, so that no page
 * claims more than there is, and all say the same.
 */
export const formatTotal = (units: number, currency: string): string => {
  const unitsPerCent = 1_000
  return formatValue(units < unitsPerCent * 10 ? units : units - (units % unitsPerCent), currency)
}

/** '5 minutes', '90 seconds', '2.5 hours'; `short` is '5 min'. */
export const formatSpan = (seconds: number, unitDisplay: 'long' | 'short' = 'long'): string =>
  formatDuration(seconds, unitDisplay, 10)

/** Enough of a transaction id to find it again; screen and table stay narrow. */
export const shortenId = (id: string): string => (id.length <= 16 ? id : `${id.slice(0, 6)}…${id.slice(-6)}`)
