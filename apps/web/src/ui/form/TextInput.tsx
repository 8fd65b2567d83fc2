import type { ChangeEvent, ComponentProps, ReactNode } from 'react'
import { classes } from '#ui/classes.ts'
import { Field, type FieldTexts } from './Field.tsx'

export interface TextInputProps extends FieldTexts, Omit<ComponentProps<'input'>, 'size'> {
  /** Which one of a list of inputs this is; `onValue` reports it with each change. */
  index?: number
  onValue?: (value: string, index: number) => void
  /** An icon before the text. */
  lead?: ReactNode
  /** A button after the text. */
  trail?: ReactNode
}

export const TextInput = (props: TextInputProps) => {
  const {
    label,
    hint,
    error,
    optional,
    hideLabel,
    index = 0,
    onValue,
    onChange,
    lead,
    trail,
    className,
    ...rest
  } = props
  const change = (event: ChangeEvent<HTMLInputElement>) => {
    onChange?.(event)
    onValue?.(event.currentTarget.value, index)
  }
  return (
    <Field {...{ id: rest.id, label, hint, error, optional, hideLabel, className }}>
      {(control) => (
        <div className="input-shell">
          {lead && <span className="input-lead">{lead}</span>}
          <input
            type="text"
            {...rest}
            {...control}
            onChange={change}
            className={classes('input', trail !== undefined && 'input-with-trail')}
          />
          {trail && <span className="input-trail">{trail}</span>}
        </div>
      )}
    </Field>
  )
}
