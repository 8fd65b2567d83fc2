import { useId, type ReactNode } from 'react'
import { classes } from '#ui/classes.ts'
import { FieldError } from './Field.tsx'
import type { Option } from './option.ts'

interface RadioOption extends Option {
  hint?: ReactNode
}

interface RadioGroupProps {
  label: ReactNode
  hideLabel?: boolean
  options: readonly RadioOption[]
  value: string
  onValue: (value: string) => void
  name?: string
  error?: ReactNode
  /** `segmented` is one row of few short words. */
  look?: 'list' | 'segmented'
}

export const RadioGroup = (props: RadioGroupProps) => {
  const { label, hideLabel, options, value, onValue, name, error, look = 'list' } = props
  const id = useId()
  const segmented = look === 'segmented'
  return (
    <fieldset className="field" aria-describedby={error ? `${id}-error` : undefined}>
      <legend className={hideLabel ? 'visually-hidden' : 'field-label'}>{label}</legend>
      <div className={segmented ? 'segmented' : undefined}>
        {options.map((option) => (
          <label key={option.value} className={segmented ? 'segment' : 'choice'}>
            <input
              type="radio"
              className={classes(segmented ? 'visually-hidden' : 'check')}
              name={name ?? id}
              value={option.value}
              disabled={option.disabled}
              checked={option.value === value}
              onChange={() => onValue(option.value)}
            />
            <span>{option.label}</span>
            {option.hint && !segmented && <span className="field-hint">{option.hint}</span>}
          </label>
        ))}
      </div>
      {error && <FieldError id={`${id}-error`}>{error}</FieldError>}
    </fieldset>
  )
}
