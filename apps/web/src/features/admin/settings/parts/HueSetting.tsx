import { t } from '@lingui/core/macro'
import { useEffect } from 'react'
import { fieldId } from '#features/admin/settings/SettingInput.tsx'
import type { SettingsForm } from '#features/admin/settings/settings-form.ts'
import { settingName } from '#features/admin/settings/table/table.ts'
import { Chip } from '#ui/form/Chip.tsx'
import { Field } from '#ui/form/Field.tsx'

const circle = 'linear-gradient(in oklch longer hue to right, oklch(0.62 0.105 0), oklch(0.62 0.105 360))'

/** The one colour that all others follow; the whole page shows it while it is chosen. */
export const HueSetting = ({ settings: { form, answer } }: { settings: SettingsForm }) => {
  const saved = answer.settings.site_hue
  const standard = String(answer.defaults.site_hue)
  const hue = Number(form.values.site_hue)
  usePreviewedHue({ hue, saved })
  return (
    <Field
      id={fieldId('site_hue')}
      label={settingName('site_hue')}
      hint={t({ id: 'admin.hue.hint', message: 'Only you see it until you save. Contrast is adjusted automatically.' })}
      error={form.errors['site_hue']}
    >
      {(control) => (
        <div className="flex items-center gap-3">
          <div className="grid min-w-0 grow gap-2">
            <span className="h-3 rounded-full" style={{ background: circle }} aria-hidden="true" />
            <input
              {...control}
              type="range"
              min={0}
              max={360}
              value={hue}
              className="min-h-11 cursor-pointer"
              style={{ accentColor: 'var(--brand)' }}
              onChange={(event) => form.setFieldValue('site_hue', event.currentTarget.value)}
            />
          </div>
          <span className="figures w-12 text-end">{`${hue}°`}</span>
          {form.values.site_hue !== standard && (
            <Chip onClick={() => form.setFieldValue('site_hue', standard)}>
              {t({ id: 'setting.default', message: 'Default' })}
            </Chip>
          )}
        </div>
      )}
    </Field>
  )
}

/** Colours the page while the slider stands elsewhere, and puts the saved colour back afterwards. */
const usePreviewedHue = ({ hue, saved }: { hue: number; saved: number }): void => {
  useEffect(() => {
    const { style } = document.documentElement
    style.setProperty('--brand-hue', String(hue))
    return () => style.setProperty('--brand-hue', String(saved))
  }, [hue, saved])
}
