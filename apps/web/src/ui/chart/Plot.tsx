import type { KeyboardEvent, PointerEvent, ReactNode } from 'react'
import { formatNumber } from '#ui/format.ts'

interface PlotProps {
  /** What the bars count. */
  label: string
  /** How many bars there are. */
  count: number
  /** Of the longest bar. */
  highest: number
  /** The bar that is looked at; null where none is. */
  picked: number | null
  onPick: (index: number | null) => void
  /** What a bar stands for, in words. */
  textOf: (index: number) => string
  /** Draws the bars, each ten units wide, `plotHeight` high where it reaches `top`. */
  children: (top: number) => ReactNode
}

export const plotHeight = 100

/**
 * Bars with a scale beside them. One is picked by pointing at it, by a finger, or by the arrow keys; a screen reader
 * reads it as the value of a slider.
 */
export const Plot = ({ label, count, highest, picked, onPick, textOf, children }: PlotProps) => {
  const top = scaleTop(highest)
  const last = count - 1
  const pick = (index: number) => onPick(Math.min(last, Math.max(0, index)))
  const point = (event: PointerEvent<HTMLElement>) => {
    const { left, right, width } = event.currentTarget.getBoundingClientRect()
    const fromStart = isRightToLeft() ? right - event.clientX : event.clientX - left
    pick(Math.floor((fromStart / width) * count))
  }
  const move = (event: KeyboardEvent) => {
    const forth = isRightToLeft() ? 'ArrowLeft' : 'ArrowRight'
    const back = isRightToLeft() ? 'ArrowRight' : 'ArrowLeft'
    const to = { [forth]: (picked ?? last) + 1, [back]: (picked ?? last) - 1, Home: 0, End: last }[event.key]
    if (event.key === 'Escape') onPick(null)
    if (to === undefined) return
    event.preventDefault()
    pick(to)
  }
  const leave = ({ pointerType }: PointerEvent) => {
    // A finger that was lifted has not looked yet.
    if (pointerType === 'mouse') onPick(null)
  }
  return (
    <div className="bars-plot">
      <div
        role="slider"
        tabIndex={0}
        aria-label={label}
        aria-valuemin={0}
        aria-valuemax={Math.max(0, last)}
        aria-valuenow={picked ?? last}
        aria-valuetext={count > 0 ? textOf(picked ?? last) : ''}
        onPointerDown={point}
        onPointerMove={point}
        onPointerLeave={leave}
        onKeyDown={move}
        onFocus={() => picked ?? onPick(last)}
        onBlur={() => onPick(null)}
      >
        <svg viewBox={`0 0 ${count * 10} ${plotHeight}`} preserveAspectRatio="none" aria-hidden="true">
          {picked !== null && <rect className="bars-picked" x={picked * 10} width="10" height={plotHeight} />}
          {children(top)}
        </svg>
      </div>
      <p className="bars-scale" aria-hidden="true">
        {[top, top / 2, 0].map((value) => (
          <span key={value}>{formatNumber(value, { notation: 'compact' })}</span>
        ))}
      </p>
    </div>
  )
}

const isRightToLeft = (): boolean => document.dir === 'rtl'

/** A round number at or above the longest bar, whose half is whole too. */
export const scaleTop = (highest: number): number => {
  const step = 10 ** Math.max(0, Math.floor(Math.log10(Math.max(1, highest))))
  return ([2, 4, 6, 8].find((times) => times * step >= highest) ?? 10) * step
}
