import { t } from '@lingui/core/macro'
import { useEffect } from 'react'
import { Chip } from '#ui/Chip.tsx'
import { Field } from '#ui/Field.tsx'
import { settingName } from './setting-names.ts'
import { fieldId } from './SettingInput.tsx'
import type { SettingsForm } from './settings-form.ts'

const circle = 'linear-gradient(in oklch longer hue to right, oklch(0.62 0.105 0), oklch(0.62 0.105 360))'

const slider = [
  'my-4 h-3 min-w-0 grow cursor-pointer appearance-none rounded-full',
  '[&::-webkit-slider-thumb]:size-7 [&::-webkit-slider-thumb]:appearance-none [&::-webkit-slider-thumb]:rounded-full',
  '[&::-webkit-slider-thumb]:border-4 [&::-webkit-slider-thumb]:border-surface',
  '[&::-webkit-slider-thumb]:bg-brand [&::-webkit-slider-thumb]:shadow-2',
  '[&::-moz-range-thumb]:size-5 [&::-moz-range-thumb]:rounded-full [&::-moz-range-thumb]:border-4',
  '[&::-moz-range-thumb]:border-surface [&::-moz-range-thumb]:bg-brand',
].join(' ')

/** The one colour that all others follow; the whole page shows it while it is chosen. */
export function HueSetting({ settings: { form, answer } }: { settings: SettingsForm }) {
  const saved = answer.settings.site_hue
  const standard = String(answer.defaults.site_hue)
  const hue = Number(form.values.site_hue)
  usePreviewedHue({ hue, saved })
  return (
    <Field
      id={fieldId('site_hue')}
      label={settingName('site_hue')}
      hint={t({ id: 'admin.hue.hint', message: 'You alone see it until you save. Every colour keeps its contrast.' })}
      error={form.errors['site_hue']}
    >
      {(control) => (
        <div className="flex items-center gap-3">
          <input
            {...control}
            type="range"
            min={0}
            max={360}
            value={hue}
            className={slider}
            style={{ background: circle }}
            onChange={(event) => form.setFieldValue('site_hue', event.currentTarget.value)}
          />
          <span className="figures w-12 text-end">{`${hue}°`}</span>
          {form.values.site_hue !== standard && (
            <Chip onClick={() => form.setFieldValue('site_hue', standard)}>
              {t({ id: 'admin.default', message: 'Default' })}
            </Chip>
          )}
        </div>
      )}
    </Field>
  )
}

/** Colours the page while the slider stands elsewhere, and puts the saved colour back afterwards. */
function usePreviewedHue({ hue, saved }: { hue: number; saved: number }): void {
  useEffect(() => {
    const { style } = document.documentElement
    style.setProperty('--brand-hue', String(hue))
    return () => style.setProperty('--brand-hue', String(saved))
  }, [hue, saved])
}
