import type { ChangeEvent, ComponentProps } from 'react'
import { Field, type FieldTexts } from './Field.tsx'

export interface TextAreaProps extends FieldTexts, Omit<ComponentProps<'textarea'>, 'rows'> {
  index?: number
  onValue?: (value: string, index: number) => void
}

/** Grows with its text from 2 to 4 rows, then scrolls; a browser without `field-sizing` keeps the handle. */
export const TextArea = (props: TextAreaProps) => {
  const { label, hint, error, optional, hideLabel, index = 0, onValue, onChange, className, ...rest } = props
  const change = (event: ChangeEvent<HTMLTextAreaElement>) => {
    onChange?.(event)
    onValue?.(event.currentTarget.value, index)
  }
  return (
    <Field {...{ id: rest.id, label, hint, error, optional, hideLabel, className }}>
      {(control) => <textarea {...rest} {...control} rows={2} onChange={change} className="input" />}
    </Field>
  )
}
