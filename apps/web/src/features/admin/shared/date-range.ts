/** A UTC day as an address names it, `2026-11-20`; anything else is none. */
export const readDay = (text: string | undefined): string | undefined => {
  const isDay = text !== undefined && /^[12]\d{3}-\d\d-\d\d$/.test(text) && !Number.isNaN(Date.parse(text))
  return isDay ? text : undefined
}

const dayMs = 86_400_000
const usualDays = 30

interface Range {
  from: string | undefined
  to: string | undefined
}

/** Every day of a range, the first one first; without bounds the last 30, as the server takes them. */
export const daysOf = ({ from, to }: Range, now: number): string[] => {
  const last = Date.parse(to ?? dayAt(now))
  const first = from === undefined ? last - (usualDays - 1) * dayMs : Date.parse(from)
  const count = Math.min(400, Math.max(1, Math.round((last - first) / dayMs) + 1))
  return Array.from({ length: count }, (_, index) => dayAt(first + index * dayMs))
}

const dayAt = (at: number): string => new Date(at).toISOString().slice(0, 10)
