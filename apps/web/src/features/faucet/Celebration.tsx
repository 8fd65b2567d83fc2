import { useRef, useEffect } from 'react'

/** So many drops leap up when a level is reached. */
const drops = 18

/**
 * What was paid flies as a drop into the balance; a new level lets more of them leap. Only for the eye, and not for one
 * that wants nothing to move.
 */
export const Celebration = ({ isLevelUp }: { isLevelUp: boolean }) => {
  const source = useRef<HTMLSpanElement>(null)
  useEffect(() => {
    const from = source.current
    if (!from || window.matchMedia('(prefers-reduced-motion: reduce)').matches) return
    const flights = [intoBalance(from), ...(isLevelUp ? leaps(from) : [])]
    return () => {
      for (const flight of flights) flight?.()
    }
  }, [isLevelUp])
  return <span ref={source} style={{ position: 'absolute', top: 40 }} aria-hidden="true" />
}

interface Flight {
  from: HTMLElement
  frames: Keyframe[]
  milliseconds: number
  hue: string
}

/** Draws one drop that goes away by itself, or at once by what is returned. */
const fly = ({ from, frames, milliseconds, hue }: Flight): (() => void) => {
  const { left, top } = from.getBoundingClientRect()
  const drop = document.createElement('span')
  drop.setAttribute('aria-hidden', 'true')
  const look = `position:fixed;left:${left}px;top:${top}px;width:14px;height:14px;pointer-events:none;z-index:60`
  drop.style.cssText = `${look};border-radius:50% 50% 50% 12%;background:${hue}`
  document.body.append(drop)
  const remove = () => drop.remove()
  drop.animate(frames, {
    duration: milliseconds,
    easing: 'cubic-bezier(0.3, 0.7, 0.2, 1)',
    fill: 'forwards',
  }).onfinish = remove
  return remove
}

const intoBalance = (from: HTMLElement): (() => void) | undefined => {
  const balance = document.querySelector('.top-bar .coin')?.getBoundingClientRect()
  if (!balance) return undefined
  const start = from.getBoundingClientRect()
  const [x, y] = [balance.left + 5 - start.left, balance.top + 5 - start.top]
  const frames = [
    { transform: 'scale(1)' },
    { transform: `translate(${x / 2}px, ${y / 2 - 40}px) scale(1.6)`, offset: 0.5 },
    { transform: `translate(${x}px, ${y}px) scale(0.7)`, opacity: 0.6 },
  ]
  return fly({ from, frames, milliseconds: 900, hue: 'var(--money)' })
}

const leaps = (from: HTMLElement): (() => void)[] =>
  Array.from({ length: drops }, (_, index) => {
    const angle = (index / drops) * 2 * Math.PI
    const reach = 70 + (index % 3) * 35
    const [x, y] = [Math.cos(angle) * reach, Math.sin(angle) * reach - 40]
    const frames = [
      { transform: 'scale(0.4)', opacity: 1 },
      { transform: `translate(${x}px, ${y}px) scale(1)`, opacity: 1, offset: 0.6 },
      { transform: `translate(${x * 1.1}px, ${y + 70}px) scale(0.8)`, opacity: 0 },
    ]
    const hue = index % 2 === 0 ? 'var(--money)' : 'var(--brand-vivid)'
    return fly({ from, frames, milliseconds: 1_300, hue })
  })
