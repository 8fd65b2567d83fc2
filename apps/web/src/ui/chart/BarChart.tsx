import { classes } from '#ui/classes.ts'
import { formatNumber } from '#ui/format.ts'
import { BarLabels, Highest } from './BarLabels.tsx'

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

const most = 100

/** Bars for the eye, a table for the screen reader. */
export const BarChart = ({ label, bars, format = formatNumber, money = false }: BarChartProps) => {
  const highest = Math.max(...bars.map((bar) => bar.value), 0)
  return (
    <figure className={classes('bars', money && 'bars-money')}>
      <p className="mb-2 flex">
        <Highest value={format(highest)} />
      </p>
      <svg viewBox={`0 0 ${bars.length * 10} ${most}`} preserveAspectRatio="none" aria-hidden="true">
        {bars.map((bar, index) => (
          <g key={bar.label}>
            <rect className="bars-room" x={index * 10 + 1} width="8" height={most} />
            <rect className="bars-bar" x={index * 10 + 1} width="8" {...bounds(bar.value / Math.max(highest, 1))} />
            <title>{`${bar.label}: ${format(bar.value)}`}</title>
          </g>
        ))}
      </svg>
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
  const height = share > 0 ? Math.max(share * most, 1.5) : 0
  return { y: most - height, height }
}
