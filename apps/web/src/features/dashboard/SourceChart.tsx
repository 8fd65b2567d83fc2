import { t } from '@lingui/core/macro'
import { useState } from 'react'
import { unitsText } from '#ui/Amount.tsx'
import { BarLabels, Highest } from '#ui/chart/BarLabels.tsx'
import { Plot, plotHeight } from '#ui/chart/Plot.tsx'
import { formatDay, formatPercent } from '#ui/format.ts'
import type { BySource, EarnedDay } from './by-source.ts'
import { sourceName } from './labels.ts'

/**
 * One bar a day with a part for each way to earn. The legend tells what each brought: in all, or on the day that is
 * pointed at. A table for the screen reader.
 */
export const SourceChart = ({ earned: { sources, days, sum } }: { earned: BySource }) => {
  const [picked, setPicked] = useState<number | null>(null)
  const day = picked === null ? undefined : days[picked]
  const highest = Math.max(...days.map((one) => one.sum))
  return (
    <figure className="bars">
      <p className="mb-2 flex text-sm" aria-hidden="true">
        {day ? <b className="ms-auto figures">{dayText(day)}</b> : <Highest value={unitsText(highest)} />}
      </p>
      <Plot
        label={t({ id: 'dashboard.earned.chart', message: 'Earned per day, in units' })}
        count={days.length}
        {...{ highest, picked }}
        onPick={setPicked}
        textOf={(index) => (days[index] ? fullText(days[index], sources) : '')}
      >
        {(top) => days.map((one, index) => <Bar key={one.day} day={one} x={index * 10 + 1} top={top} />)}
      </Plot>
      <BarLabels labels={days.map((one) => formatDay(one.day))} />
      <ul className="mt-3 flex flex-wrap gap-x-5 gap-y-1 text-sm">
        {sources.map(({ source, sum: part }, index) => (
          <li key={source} className="flex items-center gap-2">
            <svg width="12" height="12" aria-hidden="true">
              <rect width="12" height="12" rx="3" fill={colourOf(index)} />
            </svg>
            <span>{sourceName(source)}</span>
            <span className="figures text-muted">
              {day ? unitsText(day.parts[index] ?? 0) : formatPercent(Math.round((part / sum) * 100) * 100)}
            </span>
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
  top: number
}

const Bar = ({ day: { parts }, x, top }: BarProps) => {
  const heights = parts.map((part) => (part / top) * plotHeight)
  return (
    <g>
      {heights.map((height, index) => {
        const below = heights.slice(0, index).reduce((total, one) => total + one, 0)
        // The parts stand in the same order on every day.
        return (
          <rect key={index} x={x} width="8" y={plotHeight - below - height} height={height} fill={colourOf(index)} />
        )
      })}
    </g>
  )
}

const dayText = ({ day, sum }: EarnedDay): string => `${formatDay(day)}: ${unitsText(sum)}`

const fullText = (day: EarnedDay, sources: BySource['sources']): string => {
  const parts = sources.flatMap(({ source }, index) => {
    const units = day.parts[index] ?? 0
    return units > 0 ? [`${sourceName(source)}: ${unitsText(units)}`] : []
  })
  return [dayText(day), ...parts].join(', ')
}

/**
 * Not the owner's hues, of which two may be nearly the same: these five lie apart for every eye, and three to one from
 * either background. The legend names each.
 */
const colours = [
  'oklch(0.66 0.15 65)',
  'oklch(0.57 0.15 250)',
  'oklch(0.64 0.14 155)',
  'oklch(0.6 0.18 345)',
  'oklch(0.62 0.02 250)',
] as const

const colourOf = (index: number): string => colours[index % colours.length] ?? colours[0]

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
