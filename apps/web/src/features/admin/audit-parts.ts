import type { AuditRow } from './admin.ts'

export interface ChangedPart {
  /** Which part of a whole; empty where the whole is one value. */
  name: string
  before: string
  after: string
}

/** What differs between before and after: of an object only the parts that changed. */
export function changedParts({ before, after }: Pick<AuditRow, 'before' | 'after'>): ChangedPart[] {
  const [old, now] = [asParts(before), asParts(after)]
  if (now === null || (old === null && before !== '')) return [{ name: '', before, after }]
  const known = old ?? {}
  return Object.entries(now)
    .filter(([name, value]) => text(value) !== text(known[name]))
    .map(([name, value]) => ({ name, before: text(known[name]), after: text(value) }))
}

/** A method is kept as JSON; a setting's text that happens to look like it is no object of parts. */
function asParts(json: string): Record<string, unknown> | null {
  if (!json.startsWith('{')) return null
  try {
    const value: unknown = JSON.parse(json)
    return typeof value === 'object' && value !== null ? { ...value } : null
  } catch {
    return null
  }
}

function text(value: unknown): string {
  if (value === undefined || value === null) return ''
  return typeof value === 'string' ? value : JSON.stringify(value)
}

/** What the method of a line is called. */
export function methodOf({ after }: Pick<AuditRow, 'after'>): string {
  const parts = asParts(after) ?? {}
  return text(parts['name'])
}
