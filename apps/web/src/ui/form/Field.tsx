import { t } from '@lingui/core/macro'
import { IconAlertCircle } from '@tabler/icons-react'
import { useId, type ReactNode } from 'react'
import { classes } from '#ui/classes.ts'

export interface FieldTexts {
  label: ReactNode
  hint?: ReactNode
  error?: ReactNode
  /** Says '(optional)' beside the label; what is not optional is required and needs no mark. */
  optional?: boolean
  /** Keeps the label for screen readers only. */
  hideLabel?: boolean
}

/** What the control inside a field must carry so that its label, hint and error belong to it. */
export interface FieldControl {
  id: string
  'aria-describedby': string | undefined
  'aria-invalid': true | undefined
}

interface FieldProps extends FieldTexts {
  id?: string | undefined
  className?: string | undefined
  children: (control: FieldControl) => ReactNode
}

export const Field = ({ id, label, hint, error, optional, hideLabel, className, children }: FieldProps) => {
  const ownId = useId()
  const controlId = id ?? ownId
  const hintId = `${controlId}-hint`
  const errorId = `${controlId}-error`
  const described = [error && errorId, hint && hintId].filter(Boolean).join(' ')
  return (
    <div className={classes('field', className)}>
      <label id={`${controlId}-label`} htmlFor={controlId} className={hideLabel ? 'visually-hidden' : 'field-label'}>
        {label}
        {optional && <span className="field-optional"> {t({ id: 'ui.optional', message: '(optional)' })}</span>}
      </label>
      {children({
        id: controlId,
        'aria-describedby': described || undefined,
        'aria-invalid': error ? true : undefined,
      })}
      {error && <FieldError id={errorId}>{error}</FieldError>}
      {hint && (
        <div id={hintId} className="field-hint">
          {hint}
        </div>
      )}
    </div>
  )
}

export const FieldError = ({ id, children }: { id: string; children: ReactNode }) => (
  <p id={id} className="field-error">
    <IconAlertCircle aria-hidden="true" />
    <span>{children}</span>
  </p>
)
