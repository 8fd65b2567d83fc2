import { BarLabels, Highest } from '#ui/chart/BarLabels.tsx'

interface Pair {
  label: string
  first: number
  second: number
}

interface PairChartProps {
  /** What the bars count. */
  label: string
  /** What each pair belongs to, such as 'Day'. */
  each: string
  first: string
  second: string
  pairs: readonly Pair[]
  format: (value: number) => string
}

const most = 100

/** Two bars a day side by side for the eye, a table for the screen reader. */
export const PairChart = ({ label, each, first, second, pairs, format }: PairChartProps) => {
  const highest = Math.max(0, ...pairs.flatMap((pair) => [pair.first, pair.second]))
  const top = Math.max(highest, 1)
  return (
    <figure className="bars">
      <div className="mb-3 flex flex-wrap items-center gap-x-4 gap-y-1">
        <Legend first={first} second={second} />
        <Highest value={format(highest)} />
      </div>
      <svg viewBox={`0 0 ${pairs.length * 10} ${most}`} preserveAspectRatio="none" aria-hidden="true">
        {pairs.map((pair, index) => (
          <g key={pair.label}>
            <rect className="bars-room" x={index * 10 + 1} width="8" height={most} />
            <rect className="fill-(--money)" x={index * 10 + 1} width="4" {...bounds(pair.first / top)} />
            <rect className="fill-(--brand-vivid)" x={index * 10 + 5} width="4" {...bounds(pair.second / top)} />
            <title>{`${pair.label}: ${first} ${format(pair.first)}, ${second} ${format(pair.second)}`}</title>
          </g>
        ))}
      </svg>
      <BarLabels labels={pairs.map((pair) => pair.label)} />
      {/* A table cannot be clipped itself, and would make the page longer. */}
      <div className="visually-hidden">
        <table>
          <caption>{label}</caption>
          <thead>
            <tr>
              <th scope="col">{each}</th>
              <th scope="col">{first}</th>
              <th scope="col">{second}</th>
            </tr>
          </thead>
          <tbody>
            {pairs.map((pair) => (
              <tr key={pair.label}>
                <th scope="row">{pair.label}</th>
                <td>{format(pair.first)}</td>
                <td>{format(pair.second)}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </figure>
  )
}

const Legend = ({ first, second }: Pick<PairChartProps, 'first' | 'second'>) => (
  <ul className="flex gap-4 text-sm text-muted" aria-hidden="true">
    <li className="flex items-center gap-2">
      <span className="size-3 rounded-[0.25rem] bg-(--money)" />
      {first}
    </li>
    <li className="flex items-center gap-2">
      <span className="size-3 rounded-[0.25rem] bg-brand-vivid" />
      {second}
    </li>
  </ul>
)

/** Something is never drawn as nothing. */
const bounds = (share: number): { y: number; height: number } => {
  const height = share > 0 ? Math.max(share * most, 1.5) : 0
  return { y: most - height, height }
}
