import { IconChevronDown } from '@tabler/icons-react'
import { lazy, Suspense, type ReactNode } from 'react'
import { Field, type FieldControl, type FieldTexts } from './Field.tsx'
import type { Option } from './option.ts'

const SearchSelect = lazy(() => import('./SearchSelect.tsx').then((module) => ({ default: module.SearchSelect })))

interface Shared extends FieldTexts {
  /** The form field's name; the chosen values are sent under it. */
  name?: string
  options: readonly Option[]
  placeholder?: string
  disabled?: boolean
  id?: string
  onBlur?: () => void
  className?: string
}

interface Single extends Shared {
  multiple?: false
  /** The visitor can type to narrow the list; without it the platform's own select is used. */
  filterable?: boolean
  value: string
  onChange: (value: string) => void
}

interface Multiple extends Shared {
  multiple: true
  filterable?: true
  value: readonly string[]
  onChange: (value: string[]) => void
}

export type SelectProps = Single | Multiple

export const Select = (props: SelectProps) => {
  const { label, hint, error, optional, hideLabel, className, id } = props
  return (
    <Field {...{ id, label, hint, error, optional, hideLabel, className }}>
      {(control) =>
        props.filterable === false ? (
          <NativeSelect {...props} control={control} />
        ) : (
          <Suspense fallback={<Waiting>{chosenLabels(props) || props.placeholder}</Waiting>}>
            <SearchSelect select={props} control={control} />
          </Suspense>
        )
      }
    </Field>
  )
}

const NativeSelect = ({ control, ...props }: Single & { control: FieldControl }) => {
  const { options, value, onChange, placeholder, name, disabled, onBlur } = props
  return (
    <div className="input-shell">
      <select
        {...control}
        {...{ name, disabled, onBlur, value }}
        className="input"
        onChange={(event) => onChange(event.currentTarget.value)}
      >
        {placeholder !== undefined && <option value="">{placeholder}</option>}
        {options.map((option) => (
          <option key={option.value} value={option.value} disabled={option.disabled}>
            {option.label}
          </option>
        ))}
      </select>
      <IconChevronDown className="chevron" aria-hidden="true" />
    </div>
  )
}

/** The same box while the searchable one is on its way, so that nothing moves. */
const Waiting = ({ children }: { children: ReactNode }) => (
  <div className="input-shell">
    <div className="input input-with-trail truncate">{children}</div>
    <IconChevronDown className="chevron" aria-hidden="true" />
  </div>
)

const chosenLabels = ({ options, value }: SelectProps): string => {
  const chosen = options.filter((option) =>
    Array.isArray(value) ? value.includes(option.value) : option.value === value,
  )
  return chosen.map((option) => option.label).join(', ')
}
