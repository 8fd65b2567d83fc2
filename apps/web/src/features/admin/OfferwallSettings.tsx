import { t } from '@lingui/core/macro'
import { Card } from '#ui/Card.tsx'
import { NumberSetting } from './SettingInput.tsx'
import type { SettingsForm } from './settings-form.ts'

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
