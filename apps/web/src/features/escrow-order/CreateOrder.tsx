import { t } from '@lingui/core/macro'
import type { ReactNode, SubmitEvent } from 'react'
import { Button } from '#ui/Button.tsx'
import { Card } from '#ui/Card.tsx'
import { RetryNotice } from '#ui/state/RetryNotice.tsx'

interface CreateOrderProps {
  title: string
  /** Undefined while there is nothing else on the page to go back to. */
  onCancel: (() => void) | undefined
  /** Stands above the form. */
  notice?: ReactNode
  formId: string
  onSubmit: (event: SubmitEvent<HTMLFormElement>) => void
  children: ReactNode
  /** Stands beside the fields all the time, above the button. */
  aside: ReactNode
  /** `useAttempt(…)`. */
  attempt: { isSending: boolean; isUnsent: boolean; sendAgain: () => void }
  submitLabel: string
  /** In the place of the usual words when nobody knows whether it arrived. */
  unsent?: ReactNode
  note: string
}

/** The form of what is paid for in advance, from what it is to what it costs. */
export const CreateOrder = (props: CreateOrderProps) => {
  const { title, onCancel, notice, formId, onSubmit, children, aside, attempt, submitLabel, unsent, note } = props
  const button = (
    <Button type="submit" variant="primary" size="large" wide busy={attempt.isSending}>
      {submitLabel}
    </Button>
  )
  return (
    <Card
      title={title}
      action={
        onCancel && (
          <Button variant="quiet" size="small" onClick={onCancel}>
            {t({ id: 'ui.cancel', message: 'Cancel' })}
          </Button>
        )
      }
    >
      {notice}
      <form
        id={formId}
        noValidate
        className="grid items-start gap-6 lg:grid-cols-[minmax(0,1.7fr)_minmax(0,1fr)]"
        onSubmit={onSubmit}
      >
        {children}
        <div className="grid min-w-0 gap-4 lg:sticky lg:top-20">
          {aside}
          {attempt.isUnsent ? (unsent ?? <RetryNotice onAgain={attempt.sendAgain} />) : button}
          <p className="text-sm text-muted">{note}</p>
        </div>
      </form>
    </Card>
  )
}
