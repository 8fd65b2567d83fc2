import type { ReactNode } from 'react'
import type { Tone } from '#ui/tone.ts'

interface StepProps {
  icon: ReactNode
  tone?: Tone
  title: ReactNode
  children?: ReactNode
  action?: ReactNode
}

/** One thing to do: what, why, and the way to it. */
export const Step = ({ icon, tone = 'brand', title, children, action }: StepProps) => (
  <li className="flex gap-3.5">
    <span className={`drop tone-${tone}`}>{icon}</span>
    <div className="grid min-w-0 grow gap-1">
      <h3>{title}</h3>
      {children && <div className="text-sm text-muted">{children}</div>}
      {action && <div className="mt-1">{action}</div>}
    </div>
  </li>
)
