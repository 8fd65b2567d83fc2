import { t } from '@lingui/core/macro'
import { settingName } from '#features/admin/settings/setting-names.ts'
import { fieldId, SettingInput } from '#features/admin/settings/SettingInput.tsx'
import type { SettingsForm } from '#features/admin/settings/settings-form.ts'
import { Card } from '#ui/Card.tsx'
import { Switch } from '#ui/form/Switch.tsx'
import { TextArea } from '#ui/form/TextArea.tsx'
import { HueSetting } from './HueSetting.tsx'
import { LogoSetting } from './LogoSetting.tsx'
import { SignInSettings } from './SignInSettings.tsx'

/** What the site is called and looks like, and whether it is open. */
export const SiteSettings = ({ settings }: { settings: SettingsForm }) => {
  const { form } = settings
  return (
    <div className="grid items-start gap-4 lg:grid-cols-2">
      <div className="grid gap-4">
        <Card title={t({ id: 'admin.site.look', message: 'Branding' })}>
          <div className="form">
            <SettingInput settings={settings} name="site_name" maxLength={40} />
            <HueSetting settings={settings} />
            <LogoSetting settings={settings} />
          </div>
        </Card>
        <SignInSettings settings={settings} />
      </div>
      <div className="grid gap-4">
        <Card title={t({ id: 'admin.site.basics', message: 'Basics' })}>
          <div className="form">
            <SettingInput
              settings={settings}
              name="site_currency"
              maxLength={5}
              autoCapitalize="characters"
              hint={t({
                id: 'admin.site.currency.hint',
                message: 'The value of 100,000 units. Changing it doesn’t convert balances.',
              })}
            />
            <SettingInput
              settings={settings}
              name="contact_email"
              type="email"
              optional
              hint={t({ id: 'admin.site.contact.hint', message: 'Contact form messages are sent to this address.' })}
            />
            <Switch
              id={fieldId('registration_open')}
              label={settingName('registration_open')}
              {...form.getInputProps('registration_open', { type: 'checkbox' })}
            />
          </div>
        </Card>
        <Card title={t({ id: 'admin.site.maintenance', message: 'Maintenance mode' })}>
          <div className="form">
            <Switch
              id={fieldId('maintenance')}
              label={settingName('maintenance')}
              hint={t({
                id: 'admin.site.maintenance.hint',
                message: 'Everyone except staff sees the maintenance page.',
              })}
              {...form.getInputProps('maintenance', { type: 'checkbox' })}
            />
            <TextArea
              id={fieldId('maintenance_message')}
              label={settingName('maintenance_message')}
              optional
              maxLength={500}
              {...form.getInputProps('maintenance_message')}
            />
          </div>
        </Card>
      </div>
    </div>
  )
}
