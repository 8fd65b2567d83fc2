import type { AuditRow } from '#features/admin/admin.ts'

export interface ChangedPart {
  /** Which part of a whole; empty where the whole is one value. */
  name: string
  before: string
  after: string
}

/** What differs between before and after: of an object only the parts that changed, of a list only its rows. */
export const changedParts = ({ before, after }: Pick<AuditRow, 'before' | 'after'>): ChangedPart[] => {
  const [rows, nextRows] = [asRows(before), asRows(after)]
  if (rows && nextRows) return changedRows(rows, nextRows)
  const [old, now] = [asParts(before), asParts(after)]
  if (now === null || (old === null && before !== '')) return [{ name: '', before, after }]
  const known = old ?? {}
  return Object.entries(now)
    .filter(([name, value]) => text(value) !== text(known[name]))
    .map(([name, value]) => ({ name, before: text(known[name]), after: text(value) }))
}

/** Rows that went and rows that came; where rows only changed places both orders are told. */
const changedRows = (before: readonly string[], after: readonly string[]): ChangedPart[] => {
  const gone = before.filter((row) => !after.includes(row)).map((row) => ({ name: '', before: row, after: '' }))
  const come = after.filter((row) => !before.includes(row)).map((row) => ({ name: '', before: '', after: row }))
  const changed = [...gone, ...come]
  return changed.length > 0 ? changed : [{ name: '', before: before.join('; '), after: after.join('; ') }]
}

/** A list is kept as JSON; each of its rows is told by its values. */
const asRows = (json: string): string[] | null => {
  if (!json.startsWith('[')) return null
  try {
    const value: unknown = JSON.parse(json)
    if (!Array.isArray(value)) return null
    return value.map((row: unknown) =>
      (typeof row === 'object' ? Object.values({ ...row }) : [row]).map(text).join(' · '),
    )
  } catch {
    return null
  }
}

/** A method is kept as JSON; a setting's text that happens to look like it is no object of parts. */
const asParts = (json: string): Record<string, unknown> | null => {
  if (!json.startsWith('{')) return null
  try {
    const value: unknown = JSON.parse(json)
    return typeof value === 'object' && value !== null ? { ...value } : null
  } catch {
    return null
  }
}

const text = (value: unknown): string => {
  if (value === undefined || value === null) return ''
  return typeof value === 'string' ? value : JSON.stringify(value)
}

/** The name of what was changed, by its state. */
export const nameOf = (state: string): string => text(asParts(state)?.['name'])
