import { IconAlertTriangle, IconCircleCheck, IconCoin, IconInfoCircle } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import { classes } from '#ui/classes.ts'
import type { Tone } from '#ui/tone.ts'

const icons = {
  plain: IconInfoCircle,
  brand: IconInfoCircle,
  money: IconCoin,
  good: IconCircleCheck,
  warn: IconAlertTriangle,
  bad: IconAlertTriangle,
} satisfies Record<Tone, unknown>

interface AlertProps {
  tone?: Tone
  title?: ReactNode
  children?: ReactNode
  actions?: ReactNode
  /** Read out at once when it appears; for what the visitor must not miss. */
  urgent?: boolean
  className?: string
}

/** A lasting message in the page; for a passing one see toast.ts. */
export const Alert = ({ tone = 'brand', title, children, actions, urgent = false, className }: AlertProps) => {
  const Icon = icons[tone]
  return (
    <div className={classes('notice', `tone-${tone}`, className)} role={urgent ? 'alert' : undefined}>
      <Icon aria-hidden="true" />
      <div className="notice-body">
        {title && <p className="notice-title">{title}</p>}
        {children}
      </div>
      {actions && <div className="notice-actions">{actions}</div>}
    </div>
  )
}
