import type { Option } from '#ui/option.ts'

export function sumOf<Row>(rows: readonly Row[], pick: (row: Row) => number): number {
  return rows.reduce((sum, row) => sum + pick(row), 0)
}

/** Each of them once, as they first appear. */
export function optionsOf(options: readonly Option[]): Option[] {
  return [...new Map(options.map((option) => [option.value, option])).values()]
}
