import { type ChangeEvent, type ComponentProps, type ReactNode, useId } from 'react'
import { FieldError } from './Field.tsx'

export interface CheckboxProps extends Omit<ComponentProps<'input'>, 'type'> {
  label: ReactNode
  hint?: ReactNode
  error?: ReactNode
  onChecked?: (checked: boolean) => void
  /** A switch takes effect at once; a checkbox waits for its form. */
  look?: 'check' | 'switch'
}

export const Checkbox = (props: CheckboxProps) => {
  const { label, hint, error, onChecked, onChange, look = 'check', className, ...rest } = props
  const ownId = useId()
  const id = rest.id ?? ownId
  const described = [error && `${id}-error`, hint && `${id}-hint`].filter(Boolean).join(' ')
  const change = (event: ChangeEvent<HTMLInputElement>) => {
    onChange?.(event)
    onChecked?.(event.currentTarget.checked)
  }
  return (
    <div className={className}>
      <label className="choice" htmlFor={id}>
        <input
          {...rest}
          id={id}
          type="checkbox"
          role={look === 'switch' ? 'switch' : undefined}
          className={look}
          aria-invalid={error ? true : undefined}
          aria-describedby={described || undefined}
          onChange={change}
        />
        <span>{label}</span>
        {hint && (
          <span id={`${id}-hint`} className="field-hint">
            {hint}
          </span>
        )}
      </label>
      {error && <FieldError id={`${id}-error`}>{error}</FieldError>}
    </div>
  )
}
