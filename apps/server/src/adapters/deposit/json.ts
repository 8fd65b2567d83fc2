import * as z from 'zod/mini'
import { json, readJson } from '#kernel/reads/source-json.ts'

export { readJson } from '#kernel/reads/source-json.ts'

/** Reads JSON of a known shape; undefined when the text is no JSON or of another shape. */
export const parseWith = <Shape extends z.ZodMiniType>(shape: Shape, text: string): z.infer<Shape> | undefined => {
  try {
    return z.safeParse(shape, readJson(text)).data
  } catch {
    return undefined
  }
}

/** Writes a decimal text as a JSON number, digit for digit. */
export const jsonNumber = (decimal: string): unknown => json.rawJSON(decimal)

interface SortedForm {
  readonly numbers: 'as received' | 'as a script writes them'
  readonly lists: 'as lists' | 'as objects'
}

/** JSON text again as compact JSON whose keys are sorted at every depth. */
export const sortedJson = (text: string, { numbers, lists }: SortedForm): string => {
  const write = (value: unknown): string => {
    if (json.isRawJSON(value)) return value.rawJSON
    if (typeof value !== 'object' || value === null) return JSON.stringify(value)
    if (Array.isArray(value) && lists === 'as lists') return `[${value.map(write).join(',')}]`
    const entries = Object.entries(value)
    const sorted = Array.isArray(value) ? entries : entries.toSorted(([a], [b]) => (a < b ? -1 : 1))
    return `{${sorted.map(([key, member]) => `${JSON.stringify(key)}:${write(member)}`).join(',')}}`
  }
  const keep = numbers === 'as received'
  return write(
    json.parse(text, (_key, value, { source }) =>
      keep && typeof value === 'number' && source !== undefined ? json.rawJSON(source) : value,
    ),
  )
}
