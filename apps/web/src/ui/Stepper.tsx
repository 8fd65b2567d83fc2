import { t } from '@lingui/core/macro'
import { IconCheck } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import { VisuallyHidden } from './VisuallyHidden.tsx'
import '#web/styles/stepper.css'

interface StepperProps {
  label: string
  steps: readonly { key: string; label: ReactNode }[]
  /** The index of the step that is under way; as many as there are steps means all done. */
  current: number
}

/** Where one is on a way of a few steps. */
export const Stepper = ({ label, steps, current }: StepperProps) => (
  <ol className="steps" aria-label={label}>
    {steps.map((step, index) => (
      <li key={step.key} data-state={stateOf({ index, current })} aria-current={index === current ? 'step' : undefined}>
        <span className="drop drop-small" aria-hidden="true">
          {index < current ? <IconCheck /> : index + 1}
        </span>
        <span>
          {step.label}
          {index < current && <VisuallyHidden> {t({ id: 'ui.step.done', message: '(done)' })}</VisuallyHidden>}
        </span>
      </li>
    ))}
  </ol>
)

const stateOf = ({ index, current }: { index: number; current: number }): 'done' | 'now' | 'next' => {
  if (index < current) return 'done'
  return index === current ? 'now' : 'next'
}
