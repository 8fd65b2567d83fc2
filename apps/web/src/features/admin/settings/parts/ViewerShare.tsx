import { t } from '@lingui/core/macro'
import type { SettingFieldProps } from '#features/admin/settings/SettingField.tsx'
import { NumberSetting } from '#features/admin/settings/SettingInput.tsx'
import { wholeNumber } from '#features/admin/settings/settings-draft.ts'
import type { SettingsForm } from '#features/admin/settings/settings-form.ts'
import { unitsText } from '#ui/Amount.tsx'

export const ViewerShare = ({ settings, name }: SettingFieldProps) => (
  <NumberSetting settings={settings} name={name} hint={<Share settings={settings} />} />
)

/** One view told in units, rounded as the server does it: down, but nobody watches for nothing. */
const Share = ({ settings: { form } }: { settings: SettingsForm }) => {
  const price = wholeNumber(form.values.ptc_prices[0]?.price ?? '')
  const percent = wholeNumber(form.values.ptc_viewer_percent)
  if (!(price > 0) || !(percent > 0 && percent <= 100)) return null
  const reward = Math.max(1, Math.floor((price * percent) / 100))
  const [paid, viewer, site] = [price, reward, price - reward].map(unitsText)
  return t({
    id: 'setting.ptc_viewer_percent.hint',
    message: `Of a view for ${paid}, the user gets ${viewer} and the site keeps ${site}.`,
  })
}
