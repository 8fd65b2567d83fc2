import { t } from '@lingui/core/macro'
import type { ReactNode } from 'react'
import { Button } from '#ui/Button.tsx'
import { Alert } from './Alert.tsx'

interface ErrorStateProps {
  title?: ReactNode
  /** The sentence that the server or the network gave. */
  children?: ReactNode
  onRetry?: () => void
  busy?: boolean
}

export const ErrorState = ({ title, children, onRetry, busy = false }: ErrorStateProps) => (
  <Alert
    tone="bad"
    urgent
    title={title ?? t({ id: 'ui.error.title', message: 'Couldn’t load this' })}
    actions={
      onRetry && (
        <Button size="small" busy={busy} onClick={onRetry}>
          {t({ id: 'ui.error.retry', message: 'Try again' })}
        </Button>
      )
    }
  >
    {children}
  </Alert>
)
