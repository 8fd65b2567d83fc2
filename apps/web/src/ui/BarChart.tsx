import { classes } from './classes.ts'
import { formatNumber } from './format.ts'

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
export function BarChart({ label, bars, format = formatNumber, money = false }: BarChartProps) {
  const highest = Math.max(...bars.map((bar) => bar.value), 1)
  const labelled = Math.max(1, Math.ceil(bars.length / 6))
  return (
    <figure className={classes('bars', money && 'bars-money')}>
      <svg viewBox={`0 0 ${bars.length * 10} ${most}`} preserveAspectRatio="none" aria-hidden="true">
        {bars.map((bar, index) => (
          <g key={bar.label}>
            <rect className="bars-room" x={index * 10 + 1} width="8" height={most} />
            <rect className="bars-bar" x={index * 10 + 1} width="8" {...bounds(bar.value / highest)} />
            <title>{`${bar.label}: ${format(bar.value)}`}</title>
          </g>
        ))}
      </svg>
      <div className="bars-labels" aria-hidden="true">
        {bars
          .filter((_, index) => index % labelled === 0)
          .map((bar) => (
            <span key={bar.label}>{bar.label}</span>
          ))}
      </div>
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
function bounds(share: number): { y: number; height: number } {
  const height = share > 0 ? Math.max(share * most, 1.5) : 0
  return { y: most - height, height }
}
