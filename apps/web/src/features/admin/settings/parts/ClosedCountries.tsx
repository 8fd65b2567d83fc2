import { t } from '@lingui/core/macro'
import type { SettingFieldProps } from '#features/admin/settings/SettingField.tsx'
import { fieldId } from '#features/admin/settings/SettingInput.tsx'
import { rowOf, settingName, textOf } from '#features/admin/settings/table/table.ts'
import { countryOptions } from '#features/advertise/advertise.ts'
import { Select } from '#ui/form/Select.tsx'

/** Countries chosen by name and kept by code. */
export const ClosedCountries = ({ settings: { form }, name }: SettingFieldProps) => {
  const { hint } = rowOf(name)
  return (
    <Select
      multiple
      optional
      id={fieldId(name)}
      label={settingName(name)}
      hint={hint && textOf(hint)}
      placeholder={t({ id: 'admin.link.countries.find', message: 'Search countries' })}
      options={countryOptions()}
      value={[form.values[name]].flat().map(String)}
      error={form.errors[name]}
      onChange={(countries) => form.setFieldValue(name, countries)}
    />
  )
}
