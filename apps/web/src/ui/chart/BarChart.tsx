import { useState } from 'react'
import { classes } from '#ui/classes.ts'
import { formatNumber } from '#ui/format.ts'
import { BarLabels, Highest } from './BarLabels.tsx'
import { Plot, plotHeight } from './Plot.tsx'

export interface Bar {
  label: string
  value: number
}

interface BarChartProps {
  /** What the bars count, such as 'Earned per day'. */
  label: string
  bars: readonly Bar[]
  format?: (value: number) => string
  money?: boolean
}

/** Bars with a scale, of which each tells its value when it is pointed at; a table for the screen reader. */
export const BarChart = ({ label, bars, format = formatNumber, money = false }: BarChartProps) => {
  const highest = Math.max(...bars.map((bar) => bar.value), 0)
  const [picked, setPicked] = useState<number | null>(null)
  const textOf = (index: number): string => {
    const bar = bars[index]
    return bar ? `${bar.label}: ${format(bar.value)}` : ''
  }
  return (
    <figure className={classes('bars', money && 'bars-money')}>
      <p className="mb-2 flex text-sm" aria-hidden="true">
        {picked === null ? <Highest value={format(highest)} /> : <b className="ms-auto figures">{textOf(picked)}</b>}
      </p>
      <Plot {...{ label, highest, picked, textOf }} count={bars.length} onPick={setPicked}>
        {(top) =>
          bars.map((bar, index) => (
            <rect key={bar.label} className="bars-bar" x={index * 10 + 1} width="8" {...bounds(bar.value / top)} />
          ))
        }
      </Plot>
      <BarLabels labels={bars.map((bar) => bar.label)} />
      {/* A table cannot be clipped itself, and would make the page longer. */}
      <div className="visually-hidden">
        <table>
          <caption>{label}</caption>
          <tbody>
            {bars.map((bar) => (
              <tr key={bar.label}>
                <th scope="row">{bar.label}</th>
                <td>{format(bar.value)}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </figure>
  )
}

/** Something is never drawn as nothing. */
const bounds = (share: number): { y: number; height: number } => {
  const height = share > 0 ? Math.max(share * plotHeight, 1.5) : 0
  return { y: plotHeight - height, height }
}
