/** What somebody was writing, kept in this browser under a name; null forgets it. */
export const storeDraft = (name: string, draft: unknown): void => {
  try {
    if (draft === null) localStorage.removeItem(keyOf(name))
    else localStorage.setItem(keyOf(name), JSON.stringify(draft))
  } catch {
    // A browser that keeps nothing only loses the comfort.
  }
}

/** What was kept; null when there is none, and nobody vouches for its shape. */
export const readDraft = (name: string): unknown => {
  try {
    return JSON.parse(localStorage.getItem(keyOf(name)) ?? 'null')
  } catch {
    return null
  }
}

const keyOf = (name: string): string => `draft ${name}`
