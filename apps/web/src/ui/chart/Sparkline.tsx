import '#web/styles/sparkline.css'

interface SparklineProps {
  /** What it shows in one sentence; the numbers themselves must stand elsewhere on the page. */
  label: string
  values: readonly number[]
}

const width = 120
const height = 32

/** The run of a few numbers, without axes. */
export const Sparkline = ({ label, values }: SparklineProps) => {
  const most = Math.max(...values, 1)
  const step = width / Math.max(values.length - 1, 1)
  const points = values.map(
    (value, index) => `${round(index * step)} ${round(height - 3 - (value / most) * (height - 6))}`,
  )
  if (points.length === 0) return null
  const line = `M${points.join('L')}`
  return (
    <svg
      className="sparkline"
      viewBox={`0 0 ${width} ${height}`}
      preserveAspectRatio="none"
      role="img"
      aria-label={label}
    >
      <path className="sparkline-fill" d={`${line}V${height}H0Z`} />
      <path className="sparkline-line" d={line} vectorEffect="non-scaling-stroke" />
    </svg>
  )
}

const round = (value: number): number => Math.round(value * 10) / 10
