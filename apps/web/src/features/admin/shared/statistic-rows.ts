import type { Option } from '#ui/form/option.ts'
import { formatPercent } from '#ui/format.ts'

export const sumOf = <Row>(rows: readonly Row[], pick: (row: Row) => number): number =>
  rows.reduce((sum, row) => sum + pick(row), 0)

/** Each of them once, as they first appear. */
export const optionsOf = (options: readonly Option[]): Option[] => [
  ...new Map(options.map((option) => [option.value, option])).values(),
]

/** How much of a whole something is, in words; a dash where there is no whole. */
export const rateText = (part: number, whole: number): string =>
  whole === 0 ? '–' : formatPercent(Math.round((part / whole) * 10_000))
