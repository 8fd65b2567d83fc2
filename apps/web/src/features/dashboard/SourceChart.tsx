import { t } from '@lingui/core/macro'
import { unitsText } from '#ui/Amount.tsx'
import { formatDay, formatPercent } from '#ui/format.ts'
import type { BySource, EarnedDay } from './by-source.ts'
import { sourceName } from './labels.ts'

const most = 100

/** One bar a day with a part for each way to earn; a table for the screen reader, and a legend for both. */
export const SourceChart = ({ earned: { sources, days, sum } }: { earned: BySource }) => {
  const highest = Math.max(...days.map((day) => day.sum), 1)
  const labelled = Math.ceil(days.length / 6)
  return (
    <figure className="bars">
      <svg viewBox={`0 0 ${days.length * 10} ${most}`} preserveAspectRatio="none" aria-hidden="true">
        {days.map((day, index) => (
          <Bar key={day.day} day={day} x={index * 10 + 1} highest={highest} />
        ))}
      </svg>
      <div className="bars-labels" aria-hidden="true">
        {days
          .filter((_, index) => index % labelled === 0)
          .map(({ day }) => (
            <span key={day}>{formatDay(day)}</span>
          ))}
      </div>
      <ul className="mt-3 flex flex-wrap gap-x-5 gap-y-1 text-sm">
        {sources.map(({ source, sum: part }, index) => (
          <li key={source} className="flex items-center gap-2">
            <svg width="12" height="12" aria-hidden="true">
              <rect width="12" height="12" rx="3" fill={colourOf(index)} />
            </svg>
            <span>{sourceName(source)}</span>
            <span className="figures text-muted">{formatPercent(Math.round((part / sum) * 100) * 100)}</span>
          </li>
        ))}
      </ul>
      <DayTable sources={sources} days={days} />
    </figure>
  )
}

interface BarProps {
  day: EarnedDay
  x: number
  highest: number
}

const Bar = ({ day: { day, parts, sum }, x, highest }: BarProps) => {
  const heights = parts.map((part) => (part / highest) * most)
  return (
    <g>
      <rect className="bars-room" x={x} width="8" height={most} />
      {heights.map((height, index) => {
        const below = heights.slice(0, index).reduce((total, one) => total + one, 0)
        // The parts stand in the same order on every day.
        return <rect key={index} x={x} width="8" y={most - below - height} height={height} fill={colourOf(index)} />
      })}
      <title>{`${formatDay(day)}: ${unitsText(sum)}`}</title>
    </g>
  )
}

const hues = ['var(--accent-hue)', 'var(--brand-hue)', '150', '300', '30', '250', '110', '0', '330', '200']

/** As far apart as a chart needs; the legend names each, so that no colour has to be known. */
const colourOf = (index: number): string => `oklch(0.64 0.14 ${hues[index % hues.length]})`

const DayTable = ({ sources, days }: Pick<BySource, 'sources' | 'days'>) => (
  <div className="visually-hidden">
    <table>
      <caption>{t({ id: 'dashboard.earned.chart', message: 'Earned per day, in units' })}</caption>
      <thead>
        <tr>
          <th scope="col">{t({ id: 'dashboard.earned.day', message: 'Day' })}</th>
          {sources.map(({ source }) => (
            <th key={source} scope="col">
              {sourceName(source)}
            </th>
          ))}
          <th scope="col">{t({ id: 'dashboard.earned.sum', message: 'Total' })}</th>
        </tr>
      </thead>
      <tbody>
        {days.map(({ day, parts, sum }) => (
          <tr key={day}>
            <th scope="row">{formatDay(day)}</th>
            {parts.map((part, index) => (
              <td key={sources[index]?.source}>{unitsText(part)}</td>
            ))}
            <td>{unitsText(sum)}</td>
          </tr>
        ))}
      </tbody>
    </table>
  </div>
)
