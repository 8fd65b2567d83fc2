import { t } from '@lingui/core/macro'
import { to } from '#app/paths.ts'
import { Card } from '#ui/Card.tsx'
import { CopyButton } from '#ui/CopyButton.tsx'
import { Switch } from '#ui/Switch.tsx'
import { SecretSetting } from './SecretSetting.tsx'
import { settingName } from './setting-names.ts'
import { fieldId, SettingInput } from './SettingInput.tsx'
import type { SettingsForm } from './settings-form.ts'

/** The ways in beside the password, and what is asked of the people of the site. */
export function SignInSettings({ settings }: { settings: SettingsForm }) {
  const address = window.location.origin + to('/login/callback/google')
  return (
    <Card
      title={t({ id: 'admin.signIn', message: 'Signing in' })}
      note={t({
        id: 'admin.signIn.note',
        message: 'Google is offered beside the password once client ID and secret are both set.',
      })}
    >
      <div className="form">
        <SettingInput settings={settings} name="google_client_id" maxLength={300} optional spellCheck={false} />
        <SecretSetting settings={settings} name="google_client_secret" />
        <div className="grid gap-2 rounded-m bg-sunken p-4">
          <p className="field-label">{t({ id: 'admin.signIn.redirect', message: 'Redirect address' })}</p>
          <code className="text-sm break-all">{address}</code>
          <p className="field-hint">
            {t({ id: 'admin.signIn.redirect.hint', message: 'Google asks for it where the client is made.' })}
          </p>
          <div>
            <CopyButton text={address} label={t({ id: 'admin.webhook.copy', message: 'Copy the address' })} />
          </div>
        </div>
        <SettingInput
          settings={settings}
          name="google_issuer"
          type="url"
          inputMode="url"
          maxLength={300}
          spellCheck={false}
          hint={t({ id: 'admin.signIn.issuer', message: 'Another provider of OpenID Connect may stand here.' })}
        />
        <Switch
          id={fieldId('two_step_staff')}
          label={settingName('two_step_staff')}
          hint={t({
            id: 'admin.signIn.twoStep',
            message: 'Who has not set it up is led to their account first, and sees no page of the administration.',
          })}
          {...settings.form.getInputProps('two_step_staff', { type: 'checkbox' })}
        />
      </div>
    </Card>
  )
}
