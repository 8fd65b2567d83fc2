import type { ReactNode } from 'react'

interface ProgressRingProps {
  label: string
  value: number
  max: number
  /** In the middle, such as '3/7'. */
  children?: ReactNode
}

export const ProgressRing = ({ label, value, max, children }: ProgressRingProps) => {
  const share = max > 0 ? Math.min(Math.max(value / max, 0), 1) : 0
  return (
    <div
      className="dial dial-small"
      role="progressbar"
      aria-label={label}
      aria-valuemin={0}
      aria-valuemax={max}
      aria-valuenow={value}
    >
      <svg viewBox="0 0 200 200" aria-hidden="true">
        <circle className="dial-rim" cx="100" cy="100" r="92" />
        {share > 0 && (
          <circle
            className="dial-run"
            cx="100"
            cy="100"
            r="92"
            pathLength={100}
            strokeDasharray="100 100"
            strokeDashoffset={100 - share * 100}
            transform="rotate(-90 100 100)"
          />
        )}
      </svg>
      <span className="dial-face dial-time" aria-hidden="true">
        {children}
      </span>
    </div>
  )
}
