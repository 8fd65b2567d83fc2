import { formatNumber } from '#ui/format.ts'

const units = [
  { unit: 'gigabyte', bytes: 1e9 },
  { unit: 'megabyte', bytes: 1e6 },
  { unit: 'kilobyte', bytes: 1e3 },
] as const

/** '48.2 GB', '310 MB'. */
export const formatBytes = (bytes: number): string => {
  const { unit, bytes: size } = units.find((one) => bytes >= one.bytes) ?? units[2]
  const value = bytes / size
  return formatNumber(value, { style: 'unit', unit, maximumFractionDigits: value < 100 ? 1 : 0 })
}
