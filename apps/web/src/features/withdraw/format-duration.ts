import { formatNumber } from '#ui/format.ts'

const spans = [
  { below: 60, unit: 'second', seconds: 1 },
  { below: 7_200, unit: 'minute', seconds: 60 },
  { below: 172_800, unit: 'hour', seconds: 3_600 },
  { below: Infinity, unit: 'day', seconds: 86_400 },
] as const

/** A time to wait as people say it: '5 minutes', '36 hours'; `short` is '5 min'. */
export const formatDuration = (seconds: number, unitDisplay: 'long' | 'short' = 'long'): string => {
  const { unit, seconds: length } = spans.find(({ below }) => seconds < below) ?? spans[3]
  const value = seconds / length
  return formatNumber(value, { style: 'unit', unit, unitDisplay, maximumFractionDigits: value < 3 ? 1 : 0 })
}
