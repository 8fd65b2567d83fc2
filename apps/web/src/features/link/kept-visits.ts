interface KeptVisit {
  vt: string
  /** When it was opened and when it ends, in ms. */
  at: number
  until: number
}

const prefix = 'link-visit:'

/**
 * Keeps what signs the return of a visit in this tab alone: it never stands in an address, and another browser does
 * not have it.
 */
export const storeVisit = (linkId: string, visit: KeptVisit): void => {
  try {
    sessionStorage.setItem(prefix + linkId, JSON.stringify(visit))
  } catch {
    // A browser that keeps nothing makes the visit one that a person looks at.
  }
}

/**
 * What this tab was given last, and null when it opened no visit. A returning address does not say which link it
 * belongs to; the server takes what was given for any of them.
 */
export const keptToken = (now: number): string | null => {
  const kept = keptNames()
    .map(readVisit)
    .filter((visit) => visit !== null && visit.until > now)
  return kept.toSorted((a, b) => (b?.at ?? 0) - (a?.at ?? 0))[0]?.vt ?? null
}

const keptNames = (): string[] => {
  try {
    return Object.keys(sessionStorage).filter((name) => name.startsWith(prefix))
  } catch {
    return []
  }
}

const readVisit = (name: string): KeptVisit | null => {
  try {
    const kept: unknown = JSON.parse(sessionStorage.getItem(name) ?? '')
    return isVisit(kept) ? kept : null
  } catch {
    return null
  }
}

const isVisit = (kept: unknown): kept is KeptVisit => {
  if (typeof kept !== 'object' || kept === null) return false
  const { vt, at, until } = kept as Partial<Record<keyof KeptVisit, unknown>>
  return typeof vt === 'string' && typeof at === 'number' && typeof until === 'number'
}
