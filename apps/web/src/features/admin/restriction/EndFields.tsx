import { t } from '@lingui/core/macro'
import type { ComponentProps } from 'react'
import { Select } from '#ui/form/Select.tsx'
import { TextInput } from '#ui/form/TextInput.tsx'
import { endLengths, endName, type End, type EndLength } from './restriction-end.ts'

interface EndFieldsProps {
  form: {
    values: End
    getInputProps: (name: 'length' | 'day') => {
      name: string
      // The form library takes an event or a value alike, and has no type for it.
      onChange: ComponentProps<typeof TextInput>['onChange'] & ((value: string) => void)
      error?: string
    }
  }
  lengths?: readonly EndLength[]
}

/** How long it lasts, and the moment where one is chosen. */
export const EndFields = ({ form, lengths = endLengths }: EndFieldsProps) => (
  <>
    <Select
      label={t({ id: 'admin.end.label', message: 'Duration' })}
      filterable={false}
      options={lengths.map((length) => ({ value: length, label: endName(length) }))}
      {...form.getInputProps('length')}
      value={form.values.length}
    />
    {form.values.length === 'day' && (
      <TextInput
        type="datetime-local"
        label={t({ id: 'admin.end.until', message: 'End date' })}
        {...form.getInputProps('day')}
        value={form.values.day}
      />
    )}
  </>
)
