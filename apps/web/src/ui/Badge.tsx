import type { ReactNode } from 'react'
import { classes } from './classes.ts'
import type { Tone } from './tone.ts'

interface BadgeProps {
  tone?: Tone
  /** A drop before the word, for a status. */
  dot?: boolean
  className?: string
  children: ReactNode
}

export const Badge = ({ tone = 'plain', dot = false, className, children }: BadgeProps) => (
  <span className={classes('badge', dot && 'badge-dot', `tone-${tone}`, className)}>{children}</span>
)

/** A number on a menu entry or a bell; nothing at zero. `label` says what is counted, such as '3 unread'. */
export const CountBadge = ({ count, label, tone = 'brand' }: { count: number; label: string; tone?: Tone }) => {
  if (count <= 0) return null
  return (
    <span className={classes('badge badge-count figures', `tone-${tone}`)}>
      <span aria-hidden="true">{count > 99 ? '99+' : count}</span>
      <span className="visually-hidden">{label}</span>
    </span>
  )
}
