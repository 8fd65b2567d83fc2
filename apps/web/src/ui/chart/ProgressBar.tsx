import { useId, type ReactNode } from 'react'
import { classes } from '#ui/classes.ts'
import { formatNumber } from '#ui/format.ts'

interface ProgressBarProps {
  label: string
  value: number
  max: number
  /** Opposite the label; by default 'value of max' in figures. */
  text?: ReactNode
  hideLabel?: boolean
  money?: boolean
}

/** A stream that runs along its bed. */
export const ProgressBar = ({ label, value, max, text, hideLabel = false, money = false }: ProgressBarProps) => {
  const pattern = useId()
  const share = max > 0 ? Math.min(Math.max(value / max, 0), 1) : 0
  return (
    <div className={classes('progress', money && 'progress-money')}>
      {!hideLabel && (
        <div className="progress-text" aria-hidden="true">
          <span>{label}</span>
          <span>{text ?? `${formatNumber(value)} / ${formatNumber(max)}`}</span>
        </div>
      )}
      <div role="progressbar" aria-label={label} aria-valuemin={0} aria-valuemax={max} aria-valuenow={value}>
        <svg className="progress-track" aria-hidden="true">
          <defs>
            <pattern id={pattern} width="24" height="12" patternUnits="userSpaceOnUse">
              <path className="progress-stream" d="M-6 6q6-5 12 0t12 0 12 0" />
            </pattern>
          </defs>
          <rect className="progress-bed" y="3" width="100%" height="6" rx="3" />
          <rect width={`${share * 100}%`} height="12" rx="3" fill={`url(#${pattern})`} />
        </svg>
      </div>
    </div>
  )
}
