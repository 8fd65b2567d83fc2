import { t } from '@lingui/core/macro'
import { to } from '#base/paths.ts'
import { SecretSetting } from '#features/admin/settings/SecretSetting.tsx'
import { settingName } from '#features/admin/settings/setting-names.ts'
import { fieldId, SettingInput } from '#features/admin/settings/SettingInput.tsx'
import type { SettingsForm } from '#features/admin/settings/settings-form.ts'
import { Card } from '#ui/Card.tsx'
import { CopyButton } from '#ui/CopyButton.tsx'
import { Switch } from '#ui/form/Switch.tsx'

/** The ways in beside the password, and what is asked of the people of the site. */
export const SignInSettings = ({ settings }: { settings: SettingsForm }) => {
  const address = window.location.origin + to('/login/callback/google')
  return (
    <Card
      title={t({ id: 'admin.signIn', message: 'Sign-in' })}
      note={t({
        id: 'admin.signIn.note',
        message: 'Google sign-in is available once the client ID and client secret are set.',
      })}
    >
      <div className="form">
        <SettingInput settings={settings} name="google_client_id" maxLength={300} optional spellCheck={false} />
        <SecretSetting settings={settings} name="google_client_secret" />
        <div className="grid gap-2 rounded-m bg-sunken p-4">
          <p className="field-label">{t({ id: 'admin.signIn.redirect', message: 'Redirect URI' })}</p>
          <code className="text-sm break-all">{address}</code>
          <p className="field-hint">
            {t({
              id: 'admin.signIn.redirect.hint',
              message: 'Enter it in the Google Cloud console when you create the OAuth client.',
            })}
          </p>
          <div>
            <CopyButton text={address} label={t({ id: 'admin.webhook.copy', message: 'Copy URL' })} />
          </div>
        </div>
        <SettingInput
          settings={settings}
          name="google_issuer"
          type="url"
          inputMode="url"
          maxLength={300}
          spellCheck={false}
          hint={t({ id: 'admin.signIn.issuer', message: 'You can use another OpenID Connect provider.' })}
        />
        <Switch
          id={fieldId('two_step_staff')}
          label={settingName('two_step_staff')}
          hint={t({
            id: 'admin.signIn.twoStep',
            message: 'Staff without it are sent to their account page and can’t open the admin area.',
          })}
          {...settings.form.getInputProps('two_step_staff', { type: 'checkbox' })}
        />
      </div>
    </Card>
  )
}
