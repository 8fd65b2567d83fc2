import { formatNumber, formatValue } from '#ui/format.ts'

/** A sum for reading at a glance: nobody counts hundredths of a cent in a total. */
export const formatTotal = (units: number, currency: string): string => {
  const unitsPerCent = 1_000
  return formatValue(units < unitsPerCent * 10 ? units : units - (units % unitsPerCent), currency)
}

const spans = [
  { below: 60, unit: 'second', seconds: 1 },
  { below: 7_200, unit: 'minute', seconds: 60 },
  { below: 172_800, unit: 'hour', seconds: 3_600 },
  { below: Infinity, unit: 'day', seconds: 86_400 },
] as const

/** '5 minutes', '90 seconds', '2.5 hours'; `short` is '5 min'. */
export const formatSpan = (seconds: number, unitDisplay: 'long' | 'short' = 'long'): string => {
  const { unit, seconds: length } = spans.find(({ below }) => seconds < below) ?? spans[3]
  const value = seconds / length
  return formatNumber(value, { style: 'unit', unit, unitDisplay, maximumFractionDigits: value < 10 ? 1 : 0 })
}

/** Enough of a transaction id to find it again; screen and table stay narrow. */
export const shortenId = (id: string): string => (id.length <= 16 ? id : `${id.slice(0, 6)}…${id.slice(-6)}`)
