interface DayOfSource {
  day: string
  source: string
  earned: number
}

export interface EarnedDay {
  day: string
  /** By source, in the order of `sources`. */
  parts: number[]
  sum: number
}

export interface BySource {
  /** What brought something at all, most first. */
  sources: { source: string; sum: number }[]
  /** The oldest first; days without anything are zero. */
  days: EarnedDay[]
  sum: number
}

const dayMs = 86_400_000

/** What each of the last days brought, and by which way. */
export const bySource = ({
  days,
  count,
  now,
}: {
  days: readonly DayOfSource[]
  count: number
  now: number
}): BySource => {
  const shown = Array.from({ length: count }, (_, index) =>
    new Date(now - (count - 1 - index) * dayMs).toISOString().slice(0, 10),
  )
  const inside = days.filter(({ day, earned }) => earned > 0 && shown.includes(day))
  const sums = new Map<string, number>()
  for (const { source, earned } of inside) sums.set(source, (sums.get(source) ?? 0) + earned)
  const sources = withOther([...sums].map(([source, sum]) => ({ source, sum })).toSorted((a, b) => b.sum - a.sum))
  return {
    sources,
    sum: sources.reduce((total, { sum }) => total + sum, 0),
    days: shown.map((day) => {
      const named = sources.map(({ source }) => (source === OTHER ? 0 : earnedOn(inside, { day, source })))
      const sum = inside.filter((one) => one.day === day).reduce((total, { earned }) => total + earned, 0)
      const rest = sum - named.reduce((total, part) => total + part, 0)
      return { day, parts: sources.map(({ source }, index) => (source === OTHER ? rest : (named[index] ?? 0))), sum }
    }),
  }
}

/** More colours than these nobody tells apart. */
const mostSources = 5

/** Stands for all that are too small to have a colour. */
export const OTHER = 'other'

const withOther = (sources: BySource['sources']): BySource['sources'] => {
  if (sources.length <= mostSources) return sources
  const small = sources.slice(mostSources - 1)
  return [
    ...sources.slice(0, mostSources - 1),
    { source: OTHER, sum: small.reduce((total, { sum }) => total + sum, 0) },
  ]
}

const earnedOn = (days: readonly DayOfSource[], { day, source }: { day: string; source: string }): number =>
  days.filter((one) => one.day === day && one.source === source).reduce((total, { earned }) => total + earned, 0)
