import { useQuery } from '@tanstack/react-query'
import { user } from '#features/user/user.ts'

const shownLines = '5'

/** What was earned, by day and source; asked again whenever the balance moves. */
export function useStats() {
  return useQuery(user.query('stats', undefined, { live: true }))
}

/** The newest movements. */
export function useRecentLines() {
  return useQuery(user.query('statement', { query: { limit: shownLines } }, { live: true }))
}

interface DayOfSource {
  day: string
  earned: number
}

const dayMs = 86_400_000

/** Each of the last days with what it brought, the oldest first; days without a claim are zero. */
export function lastDays({ days, count, now }: { days: readonly DayOfSource[]; count: number; now: number }) {
  const sums = new Map<string, number>()
  for (const { day, earned } of days) sums.set(day, (sums.get(day) ?? 0) + earned)
  return Array.from({ length: count }, (_, index) => {
    const day = new Date(now - (count - 1 - index) * dayMs).toISOString().slice(0, 10)
    return { day, earned: sums.get(day) ?? 0 }
  })
}
