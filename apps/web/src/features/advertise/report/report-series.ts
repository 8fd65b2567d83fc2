import type { Report } from '#features/advertise/advertise.ts'

const dayMs = 86_400_000
const shortest = 7

/** Days without views are told by nobody, but a chart without them would lie about time. */
export const everyDay = (days: Report['days']): { day: string; paid: number }[] => {
  const known = new Map(days.map(({ day, paid }) => [day, paid]))
  const sorted = [...known.keys()].toSorted()
  const [first, last] = [sorted[0], sorted.at(-1)]
  if (first === undefined || last === undefined) return []
  const end = Date.parse(last)
  const start = Math.min(Date.parse(first), end - (shortest - 1) * dayMs)
  const count = Math.round((end - start) / dayMs) + 1
  return Array.from({ length: count }, (_, index) => {
    const day = new Date(start + index * dayMs).toISOString().slice(0, 10)
    return { day, paid: known.get(day) ?? 0 }
  })
}

/** All 24 hours, those without views too. */
export const everyHour = (hours: Report['hours']): { hour: number; paid: number }[] => {
  const known = new Map(hours.map(({ hour, paid }) => [hour, paid]))
  return Array.from({ length: 24 }, (_, hour) => ({ hour, paid: known.get(hour) ?? 0 }))
}
