import { t } from '@lingui/core/macro'
import { useState } from 'react'
import type { SettingFieldProps } from '#features/admin/settings/SettingField.tsx'
import { fieldId } from '#features/admin/settings/SettingInput.tsx'
import { settingName } from '#features/admin/settings/table/table.ts'
import { TextInput } from '#ui/form/TextInput.tsx'

/** Prizes by rank in one line, since most sites have three of them and some have a hundred. */
export const Prizes = ({ settings: { form }, name }: SettingFieldProps) => {
  const saved = [form.values[name]].flat().join(', ')
  const [typed, setTyped] = useState(saved)
  // What is typed stays as it is while it says the same; a value that came from elsewhere takes its place.
  const shown = partsOf(typed).join(', ') === saved ? typed : saved
  return (
    <TextInput
      autoComplete="off"
      inputMode="numeric"
      id={fieldId(name)}
      label={settingName(name)}
      hint={t({ id: 'admin.rank.prizes', message: 'Units, separated by commas. Leave empty for no prizes.' })}
      value={shown}
      error={form.errors[name]}
      onValue={(text) => {
        setTyped(text)
        form.setFieldValue(name, partsOf(text))
      }}
    />
  )
}

const partsOf = (text: string): string[] =>
  text
    .split(/[,;]/)
    .map((part) => part.trim())
    .filter((part) => part !== '')
