import { useId, type ReactNode } from 'react'
import { classes } from '#ui/classes.ts'
import { formatClock } from '#ui/format.ts'

interface TimerDialProps {
  secondsLeft: number
  totalSeconds: number
  /** Below the figures while it runs, such as 'until the next claim'. */
  label?: ReactNode
  /** Instead of the figures once it is over. */
  ready?: ReactNode
  small?: boolean
}

const size = 200
const radius = 94
/** Two whole waves fit the glass, so drifting by one width repeats without a seam. */
const wave = 'M-100 0q25-9 50 0t50 0 50 0 50 0 50 0 50 0 50 0 50 0V220H-100Z'

/** A glass that fills while one waits; full means ready. The ring around it says the same exactly. */
export const TimerDial = ({ secondsLeft, totalSeconds, label, ready, small = false }: TimerDialProps) => {
  const clip = useId()
  const left = Math.min(Math.max(secondsLeft, 0), totalSeconds)
  const done = totalSeconds > 0 ? 1 - left / totalSeconds : 1
  const over = left <= 0
  return (
    <div className={classes('dial', small && 'dial-small', over && 'dial-ready')} role="timer">
      <svg viewBox={`0 0 ${size} ${size}`} aria-hidden="true">
        <clipPath id={clip}>
          <circle cx="100" cy="100" r="87" />
        </clipPath>
        <linearGradient id={`${clip}-depth`} x2="0" y2="1">
          <stop className="dial-shallow" offset="0.1" />
          <stop className="dial-deep" offset="1" />
        </linearGradient>
        <circle className="dial-glass" cx="100" cy="100" r="94" />
        <g clipPath={`url(#${clip})`}>
          <g className="dial-level" style={{ translate: `0 ${190 - done * 190}px` }}>
            <path className="dial-wave-back" d={wave} />
            <path className="dial-wave" d={wave} transform="translate(0 7)" fill={`url(#${clip}-depth)`} />
          </g>
        </g>
        <circle className="dial-rim" cx="100" cy="100" r={radius} />
        <circle
          className="dial-run"
          cx="100"
          cy="100"
          r={radius}
          pathLength={100}
          strokeDasharray="100 100"
          strokeDashoffset={100 - done * 100}
          transform="rotate(-90 100 100)"
        />
      </svg>
      <div className="dial-face">
        {over && ready ? ready : <span className="dial-time">{formatClock(left)}</span>}
        {label && !(over && ready) && <span className="dial-word">{label}</span>}
      </div>
    </div>
  )
}
