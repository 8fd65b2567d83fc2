import { t } from '@lingui/core/macro'
import { settingName } from '#features/admin/settings/setting-names.ts'
import { fieldId, UnitsSetting } from '#features/admin/settings/SettingInput.tsx'
import type { SettingsForm } from '#features/admin/settings/settings-form.ts'
import { Card } from '#ui/Card.tsx'
import { Switch } from '#ui/form/Switch.tsx'

/** Which acts wait for a second admin. */
export function FourEyesSettings({ settings }: { settings: SettingsForm }) {
  return (
    <Card title={t({ id: 'admin.fourEyes', message: 'Two-person approval' })}>
      <div className="form">
        <Switch
          id={fieldId('four_eyes')}
          label={settingName('four_eyes')}
          hint={t({
            id: 'admin.fourEyes.hint',
            message:
              'Also applies to large sums, higher rewards and looser limits. ADMIN_USERNAME must list two admins.',
          })}
          {...settings.form.getInputProps('four_eyes', { type: 'checkbox' })}
        />
        <UnitsSetting settings={settings} name="four_eyes_withdrawal_min" />
        <UnitsSetting settings={settings} name="four_eyes_adjust_min" />
      </div>
    </Card>
  )
}
