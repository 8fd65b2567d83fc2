/** A moment as a `datetime-local` field holds it, by the owner's own clock; empty for none. */
export const localText = (iso: string | null): string => {
  if (iso === null) return ''
  const date = new Date(iso)
  const own = new Date(date.getTime() - date.getTimezoneOffset() * 60_000)
  return own.toISOString().slice(0, 16)
}

/** The moment that such a field says; null when it is empty, and what is no moment stays text that no schema takes. */
export const momentOf = (text: string): string | null => {
  if (text === '') return null
  const date = new Date(text)
  return Number.isNaN(date.getTime()) ? text : date.toISOString()
}
