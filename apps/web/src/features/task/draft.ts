/** What somebody was writing, kept in this browser under a name; null forgets it. */
export function storeDraft(name: string, draft: unknown): void {
  try {
    if (draft === null) localStorage.removeItem(keyOf(name))
    else localStorage.setItem(keyOf(name), JSON.stringify(draft))
  } catch {
    // A browser that keeps nothing only loses the comfort.
  }
}

/** What was kept; null when there is none, and nobody vouches for its shape. */
export function readDraft(name: string): unknown {
  try {
    return JSON.parse(localStorage.getItem(keyOf(name)) ?? 'null')
  } catch {
    return null
  }
}

function keyOf(name: string): string {
  return `draft ${name}`
}
