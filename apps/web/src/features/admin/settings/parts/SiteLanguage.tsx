import { t } from '@lingui/core/macro'
import { isLocale, LOCALES } from '@runnel/contract/locale'
import { useState } from 'react'
import type { SettingFieldProps } from '#features/admin/settings/SettingField.tsx'
import { fieldId } from '#features/admin/settings/SettingInput.tsx'
import { rowOf, settingName, textOf } from '#features/admin/settings/table/table.ts'
import { translatedNames } from '#features/admin/shared/translated-names.ts'
import { FieldError } from '#ui/form/Field.tsx'
import { Select } from '#ui/form/Select.tsx'
import { TextArea } from '#ui/form/TextArea.tsx'

/** The language of the owner's own texts, and of whoever asks for none that is spoken. */
export const SiteLanguage = ({ settings: { form } }: SettingFieldProps) => {
  const { hint } = rowOf('site_locale')
  return (
    <Select
      id={fieldId('site_locale')}
      label={settingName('site_locale')}
      hint={hint && textOf(hint)}
      error={form.errors['site_locale']}
      options={LOCALES.map(({ tag, name }) => ({ value: tag, label: name }))}
      value={form.values.site_locale}
      onChange={(tag) => isLocale(tag) && form.setFieldValue('site_locale', tag)}
    />
  )
}

/** The maintenance message in other languages, one at a time; an empty one is left out. */
export const MaintenanceTranslations = ({ settings: { form } }: SettingFieldProps) => {
  const [chosen, setChosen] = useState('')
  const rows = form.values.maintenance_translations
  const others = LOCALES.filter(({ tag }) => tag !== form.values.site_locale)
  const locale = others.find(({ tag }) => tag === chosen)?.tag
  const write = (text: string) => {
    const rest = rows.filter((row) => row.locale !== locale)
    if (locale) form.setFieldValue('maintenance_translations', text === '' ? rest : [...rest, { locale, text }])
  }
  const error = form.errors['maintenance_translations']
  return (
    <div className="grid gap-3" id={fieldId('maintenance_translations')} tabIndex={-1}>
      <Select
        label={settingName('maintenance_translations')}
        hint={translatedNames(rows)}
        options={others.map(({ tag, name }) => ({ value: tag, label: name }))}
        placeholder={t({ id: 'admin.translations.choose', message: 'Select a language' })}
        value={locale ?? ''}
        onChange={setChosen}
      />
      {locale && (
        <div lang={locale} dir="auto">
          <TextArea
            label={settingName('maintenance_message')}
            hint={t({ id: 'admin.translations.hint', message: 'Leave empty to show the main text.' })}
            maxLength={500}
            value={rows.find((row) => row.locale === locale)?.text ?? ''}
            onChange={(event) => write(event.currentTarget.value)}
          />
        </div>
      )}
      {error && <FieldError id="maintenance-translations-error">{error}</FieldError>}
    </div>
  )
}
