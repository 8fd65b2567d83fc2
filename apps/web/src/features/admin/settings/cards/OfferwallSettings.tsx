import { t } from '@lingui/core/macro'
import { NumberSetting } from '#features/admin/settings/SettingInput.tsx'
import type { SettingsForm } from '#features/admin/settings/settings-form.ts'
import { Card } from '#ui/Card.tsx'

/** What holds for the offers of all walls alike. */
export function OfferwallSettings({ settings }: { settings: SettingsForm }) {
  return (
    <Card title={t({ id: 'admin.offerwall.settings', message: 'Offers' })}>
      <div className="form">
        <NumberSetting settings={settings} name="offerwall_exp" />
      </div>
    </Card>
  )
}
