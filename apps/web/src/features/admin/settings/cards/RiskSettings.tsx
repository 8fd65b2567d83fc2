import { t } from '@lingui/core/macro'
import { settingName } from '#features/admin/settings/setting-names.ts'
import { fieldId, NumberSetting } from '#features/admin/settings/SettingInput.tsx'
import type { SettingsForm } from '#features/admin/settings/settings-form.ts'
import { Card } from '#ui/Card.tsx'
import { Switch } from '#ui/form/Switch.tsx'
import { TextArea } from '#ui/form/TextArea.tsx'

/** What the system does about suspects, and how long places are kept. */
export const RiskSettings = ({ settings }: { settings: SettingsForm }) => {
  const { form } = settings
  return (
    <Card title={t({ id: 'admin.risk', message: 'Suspects' })}>
      <div className="form">
        <Switch
          id={fieldId('risk_measures')}
          label={settingName('risk_measures')}
          hint={t({
            id: 'admin.risk.measures.hint',
            message:
              'From 40 points claims pay 50%, from 60 payouts are reviewed, from 80 the account is temporarily locked.',
          })}
          {...form.getInputProps('risk_measures', { type: 'checkbox' })}
        />
        <NumberSetting settings={settings} name="risk_lock_days" />
        <NumberSetting
          settings={settings}
          name="risk_retention_days"
          hint={t({
            id: 'admin.risk.days.hint',
            message:
              'IP addresses are never stored, only networks. State the same number of days in your privacy policy.',
          })}
        />
        <TextArea
          id={fieldId('risk_hosting_networks')}
          label={settingName('risk_hosting_networks')}
          hint={t({
            id: 'admin.risk.nets.hint',
            message: 'One per line, such as 192.0.2.0/24. Using one adds 15 points.',
          })}
          optional
          spellCheck={false}
          maxLength={60_000}
          {...form.getInputProps('risk_hosting_networks')}
        />
      </div>
    </Card>
  )
}
